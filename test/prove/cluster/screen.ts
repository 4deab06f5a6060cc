import { mkdirSync } from "node:fs";
import { join } from "node:path";

import type { Page } from "playwright-core";

import { launchBrowser } from "#test/e2e/support/browser.ts";

import type { DatabaseCluster } from "./database-cluster.ts";
import type { Session } from "./office-server.ts";
import { require } from "./parts.ts";
import { until } from "./until.ts";

interface Desk {
  readonly url: string;
  readonly session: Session;
  readonly cluster: DatabaseCluster;
}

const narrative = "Typed while the leader was away";

/** Where pictures go; without it none are taken. */
const folder = process.env["SCREENSHOTS"];

/**
 * A person in the middle of a transfer when the leader is killed: the screen says that the server is away, keeps what was typed, and
 * saves it once when somebody else leads.
 */
export async function screenDuringFailOver({ url, session, cluster }: Desk): Promise<string> {
  const parties: Party[] = [];
  for (const accountName of ["Farid", "Zahra"]) {
    parties.push(await session.ok<Party>(url, "POST /api/accounts", { body: { accountName, currencyId: 2 } }));
  }
  const browser = await launchBrowser(["--no-sandbox", "--disable-gpu"]);
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const [name = "", value = ""] = session.cookie.split("=");
    await context.addCookies([{ name, value, url, httpOnly: true, sameSite: "Strict" }]);
    const page = await context.newPage();
    await page.goto(`${url}/transactions/transfer`);
    await fill(page, parties);
    await picture(page, "before");
    const killed = await cluster.killLeader();
    await page.getByRole("button", { name: "Save" }).click();
    const notice = page.getByText(/cannot be reached|not available|Try again/).first();
    await notice.waitFor({ timeout: 30_000 });
    const said = (await notice.textContent()) ?? "";
    await picture(page, "away");
    const kept = await page
      .getByRole("textbox", { name: /Narrative$/ })
      .first()
      .inputValue();
    require(kept === narrative, "what was typed is still there");
    await until("the page saves", 60_000, async () => (await isSaved(page)) || (await saveAgain(page)));
    const savedAfter = ((performance.now() - killed.at) / 1_000).toFixed(1);
    await picture(page, "after");
    await cluster.bringBack(killed.name);
    const search = `GET /api/transactions/search?narrative=${encodeURIComponent(narrative)}`;
    const rows = await session.ok<unknown[]>(url, search);
    require(rows.length === 1, `the transfer is in the books ${String(rows.length)} times`);
    await page.goto(`${url}/reports/trial-balance`);
    await page.getByText(/^As of .*\(replica\)$/).waitFor({ timeout: 30_000 });
    await picture(page, "report");
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: "dark" });
    await picture(page, "report-phone");
    return `"${said.trim()}", input kept, saved once ${savedAfter} s after the kill`;
  } finally {
    await browser.close();
  }
}

interface Party {
  readonly accountCode: string;
}

async function fill(page: Page, parties: readonly Party[]): Promise<void> {
  for (const [index, side] of ["Debit Account", "Credit Account"].entries()) {
    const code = parties[index]?.accountCode ?? "";
    const picker = page.getByRole("combobox", { name: side });
    await picker.click();
    await page.keyboard.type(code);
    await page.keyboard.press("Enter");
    await until(`${code} is chosen`, 10_000, async () => (await picker.inputValue()).includes(`${code} - `));
  }
  await page.getByRole("textbox", { name: /^(Debit )?Amount$/ }).fill("12.50");
  await page
    .getByRole("textbox", { name: /Narrative$/ })
    .first()
    .fill(narrative);
}

async function isSaved(page: Page): Promise<boolean> {
  return page.getByText("Transfer completed successfully").first().isVisible();
}

/** Presses Save again where it waits for that, as a person would. */
async function saveAgain(page: Page): Promise<false> {
  const save = page.getByRole("button", { name: "Save" });
  if (await save.isEnabled()) await save.click({ timeout: 2_000 }).catch(() => undefined);
  return false;
}

async function picture(page: Page, name: string): Promise<void> {
  if (folder === undefined || folder === "") return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `fail-over-${name}.png`) });
}
