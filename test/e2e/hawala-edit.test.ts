import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import { getHawala, updateHawala, type Hawala } from "#contract/hawalas.ts";
import type { Transaction } from "#contract/transactions.ts";

import { axe } from "./support/axe.ts";
import { balanceOf, cashId, save } from "./support/entries.ts";
import { signIn, test } from "./support/fixtures.ts";
import { box, enter, entryPath, newReceiver, senders } from "./support/hawala-entry.ts";
import type { Desk } from "./support/office.ts";
import { screenshot } from "./support/screenshot.ts";
import { dialogOf, expectBooksBalance, rowOf, searchPath } from "./support/searching.ts";
import { outlookOn } from "./support/shown.ts";

const editPath = ({ id }: Pick<Hawala, "id">) => `${entryPath}?edit=${String(id)}`;
const pathOf = (path: string, id: number) => path.replace(":id", String(id));

async function stored(desk: Desk, { id }: Pick<Hawala, "id">): Promise<Hawala> {
  return (await desk.send("GET", pathOf(getHawala.path, id))) as Hawala;
}

const updated = (page: Page) => page.getByText("Hawala updated successfully").waitFor();

describe("an outgoing hawala that is still open", () => {
  test("is corrected, and its booking is made anew by the difference", async ({ page, office }) => {
    const { desk, london } = await senders(office);
    const before = Number(await balanceOf(desk, { id: cashId }));
    const hawala = await enter(desk, { receiverName: newReceiver(), partnerAccountId: london.id });
    await signIn(page, office, office.admin, editPath(hawala));
    await page.getByRole("heading", { level: 1, name: `Edit Hawala ${hawala.hawalaNo}` }).waitFor();
    await box(page, "Amount").fill("650");
    expect(await box(page, "Converted Amount").inputValue()).toBe("645.00");
    expect((await outlookOn(page, london.accountCode)).after).toContain("645.00");
    await axe(page);
    await screenshot(page, "hawala-edit");
    await save(page).click();
    await updated(page);
    await page.waitForURL(`**/transactions/pass-hawala?selected=${String(hawala.id)}`);
    expect(await stored(desk, hawala)).toMatchObject({
      hawalaNo: hawala.hawalaNo,
      amount: "650.00",
      rAmount: "645.00",
      version: 2,
    });
    expect(await balanceOf(desk, london)).toBe("645.00");
    expect(Number(await balanceOf(desk, { id: cashId })) - before).toBe(650);
    await expectBooksBalance(desk);
  });

  test("that another desk has changed meanwhile keeps what was typed and shows what they changed", async ({ page, office }) => {
    const { desk, london } = await senders(office);
    const receiver = newReceiver();
    const hawala = await enter(desk, { receiverName: receiver });
    await signIn(page, office, await office.addUser("operator", "edits-hawalas"), editPath(hawala));
    await box(page, "Notes").fill("For the rent");
    const body = { direction: "outgoing", senderName: "Nabi Sadatyar", receiverName: receiver, amount: "500", currency: "USD" };
    await desk.send("PUT", pathOf(updateHawala.path, hawala.id), { ...body, commission: "5", partnerAccountId: london.id });
    await save(page).click();
    await page.getByText(`Partner Account: (empty) → ${london.accountCode} - London Office`).waitFor();
    await axe(page);
    expect(await box(page, "Notes").inputValue()).toBe("For the rent");
    await page.getByRole("button", { name: "Keep my changes" }).click();
    await save(page).click();
    await updated(page);
    expect(await stored(desk, hawala)).toMatchObject({ remarks: "For the rent", partnerCode: london.accountCode, version: 3 });
    await expectBooksBalance(desk);
  });

  test("is corrected by staff alone", async ({ page, office }) => {
    const { desk } = await senders(office);
    const hawala = await enter(desk, { receiverName: newReceiver() });
    const user = await office.addUser("user", "enters-hawalas");
    await signIn(page, office, user, editPath(hawala));
    await page.getByText("Hawalas are corrected by administrators and operators.").waitFor();
    await axe(page);
    const theirs = await office.signIn(user);
    const body = { senderName: "Nabi", receiverName: newReceiver(), amount: "1", currency: "USD" };
    await expect(theirs.send("PUT", pathOf(updateHawala.path, hawala.id), body)).rejects.toThrow("403");
    await theirs.send("POST", "/api/hawala", body);
    await expectBooksBalance(desk);
  });

  test("is not to be corrected any more once it is completed or cancelled", async ({ page, office }) => {
    const { desk } = await senders(office);
    const hawala = await enter(desk, { receiverName: newReceiver() });
    await desk.send("PUT", `/api/hawala/completed/${String(hawala.id)}`);
    await signIn(page, office, office.admin, editPath(hawala));
    await page.getByText("This hawala is Completed. Mark it as pending before you change it.").waitFor();
    await axe(page);
    await page.getByRole("link", { name: `Open ${hawala.hawalaNo}` }).click();
    await page.waitForURL(`**/transactions/pass-hawala?selected=${String(hawala.id)}`);
    await page.goto(`${entryPath}?edit=999999`);
    await page.getByText("There is no hawala 999999.").waitFor();
    await expectBooksBalance(desk);
  });
});

