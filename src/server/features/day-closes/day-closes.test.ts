import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { updateCurrency } from "#contract/currencies.ts";
import { closeDay, dailyBook, listDayCloses, reopenDay } from "#contract/day-closes.ts";
import { updateBusinessSettings } from "#contract/settings.ts";
import { deleteTransaction, recoverTransaction, updateTransaction } from "#contract/transactions.ts";
import { addDays, type BusinessDate } from "#kernel/business-date.ts";
import { overShortAccountId } from "#kernel/id.ts";
import { openDayDesk, type DayDesk } from "#test/support/day-desk.ts";
import { bodies, cash, openDesk, type Desk, type Party } from "#test/support/desk.ts";
import { currency } from "#test/support/ledger.ts";

let desk: Desk;
let days: DayDesk;
let farid: Party;
let zahra: Party;
let day: BusinessDate;

beforeAll(async () => {
  desk = await openDesk();
  [farid, zahra] = [await desk.open(currency.USD), await desk.open(currency.USD)];
  days = await openDayDesk(desk);
});
beforeEach(() => {
  day = days.nextDay();
});
afterAll(() => desk.closeInBalance());

/** What the counts so far came to: over, or short where it is negative. */
async function overShort(): Promise<Readonly<Record<string, string>>> {
  const { rows } = await desk.server.database.pool.query<{ code: string; net: string }>(
    "select c.code, b.credits - b.debits as net from balances b join currencies c on c.id = b.currency_id where b.account_id = $1",
    [overShortAccountId],
  );
  return Object.fromEntries(rows.map(({ code, net }) => [code, net]));
}

async function makeRupees(change: { readonly isActive: boolean }) {
  await desk.admin.ok(updateCurrency, { params: { id: currency.PKR }, body: change });
}

async function refusedClose(body: object, client = desk.admin) {
  return desk.refused(client, closeDay, { body });
}

describe("the daily book", () => {
  test("opens with what the day before closed with, and moves by what stands of the day, type by type", async () => {
    await desk.post(bodies.credit(farid, "1000", { transDate: day }));
    const next = addDays(day, 1);
    await desk.post(bodies.credit(farid, "250.50", { transDate: next }));
    await desk.post(bodies.debit(zahra, "40", { transDate: next }));
    const mistake = await desk.post(bodies.debit(farid, "7", { transDate: next }));
    await desk.admin.ok(deleteTransaction, { params: { id: mistake.id }, body: {} });
    await desk.post(bodies.transfer(farid, zahra, "5", { transDate: next }));
    await desk.post(
      bodies.exchange(cash, cash, {
        dAmount: "100",
        currencyId: currency.USD,
        cAmount: "7000",
        cCurrencyId: currency.AFN,
        exRate: "70",
        transDate: next,
      }),
    );
    await desk.post(bodies.credit(farid, "9", { transDate: addDays(next, 1) }));
    const book = await days.book(next);
    const dollars = book.currencies.find((row) => row.currency === "USD");
    expect(dollars).toMatchObject({ opening: "1000.00", in: "350.50", out: "40.00", closing: "1310.50", movements: 3 });
    expect(dollars?.byType).toEqual([
      { transType: "Credit", movements: 1, in: "250.50", out: "0.00" },
      { transType: "Debit", movements: 1, in: "0.00", out: "40.00" },
      { transType: "Exchange", movements: 1, in: "100.00", out: "0.00" },
    ]);
    expect(book.currencies.find((row) => row.currency === "AFN")).toMatchObject({
      in: "0.00",
      out: "7000.00",
      closing: "-7000.00",
    });
    expect(book).toMatchObject({ date: next, close: null, cashAccountId: cash.id });
    await desk.post(
      bodies.exchange(cash, cash, {
        dAmount: "7000",
        currencyId: currency.AFN,
        cAmount: "100",
        cCurrencyId: currency.USD,
        exRate: "70",
        transDate: next,
      }),
    );
    expect(await days.closing(next, "AFN")).toBe("0.00");
  });

  test("of a day without movements still says what is in the cash box; an impossible day is refused", async () => {
    const held = await days.closing(day, "USD");
    expect((await days.book(addDays(day, -1))).currencies.find((row) => row.currency === "USD")).toMatchObject({
      movements: 0,
      closing: held,
    });
    expect(await desk.refused(desk.user, dailyBook, { query: { date: "2026-02-30" } })).toMatchObject({ status: 400 });
  });
});

