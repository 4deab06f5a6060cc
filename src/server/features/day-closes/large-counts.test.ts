import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { createCurrency } from "#contract/currencies.ts";
import { closeDay } from "#contract/day-closes.ts";
import { amountText, largestAmount } from "#kernel/amount.ts";
import { addDays, type BusinessDate } from "#kernel/business-date.ts";
import { openDayDesk, type DayDesk } from "#test/support/day-desk.ts";
import { bodies, openDesk, type Desk } from "#test/support/desk.ts";
import { currency } from "#test/support/ledger.ts";

const largest = amountText(largestAmount);

let desk: Desk;
let days: DayDesk;
let day: BusinessDate;

beforeAll(async () => {
  desk = await openDesk();
  days = await openDayDesk(desk);
});
beforeEach(() => {
  day = days.nextDay();
});
afterAll(() => desk.closeInBalance());

const refused = async (counts: readonly object[]) => desk.refused(desk.admin, closeDay, { body: { date: day, counts } });

test("a day is closed over more cash than one entry can carry, and over the largest difference that one books", async () => {
  const { id } = await desk.admin.ok(createCurrency, { body: { code: "AED", name: "Dirham", symbol: "د.إ", rate: "3.6725" } });
  const karim = await desk.open(id);
  const dirhams = async (date: string, more = {}) => {
    const { counts } = await days.close(date, { AED: more });
    return counts.find((row) => row.currency === "AED");
  };
  const held = "2000000000000000.00";
  for (const amount of [largest, largest, "0.02"]) await desk.post(bodies.credit(karim, amount, { transDate: day }));
  expect(await dirhams(day)).toMatchObject({ book: held, counted: held, difference: "0.00" });
  const found = { counted: "2999999999999999.99", reason: "Found in the other safe" };
  expect(await dirhams(addDays(day, 1), found)).toMatchObject({ book: held, difference: largest });
  const lent = { counted: held, reason: "Lent to the other shop" };
  expect(await dirhams(addDays(day, 2), lent)).toMatchObject({ counted: held, difference: `-${largest}` });
});

test.each([
  ["a count", "counted", "1000000000000000000"],
  ["books", "book", "1000000000000000000"],
  ["books", "book", "-1000000000000000000"],
])("%s beyond what a close holds are refused in a sentence of their own: %s %s", async (_, field, amount) => {
  const count = { currencyId: currency.USD, book: "999999999999999999.99", counted: "999999999999999999.99", reason: "?" };
  expect(await refused([{ ...count, [field]: amount }])).toMatchObject({
    status: 400,
    issues: [{ path: `counts.0.${field}`, message: "A day is closed over at most 999999999999999999.99 of a currency" }],
  });
  // As much as a close holds is an amount; only the books say otherwise.
  expect(await refused([count])).toMatchObject({ status: 409, message: expect.stringMatching(/^The books have moved since/) });
});

test("up to a million pieces of one value are counted, and more are refused at their field", async () => {
  const countOf = (pieces: number) =>
    days.counts(day, { USD: { counted: "5000000", reason: "?", denominations: [{ value: "5", pieces }] } });
  expect(await refused(await countOf(1_000_001))).toMatchObject({
    status: 400,
    issues: [
      {
        path: expect.stringMatching(/^counts\.\d\.denominations\.0\.pieces$/),
        message: "At most 1000000 pieces of one value are counted: count the rest as a sum",
      },
    ],
  });
  const { counts } = await desk.admin.ok(closeDay, { body: { date: day, counts: await countOf(1_000_000) } });
  expect(counts.find((row) => row.currency === "USD")?.denominations).toEqual([{ value: "5.00", pieces: 1_000_000 }]);
});

test.each([
  ["over", "1000000000000000.00", "0"],
  ["short", "0", "1000000000000000.00"],
])("a difference beyond what one entry books is refused at the count: %s", async (word, counted, held) => {
  const rupees = await desk.open(currency.PKR);
  if (held !== "0") for (const amount of [largest, "0.01"]) await desk.post(bodies.credit(rupees, amount, { transDate: day }));
  const counts = await days.counts(day, { PKR: { counted, reason: "?" } });
  const said = `The cash is 1000000000000000.00 PKR ${word}, and one entry books at most ${largest}: record what is missing first`;
  expect(await refused(counts)).toMatchObject({
    status: 400,
    issues: [{ path: expect.stringMatching(/^counts\.\d\.counted$/), message: said }],
  });
});

test("a currency of which there is more than a close holds is asked for by what the books say", async () => {
  const farid = await desk.open(currency.AFN);
  await desk.postTimes(1_002, bodies.credit(farid, largest, { transDate: day }));
  const others = (await days.counts(day)).filter(
    (count) => !JSON.stringify(count).includes(`"currencyId":${String(currency.AFN)},`),
  );
  expect(await refused([...others, { currencyId: currency.EUR, book: "0", counted: "0" }])).toMatchObject({
    status: 400,
    message: "Count AFN too: the books say 1001999999999999989.98",
  });
});

test("as many currencies as a close holds, each counted by thirty notes and with the longest reason, are not too much to send", async () => {
  const denominations = Array.from({ length: 30 }, () => ({ value: "10000000000000.00", pieces: 1_000_000 }));
  const counted = { book: "0", counted: "999999999999999999.99", denominations, reason: "ش".repeat(500) };
  const counts = Array.from({ length: 200 }, (_, nth) => ({ ...counted, currencyId: 1_000 + nth }));
  expect(await refused(counts)).toMatchObject({
    status: 400,
    message: expect.stringMatching(/^There is no such currency/),
  });
});
