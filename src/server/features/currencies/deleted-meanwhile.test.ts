import { afterAll, beforeAll, expect, test } from "vitest";

import { createCurrency } from "#contract/currencies.ts";
import { closeDay } from "#contract/day-closes.ts";
import { settlePartner } from "#contract/partner-settlements.ts";
import { updateTransaction } from "#contract/transactions.ts";
import { addDays } from "#kernel/business-date.ts";
import { openDayDesk } from "#test/support/day-desk.ts";
import { bodies, cash, openDesk, type Desk, type Party } from "#test/support/desk.ts";
import { openLondon } from "#test/support/hawalas.ts";
import { holding } from "#test/support/holding.ts";
import { currency } from "#test/support/ledger.ts";

let desk: Desk;
let london: number;
let bank: Party;
beforeAll(async () => {
  desk = await openDesk();
  ({ id: london } = await openLondon(desk));
  bank = await desk.open(currency.AFN, { accountType: "company" });
});
afterAll(() => desk.closeInBalance());

let codes = ["KWD", "BHD", "OMR", "JOD"];
/** A currency that nothing uses yet, and its deletion under way. */
async function goingCurrency() {
  const [code = "", ...rest] = codes;
  codes = rest;
  const { id } = await desk.admin.ok(createCurrency, { body: { code, name: code, symbol: code, rate: "1" } });
  const deletion = await holding(
    desk.server.database,
    `select forget_unused_currency(${String(id)});
     delete from accounts where id = (select position_account_id from currencies where id = ${String(id)});
     delete from currencies where id = ${String(id)}`,
  );
  return { id, ...deletion };
}

const acts = {
  "closing a day over its count": async (id: number) => {
    const days = await openDayDesk(desk);
    const counts = [...(await days.counts(days.nextDay())), { currencyId: id, book: "0.00", counted: "0.00" }];
    return () => desk.admin.send(closeDay, { body: { date: addDays(days.today, -393), counts } });
  },
  "an exchange corrected to it": async (currencyId: number) => {
    const deal = { dAmount: "100", currencyId: currency.USD, cAmount: "100", exRate: "1" };
    const body = bodies.exchange(cash, cash, { ...deal, cAmount: "7000", cCurrencyId: currency.AFN, exRate: "70" });
    const { id } = await desk.post(body);
    const corrected = bodies.exchange(cash, bank, { ...deal, cCurrencyId: currencyId });
    return () => desk.admin.send(updateTransaction, { params: { id }, body: corrected });
  },
  "a settlement that was brought in it": async (counterCurrencyId: number) => {
    const body = {
      partnerAccountId: london,
      direction: "received",
      means: "bank",
      counterAccountId: bank.id,
      currencyId: currency.USD,
      amount: "100",
      counterCurrencyId,
      counterAmount: "100",
      exRate: "1",
      throughHawalaId: null,
      lastSettlementId: null,
      note: "",
    };
    return () => desk.admin.send(settlePartner, { body });
  },
} satisfies Record<string, (id: number) => Promise<() => unknown>>;

test.each(Object.entries(acts))("%s is refused as one of a currency that is not there", async (_act, prepare) => {
  const { id, heldUp, letGo } = await goingCurrency();
  const act = await prepare(id);
  const under = Promise.resolve(act());
  await heldUp(1);
  await letGo();
  const answer = await under;
  expect([answer.statusCode, answer.json()]).toMatchObject([400, { code: "invalid" }]);
});
