import { expect } from "vitest";

import { getHawala, updateHawala, type Hawala } from "#contract/hawalas.ts";
import type { Transaction } from "#contract/transactions.ts";

import { axe } from "./support/axe.ts";
import { balanceOf, cashId, save } from "./support/entries.ts";
import { signIn, test } from "./support/fixtures.ts";
import { box, enter, entryPath, newReceiver, senders } from "./support/hawala-entry.ts";
import { opened, panel } from "./support/hawalas.ts";
import type { Desk } from "./support/office.ts";
import { screenshot } from "./support/screenshot.ts";
import { dialogOf, expectBooksBalance, rowOf, searchPath } from "./support/searching.ts";
import { outlookOn } from "./support/shown.ts";

const editPath = ({ id }: Pick<Hawala, "id">) => `${entryPath}?edit=${String(id)}`;
const pathOf = (path: string, id: number) => path.replace(":id", String(id));

async function stored(desk: Desk, { id }: Pick<Hawala, "id">): Promise<Hawala> {
  return (await desk.send("GET", pathOf(getHawala.path, id))) as Hawala;
}

test("an outgoing hawala that is open is corrected by the difference, keeps what was typed where another desk was quicker, and is for staff until it is completed", async ({
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
  await axe(page);
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

  await opened(page, hawala);
  await desk.send("PUT", `/api/hawala/completed/${String(hawala.id)}`);
  await panel(page).getByText("Completed", { exact: true }).first().waitFor();
  await page.goBack();
  await page.getByText("This hawala is Completed. Mark it as pending before you change it.").waitFor();
  await axe(page);
  await page.getByRole("link", { name: `Open ${hawala.hawalaNo}` }).click();
  await page.waitForURL(`**/transactions/pass-hawala?selected=${String(hawala.id)}&direction=outgoing`);
  await signIn(page, office, await office.addUser("user", "enters-hawalas"), editPath(hawala));
  await page.getByText("Hawalas are corrected by administrators and operators.").waitFor();
  await axe(page);
  await expectBooksBalance(desk);
});

test("the transaction of a hawala leads to it, says before it is deleted what becomes of it, and is recovered with it; the number pasted into the palette opens it", async ({
  page,
  office,
}) => {
  const { desk, london } = await senders(office);
  const hawala = await enter(desk, { receiverName: newReceiver(), partnerAccountId: london.id });
  const id = hawala.transactionId ?? 0;
  await signIn(page, office, office.admin, `${searchPath}?searchWhat=Hawala&selected=${String(id)}`);
  const details = dialogOf(page, `Transaction ${String(id)}`);
  await details.getByRole("link", { name: hawala.hawalaNo }).waitFor();
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
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Transaction recovered successfully").waitFor();
  expect(await stored(desk, hawala)).toMatchObject({ hawalaStatus: "pending", transactionId: id });
  const narratives = (await desk.send("GET", `/api/transactions/${String(id)}`)) as Transaction;
  expect(narratives.cTransDescription).toBe("For the school");
  await expectBooksBalance(desk);

  // However it is written.
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(`navigator.clipboard.writeText("hwl ${hawala.hawalaNo.slice(3)}")`);
  await page.keyboard.press("Control+KeyK");
  const palette = dialogOf(page, "Search and commands");
  await palette.locator(":focus").waitFor();
  await page.keyboard.press("Control+V");
  const chosen = palette.getByRole("option", { selected: true });
  await expect.poll(() => chosen.innerText()).toContain(`Hawala ${hawala.hawalaNo}`);
  await axe(page);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/transactions/pass-hawala?selected=${String(hawala.id)}&direction=outgoing`);
});
