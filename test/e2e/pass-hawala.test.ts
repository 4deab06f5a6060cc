import { expect } from "vitest";

import { passHawala } from "#contract/hawalas.ts";

import { drawImage, png, upload } from "./support/accounts.ts";
import { axe } from "./support/axe.ts";
import { cashId, overflow } from "./support/entries.ts";
import { openSeat, signIn } from "./support/fixtures.ts";
import { act, afghaniOf, arrived, at, opened, panel, passPath, storedHawala, test, told, view } from "./support/hawalas.ts";
import { screenshot } from "./support/screenshot.ts";
import { expectBooksBalance } from "./support/searching.ts";

const byBranch = "Is Passed by Branch";
const branchLabel = "Select Branch Account (1007 or 2007)";

test("a receiver is found by the number, paid in cash by the keyboard, and the payout is taken back", async ({
  page,
  office,
  partners: { desk, london },
}) => {
  const hawala = await arrived(desk);
  const [cash, owed] = [await afghaniOf(desk, cashId), await afghaniOf(desk, london.id)];
  await signIn(page, office, office.admin, passPath);
  await view(page, hawala).waitFor();
  await axe(page);
  await page.keyboard.press("/");
  await page.keyboard.insertText(hawala.hawalaNo.toLowerCase());
  await page.keyboard.press("Enter");
  await opened(page, hawala);
  await expect.poll(() => page.locator(":focus").innerText()).toBe(`Hawala ${hawala.hawalaNo}`);
  await panel(page).getByText("Imported from Excel file").waitFor();
  await page.getByLabel("Name on document").fill("Laila bint Ahmad");
  await page.getByLabel("Document number").fill("1401-0102-77");
  await page.getByRole("table", { name: "After passing" }).getByText("90,800.00").first().waitFor();
  await axe(page);
  await screenshot(page, "pass-hawala");
  await act(page, "Confirm Pass Hawala").focus();
  await page.keyboard.press("Enter");
  await told(page, "Hawala Passed Successfully", "Hawala has been processed and transaction created.");
  await act(page, "Already Passed").waitFor();
  expect(await act(page, "Already Passed").isDisabled()).toBe(true);
  const payout = page.getByRole("region", { name: "Payout" });
  for (const text of ["Nine Thousand Two Hundred AFN", "Laila bint Ahmad", "1401-0102-77", "admin"])
    await payout.getByText(text).first().waitFor();
  await panel(page)
    .getByText(/By admin/)
    .first()
    .waitFor();
  await axe(page);
  await screenshot(page, "pass-hawala-passed");
  expect(await afghaniOf(desk, cashId)).toBe("90800.00");
  expect(await afghaniOf(desk, london.id)).toBe("-9200.00");
  await act(page, "Mark as Pending").click();
  await told(page, "Status Updated", "Hawala marked as pending successfully.");
  await page.getByText("Select a hawala transaction to view details").waitFor();
  expect([await afghaniOf(desk, cashId), await afghaniOf(desk, london.id)]).toEqual([cash, owed]);
  expect((await storedHawala(desk, hawala)).hawalaStatus).toBe("Pending");
  await expectBooksBalance(desk);
});