describe("closing a day", () => {
  test("counts what was in the cash box then, of a currency too that is inactive and gone by now", async () => {
    const karim = await desk.open(currency.PKR);
    await desk.post(bodies.credit(karim, "500", { transDate: day }));
    await desk.post(bodies.debit(karim, "500", { transDate: addDays(day, 2) }));
    await makeRupees({ isActive: false });
    const rupees = async (after: number) =>
      (await days.book(addDays(day, after))).currencies.find((row) => row.currency === "PKR");
    const held = { opening: "500.00", in: "0.00", out: "0.00", closing: "500.00", movements: 0 };
    expect(await rupees(-1)).toBeUndefined();
    expect(await rupees(0)).toMatchObject({ opening: "0.00", in: "500.00", closing: "500.00" });
    expect(await rupees(1)).toMatchObject(held);
    expect(await rupees(2)).toMatchObject({ opening: "500.00", out: "500.00", closing: "0.00" });
    expect(await rupees(3)).toBeUndefined();
    const { counts } = await days.close(addDays(day, 1));
    expect(counts.find((row) => row.currency === "PKR")).toMatchObject({ counted: "500.00", difference: "0.00" });
    expect(await rupees(1)).toMatchObject(held);
    await makeRupees({ isActive: true });
  });

  test("shuts the days before it over the cash account that was counted, whichever the office has since", async () => {
    const bank = await desk.open(currency.PKR, { accountType: "company" });
    const karim = await desk.open(currency.PKR);
    const useCash = (cashAccountId: number) => desk.admin.ok(updateBusinessSettings, { body: { cashAccountId } });
    const rupees = async (after: number) => {
      const { cashAccountId, currencies, close } = await days.book(addDays(day, after));
      return { cashAccountId, closing: currencies.find((row) => row.currency === "PKR")?.closing, close: close?.id };
    };
    await desk.post(bodies.credit(karim, "100", { transDate: day }));
    await desk.post(bodies.transfer(bank, karim, "20", { transDate: addDays(day, 3) }));
    const first = await days.close(addDays(day, 2));
    await useCash(bank.id);
    const inCash = { cashAccountId: cash.id, closing: "100.00" };
    const inBank = { cashAccountId: bank.id, closing: "20.00" };
    expect(await rupees(0)).toEqual({ ...inCash, close: undefined });
    expect(await rupees(3)).toEqual({ ...inBank, close: undefined });
    const second = await days.close(addDays(day, 4));
    await useCash(cash.id);
    expect(await rupees(0)).toEqual({ ...inCash, close: undefined });
    expect(await rupees(2)).toEqual({ ...inCash, close: first.id });
    expect(await rupees(3)).toEqual({ ...inBank, close: undefined });
    expect(await rupees(4)).toEqual({ ...inBank, close: second.id });
    await desk.admin.ok(reopenDay, { params: { id: second.id }, body: { reason: "Counted in the wrong place" } });
    expect(await rupees(3)).toEqual({ ...inCash, close: undefined });
  });

  test("by an operator where the count agrees: the day says so, and so does the list", async () => {
    const body = { date: day, counts: await days.counts(day, { USD: { denominations: [{ value: "100", pieces: 3 }] } }) };
    const close = await desk.operator.ok(closeDay, { body });
    expect(close).toMatchObject({ date: day, closedBy: desk.operator.username, reopenedAt: null });
    expect(close.counts.find((row) => row.currency === "USD")).toMatchObject({
      difference: "0.00",
      transactionId: null,
      denominations: [{ value: "100.00", pieces: 3 }],
    });
    expect(await days.book(day)).toMatchObject({ closedThrough: day, close: { id: close.id } });
    expect((await days.book(addDays(day, 1))).close).toBeNull();
    expect((await desk.user.ok(listDayCloses))[0]).toEqual(close);
  });

  test("books what is short or over to its account with the reason, and the day then ends with what was counted", async () => {
    await desk.post(bodies.credit(farid, "500", { transDate: day }));
    const book = await days.closing(day, "USD");
    const short = { counted: String(Number.parseInt(book, 10) - 20), reason: "A note of 20 was torn" };
    const close = await days.close(day, { USD: short, EUR: { counted: "5", reason: "Found below the till" } });
    const dollars = close.counts.find((row) => row.currency === "USD");
    expect(await days.closing(day, "USD")).toBe(dollars?.counted);
    expect(await days.closing(day, "EUR")).toBe("5.00");
    expect(await overShort()).toMatchObject({ EUR: "5.00", USD: "-20.50" });
    expect(dollars).toMatchObject({ reason: "A note of 20 was torn" });
    expect(dollars?.transactionId).toBeGreaterThan(0);
    const params = { id: dollars?.transactionId ?? 0 };
    expect(await desk.refused(desk.admin, deleteTransaction, { params, body: {} })).toMatchObject({
      status: 409,
      code: "conflict",
    });
  });

  test.each([
    ["a day before every other", () => ({ date: "1999-12-31" }), 400, /The first day that can be closed is 2000-01-01/],
    ["a day that is not over", () => ({ date: addDays(days.today, 1) }), 400, /the last day that can be closed is/],
    [
      "a currency that was not counted",
      () => ({ counts: [{ currencyId: currency.EUR, book: "5", counted: "5" }] }),
      400,
      /Count USD too: the books say/,
    ],
    [
      "a currency counted twice",
      async () => ({ counts: [...(await days.counts(day)), ...(await days.counts(day))] }),
      400,
      /no such currency, or it was counted twice/,
    ],
    ["nothing counted", () => ({ counts: [] }), 400, /Count the cash first/],
    ["a difference without a reason", () => ({ more: { USD: { counted: "1" } } }), 400, /Say why the cash is .* USD short/],
    [
      "pieces worth more than the count",
      () => ({ more: { USD: { denominations: [{ value: "100", pieces: 1_000_000 }] } } }),
      400,
      /pieces of USD come to more/,
    ],
    ["a count below zero", () => ({ more: { USD: { counted: "-1", reason: "?" } } }), 400, /Count the cash of this currency/],
    ["half a cent", () => ({ more: { USD: { counted: "1.005", reason: "?" } } }), 400, /at most two decimals/],
    [
      "books that have moved since the count",
      () => ({ more: { USD: { book: "1", counted: "1" } } }),
      409,
      /The books have moved since the count: USD was 1.00/,
    ],
    ["a day that is closed already", () => ({ date: addDays(day, -300) }), 409, /The books are closed up to/],
    ["the last day that was closed", async () => ({ date: (await days.book()).closedThrough }), 409, /closed up to .* already/],
  ])("is refused with %s", async (_, make, status, message) => {
    const { more, ...body } = { more: {}, ...(await make()) };
    const reply = await refusedClose({ date: day, counts: await days.counts(day, more), ...body });
    expect(reply).toMatchObject({ status, message: expect.stringMatching(message) });
  });

  test("with a difference is for an admin, and at all for staff; reopening is for an admin", async () => {
    const body = { date: day, counts: await days.counts(day, { USD: { counted: "1", reason: "Stolen" } }) };
    expect(await refusedClose(body, desk.operator)).toMatchObject({
      status: 403,
      message: expect.stringMatching(/Only an admin may close/),
    });
    expect(await refusedClose(body, desk.user)).toMatchObject({ status: 403 });
    const { id } = await days.close(day);
    const sent = { params: { id }, body: { reason: "?" } };
    for (const client of [desk.operator, desk.user])
      expect(await desk.refused(client, reopenDay, sent)).toMatchObject({ status: 403 });
  });

  test("sent twice under one key happens once", async () => {
    const sent = { body: { date: day, counts: await days.counts(day) }, headers: { "idempotency-key": "close-once" } };
    const first = await desk.admin.ok(closeDay, sent);
    expect(await desk.admin.ok(closeDay, sent)).toEqual(first);
    expect((await desk.admin.ok(listDayCloses)).filter((row) => row.date === day)).toHaveLength(1);
  });
});

