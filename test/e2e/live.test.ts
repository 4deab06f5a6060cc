import type { Browser, Page, Request } from "playwright-core";
import { expect, onTestFinished } from "vitest";

import { me } from "#contract/auth.ts";
import { getOffice } from "#contract/office.ts";
import { addDays, type BusinessDate } from "#kernel/business-date.ts";

import { axe } from "./support/axe.ts";
import { watch } from "./support/browser.ts";
import { openLine } from "./support/cut-line.ts";
import { cashId, dateField, dollars, newNarrative, people } from "./support/entries.ts";
import { amountField, fillEntry, narrativeField, transferPage } from "./support/entry-pages.ts";
import { openSeat, signIn, test } from "./support/fixtures.ts";
import type { Office } from "./support/office.ts";
import { screenshot } from "./support/screenshot.ts";
import { expectBooksBalance, found, record, rowOf, searchPath } from "./support/searching.ts";

const offline = (page: Page) => page.getByRole("status").getByText("Offline: figures may be old");
const search = (narrative: string) => `${searchPath}?narrative=${encodeURIComponent(narrative)}`;
const pill = (page: Page, count: number) => page.getByRole("button", { name: `${String(count)} new`, exact: true });

/** Notes what a page reads. Returns how to wait until it has read again what it was first told of, and nothing is under way. */
function watchReading(page: Page): () => Promise<void> {
  const underWay = new Set<Request>();
  let asksWho = 0;
  page.on("request", (request) => {
    if (request.resourceType() !== "fetch") return;
    underWay.add(request);
    if (new URL(request.url()).pathname === me.path) asksWho += 1;
  });
  const ended = (request: Request): void => void underWay.delete(request);
  page.on("requestfinished", ended);
  page.on("requestfailed", ended);
  return async () => {
    await expect.poll(() => asksWho > 1 && underWay.size === 0).toBe(true);
  };
}

/** A line that is cut, or a server that is stopped, in each of the ways in which the browser meets it. */
const lineCut = /net::ERR_(CONNECTION_|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|SOCKET_NOT_CONNECTED)/;

/** Another desk: a browser of its own, which reaches the office by another line. */
async function otherDesk(browser: Browser, office: Office, { url, path }: { url: string; path: string }): Promise<Page> {
  const { page, watched } = await openSeat(browser, url);
  watched.expect(lineCut);
  watched.expect(/status of 503|answer: 503 \S+\/api\/events/);
  onTestFinished(async () => {
    await page.context().close();
    expect(watched.faults, "the console of the other desk").toEqual([]);
  });
  const hasRead = watchReading(page);
  await signIn(page, office, office.admin, path);
  // A call that is cut off would make the server one that is away, which is said less quietly.
  await hasRead();
  return page;
}

test("what one desk records, corrects and deletes appears at the others, where nothing typed is lost and no row jumps under the pointer; nor is it lost at the office's midnight", async ({
  page,
  office,
}) => {
  const cast = await people(office);
  const { farid, zahra, desk } = cast;
  const narrative = newNarrative();
  const sides = { transType: "Transfer", outAccountId: farid.id, inAccountId: zahra.id, transDescription: narrative } as const;
  const post = (dAmount: string) => record(desk, { ...sides, dAmount });
  await signIn(page, office, await office.addUser("operator"), search(narrative));
  await page.getByText("No transactions found").waitFor();
  const typing = await page.context().newPage();
  const watched = watch(typing);
  await typing.goto(transferPage.path);
  await fillEntry(typing, cast, { ...transferPage, amount: "33.50", narrative: "Typed by half" });
  await typing.getByText("966.50").first().waitFor();

  const first = await post("250.75");
  await found(page, "1");
  await rowOf(page, first).getByText("$250.75").waitFor();
  // Farid's balance in the preview of the other form: 1,000.00 − 250.75.
  await typing.getByText("749.25").first().waitFor();
  expect(await amountField(typing).inputValue()).toBe("33.50");
  expect(await narrativeField(typing).inputValue()).toBe("Typed by half");

  const second = await post("20");
  await rowOf(page, second).waitFor();
  await desk.send("PUT", `/api/transactions/${String(second.id)}`, { ...sides, currencyId: 2, dAmount: "25" });
  await rowOf(page, second).getByText("$25.00").waitFor();
  await desk.send("DELETE", `/api/transactions/${String(second.id)}`);
  await rowOf(page, second).waitFor({ state: "detached" });
  await found(page, "1");

  // New ones wait while somebody is at the rows, and come when asked for.
  await rowOf(page, first).hover();
  const third = await post("2");
  await pill(page, 1).waitFor();
  const fourth = await post("3");
  await pill(page, 2).waitFor();
  await found(page, "3");
  expect(await rowOf(page, third).count()).toBe(0);
  await axe(page);
  await pill(page, 2).click();
  await rowOf(page, fourth).waitFor();
  await rowOf(page, third).waitFor();
  await pill(page, 2).waitFor({ state: "detached" });
  await page.mouse.move(2, 2);
  await rowOf(page, await post("4")).waitFor();
  expect(await page.getByRole("button", { name: /\d new$/ }).count()).toBe(0);
  await expectBooksBalance(desk);

  await passMidnight(typing);
  expect([await amountField(typing).inputValue(), await narrativeField(typing).inputValue()]).toEqual(["33.50", "Typed by half"]);
  expect(watched.faults, "the console of the form").toEqual([]);
});