test("a branch passes it, but no branch of another currency, and none that was not chosen", async ({
  page,
  office,
  partners: { desk, herat },
}) => {
  const hawala = await arrived(desk);
  await signIn(page, office, office.admin, at(hawala));
  await opened(page, hawala);
  await page.getByLabel(byBranch).check();
  await act(page, "Confirm Pass Hawala").click();
  await told(page, "Account Required", "Please select an account when passing by branch.");
  const picker = page.getByRole("combobox", { name: branchLabel });
  await picker.click();
  await page.getByRole("option", { name: "2007 Dubai branch USD, not AFN" }).waitFor();
  await axe(page);
  await page.getByRole("option", { name: "2007 Dubai branch USD, not AFN" }).click();
  await act(page, "Confirm Pass Hawala").click();
  const text = "Hawala currency (AFN) must match selected account currency (USD). Please select the correct account.";
  await told(page, "Currency Mismatch", text);
  await axe(page);
  await screenshot(page, "pass-hawala-mismatch");
  await picker.fill("1007");
  await picker.press("Enter");
  await expect.poll(() => picker.inputValue()).toBe("1007 · Herat branch · AFN");
  await upload(panel(page), "Choose a photo", png(await drawImage(page, 40)));
  await panel(page).getByRole("img", { name: "Photo of the document" }).waitFor();
  const before = await afghaniOf(desk, cashId);
  await act(page, "Confirm Pass Hawala").click();
  await told(page, "Hawala Passed Successfully", "Hawala has been processed and transaction created.");
  await panel(page).getByText("Paid from 1007 - Herat branch.").waitFor();
  expect(await afghaniOf(desk, cashId)).toBe(before);
  expect(await afghaniOf(desk, herat.id)).toBe("9200.00");
  const photo = panel(page).getByRole("link", { name: `Photo of the document that hawala ${hawala.hawalaNo} was paid on` });
  const kept = await page.request.get((await photo.getAttribute("href")) ?? "");
  expect([kept.status(), kept.headers()["content-type"]]).toEqual([200, "image/png"]);
  await expectBooksBalance(desk);
});

test("cancelling asks first, and the toast takes it back", async ({ page, office, partners: { desk } }) => {
  const hawala = await arrived(desk);
  await signIn(page, office, office.admin, at(hawala));
  await opened(page, hawala);
  await act(page, "Cancel Hawala").click();
  const dialog = page.getByRole("dialog", { name: "Cancel Hawala" });
  await dialog
    .getByText(
      `Are you sure you want to cancel hawala ${hawala.hawalaNo}? This will delete the transaction record and cannot be undone.`,
    )
    .waitFor();
  await expect.poll(() => page.locator(":focus").innerText()).toBe("Keep Hawala");
  await axe(page);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect((await storedHawala(desk, hawala)).hawalaStatus).toBe("Pending");
  await act(page, "Cancel Hawala").click();
  await dialog.getByRole("button", { name: "Cancel Hawala" }).click();
  await told(page, "Hawala Cancelled", "Hawala cancelled successfully and transaction record deleted.");
  await panel(page).getByText("This hawala has been cancelled. Mark it as pending before it is paid.").waitFor();
  expect(await act(page, "Cancel Hawala").isDisabled()).toBe(true);
  await axe(page);
  await page.getByRole("button", { name: "Undo" }).click();
  await told(page, "Status Updated", "Hawala marked as pending successfully.");
  await act(page, "Confirm Pass Hawala").waitFor();
  await expectBooksBalance(desk);
});

test("of two desks one pays; the other is told who and when, and keeps what it typed", async ({
  browser,
  page,
  office,
  partners: { desk },
}) => {
  const hawala = await arrived(desk);
  const other = await openSeat(browser, office.url);
  const mariam = await office.addUser("user", "mariam");
  await signIn(other.page, office, mariam, at(hawala));
  await opened(other.page, hawala);
  await other.page.getByLabel("Document number").fill("1401-9");
  await signIn(page, office, office.admin, at(hawala));
  await opened(page, hawala);
  const held = Promise.withResolvers<void>();
  // The other desk's call waits until this one has paid.
  await other.page.route(`**/api/hawala/pass/${String(hawala.id)}`, async (route) => {
    await held.promise;
    await route.continue();
  });
  await act(other.page, "Confirm Pass Hawala").click();
  await act(other.page, "Processing...").waitFor();
  await act(page, "Confirm Pass Hawala").click();
  await told(page, "Hawala Passed Successfully", "Hawala has been processed and transaction created.");
  held.resolve();
  await told(other.page, "Already Passed", "This hawala has already been passed.");
  await panel(other.page)
    .getByText(/^By admin/)
    .waitFor();
  await panel(other.page).getByText("What you have typed is kept.").waitFor();
  await axe(other.page);
  expect(other.watched.faults).toEqual([]);
  await other.page.context().close();
  await expectBooksBalance(desk);
});