describe("reopening a day", () => {
  test("takes the difference back, keeps the reason, and the day can be changed and closed again", async () => {
    const book = await days.closing(day, "USD");
    const close = await days.close(day, { USD: { counted: "0", reason: "The drawer was locked" } });
    const reopened = await desk.admin.ok(reopenDay, { params: { id: close.id }, body: { reason: "The key was found" } });
    expect(reopened).toMatchObject({ reopenedBy: desk.admin.username, reopeningReason: "The key was found" });
    expect(await days.closing(day, "USD")).toBe(book);
    expect((await days.book(day)).close).toBeNull();
    await desk.post(bodies.credit(farid, "3", { transDate: day }));
    expect((await days.close(day)).id).toBeGreaterThan(close.id);
    const again = await desk.refused(desk.admin, reopenDay, { params: { id: close.id }, body: { reason: "?" } });
    expect(again).toMatchObject({ status: 409, message: expect.stringMatching(/reopened by admin\S* already/) });
  });

  test("takes a difference back that nobody recovers, changes or deletes by hand", async () => {
    const { id } = await days.close(day, { USD: { counted: "0", reason: "The drawer was locked" } });
    const { rows } = await desk.server.database.pool.query<{ id: number }>(
      "select id from transactions where business_date = $1 and $2 in (out_account_id, in_account_id)",
      [day, overShortAccountId],
    );
    const booked = { params: { id: rows[0]?.id ?? 0 } };
    const said = { status: 409, message: "Closing a day booked this entry. Only reopening and closing that day changes it" };
    const edited = { ...booked, body: bodies.debit(farid, "1", { transDate: day }) };
    expect(await desk.refused(desk.admin, deleteTransaction, { ...booked, body: { reason: "?" } })).toMatchObject(said);
    expect(await desk.refused(desk.admin, updateTransaction, edited)).toMatchObject(said);
    await desk.admin.ok(reopenDay, { params: { id }, body: { reason: "The key was found" } });
    const before = await days.closing(day, "USD");
    expect(await desk.refused(desk.admin, recoverTransaction, booked)).toMatchObject(said);
    expect(await days.closing(day, "USD")).toBe(before);
  });

  test("goes from the latest backwards, and asks for a reason and a close that is there", async () => {
    const first = await days.close(day);
    const second = await days.close(addDays(day, 1));
    const refused = (id: number, reason = "?") => desk.refused(desk.admin, reopenDay, { params: { id }, body: { reason } });
    expect(await refused(first.id)).toMatchObject({
      status: 409,
      message: `The books are closed up to ${second.date}. Reopen that day first`,
    });
    expect(await refused(second.id, " ")).toMatchObject({ status: 400, message: "Say why the day is reopened" });
    expect(await refused(999_999)).toMatchObject({ status: 404 });
    const sent = { params: { id: second.id }, body: { reason: "A late receipt" }, headers: { "idempotency-key": "reopen-once" } };
    expect(await desk.admin.ok(reopenDay, sent)).toEqual(await desk.admin.ok(reopenDay, sent));
    expect((await days.book(day)).closedThrough).toBe(first.date);
  });
});

test("the closes are listed page by page, the latest first", async () => {
  const all = await desk.user.ok(listDayCloses);
  const listed: typeof all = [];
  for (let cursor: string | undefined = ""; cursor !== undefined && listed.length < all.length;) {
    const { body, headers } = await desk.user.reply(listDayCloses, { query: { limit: 3, cursor } });
    listed.push(...body);
    cursor = headers["x-next-cursor"] as string | undefined;
  }
  expect(listed).toEqual(all);
  expect(all).toEqual(all.toSorted((left, right) => right.id - left.id));
});