/** The day of the office ends at a form that nobody touches: its date moves on. */
async function passMidnight(page: Page): Promise<void> {
  const endsAt = Date.now() + 1_000;
  await page.route(`**${getOffice.path}`, async (route) => {
    const response = await route.fetch();
    const known = (await response.json()) as { now: string; today: BusinessDate; todayEndsAt: string };
    const isOver = Date.parse(known.now) >= endsAt;
    const end = isOver ? {} : { todayEndsAt: new Date(endsAt).toISOString() };
    await route.fulfill({ response, json: { ...known, ...end, ...(isOver ? { today: addDays(known.today, 1) } : {}) } });
  });
  const today = (await dateField(page).inputValue()) as BusinessDate;
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await page.getByText(/^New day: /).waitFor();
  expect(await dateField(page).inputValue()).toBe(addDays(today, 1));
  await axe(page);
}

test("a desk whose line was cut says so quietly, and has missed nothing when it is back; so it goes on after the server was restarted", async ({
  browser,
  office,
}) => {
  const line = await openLine(office.url);
  onTestFinished(() => line.close());
  const { desk, farid, zahra } = await people(office);
  const narrative = newNarrative();
  const post = () =>
    record(desk, { transType: "Transfer", outAccountId: farid.id, inAccountId: zahra.id, transDescription: narrative });
  const away = await otherDesk(browser, office, { url: line.url, path: search(narrative) });
  await away.getByText("No transactions found").waitFor();
  line.cut();
  await offline(away).waitFor();
  await screenshot(away, "live-offline");
  await axe(away);
  const missed = await post();
  line.mend();
  await rowOf(away, missed).waitFor();
  await offline(away).waitFor({ state: "detached" });
  await rowOf(away, await post()).waitFor();
  await office.restart();
  await rowOf(away, await post()).waitFor();
  await rowOf(away, await post()).waitFor();
  await expectBooksBalance(desk);
});

test("a person whose role is changed sees other screens at once, and one who is signed out is asked to sign in again, without touching anything", async ({
  page,
  watched,
  office,
}) => {
  watched.expect(lineCut);
  const who = await office.addUser("user", "promoted");
  await signIn(page, office, who, `/reports/account-statement?account=${String(cashId)}&currency=${String(dollars)}`);
  // A user without further rights reads the reports as well.
  await page.getByRole("region", { name: "Summary" }).waitFor();
  await page.getByRole("link", { name: "Search Transactions" }).first().waitFor();
  expect(await page.getByRole("link", { name: "Users" }).count()).toBe(0);
  const admin = await office.signIn(office.admin);
  const users = (await admin.send("GET", "/api/users")) as { readonly id: string; readonly username: string }[];
  const id = users.find(({ username }) => username === who.username)?.id ?? "";
  await admin.send("PATCH", `/api/users/${id}`, { role: "admin" });
  await page.getByRole("link", { name: "Users" }).first().waitFor();
  await admin.send("DELETE", `/api/users/${id}/sessions`);
  await page.getByRole("dialog", { name: "Sign in again" }).waitFor();
});
