import { readFile } from "node:fs/promises";
import { inflateSync } from "node:zlib";

import type { Page } from "playwright-core";
import { expect } from "vitest";

import { axe } from "./support/axe.ts";
import { focusedField, overflow, people } from "./support/entries.ts";
import { amountField, fillEntry, transferPage } from "./support/entry-pages.ts";
import { signIn } from "./support/fixtures.ts";
import { arrived, opened, passPath, test, view } from "./support/hawalas.ts";
import { screenshot } from "./support/screenshot.ts";

/** A sheet as the printer got it. */
interface Sheet {
  readonly text: string;
  readonly code: string;
}

interface Printed extends Sheet {
  readonly pages: readonly PdfPage[];
}

/** Stands in for the browser's print dialog: it stays open until what it was opened for has been put on paper. */
const dialog = `
  window.sheets = [];
  window.print = () => {
    const paper = document.querySelector("[data-paper]");
    window.sheets.push({ text: paper.textContent, code: paper.querySelector("svg title").textContent });
  };`;
const sheets = (page: Page): Promise<Sheet[]> => page.evaluate<Sheet[]>("window.sheets");
const printed = async (page: Page, count: number): Promise<Printed> => {
  await expect.poll(async () => (await sheets(page)).length).toBe(count);
  const { text = "", code = "" } = (await sheets(page)).at(-1) ?? {};
  // Ends with "afterprint", as the dialog does.
  return { text, code, pages: await pagesOf(page) };
};

/** A page of a PDF: its size in millimetres, and how its sheet lies on it. */
interface PdfPage {
  readonly size: readonly [width: number, height: number];
  /** The scale and the corner of what is drawn, up to where the first words begin, as the PDF says them. */
  readonly layout: readonly string[];
}

async function pagesOf(page: Page): Promise<PdfPage[]> {
  const bytes = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  const file = bytes.toString("latin1");
  const drawn = [...file.matchAll(/FlateDecode[^>]*>> stream\n/g)]
    .map(({ index, 0: head }) => inflateSync(bytes.subarray(index + head.length)).toString("latin1"))
    .filter((stream) => /^[\d. -]+ cm\n/.test(stream));
  return [...file.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height], at) => ({
    size: [millimetres(width), millimetres(height)],
    layout: layoutOf(drawn[at] ?? ""),
  }));
}

/** Without the first line, which has the height of the page. */
function layoutOf(drawn: string): string[] {
  const [, ...lines] = drawn.split("\n");
  const words = lines.findIndex((line) => line.endsWith(" Tm"));
  return lines.slice(0, words + 1).filter((line) => / (?:cm|Tm)$/.test(line));
}

const millimetres = (points: string | undefined): number => Math.round((Number(points) * 25.4) / 72);

test("what is recorded is printed by its keys, from the search and again as a copy; all of it stands in the audit log", async ({
  page,
  office,
  partners: { desk, london },
}) => {
  const cast = await people(office);
  await page.addInitScript(dialog);
  await signIn(page, office, office.admin, transferPage.path);
  const narrative = await fillEntry(page, cast, { ...transferPage, amount: "1250.5" });
  await page.keyboard.press("Control+Shift+Enter");
  const original = await printed(page, 1);
  for (const said of ["Transfer Voucher", "Farid Noori", "Zahra", "$1,250.50 USD", "Point Five Zero USD", narrative])
    expect(original.text).toContain(said);
  expect(original.text).not.toMatch(/COPY|PREVIEW/);
  expect(original.code).toMatch(
    new RegExp(`^${office.url}/transactions/search\\?searchWhat=All&referenceId=\\d+&selected=\\d+$`),
  );
  // Nothing has moved: the next customer's entry can be typed.
  expect(new URL(page.url()).pathname).toBe(transferPage.path);
  await expect.poll(() => focusedField(page)).toBe("debitAccount");
  expect(await amountField(page).inputValue()).toBe("");

  await page.goto(original.code);
  await page.getByRole("link", { name: "Print", exact: true }).click();
  await page.getByText("The original has been printed. Print makes copy 1.").waitFor();
  await screenshot(page, "voucher-80mm");
  const roll = await pagesOf(page);
  expect(roll.map(({ size: [width] }) => width)).toEqual([80]);
  expect(original.pages.map(({ size: [width], layout }) => ({ width, layout }))).toEqual([
    { width: 80, layout: roll[0]?.layout },
  ]);
  await page.getByText("A5", { exact: true }).click();
  await page.getByText("For the office").waitFor();
  await axe(page);
  await screenshot(page, "voucher-a5");
  const leaf = await pagesOf(page);
  expect(leaf.map(({ size }) => size)).toEqual([[148, 210]]);
  await page.keyboard.press("Control+p");
  expect((await printed(page, 1)).text).toContain("COPY 1");
  await page.getByText("Print makes copy 2.").waitFor();
  await page.getByRole("button", { name: "Back" }).click();
  await page.getByRole("dialog").getByText(narrative).first().waitFor();

  const hawala = await arrived(desk, { receiverName: "لیلا احمدی", senderName: "Omid Karimi" });
  await page.keyboard.press("Escape");
  await page.getByRole("navigation").getByRole("link", { name: "Pass Hawala" }).click();
  await view(page, hawala).click();
  await opened(page, hawala);
  await page.getByLabel("Document number").fill("1399-1402-77");
  await page.keyboard.press("Control+Shift+Enter");
  const payment = await printed(page, 2);
  for (const said of ["Hawala Payment", hawala.hawalaNo, "لیلا احمدی", "1399-1402-77", `${london.accountCode} - London`])
    expect(payment.text).toContain(said);
  expect(payment.pages).toEqual(leaf);
  expect(payment.code).toBe(`${office.url}${passPath}?selected=${String(hawala.id)}`);
  await page.getByText("Hawala Passed Successfully").waitFor();
  // Asked for while another sheet is on the page, it is printed without that.
  await page.getByRole("link", { name: "Print", exact: true }).click();
  await page.getByText("Print makes copy 1.").waitFor();
  await page.getByRole("status").getByRole("button", { name: "Print" }).click();
  expect((await printed(page, 3)).pages).toEqual(leaf);
  await auditLog(page, hawala.hawalaNo);
});

/** Finds in the audit log what was printed above, takes it out as a file, and has the seals verified. */
async function auditLog(page: Page, hawalaNo: string): Promise<void> {
  await page.getByRole("button", { name: "Reports", exact: true }).click();
  await page.getByRole("link", { name: "Audit Log" }).click();
  const entries = page.getByRole("table", { name: "Entries" });
  await entries.getByText("Hawala voucher printed").first().waitFor();
  await screenshot(page, "audit-log");
  await entries.getByText("Copy number (0 is the original): 1").first().waitFor();
  await page.getByRole("searchbox", { name: "Search" }).fill(hawalaNo);
  await page.waitForURL((url) => url.searchParams.get("q") === hawalaNo);
  await entries.getByText("Status: Pending → Passed").waitFor();
  await axe(page);
  await page.getByRole("button", { name: "Export" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "Plain table (.csv)" }).click(),
  ]);
  const file = await readFile(await download.path(), "utf8");
  expect(file).toContain("hawala.printed");
  expect(file).not.toContain("transaction.created");
  await page.getByRole("button", { name: "Verify" }).click();
  await page.getByText("The books balance and the seals are whole", { exact: true }).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await entries.getByText("Status: Pending → Passed").waitFor();
  await expect.poll(() => overflow(page)).toBe(0);
}
