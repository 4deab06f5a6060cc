import { expect } from "vitest";

import { axe } from "./support/axe.ts";
import { signIn } from "./support/fixtures.ts";
import { act, arrived, opened, panel, passPath, storedHawala, test, told, view } from "./support/hawalas.ts";
import { screenshot } from "./support/screenshot.ts";
import { expectBooksBalance } from "./support/searching.ts";

test("several are passed at once, each for itself, and what another desk has paid is refused", async ({
  page,
  office,
  partners: { desk },
}) => {
  const three = [await arrived(desk), await arrived(desk), await arrived(desk)] as const;
  const receiver = "Bulk Receiver";
  for (const { id, ...one } of three)
    await desk.send("PUT", `/api/hawala/${String(id)}`, { ...one, direction: "incoming", receiverName: receiver });
  await signIn(page, office, office.admin, `${passPath}?q=${encodeURIComponent(receiver)}`);
  await page.getByLabel("Choose all that are pending").check();
  await page.getByText("3 hawalas chosen").waitFor();
  await page.getByRole("button", { name: "Pass 3 hawalas" }).click();
  const dialog = page.getByRole("dialog", { name: "Pass 3 hawalas" });
  await dialog.getByRole("table", { name: "Totals" }).getByText("27,600.00").first().waitFor();
  await axe(page);
  await screenshot(page, "pass-hawala-bulk");
  await desk.send("POST", `/api/hawala/pass/${String(three[1].id)}`, {});
  await dialog.getByRole("button", { name: "Pass 3 hawalas" }).click();
  await dialog.getByText("2 passed, 1 not passed").waitFor();
  await dialog.getByText("Refused: This hawala has already been passed.").waitFor();
  await axe(page);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("1 hawala chosen").waitFor();
  for (const hawala of three) expect((await storedHawala(desk, hawala)).hawalaStatus).toBe("Passed");
  await expectBooksBalance(desk);
});

test("an outgoing hawala is confirmed, completed, opened again and cancelled", async ({
  page,
  office,
  partners: { desk, london },
}) => {
  const hawala = (await desk.send("POST", "/api/hawala", {
    senderName: "Nabi Sadatyar",
    receiverName: "Zia Stanekzai",
    partnerAccountId: london.id,
    amount: "500",
    currency: "USD",
    convertedCurrency: "USD",
    commission: "5",
  })) as { id: number; hawalaNo: string };
  await signIn(page, office, office.admin, passPath);
  await page.getByText("Outgoing", { exact: true }).click();
  await view(page, hawala).click();
  await opened(page, hawala);
  expect(await act(page, "Confirm Pass Hawala").count()).toBe(0);
  await axe(page);
  await screenshot(page, "pass-hawala-outgoing");
  await act(page, "Mark as Received").click();
  await told(page, "Status Updated", "Hawala marked as received successfully.");
  await act(page, "Mark as Completed").click();
  await told(page, "Status Updated", "Hawala marked as completed successfully.");
  expect(await act(page, "Cancel Hawala").isDisabled()).toBe(true);
  await act(page, "Mark as Pending").click();
  await told(page, "Status Updated", "Hawala marked as pending successfully.");
  await view(page, hawala).click();
  await act(page, "Cancel Hawala").click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel Hawala" }).click();
  await told(page, "Hawala Cancelled", "Hawala cancelled successfully and transaction record deleted.");
  await act(page, "History").click();
  for (const what of ["Entered by admin", "Marked as received by admin", "Marked as completed by admin", "Cancelled by admin"])
    await panel(page).getByText(what).waitFor();
  await axe(page);
  await expectBooksBalance(desk);
});
