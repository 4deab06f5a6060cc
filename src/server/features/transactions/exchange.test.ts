import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createCurrency } from "#contract/currencies.ts";
import { createTransaction, updateTransaction } from "#contract/transactions.ts";
import { bodies, cash, openDesk, type Desk, type Party } from "#test/support/desk.ts";
import { currency } from "#test/support/ledger.ts";

const { AFN, USD, EUR, PKR } = currency;
const { exchange } = bodies;

let desk: Desk;
let farid: Party;
beforeAll(async () => {
  desk = await openDesk();
  farid = await desk.open(USD);
});
afterAll(() => desk.closeInBalance());

const refuse = (body: object) => desk.refused(desk.admin, createTransaction, { body });

/** Purchase, selling, rate, and the selling amount that follows. 1,000 of each, so that a wrong direction is far off. */
const pairs = [
  ["AFN", "USD", "69.8", "14.33"],
  ["AFN", "EUR", "75.5", "13.25"],
  ["AFN", "PKR", "0.25", "4000.00"],
  ["USD", "EUR", "1.08", "925.93"],
  ["PKR", "USD", "278", "3.60"],
  ["PKR", "EUR", "301.5", "3.32"],
  ["USD", "AFN", "69.8", "69800.00"],
  ["EUR", "AFN", "75.5", "75500.00"],
  ["PKR", "AFN", "0.25", "250.00"],
  ["EUR", "USD", "1.08", "1080.00"],
  ["USD", "PKR", "278", "278000.00"],
  ["EUR", "PKR", "301.5", "301500.00"],
] as const;

describe("the selling amount", () => {
  test.each(pairs)(
    "of 1,000 %s in %s at %s is %s, a hundredth more or less, and nothing else",
    async (from, to, exRate, cAmount) => {
      const deal = { currencyId: currency[from], dAmount: "1000", cCurrencyId: currency[to], exRate };
      expect(await desk.post(exchange(farid, farid, { ...deal, cAmount }))).toMatchObject({ cAmount, dAmount: "1000.00" });
      for (const hundredths of [-1, 1])
        await desk.post(exchange(farid, farid, { ...deal, cAmount: shifted(cAmount, hundredths) }));
      for (const hundredths of [-2, 2]) {
        const refused = await refuse(exchange(farid, farid, { ...deal, cAmount: shifted(cAmount, hundredths) }));
        expect(refused).toMatchObject({ status: 400, code: "invalid", issues: [{ path: "cAmount" }] });
        expect(refused.message).toContain(`${cAmount} ${to}`);
      }
    },
  );

  test.each(pairs)("of %s in %s that was worked out the other way is refused", async (from, to, exRate, cAmount) => {
    // The right purchase amount for the wrong direction: both sides change places.
    const deal = { currencyId: currency[from], dAmount: cAmount, cCurrencyId: currency[to], cAmount: "1000", exRate };
    expect((await refuse(exchange(farid, farid, deal))).status).toBe(400);
  });

  test("of a pair that the table does not know is multiplied, also for a further currency", async () => {
    const { id } = await desk.admin.ok(createCurrency, { body: { code: "SAR", name: "Saudi Riyal", symbol: "﷼", rate: "3.75" } });
    const deal = { currencyId: id, dAmount: "100", cCurrencyId: USD, exRate: "0.266" };
    expect(await desk.post(exchange(farid, farid, { ...deal, cAmount: "26.60" }))).toMatchObject({ cAmount: "26.60" });
    expect((await refuse(exchange(farid, farid, { ...deal, cAmount: "375.94" }))).message).toContain("26.60 USD");
    const back = { currencyId: USD, dAmount: "100", cCurrencyId: id, exRate: "3.75", cAmount: "375" };
    expect(await desk.post(exchange(farid, farid, back))).toMatchObject({ cAmount: "375.00" });
  });

  test("is rounded half away from zero", async () => {
    const deal = { currencyId: USD, cCurrencyId: AFN, exRate: "1" };
    // 0.5 × 0.01 = 0.005 is 0.01; at 0.49 it is 0.00, and 0.02 is too much.
    expect(await desk.post(exchange(farid, farid, { ...deal, dAmount: "0.01", exRate: "0.5", cAmount: "0.01" }))).toMatchObject({
      cAmount: "0.01",
    });
    expect(
      (await refuse(exchange(farid, farid, { ...deal, dAmount: "0.01", exRate: "0.5", cAmount: "0.03" }))).message,
    ).toContain("0.01 AFN");
    expect(
      (await refuse(exchange(farid, farid, { ...deal, dAmount: "0.01", exRate: "0.49", cAmount: "0.02" }))).message,
    ).toContain("0.00 AFN");
    expect(
      (await refuse(exchange(farid, farid, { currencyId: AFN, cCurrencyId: USD, dAmount: "0.05", exRate: "10", cAmount: "1" })))
        .message,
    ).toContain("0.01 USD");
  });

  test("is judged again when an exchange is edited", async () => {
    const deal = { currencyId: USD, dAmount: "100", cCurrencyId: AFN, exRate: "70", cAmount: "7000" };
    const { id } = await desk.post(exchange(farid, farid, deal));
    const edit = (more: object) => ({ params: { id }, body: exchange(farid, farid, { ...deal, ...more }) });
    const refused = await desk.refused(desk.admin, updateTransaction, edit({ exRate: "71" }));
    expect(refused).toMatchObject({ status: 400, issues: [{ path: "cAmount" }] });
    expect(refused.message).toContain("7100.00 AFN");
    expect((await desk.refused(desk.admin, updateTransaction, edit({ cCurrencyId: USD }))).status).toBe(400);
    const kept = await desk.admin.ok(updateTransaction, edit({ exRate: "71", cAmount: "7100" }));
    expect(kept).toMatchObject({ exRate: "71.00000000", cAmount: "7100.00", version: 2 });
  });
});

