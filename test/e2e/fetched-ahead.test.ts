import { expect, onTestFinished } from "vitest";

import { watch } from "./support/browser.ts";
import { openLine } from "./support/cut-line.ts";
import { fillSignIn, test } from "./support/fixtures.ts";

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