test("a server that fails in the middle of a pass loses nothing typed, and the same payout is made once", async ({
  page,
  watched,
  office,
  partners: { desk },
}) => {
  watched.expect(/status of 500|net::ERR_FAILED|answer: 500/);
  const hawala = await arrived(desk);
  await signIn(page, office, office.admin, at(hawala));
  await opened(page, hawala);
  await page.getByLabel("Document number").fill("1401-500");
  const path = `**${passHawala.path.replace(":id", String(hawala.id))}`;
  const failure = { message: "", code: "unexpected", requestId: "r-1" };
  await page.route(path, (route) => route.fulfill({ status: 500, json: failure }), { times: 1 });
  await act(page, "Confirm Pass Hawala").click();
  await told(page, "Failed to Pass Hawala", "Failed to pass hawala");
  await panel(page).getByText("It is not known whether this hawala was passed").waitFor();
  await axe(page);
  // The payout is made, and its answer never arrives. What the screen would read then is held back as well.
  const before = await afghaniOf(desk, cashId);
  await page.route("**/api/hawala/**", (route) => (route.request().method() === "GET" ? route.abort() : route.fallback()));
  await page.route(
    path,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await act(page, "Confirm Pass Hawala").click();
  await told(page, "Failed to Pass Hawala", "The server cannot be reached");
  expect(await page.getByLabel("Document number").inputValue()).toBe("1401-500");
  await act(page, "Confirm Pass Hawala").click();
  await told(page, "Hawala Passed Successfully", "Hawala has been processed and transaction created.");
  await page.unroute("**/api/hawala/**");
  expect(Number(before) - Number(await afghaniOf(desk, cashId))).toBe(9200);
  await page.reload();
  await panel(page).getByText("1401-500").waitFor();
  await expectBooksBalance(desk);
});

test("every role pays, staff alone correct, and a phone shows the list or the hawala", async ({
  browser,
  office,
  partners: { desk },
}) => {
  const hawala = await arrived(desk);
  for (const role of ["operator", "user"] as const) {
    const { page, watched } = await openSeat(browser, office.url, { viewport: { width: 390, height: 844 } });
    await signIn(page, office, await office.addUser(role), passPath);
    await view(page, hawala).click();
    await opened(page, hawala);
    expect(await view(page, hawala).isVisible()).toBe(false);
    expect(await panel(page).getByRole("link", { name: "Edit" }).count()).toBe(role === "operator" ? 1 : 0);
    await expect.poll(() => overflow(page)).toBe(0);
    await axe(page);
    await act(page, "Confirm Pass Hawala").click();
    await told(page, "Hawala Passed Successfully", "Hawala has been processed and transaction created.");
    await act(page, "Mark as Pending").click();
    await told(page, "Status Updated", "Hawala marked as pending successfully.");
    await view(page, hawala).waitFor();
    await expect.poll(() => overflow(page)).toBe(0);
    expect(watched.faults).toEqual([]);
    await page.context().close();
  }
  await expectBooksBalance(desk);
});

test("an empty list, one that cannot be read, and a hawala that is not there each say so", async ({
  page,
  watched,
  office,
  partners,
}) => {
  watched.expect(/status of 500|answer: 500/);
  await arrived(partners.desk);
  await signIn(page, office, office.admin, `${passPath}?q=nothing+of+that+kind`);
  await page.getByText("No hawala transactions found").waitFor();
  await axe(page);
  const failure = { message: "", code: "unexpected", requestId: "r-1" };
  await page.route("**/api/hawala-details?*", (route) => route.fulfill({ status: 500, json: failure }));
  await page.goto(`${passPath}?selected=999999`);
  await page.getByText("Failed to fetch hawala details").waitFor();
  await page.getByText("There is no hawala 999999.").waitFor();
  await axe(page);
  await page.unroute("**/api/hawala-details?*");
  await page.getByRole("button", { name: "Retry" }).click();
  await page.getByRole("list", { name: "Pass Hawala" }).waitFor();
});
