import type { Locator, Page, Route } from "playwright-core";
import { expect } from "vitest";

import { passHawala, type Hawala } from "#contract/hawalas.ts";

import { drawImage, png, upload } from "./support/accounts.ts";
import { axe } from "./support/axe.ts";
import { cashId, overflow } from "./support/entries.ts";
import { signIn } from "./support/fixtures.ts";
import { act, afghaniOf, arrived, at, opened, panel, passPath, storedHawala, test, told, view } from "./support/hawalas.ts";
import { hideAndShow } from "./support/newer-version.ts";
import { screenshot } from "./support/screenshot.ts";
import { expectBooksBalance } from "./support/searching.ts";
import { isOnWhite } from "./support/shown.ts";
import { visit } from "./support/visit.ts";

const narrow = { width: 390, height: 844 };
const wide = { width: 1440, height: 900 };
const byBranch = "Is Passed by Branch";
const branchLabel = "Select Branch Account (1007 or 2007)";
/** The narrowest that the product is made for. */
const phone = { width: 360, height: 780 };

/** What of a label on the page is asked for in there. */
interface Label {
  readonly scrollWidth: number;
  readonly clientWidth: number;
}

/** Whether the words on a button of the panel are all to be read. */
const isWhole = (page: Page, name: string): Promise<boolean> =>
  act(page, name)
    .getByText(name)
    .evaluate(({ scrollWidth, clientWidth }: Label) => scrollWidth <= clientWidth);

const failing = (route: Route) => route.fulfill({ status: 500, json: { message: "", code: "unexpected", requestId: "r-1" } });
const refusing = (route: Route) => route.fulfill({ status: 409, json: { message: "", code: "conflict", requestId: "r-2" } });

test("a receiver is found by the number, paid in cash by the keyboard after a failure, and the payout is taken back; a phone shows the list or the hawala", async ({
  page,
  watched,
  office,
  partners: { desk, london },
}) => {
  watched.expect(/status of 500|answer: 500/);
  const hawala = await arrived(desk);
  const [cash, owed] = [await afghaniOf(desk, cashId), await afghaniOf(desk, london.id)];
  // Whoever has the fewest rights pays out and takes back, but corrects nothing.
  await signIn(page, office, await office.addUser("user"), passPath);
  await view(page, hawala).waitFor();
  // Beside an empty panel its names would have no room.
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect.poll(() => panel(page).isVisible()).toBe(false);
  const row = await page.getByRole("list", { name: "Pass Hawala" }).boundingBox();
  expect(row?.width).toBeGreaterThan(600);
  await page.setViewportSize(wide);
  await page.keyboard.press("/");
  await page.keyboard.insertText(hawala.hawalaNo.toLowerCase());
  await page.keyboard.press("Enter");
  await opened(page, hawala);
  await expect.poll(() => page.locator(":focus").innerText()).toBe(`Hawala ${hawala.hawalaNo}`);
  expect(await panel(page).getByRole("link", { name: "Edit" }).count()).toBe(0);
  await page.getByLabel("Name on document").fill("Laila bint Ahmad");
  await page.getByLabel("Document number").fill("1401-0102-77");
  await page.getByRole("table", { name: "After passing" }).getByText("90,800.00").first().waitFor();
  await screenshot(page, "pass-hawala");
  await page.setViewportSize(narrow);
  expect(await view(page, hawala).isVisible()).toBe(false);
  await expect.poll(() => overflow(page)).toBe(0);
  await page.setViewportSize(wide);

  await page.route(`**${passHawala.path.replace(":id", String(hawala.id))}`, failing, { times: 1 });
  await act(page, "Confirm Pass Hawala").focus();
  await page.keyboard.press("Enter");
  const unknown = "It is not known whether the hawala was passed. Press the button again: the same payout is never made twice.";
  await told(page, "No Answer Came", unknown);
  await panel(page).getByText("It is not known whether this hawala was passed").waitFor();
  await axe(page);
  expect(await page.getByLabel("Document number").inputValue()).toBe("1401-0102-77");
  await act(page, "Confirm Pass Hawala").focus();
  await page.keyboard.press("Enter");
  await told(page, "Hawala Passed Successfully", "Hawala has been processed and transaction created.");
  await act(page, "Already Passed").waitFor();
  expect(await act(page, "Already Passed").isDisabled()).toBe(true);
  const payout = page.getByRole("region", { name: "Payout" });
  for (const text of ["Nine Thousand Two Hundred AFN", "Laila bint Ahmad", "1401-0102-77", "user"])
    await payout.getByText(text).first().waitFor();
  await panel(page)
    .getByText(/By user/)
    .first()
    .waitFor();
  await act(page, "History").click();
  for (const what of ["Entered by admin", "Passed by user"]) await panel(page).getByText(what).first().waitFor();
  await axe(page);
  await screenshot(page, "pass-hawala-passed");
  expect(await afghaniOf(desk, cashId)).toBe("90800.00");
  expect(await afghaniOf(desk, london.id)).toBe("-9200.00");
  await page.setViewportSize(narrow);
  await act(page, "Mark as Pending").click();
  await told(page, "Status Updated", "Hawala marked as pending successfully.");
  await view(page, hawala).waitFor();
  await expect.poll(() => overflow(page)).toBe(0);
  await page.setViewportSize(wide);
  await page.getByText("Select a hawala transaction to view details").waitFor();
  expect([await afghaniOf(desk, cashId), await afghaniOf(desk, london.id)]).toEqual([cash, owed]);
  expect((await storedHawala(desk, hawala)).hawalaStatus).toBe("Pending");
  await expectBooksBalance(desk);
});

