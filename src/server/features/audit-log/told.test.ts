import { afterAll, beforeAll, expect, test } from "vitest";

import { listAuditLog, type AuditEntry } from "#contract/audit-log.ts";
import { exportCurrencyPosition } from "#contract/currency-position.ts";
import { closeDay } from "#contract/day-closes.ts";
import { exportAccountStatement } from "#contract/reports.ts";
import { openDayDesk, type DayDesk } from "#test/support/day-desk.ts";
import { bodies, openDesk, type Desk, type Party } from "#test/support/desk.ts";
import { fileWorkHere } from "#test/support/file-work.ts";
import { imported, listOf } from "#test/support/import-batches.ts";
import { currency } from "#test/support/ledger.ts";

fileWorkHere();

let desk: Desk;
let days: DayDesk;
let farid: Party;
beforeAll(async () => {
  desk = await openDesk();
  farid = await desk.open(currency.USD, { accountName: "Farid" });
  days = await openDayDesk(desk);
});
afterAll(() => desk.closeInBalance());

/** What the latest entry of an action says, by its fields. */
async function latest(action: string): Promise<Readonly<Record<string, string | null>>> {
  const [entry] = await desk.admin.ok(listAuditLog, { query: { action, limit: 1 } });
  return Object.fromEntries((entry as AuditEntry).changes.map(({ field, after }) => [field, after]));
}

test("a count says which of its amounts is the books' and which was counted", async () => {
  const day = days.nextDay();
  await desk.post(bodies.credit(farid, "250", { transDate: day }));
  const denominations = [
    { value: "100", pieces: 2 },
    { value: "20", pieces: 2 },
  ];
  const counts = await days.counts(day, { USD: { counted: "240", denominations, reason: "10 too few" } });
  await desk.admin.ok(closeDay, { body: { date: day, counts } });
  expect((await latest("day.closed"))["counts"]).toMatch(
    // Which transaction booked the difference is known by its number alone.
    /^USD: book 250\.00, reason 10 too few, counted 240\.00, difference -10\.00, denominations \(value 100\.00, pieces 2; value 20\.00, pieces 2\), transactionId \d+$/,
  );
});

test("what an import came to is told by its names", async () => {
  await imported(desk.operator, listOf([{ H: "USD" }]));
  expect((await latest("import_batch.imported"))["totals"]).toBe("USD: count 1, intoUSD 150.00, rAmount 9000.00");
});

test("whose statement and whose deals were exported is told by what they are called, not by an id", async () => {
  await desk.user.ok(exportAccountStatement, { query: { format: "csv", accountId: farid.id, currencyId: currency.USD } });
  expect(await latest("list.exported")).toMatchObject({
    "filter.accountId": `${farid.accountCode} - Farid`,
    "filter.currencyId": "USD",
  });
  await desk.user.ok(exportCurrencyPosition, { query: { format: "csv", userId: desk.operator.userId } });
  expect(await latest("list.exported")).toMatchObject({ "filter.userId": desk.operator.username });
});
