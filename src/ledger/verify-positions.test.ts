import { afterEach, beforeEach, expect, test } from "vitest";

import { transactionBody } from "#contract/transactions.ts";
import { positionReport } from "#server/features/currency-position/queries.ts";
import { recordCommand } from "#server/features/transactions/commands.ts";
import {
  auditKey,
  cashAccountId,
  createLedgerBench,
  currency,
  expectBooksBalance,
  sealEverything,
  type LedgerBench,
} from "#test/support/ledger.ts";

import { verify } from "./verify.ts";

const { AFN, USD } = currency;
let bench: LedgerBench;

/** 100 dollars bought on the first day, 40 of them sold on the second. */
beforeEach(async () => {
  bench = await createLedgerBench();
  await deal(USD, AFN, ["100", "7000", "2026-03-01"]);
  await deal(AFN, USD, ["2840", "40", "2026-03-02"]);
  await positionReport(bench.database.db, {});
});
afterEach(() => bench.database.drop());

async function deal(currencyId: number, cCurrencyId: number, [dAmount, cAmount, transDate]: readonly string[]): Promise<void> {
  const cash = { outAccountId: cashAccountId, inAccountId: cashAccountId };
  const exRate = currencyId === USD ? "70" : "71";
  const amounts = { currencyId, cCurrencyId, dAmount, cAmount, exRate };
  await recordCommand(
    bench.ledger,
    transactionBody.parse({ transType: "Exchange", ...cash, ...amounts, transDate, transDescription: "Over the counter" }),
    bench.by(),
  );
}

test("stored positions that deals have overtaken are no fault", async () => {
  await deal(USD, AFN, ["10", "700", "2026-03-01"]);
  await expectBooksBalance(bench.database);
});

test.each([
  [
    "update position_days set quantity = 61, bought = 1 where currency_id = 2 and business_date = '2026-03-02'",
    /Position in USD on 2026-03-02/,
  ],
  ["update position_days set cost = cost + 0.01 where currency_id = 1 and business_date = '2026-03-02'", /^Positions cost/],
  ["update position_day_users set realised = realised + 0.01 where currency_id = 1", /the people of the day do not come to it/],
  ["delete from position_days where business_date = '2026-03-02'", /^Position in (?:AFN|USD): stored .*, the account holds/],
])("verify finds what this did: %s", async (statement, fault) => {
  await bench.database.asOwner(statement);
  await sealEverything(bench.database);
  const { faults } = await verify(bench.database.db, auditKey);
  expect(faults.join("\n")).toMatch(fault);
});
