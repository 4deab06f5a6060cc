import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { accountStatement, dailyBookMovements } from "#contract/reports.ts";
import { bodies, cash, openDesk, type Desk } from "#test/support/desk.ts";
import { currency } from "#test/support/ledger.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.closeInBalance());

test("the movements of a daily book are a day's khata, from the database itself where reports are read from a replica", async () => {
  const reported = vi.spyOn(desk.server.app.deps.reports, "read");
  const farid = await desk.open(currency.USD);
  for (const [amount, transDate] of [
    ["1", "2026-03-01"],
    ["2", "2026-03-02"],
    ["3", "2026-03-02"],
    ["4", "2026-03-03"],
  ] as const)
    await desk.post(bodies.credit(farid, amount, { transDate }));
  const query = { accountId: cash.id, currencyId: currency.USD, limit: 1 };
  const book = { ...query, date: "2026-03-02" };
  const first = await desk.user.ok(dailyBookMovements, { query: book });
  const rest = await desk.user.ok(dailyBookMovements, { query: { ...book, cursor: first.nextCursor ?? "" } });
  expect(first).toMatchObject({ opening: "1.00", closing: "6.00", entries: [{ debit: "2.00", balance: "3.00" }] });
  expect(rest).toMatchObject({
    opening: "1.00",
    closing: "6.00",
    entries: [{ debit: "3.00", balance: "6.00" }],
    nextCursor: null,
  });
  expect(reported).not.toHaveBeenCalled();
  expect(await desk.user.ok(accountStatement, { query: { ...query, fromDate: book.date, toDate: book.date } })).toEqual(first);
  expect(reported).toHaveBeenCalledOnce();
});