describe("the transaction of a hawala", () => {
  test("leads to the hawala, and says before it is deleted what becomes of it", async ({ page, office }) => {
    const { desk, london } = await senders(office);
    const hawala = await enter(desk, { receiverName: newReceiver(), partnerAccountId: london.id });
    const id = hawala.transactionId ?? 0;
    await signIn(page, office, office.admin, `${searchPath}?searchWhat=Hawala&selected=${String(id)}`);
    const panel = dialogOf(page, `Transaction ${String(id)}`);
    await panel.getByRole("link", { name: hawala.hawalaNo }).waitFor();
    await axe(page);
    await page.keyboard.press("Escape");
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
    await axe(page);
    await question.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByText("Transaction deleted successfully").waitFor();
    expect(await stored(desk, hawala)).toMatchObject({ hawalaStatus: "cancelled", transactionId: null });
    expect(await balanceOf(desk, london)).toBe("0.00");
    await page.goto(`${searchPath}?searchWhat=Deleted&referenceId=${String(id)}`);
    await page.getByRole("button", { name: `Recover transaction ${String(id)}` }).click();
    const recover = dialogOf(page, "Recover Transaction");
    await recover.getByText(`The hawala ${hawala.hawalaNo} becomes pending again.`).waitFor();
    await recover.getByRole("button", { name: "Recover", exact: true }).click();
    await page.getByText("Transaction recovered successfully").waitFor();
    expect(await stored(desk, hawala)).toMatchObject({ hawalaStatus: "pending", transactionId: id });
    const narratives = (await desk.send("GET", `/api/transactions/${String(id)}`)) as Transaction;
    expect(narratives.cTransDescription).toBe("For the school");
    await expectBooksBalance(desk);
  });
});

describe("the number of a hawala", () => {
  test("pasted into the palette opens it, however it is written", async ({ page, office }) => {
    const { desk } = await senders(office);
    const hawala = await enter(desk, { receiverName: newReceiver() });
    await signIn(page, office, office.admin);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const digits = hawala.hawalaNo.slice(3);
    await page.evaluate(`navigator.clipboard.writeText("hwl ${digits}")`);
    await page.keyboard.press("Control+KeyK");
    await page.getByRole("dialog", { name: "Search and commands" }).locator(":focus").waitFor();
    await page.keyboard.press("Control+V");
    const chosen = page.getByRole("option", { selected: true });
    await expect.poll(() => chosen.innerText()).toContain(`Hawala ${hawala.hawalaNo}`);
    await axe(page);
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/transactions/pass-hawala?selected=${String(hawala.id)}`);
    await page.keyboard.press("Escape");
    await page.keyboard.press("KeyG");
    await page.keyboard.press("KeyW");
    await page.getByRole("heading", { level: 1, name: "Hawala Money Transfer" }).waitFor();
  });
});
