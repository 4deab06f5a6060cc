import { expect, onTestFinished } from "vitest";

import { me } from "#contract/auth.ts";

import { watch } from "./support/browser.ts";
import { openLine } from "./support/cut-line.ts";
import { people } from "./support/entries.ts";
import { amountField, fillEntry, narrativeField, transferPage } from "./support/entry-pages.ts";
import { fillSignIn, openSeat, signIn, test } from "./support/fixtures.ts";
import { expectBooksBalance, searchPath } from "./support/searching.ts";

test("a page and a calendar that are first opened while the server is away say so in their place, and come by themselves when it is back", async ({
  browser,
  office,
}) => {
  const line = await openLine(office.url);
  const cast = await people(office);
  const { page, watched } = await openSeat(browser, line.url);
  watched.expect(/net::ERR_(CONNECTION_|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|SOCKET_NOT_CONNECTED)/);
  // The part of the page that could not be shown, as React notes it.
  watched.expect(/ApiError: (?:The server cannot be reached\. This opens by itself|This could not be loaded)/);
  watched.expect(/^console: (?:Warning: )?Error in route match/);
  onTestFinished(async () => {
    await page.context().close();
    await line.close();
    expect(watched.faults, "the browser's console").toEqual([]);
  });
  const opensByItself = page.getByRole("main").getByText("This opens by itself when it answers again.");
  // What the server has answered within the last second is taken for a sign that it is there. When this is said, that is past.
  const isLost = page.getByText(/^(?:Offline: figures may be old|The server cannot be reached)$/);
  const onSearch = page.getByRole("heading", { level: 1, name: "Search Transactions" });
  await signIn(page, office, office.admin, searchPath);
  await onSearch.waitFor();

  line.cut();
  await isLost.waitFor();
  await page.getByRole("navigation", { name: "Main navigation" }).getByRole("link", { name: "Transfer", exact: true }).click();
  await opensByItself.waitFor();
  await page.goBack();
  await onSearch.waitFor();
  await page.goForward();
  await opensByItself.waitFor();
  line.mend();
  await amountField(page).waitFor();

  const narrative = await fillEntry(page, cast, { ...transferPage, amount: "33.50" });
  await isLost.waitFor({ state: "hidden" });
  line.cut();
  await isLost.waitFor();
  await page.getByRole("button", { name: "Open the calendar" }).click();
  const calendar = page.getByRole("dialog", { name: "Open the calendar" });
  await calendar.getByText("This opens by itself when it answers again.").waitFor();
  expect(await amountField(page).inputValue()).toBe("33.50");
  expect(await narrativeField(page).inputValue()).toBe(narrative);
  line.mend();
  await calendar
    .getByRole("button", { name: / 1 |^1 / })
    .first()
    .click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText(transferPage.saved).waitFor();
  await expectBooksBalance(cast.desk);

  // The very first part, for which the session check has just answered, is cut off on its way with all that follows: only a new load of
  // the page brings it.
  const cutOff = ({ pathname }: URL): boolean =>
    /^\/(?:healthz|readyz|assets\/app-.*\.js)$/.test(pathname) || (pathname.startsWith("/api/") && pathname !== me.path);
  await page.route(cutOff, (route) => route.abort("connectionrefused"));
  await page.goto("/");
  await page.getByRole("heading", { level: 1, name: "The office could not be opened" }).waitFor();
  await opensByItself.waitFor();
  await page.unroute(cutOff);
  await page.getByRole("heading", { level: 1, name: "Admin Dashboard" }).waitFor();
});

test("the application comes while name and password are typed, and what a counter opens all day while it rests: it opens without the line", async ({
  browser,
  office,
}) => {
  const line = await openLine(office.url);
  // Unlike the pages of other tests, this one need not save data.
  const context = await browser.newContext({ baseURL: line.url });
  const page = await context.newPage();
  const watched = watch(page);
  watched.expect(/net::ERR_(CONNECTION_|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|SOCKET_NOT_CONNECTED)/);
  onTestFinished(async () => {
    await context.close();
    await line.close();
    expect(watched.faults, "the browser's console").toEqual([]);
  });
  const comes = (part: string) =>
    page.waitForEvent("requestfinished", (request) => new RegExp(`/assets/${part}-[^/]*[.]js$`).test(request.url()));
  const application = [comes("app"), comes("transfer-page")];
  await page.goto("/transactions/transfer");
  await Promise.all(application);
  expect(await page.getByRole("navigation").count()).toBe(0);

  const everyday = [comes("exchange-page"), comes("import-page"), comes("statement-page"), comes("daily-book-page")];
  await fillSignIn(page, office.admin);
  await Promise.all(everyday);
  line.cut();
  const menu = page.getByRole("navigation", { name: "Main navigation" });
  for (const name of ["Exchange", "Pass Hawala", "Search Transactions", "Import Hawala"]) {
    await menu.getByRole("link", { name, exact: true }).click();
    await page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
  }
});