describe("an exchange", () => {
  test("within one currency is refused and told to be a Transfer", async () => {
    const zahra = await desk.open(USD);
    for (const into of [farid, zahra]) {
      const refused = await refuse(
        exchange(farid, into, { currencyId: USD, dAmount: "5", cCurrencyId: USD, cAmount: "5", exRate: "1" }),
      );
      expect(refused).toMatchObject({ status: 400, issues: [{ path: "cCurrencyId" }] });
      expect(refused.message).toContain("Transfer");
    }
  });

  test.each(["currencyId", "cCurrencyId"])("of a currency that there is none of is refused at %s", async (field) => {
    const deal = { currencyId: USD, dAmount: "5", cCurrencyId: AFN, cAmount: "349", exRate: "69.8", [field]: 999_999 };
    expect(await refuse(exchange(farid, farid, deal))).toMatchObject({ status: 400, issues: [{ path: field }] });
  });

  test("debits the purchase account with its currency and credits the selling account with the other", async () => {
    const [buyer, seller] = [await desk.open(EUR), await desk.open(PKR)];
    const deal = { currencyId: EUR, dAmount: "10", cCurrencyId: PKR, cAmount: "3000", exRate: "300" };
    const { balances } = await desk.post(exchange(buyer, seller, deal));
    expect(balances.map(({ accountId, currency: code, balance }) => [accountId, code, balance])).toEqual([
      [buyer.id, "EUR", "-10.00"],
      [seller.id, "PKR", "3000.00"],
    ]);
    expect([await desk.balances(buyer.id), await desk.balances(seller.id)]).toEqual([{ EUR: "-10.00" }, { PKR: "3000.00" }]);
  });

  test("raises the cash by the purchase and lowers it by the sale", async () => {
    const before = await desk.balances(cash.id);
    expect(before["PKR"]).toBe("0.00");
    await desk.user.ok(createTransaction, {
      body: exchange(cash, cash, { currencyId: EUR, dAmount: "10", cCurrencyId: PKR, cAmount: "3000", exRate: "300" }),
    });
    expect(await desk.balances(cash.id)).toEqual({ ...before, EUR: "10.00", PKR: "-3000.00" });
  });

  test("needs each of its fields", async () => {
    const deal = exchange(farid, farid, { currencyId: USD, dAmount: "100", cCurrencyId: AFN, cAmount: "7000", exRate: "70" });
    const messages = {
      outAccountId: "Purchase account is required",
      dAmount: "Purchase amount must be greater than 0",
      inAccountId: "Selling account is required",
      cAmount: "Selling amount must be greater than 0",
      exRate: "Exchange rate must be greater than 0",
      currencyId: "Currency is required",
      cCurrencyId: "Currency is required",
    };
    for (const [path, message] of Object.entries(messages)) {
      for (const value of [undefined, null, ""]) {
        expect(await refuse({ ...deal, [path]: value }), path).toMatchObject({
          status: 400,
          message,
          issues: [{ path, message }],
        });
      }
    }
    expect((await refuse({ ...deal, dAmount: "0" })).message).toBe("Purchase amount must be greater than 0");
    expect((await refuse({ ...deal, cAmount: "0" })).message).toBe("Selling amount must be greater than 0");
    expect((await refuse({ ...deal, exRate: "0" })).message).toBe("Exchange rate must be greater than 0");
  });

  test("may go without narratives", async () => {
    const deal = {
      currencyId: USD,
      dAmount: "100",
      cCurrencyId: AFN,
      cAmount: "7000",
      exRate: "70",
      transDescription: null,
      cTransDescription: undefined,
    };
    expect(await desk.post(exchange(farid, farid, deal))).toMatchObject({ transDescription: "", cTransDescription: "" });
  });

  test("opens a further currency, in which the account can then be transferred", async () => {
    const [from, to] = [await desk.open(USD), await desk.open(AFN)];
    const inAfghani = bodies.transfer(from, to, "5", { currencyId: AFN });
    expect((await refuse(inAfghani)).status).toBe(400);
    await desk.post(exchange(from, from, { currencyId: USD, dAmount: "1", cCurrencyId: AFN, cAmount: "70", exRate: "70" }));
    expect(await desk.post(inAfghani)).toMatchObject({ currencyId: AFN, dAmount: "5.00" });
    expect(await desk.balances(from.id)).toEqual({ USD: "-1.00", AFN: "65.00" });
  });
});

function shifted(amount: string, hundredths: number): string {
  const minor = BigInt(amount.replace(".", "")) + BigInt(hundredths);
  return `${(minor / 100n).toString()}.${(minor % 100n).toString().padStart(2, "0")}`;
}
