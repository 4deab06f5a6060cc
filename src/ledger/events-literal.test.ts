import { afterAll, beforeAll, expect, test } from "vitest";

import { amountFrom } from "#kernel/amount.ts";
import { parseBusinessDate } from "#kernel/business-date.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts";
import { usdTransfer } from "#test/support/events.ts";

import { eventRow, eventsLiteral, type LedgerActor } from "./event-row.ts";
import type { BusinessEvent } from "./transaction.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(2);
});
afterAll(() => database.drop());

const actor: LedgerActor = {
  userId: "00000000-0000-4000-8000-000000000001",
  username: "teller",
  isAdmin: false,
  ip: null,
  requestId: "r-9",
  isToBeChecked: true,
  sessionId: 5,
  role: "operator",
};
const idempotency = { key: "k-1", call: "POST /api/transactions", requestHash: "h-1" };
const postings = [
  { debitAccountId: 101, creditAccountId: 102, currencyId: 2, amount: amountFrom("99999999999999999.99") },
  { debitAccountId: 102, creditAccountId: 12, currencyId: 2, amount: amountFrom("0.01") },
];

function rowWith(event: Partial<BusinessEvent>, ordinal = 0): Record<string, unknown> {
  return eventRow(
    { event: { ...usdTransfer(101, 102, "99999999999999999.99"), ...event }, postings, actor, idempotency },
    ordinal,
  );
}

async function readBack(rows: readonly Record<string, unknown>[]): Promise<readonly Record<string, unknown>[]> {
  const asked = "select to_jsonb(e) as event from unnest($1::event[]) e";
  const found = await database.asOwner<{ event: Record<string, unknown> }>(asked, [eventsLiteral(rows)]);
  return found.map(({ event }) => event);
}

test("an event arrives in the database's own type with every field where it belongs, and nothing else", async () => {
  const exchanged = { accountId: 102, currencyId: 3, amount: amountFrom("0.07") };
  const dates = { businessDate: parseBusinessDate("2026-03-21"), referenceId: 4711, hawalaId: 12 };
  const row = rowWith({ ...dates, type: "Exchange", in: exchanged, counterNarrative: "Received" }, 3);
  const was = { was_out_account_id: 7, was_in_account_id: 8, was_currency_id: 9, was_c_currency_id: 10 };
  const sent = { ...row, ...was };
  const [event = {}] = await readBack([sent]);
  const amounts = { d_amount: "99999999999999999.99", c_amount: "0.07", ex_rate: "1.00000000" };
  const money = await database.asOwner("select d_amount, c_amount, ex_rate from unnest($1::event[])", [eventsLiteral([sent])]);
  expect(money).toEqual([amounts]);
  expect({ ...event, ...amounts }).toEqual({ ip: null, ...sent });
});

test("a value of which the database would not know what it is does not become nothing", () => {
  expect(() => eventsLiteral([{ session_id: 5n }])).toThrow("a value of a row is text, number, truth or JSON");
});

const awkward = [
  "",
  " ",
  "NULL",
  "null",
  `"`,
  `""`,
  `\\`,
  `\\"`,
  `a "quoted" word`,
  `C:\\temp\\`,
  "(1,2)",
  "{a,b}",
  "a,b",
  "one\ntwo\r\n\tthree",
  "$1 $& $$",
  "حواله از کابل، «نقد»",
  "پښتو — ځ څ",
  "👍🏽 \u200f\u2067",
  "'; drop table transactions; --",
];

test.each(awkward)("a narrative arrives as it was typed: %j", async (narrative) => {
  const read = await readBack([rowWith({ narrative, counterNarrative: `${narrative}|${narrative}` })]);
  expect(read).toMatchObject([{ narrative, c_narrative: `${narrative}|${narrative}` }]);
});

test("many events arrive in their order, each with its own postings", async () => {
  const rows = Array.from({ length: 100 }, (_, ordinal) => rowWith({ narrative: `"${String(ordinal)}\\` }, ordinal));
  const read = await readBack(rows);
  expect(read.map(({ ordinal, narrative }) => [ordinal, narrative])).toEqual(
    rows.map((_, ordinal) => [ordinal, `"${String(ordinal)}\\`]),
  );
  const amounts = [
    [101, 102, 2, "99999999999999999.99"],
    [102, 12, 2, "0.01"],
  ];
  expect(read.every((event) => JSON.stringify(event["postings"]) === JSON.stringify(amounts))).toBe(true);
});

test("no events are an empty array", async () => {
  expect(await readBack([])).toEqual([]);
});
