import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";

import { openDatabase } from "#db/client.ts";
import { bodies, cash, openDesk, type Desk } from "#test/support/desk.ts";
import { holding } from "#test/support/holding.ts";
import { currency } from "#test/support/ledger.ts";

import { positionReport } from "./queries.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.closeInBalance());

test("two servers make the days anew one after the other, and say the same", async () => {
  const deal = { currencyId: currency.USD, dAmount: "10", cCurrencyId: currency.AFN, cAmount: "690", exRate: "69" };
  await desk.post(bodies.exchange(cash, cash, deal));
  const { database } = desk.server;
  const other = openDatabase(database.app, { max: 2 });
  onTestFinished(() => other.close());
  const { heldUp, letGo } = await holding(database, "lock table position_days in share mode");
  const first = positionReport(database.db, {});
  await heldUp(1);
  const second = positionReport(other.db, {});
  await heldUp(2);
  await letGo();
  expect(await second).toEqual(await first);
  expect((await first).totals.deals).toBe(1);
});
