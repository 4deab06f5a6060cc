import type { Page } from "playwright-core";
import { expect } from "vitest";

import { getHawala, updateHawala, type Hawala } from "#contract/hawalas.ts";
import type { Transaction } from "#contract/transactions.ts";

import { axe } from "./support/axe.ts";
import { balanceOf, cashId, choose, focusedField, overflow, readOn, save } from "./support/entries.ts";
import { signIn, test } from "./support/fixtures.ts";
import { box, currencyOf, enter, entryPath, hawalasFor, issued, newReceiver, saved, senders } from "./support/hawala-entry.ts";
import type { Desk } from "./support/office.ts";
import { screenshot } from "./support/screenshot.ts";
import { dialogOf, expectBooksBalance, rowOf, searchPath } from "./support/searching.ts";
import { outlookOn } from "./support/shown.ts";

const cash = { id: cashId };
const narrow = { width: 390, height: 844 };
const wide = { width: 1440, height: 900 };

/** Types into the field that has the focus and goes on by Enter. */
async function type(page: Page, field: string, text: string): Promise<void> {
  await expect.poll(() => focusedField(page)).toBe(field);
  if (text !== "") await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}

test("an outgoing hawala is entered by keyboard alone, read back beforehand, asked about where it is there already, and handed over by its number", async ({
  page,
  office,
}) => {
  const { desk, afghani, london } = await senders(office);
  await desk.send("PATCH", "/api/currencies/1", { rate: "70" });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const receiver = newReceiver();
  const before = await balanceOf(desk, cash);
  await signIn(page, office, office.admin, entryPath);
  await save(page).click();
  await page.getByText("Sender name is required", { exact: true }).waitFor();
  expect(await focusedField(page)).toBe("senderName");
  await page.getByRole("button", { name: "New", exact: true }).click();
  await type(page, "senderAccountId", "");
  await type(page, "senderName", "Nabi Sadatyar");
  await type(page, "senderPhone", "0700 123");
  await type(page, "senderLocation", "");
  await type(page, "receiverAccountId", "");
  await type(page, "receiverName", receiver);
  await type(page, "receiverPhone", "");
  await type(page, "receiverLocation", "London");
  await type(page, "amount", "=250*2");
  await type(page, "currencyId", "");
  await type(page, "convertedCurrencyId", "");
  await type(page, "commission", "5");
  await expect.poll(() => focusedField(page)).toBe("convertedAmount");
  expect(await box(page, "Converted Amount").inputValue()).toBe("495.00");
  await page.keyboard.press("Enter");
  await expect.poll(() => focusedField(page)).toBe("partnerAccountId");
  await page.keyboard.type(london.accountCode);
  await page.keyboard.press("Enter");
  await type(page, "date", "");
  await expect.poll(() => focusedField(page)).toBe("notes");
  await page.keyboard.type("School fees");
  await page.keyboard.press("Control+Enter");
  await saved(page);
  const [hawala] = await hawalasFor(desk, receiver);
  expect(hawala).toMatchObject({
    direction: "outgoing",
    hawalaStatus: "sent",
    senderName: "Nabi Sadatyar",
    senderPhone: "0700 123",
    receiverLocation: "London",
    amount: "500.00",
    rAmount: "495.00",
    commission: "5.00",
    partnerCode: london.accountCode,
    remarks: "School fees",
    processedBy: "admin",
  });
  const number = hawala?.hawalaNo ?? "no number";
  await issued(page).getByText(number, { exact: true }).waitFor();
  expect(await balanceOf(desk, london)).toBe("495.00");
  expect(Number(await balanceOf(desk, cash)) - Number(before)).toBe(500);
  await expect.poll(() => focusedField(page)).toBe("senderAccountId");
  expect(await box(page, "Amount").inputValue()).toBe("");

  // The next customer pays afghani out of an account, for dollars that arrive whole.
  const other = newReceiver();
  await choose(page, "Sender Account", afghani);
  expect(await box(page, "Sender Name").inputValue()).toBe("Karim");
  expect(await currencyOf(page, "Currency").inputValue()).toBe("1");
  await box(page, "Receiver Name").fill(other);
  await choose(page, "Partner Account", london);
  expect(await box(page, "Exchange Rate").inputValue()).toBe("0.01428571");
  await box(page, "Commission").fill("5");
  await box(page, "Converted Amount").fill("1000");
  expect(await box(page, "Amount").inputValue()).toBe("70,350.02");
  const label = `${afghani.accountCode} - Karim`;
  await page
    .getByText(`from the account ${label} and owe ${london.accountCode} - London Office $1,000.00 USD for ${other}.`)
    .waitFor();
  await page.getByText("Seventy Thousand Three Hundred Fifty Point Zero Two AFN").waitFor();
  await page.getByText("One Thousand USD", { exact: true }).waitFor();
  // The balance of before the first hawala stands there until it is read anew.
  await expect.poll(async () => (await outlookOn(page, london.accountCode)).after).toContain("1,495.00");
  await axe(page);
  await screenshot(page, "hawala-entry");
  await page.setViewportSize(narrow);
  await expect.poll(() => overflow(page)).toBe(0);
  await page.setViewportSize(wide);
  await save(page).dblclick();
  await issued(page).getByText(number, { exact: true }).waitFor({ state: "detached" });
  await screenshot(page, "hawala-entry-issued");
  expect(await balanceOf(desk, london)).toBe("1495.00");
  expect(await hawalasFor(desk, other)).toMatchObject([{ amount: "70350.02", amountCurrency: "AFN", rAmount: "1000.00" }]);

  await page.keyboard.press("Control+Shift+KeyL");
  await expect.poll(() => box(page, "Receiver Name").inputValue()).toBe(other);
  await save(page).click();
  await page.getByText("This may have been entered already").waitFor();
  expect(await hawalasFor(desk, other)).toHaveLength(1);
  await page.getByRole("button", { name: "Save anyway" }).click();
  await expect.poll(async () => (await hawalasFor(desk, other)).length).toBe(2);
  const [third, second] = await hawalasFor(desk, other);
  const [last = "", previous = ""] = [third?.hawalaNo, second?.hawalaNo];
  expect(Number.parseInt(last.slice(3), 10) - Number.parseInt(previous.slice(3), 10)).toBe(1);
  await issued(page).getByText(last, { exact: true }).waitFor();
  await page.getByRole("button", { name: "Copy number" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(last);
  await page.getByRole("link", { name: `Open ${last}` }).click();
  await page.waitForURL(`**/transactions/pass-hawala?selected=${String(third?.id)}&direction=outgoing`);
  await expectBooksBalance(desk);
});

test("an incoming hawala is entered by hand, waits as Pending and posts nothing; what is missing or does not meet is said", async ({
  page,
  office,
}) => {
  const fill = async (receiver: string, hawalaNo: string): Promise<void> => {
    await box(page, "Hawala Number").fill(hawalaNo);
    await box(page, "Sender Name").fill("Idris Hotakzad");
    await box(page, "Receiver Name").fill(receiver);
    await box(page, "Amount").fill("100");
    await box(page, "Exchange Rate").fill("92");
  };
  const { desk } = await senders(office);
  await desk.send("PATCH", "/api/currencies/1", { rate: "70" });
  const [receiver, next] = [newReceiver(), newReceiver()];
  const before = await balanceOf(desk, cash);
  await signIn(page, office, office.admin, entryPath);
  await expect.poll(() => focusedField(page)).toBe("senderAccountId");
  await page.getByRole("switch", { name: "Incoming (a partner sent it)" }).press("Space");
  await page.getByText("Nothing is posted now. It waits as Pending until it is passed on Pass Hawala.").waitFor();
  expect(await box(page, "Sender Code").inputValue()).toBe("2001");
  await save(page).click();
  await page.getByText("Hawala number is required", { exact: true }).waitFor();
  await fill(receiver, "");
  expect(await box(page, "Receiver Amount").inputValue()).toBe("9,200.00");
  expect(await box(page, "Rate per USD").inputValue()).toBe("70.00");
  expect(await box(page, "Into USD").inputValue()).toBe("131.43");
  await axe(page);
  await box(page, "Hawala Number").fill("LDN-900001");
  await screenshot(page, "hawala-entry-incoming");
  await page.setViewportSize(narrow);
  await expect.poll(() => overflow(page)).toBe(0);
  await page.setViewportSize(wide);
  await box(page, "Remarks").fill("By telephone");
  await page.keyboard.press("Control+Enter");
  await saved(page);
  await page.getByText("It waits as Pending. Nothing was posted.").waitFor();
  expect(await hawalasFor(desk, receiver)).toMatchObject([
    {
      direction: "incoming",
      hawalaNo: "LDN-900001",
      hawalaStatus: "Pending",
      rAmount: "9200.00",
      intoUSD: "131.43",
      transactionId: null,
    },
  ]);
  expect(await balanceOf(desk, cash)).toBe(before);

  // The next line of the same message: number and people are asked for anew, the rates stay.
  expect(await box(page, "Exchange Rate").inputValue()).toBe("92");
  await fill(next, "ldn 900001");
  await save(page).click();
  await page
    .getByRole("alert")
    .filter({ hasText: "The hawala number ldn 900001 exists already for this sender code" })
    .first()
    .waitFor();
  expect(await box(page, "Hawala Number").inputValue()).toBe("ldn 900001");
  await box(page, "Sender Code").fill("7007");
  await page.getByText(/^No account has the code 7007 yet/).waitFor();
  await box(page, "Receiver Amount").fill("8200");
  await save(page).click();
  await page.getByText("These figures do not meet").waitFor();
  await readOn(page);
  await page.keyboard.press("Control+Enter");
  await expect.poll(() => hawalasFor(desk, next)).toMatchObject([{ senderCode: "7007", rAmount: "8200.00" }]);
  await expectBooksBalance(desk);
});

const editPath = ({ id }: Pick<Hawala, "id">) => `${entryPath}?edit=${String(id)}`;
const pathOf = (path: string, id: number) => path.replace(":id", String(id));

async function stored(desk: Desk, { id }: Pick<Hawala, "id">): Promise<Hawala> {
  return (await desk.send("GET", pathOf(getHawala.path, id))) as Hawala;
}

test("an outgoing hawala that is open is corrected by the difference, and keeps what was typed where another desk was quicker", async ({
  page,
  office,
}) => {
  const { desk, london } = await senders(office);
  const before = Number(await balanceOf(desk, { id: cashId }));
  const receiver = newReceiver();
  const hawala = await enter(desk, { receiverName: receiver });
  await signIn(page, office, await office.addUser("operator", "edits-hawalas"), editPath(hawala));
  await page.getByRole("heading", { level: 1, name: `Edit Hawala ${hawala.hawalaNo}` }).waitFor();
  await box(page, "Amount").fill("650");
  expect(await box(page, "Converted Amount").inputValue()).toBe("645.00");
  await screenshot(page, "hawala-edit");
  const body = { direction: "outgoing", senderName: "Nabi Sadatyar", receiverName: receiver, amount: "500", currency: "USD" };
  await desk.send("PUT", pathOf(updateHawala.path, hawala.id), { ...body, commission: "5", partnerAccountId: london.id });
  await save(page).click();
  await page.getByText(`Partner Account: (empty) → ${london.accountCode} - London Office`).waitFor();
  await axe(page);
  expect(await box(page, "Amount").inputValue()).toMatch(/^650/);
  await page.getByRole("button", { name: "Keep my changes" }).click();
  expect((await outlookOn(page, london.accountCode)).after).toContain("645.00");
  await save(page).click();
  await page.getByText("Hawala updated successfully").waitFor();
  await page.waitForURL(`**/transactions/pass-hawala?selected=${String(hawala.id)}&direction=outgoing`);
  expect(await stored(desk, hawala)).toMatchObject({
    hawalaNo: hawala.hawalaNo,
    amount: "650.00",
    rAmount: "645.00",
    partnerCode: london.accountCode,
    version: 3,
  });
  expect(await balanceOf(desk, london)).toBe("645.00");
  expect(Number(await balanceOf(desk, { id: cashId })) - before).toBe(650);
  await expectBooksBalance(desk);
});

test("the transaction of a hawala says before it is deleted what becomes of it, and is recovered with it", async ({
  page,
  office,
}) => {
  const { desk, london } = await senders(office);
  const hawala = await enter(desk, { receiverName: newReceiver(), partnerAccountId: london.id });
  const id = hawala.transactionId ?? 0;
  await signIn(page, office, office.admin, `${searchPath}?searchWhat=Hawala`);
  await rowOf(page, { id })
    .getByRole("button", { name: `Edit transaction ${String(id)}` })
    .click();
  const dialog = dialogOf(page, "Edit Hawala Transaction");
  await dialog.getByLabel("Credit Narrative").fill("For the school");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Transaction updated successfully").waitFor();
  await page.getByRole("button", { name: `Delete transaction ${String(id)}` }).click();
  const question = dialogOf(page, "Delete Transaction");
  await question.getByText(`The hawala ${hawala.hawalaNo} becomes cancelled: the sender's money is given back.`).waitFor();
  await question.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByText("Transaction deleted successfully").waitFor();
  expect(await stored(desk, hawala)).toMatchObject({ hawalaStatus: "cancelled", transactionId: null });
  expect(await balanceOf(desk, london)).toBe("0.00");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Transaction recovered successfully").waitFor();
  expect(await stored(desk, hawala)).toMatchObject({ hawalaStatus: "pending", transactionId: id });
  const narratives = (await desk.send("GET", `/api/transactions/${String(id)}`)) as Transaction;
  expect(narratives.cTransDescription).toBe("For the school");
  await expectBooksBalance(desk);
});