test("a branch passes it, with the photo of the papers; cancelling asks first; whoever comes second is told, and what cannot be read is said", async ({
  walked: page,
  office,
  partners: { desk, herat },
}) => {
  const [hawala, next] = [await arrived(desk), await arrived(desk)];
  const theirs = await office.signIn(await office.addUser("user", "mariam"));
  await visit(page, at(hawala));
  await opened(page, hawala);
  await page.getByLabel(byBranch).check();
  const picker = page.getByRole("combobox", { name: branchLabel });
  await picker.click();
  await page.getByRole("option", { name: "2007 Dubai branch USD, not AFN" }).waitFor();
  await axe(page);
  await picker.fill("1007");
  await picker.press("Enter");
  await expect.poll(() => picker.inputValue()).toBe("1007 · Herat branch · AFN");
  await upload(panel(page), "Choose a photo", png(await drawImage(page, 40)));
  expect(await isOnWhite(panel(page).getByRole("img", { name: "Photo of the document" }))).toBe(true);
  const before = await afghaniOf(desk, cashId);
  await act(page, "Confirm Pass Hawala").click();
  await told(page, "Hawala Passed Successfully", "Hawala has been processed and transaction created.");
  await panel(page).getByText("Paid from 1007 - Herat branch.").waitFor();
  expect(await afghaniOf(desk, cashId)).toBe(before);
  expect(await afghaniOf(desk, herat.id)).toBe("9200.00");
  const photo = panel(page).getByRole("link", {
    name: `Open the photo of the document that hawala ${hawala.hawalaNo} was paid on`,
  });
  const kept = await page.request.get((await photo.getAttribute("href")) ?? "");
  expect([kept.status(), kept.headers()["content-type"]]).toEqual([200, "image/png"]);

  await view(page, next).click();
  await opened(page, next);
  await act(page, "Cancel Hawala").click();
  const dialog = page.getByRole("dialog", { name: "Cancel Hawala" });
  await expect.poll(() => page.locator(":focus").innerText()).toBe("Keep Hawala");
  await axe(page);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect((await storedHawala(desk, next)).hawalaStatus).toBe("Pending");

  // The call of this desk waits until another one has paid.
  await page.getByLabel("Document number").fill("1401-9");
  const held = Promise.withResolvers<void>();
  await page.route(`**${passHawala.path.replace(":id", String(next.id))}`, async (route) => {
    await held.promise;
    await route.continue();
  });
  await act(page, "Confirm Pass Hawala").click();
  await act(page, "Processing...").waitFor();
  await theirs.send("POST", passHawala.path.replace(":id", String(next.id)), {});
  held.resolve();
  await told(page, "Already Passed", "This hawala has already been passed.");
  await panel(page)
    .getByText(/^By mariam/)
    .waitFor();
  await panel(page).getByText("What you have typed is kept.").waitFor();
  await expectBooksBalance(desk);

  await page.route("**/api/hawala-details?*", refusing);
  await visit(page, `${passPath}?status=Pending&selected=999999`);
  await page.getByText("Failed to fetch hawala details").first().waitFor();
  await page.getByText("There is no hawala 999999.").waitFor();
  await axe(page);
  await page.unroute("**/api/hawala-details?*");
  await page.getByRole("button", { name: "Retry" }).click();
  await page.getByRole("list", { name: "Pass Hawala" }).waitFor();
});

