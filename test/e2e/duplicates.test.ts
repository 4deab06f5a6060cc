import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import type { Transaction } from "#contract/transactions.ts";

import { axe } from "./support/axe.ts";
import {
  balanceOf,
  cashId,
  dateField,
  dollars,
  newNarrative,
  people,
  recordedWith,
  save,
  type People,
} from "./support/entries.ts";
import { amountField, entryPages, fillEntry, narrativeField } from "./support/entry-pages.ts";
import { signIn, test } from "./support/fixtures.ts";
import { screenshot } from "./support/screenshot.ts";

const warning = (page: Page) => page.getByRole("alert").filter({ hasText: "This may have been entered already" });
/** Fills in an entry of 120.50. */
const fill = (page: Page, cast: People, sides: (typeof entryPages)[number]["sides"], narrative: string): Promise<string> =>
  fillEntry(page, cast, { sides, narrative, amount: "120.5" });

describe.each(entryPages)("a likely duplicate on $path", ({ path, sides, saved }) => {
  test("is named before it is saved; Ctrl+Enter once more saves it, and so does the button", async ({ page, office }) => {
    const narrative = newNarrative();
    const cast = await people(office);
    await signIn(page, office, office.admin, path);
    await fill(page, cast, sides, narrative);
    await page.keyboard.press("Control+Enter");
    await page.getByText(saved).waitFor();
    const [first] = await recordedWith(cast.desk, narrative);
    for (const [times, again] of ["keys", "button"].entries()) {
      await fill(page, cast, sides, narrative);
      await page.keyboard.press("Control+Enter");
      await warning(page).waitFor();
      expect(await recordedWith(cast.desk, narrative)).toHaveLength(times + 1);
      await axe(page);
      if (times === 0) await screenshot(page, `duplicate${path.replaceAll("/", "-")}`);
      if (again === "keys") await page.keyboard.press("Control+Enter");
      else {
        await expect.poll(() => warning(page).getByRole("link").getAttribute("href")).toMatch(/referenceId=\d+/);
        await warning(page).getByRole("button", { name: "Save anyway" }).click();
      }
      await warning(page).waitFor({ state: "detached" });
      await expect.poll(async () => (await recordedWith(cast.desk, narrative)).length).toBe(times + 2);
    }
    expect(first?.id).toBeGreaterThan(0);
  });
});

describe("the warning of a duplicate", () => {
  test("names the other one, who entered it, and opens it in a tab of its own", async ({ page, office }) => {
    const cast = await people(office);
    const body = { transType: "Transfer", outAccountId: cast.farid.id, inAccountId: cast.bank.id, currencyId: dollars };
    const other = { ...body, dAmount: "120.50", transDescription: "By telephone" };
    const { id } = (await cast.desk.send("POST", "/api/transactions", other)) as Transaction;
    await signIn(page, office, office.admin, "/transactions/debit");
    await fill(page, cast, ["Account"], newNarrative());
    await save(page).click();
    await warning(page).getByText(`debits ${cast.farid.accountCode} - Farid Noori with $120.50 USD`).waitFor();
    await warning(page).getByText("Entered by admin").waitFor();
    await warning(page).getByText("By telephone").waitFor();
    const opened = page.waitForEvent("popup");
    await warning(page)
      .getByRole("link", { name: `Transfer ${String(id)}` })
      .click();
    const list = await opened;
    await list.getByRole("dialog", { name: `Transaction ${String(id)}` }).waitFor();
    expect(await amountField(page).inputValue()).toBe("120.5");
    expect(await balanceOf(cast.desk, cast.farid)).toBe("879.50");
  });

  test("goes once something else is typed, and another day, amount or direction needs none", async ({ page, office }) => {
    const narrative = newNarrative();
    const cast = await people(office);
    const body = { transType: "Debit", outAccountId: cast.farid.id, inAccountId: cashId, currencyId: dollars };
    await cast.desk.send("POST", "/api/transactions", { ...body, dAmount: "120.50", transDescription: "At noon" });
    await signIn(page, office, office.admin, "/transactions/debit");
    const record = async (): Promise<void> => {
      await page.keyboard.press("Control+Enter");
      await expect.poll(() => amountField(page).inputValue()).toBe("");
    };
    await fill(page, cast, ["Account"], narrative);
    await page.keyboard.press("Control+Enter");
    await warning(page).waitFor();
    await amountField(page).fill("120.51");
    await warning(page).waitFor({ state: "detached" });
    await record();
    await fill(page, cast, ["Account"], narrative);
    await dateField(page).press("-");
    await record();
    await page.goto("/transactions/credit");
    await fill(page, cast, ["Account"], narrative);
    await record();
    expect(await recordedWith(cast.desk, narrative)).toHaveLength(3);
  });

  test("keeps nobody from saving when it cannot be asked", async ({ page, office, watched }) => {
    watched.expect(/ERR_FAILED|Failed to load resource/);
    const narrative = newNarrative();
    const cast = await people(office);
    await signIn(page, office, office.admin, "/transactions/credit");
    await page.route("**/api/transactions/search?*", (route) => route.abort("failed"));
    await fill(page, cast, ["Account"], narrative);
    await page.keyboard.press("Control+Enter");
    await page.getByText("Credit transaction created successfully").waitFor();
    expect(await recordedWith(cast.desk, narrative)).toHaveLength(1);
  });
});

describe("the last entry once more", () => {
  test.for(entryPages)(
    "fills $path by Ctrl+Shift+L, keeps the day, and is another transaction",
    async ({ path, sides, saved }, { page, office }) => {
      const narrative = newNarrative();
      const cast = await people(office);
      await signIn(page, office, office.admin, path);
      expect(await page.getByRole("button", { name: "Repeat last" }).count()).toBe(0);
      await fill(page, cast, sides, narrative);
      await page.keyboard.press("Control+Enter");
      await page.getByText(saved).waitFor();
      await dateField(page).press("-");
      const day = await dateField(page).inputValue();
      await page.keyboard.press("Control+Shift+KeyL");
      await expect.poll(() => amountField(page).inputValue()).toBe("120.5");
      expect(await narrativeField(page).inputValue()).toBe(narrative);
      expect(await dateField(page).inputValue()).toBe(day);
      await screenshot(page, `repeat${path.replaceAll("/", "-")}`);
      await page.keyboard.press("Control+Enter");
      await expect.poll(async () => (await recordedWith(cast.desk, narrative)).map(({ transDate }) => transDate)).toContain(day);
      expect(await recordedWith(cast.desk, narrative)).toHaveLength(2);
      await page.reload();
      await page.getByRole("button", { name: "Repeat last" }).click();
      await expect.poll(() => amountField(page).inputValue()).toBe("120.5");
    },
  );

  test("over something typed can be taken back", async ({ page, office }) => {
    const cast = await people(office);
    await signIn(page, office, office.admin, "/transactions/credit");
    await fill(page, cast, ["Account"], newNarrative());
    await page.keyboard.press("Control+Enter");
    await page.getByText("Credit transaction created successfully").waitFor();
    await narrativeField(page).fill("Typed by hand");
    await page.getByRole("button", { name: "Repeat last" }).click();
    await page.getByText("Filled with your last entry").waitFor();
    await axe(page);
    await screenshot(page, "repeat-undo");
    await page.getByRole("button", { name: "Undo" }).click();
    expect(await narrativeField(page).inputValue()).toBe("Typed by hand");
    expect(await amountField(page).inputValue()).toBe("");
  });
});