test("several are ticked, by a finger beside the tick too, and passed at once but for what another desk has paid; on a phone the buttons of an outgoing one are whole", async ({
  walked: page,
  partners: { desk, london },
}) => {
  const receiver = "Bulk Receiver";
  const one = () => arrived(desk, { receiverName: receiver });
  const three = [await one(), await one(), await one()] as const;
  await page.setViewportSize(narrow);
  await visit(page, `${passPath}?q=${encodeURIComponent(receiver)}`);
  await expectTickedBeside(page, three[2]);
  await page.setViewportSize(wide);
  await page.getByLabel("Choose all that are pending").check();
  await page.getByText("3 hawalas chosen").waitFor();
  await page.getByRole("button", { name: "Pass 3 hawalas" }).click();
  const dialog = page.getByRole("dialog", { name: "Pass 3 hawalas" });
  await dialog.getByRole("table", { name: "Totals" }).getByText("27,600.00").first().waitFor();
  await screenshot(page, "pass-hawala-bulk");
  await desk.send("POST", `/api/hawala/pass/${String(three[1].id)}`, {});
  await dialog.getByRole("button", { name: "Pass 3 hawalas" }).click();
  await dialog.getByText("2 passed, 1 not passed").waitFor();
  await dialog.getByText("Refused: This hawala has already been passed.").waitFor();
  await axe(page);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("region", { name: "Chosen hawalas" }).waitFor({ state: "detached" });
  for (const hawala of three) expect((await storedHawala(desk, hawala)).hawalaStatus).toBe("Passed");

  const hawala = (await desk.send("POST", "/api/hawala", {
    senderName: "Nabi Sadatyar",
    receiverName: "Zia Stanekzai",
    partnerAccountId: london.id,
    amount: "500",
    currency: "USD",
    convertedCurrency: "USD",
    commission: "5",
  })) as { id: number; hawalaNo: string };
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByText("Outgoing", { exact: true }).click();
  await view(page, hawala).click();
  await opened(page, hawala);
  expect(await act(page, "Confirm Pass Hawala").count()).toBe(0);
  await screenshot(page, "pass-hawala-outgoing");
  await page.setViewportSize(phone);
  await expect.poll(() => overflow(page)).toBe(0);
  for (const name of ["Mark as Received", "Mark as Completed", "Mark as Pending", "Cancel Hawala"])
    expect(await isWhole(page, name), name).toBe(true);
  await page.setViewportSize(wide);
  await expectBooksBalance(desk);
});

/** A finger that comes down beside the tick of a hawala chooses it, and opens nothing. */
async function expectTickedBeside(page: Page, hawala: Pick<Hawala, "hawalaNo">): Promise<void> {
  const tick = page.getByRole("checkbox", { name: `Choose hawala ${hawala.hawalaNo}` });
  await tick.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await tick.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  for (const [across, down] of [
    [x + width + 6, y + height / 2],
    [x + width / 2, y - 10],
    [x - 6, y + height + 6],
  ] as const) {
    const was = await tick.isChecked();
    await page.mouse.click(across, down);
    await expect.poll(() => tick.isChecked()).toBe(!was);
  }
  expect(new URL(page.url()).searchParams.has("selected")).toBe(false);
}

/** Waits until the server is said to be away, and finds that what is pressed can be scrolled out from under that. */
async function expectReached(page: Page, pressed: Locator, sizes: readonly { width: number; height: number }[]): Promise<void> {
  await page.evaluate(hideAndShow);
  await page.getByText("The server cannot be reached", { exact: true }).first().waitFor();
  for (const size of sizes) {
    await page.setViewportSize(size);
    await pressed.click({ trial: true });
  }
}

test("what says that the server is away covers no button: at the foot of a payout, at the end of a dialog and of a page", async ({
  page,
  watched,
  office,
  partners: { desk },
}) => {
  watched.expect(/net::ERR_/);
  const hawala = await arrived(desk);
  await signIn(page, office, office.admin, `${passPath}?selected=${String(hawala.id)}`);
  await opened(page, hawala);
  const calls = /\/(api|healthz|readyz)/;
  await page.route(calls, (route) => route.abort("connectionrefused"));
  await expectReached(page, act(page, "Confirm Pass Hawala"), [narrow, { width: 820, height: 1180 }]);
  await page.unroute(calls);

  await visit(page, "/reports/daily-book?date=2026-01-02");
  await page.getByRole("button", { name: "Close Day" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Counted AFN").waitFor();
  await page.route(calls, (route) => route.abort("connectionrefused"));
  const low = [{ width: 360, height: 640 }];
  await expectReached(page, dialog.getByRole("button", { name: "Close Day" }), low);
  await page.keyboard.press("Escape");
  await expectReached(page, page.getByRole("main").getByRole("button").last(), low);
});
