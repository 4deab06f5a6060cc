import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { updateAccount } from "#contract/accounts.ts";
import { updateCurrency } from "#contract/currencies.ts";
import { getHawalaSettings, updateHawalaSettings } from "#contract/hawala-settings.ts";
import { createHawala, passHawala, updateHawala } from "#contract/hawalas.ts";
import { shownBalances } from "#server/shown-balances.ts";
import { cash, openDesk, stateOfBooks, type Desk, type Party } from "#test/support/desk.ts";
import { enter, incoming, openLondon, outgoing } from "#test/support/hawalas.ts";
import { currency } from "#test/support/ledger.ts";

const { AFN, USD, EUR, PKR } = currency;
const transit = 15;
const commissionIncome = 12;

let desk: Desk;
let kabul: Party;
beforeAll(async () => {
  desk = await openDesk();
  await openLondon(desk);
  kabul = await desk.open(AFN, { accountType: "hawala_partner" });
});
afterAll(() => desk.closeInBalance());

/** What an account shows of a currency, a house account too. */
async function shown(accountId: number, currencyId: number): Promise<string> {
  const rows = (await shownBalances(desk.server.database.db, [accountId])).get(accountId) ?? [];
  return rows.find((row) => row.currencyId === currencyId)?.balance ?? "none";
}

describe("an outgoing hawala", () => {
  test("is booked at once: the payer owes, the partner is owed the converted amount, the commission is ours", async () => {
    const sender = await desk.open(USD);
    const commission = await shown(commissionIncome, AFN);
    const made = await desk.user.ok(createHawala, { body: outgoing({ senderAccountId: sender.id, partnerAccountId: kabul.id }) });
    expect(made).toMatchObject({
      direction: "outgoing",
      hawalaStatus: "sent",
      amount: "100.00",
      amountCurrency: "USD",
      exchangeRate: "70.00000000",
      rAmount: "6980.00",
      currency: "AFN",
      commission: "20.00",
      senderAccountId: sender.id,
      partnerAccountId: kabul.id,
      partnerCode: kabul.accountCode,
      senderCode: null,
      intoUSD: null,
      processedBy: desk.user.username,
      version: 1,
    });
    expect(made.balances.map(({ accountId, currency: code, balance }) => [accountId, code, balance])).toEqual([
      [sender.id, "USD", "-100.00"],
      [kabul.id, "AFN", "6980.00"],
    ]);
    expect(Number(await shown(commissionIncome, AFN)) - Number(commission)).toBe(20);
  });

  test("of a walk-in is paid into the cash box, and stands in transit until a partner is assigned", async () => {
    const [cashBefore, transitBefore] = [await shown(cash.id, USD), await shown(transit, USD)];
    const body = outgoing({ convertedCurrency: undefined, exchangeRate: undefined, commission: undefined });
    const { id, version } = await desk.user.ok(createHawala, { body });
    expect(Number(await shown(cash.id, USD)) - Number(cashBefore)).toBe(100);
    expect(Number(await shown(transit, USD)) - Number(transitBefore)).toBe(100);
    const assigned = await desk.operator.ok(updateHawala, {
      params: { id },
      headers: { "if-match": String(version) },
      body: { ...body, partnerAccountId: kabul.id, commission: "2.50" },
    });
    expect(assigned).toMatchObject({ rAmount: "97.50", partnerAccountId: kabul.id, version: 2 });
    expect(await shown(transit, USD)).toBe(transitBefore);
    expect((await desk.balances(kabul.id))["USD"]).toBe("97.50");
  });

  test("takes null for what it leaves out: the rate of one currency, dollars, today, and the day it has", async () => {
    const nothing = {
      exchangeRate: null,
      convertedCurrency: null,
      convertedAmount: null,
      commission: null,
      transactionDate: null,
      direction: null,
      senderPhone: null,
      partnerAccountId: null,
      notes: null,
    };
    const left = Object.fromEntries(Object.keys(nothing).map((field) => [field, undefined]));
    const { transactionDate: today } = await enter(desk, outgoing(left));
    const told = { direction: "outgoing", exchangeRate: "1.00000000", rAmount: "100.00", currency: "USD", commission: "0.00" };
    expect(await enter(desk, outgoing(nothing))).toMatchObject({ ...told, transactionDate: today });
    const dated = await enter(desk, outgoing({ ...nothing, transactionDate: "2026-01-05" }));
    const edited = { params: { id: dated.id }, body: outgoing({ ...nothing, amount: "90" }) };
    expect(await desk.operator.ok(updateHawala, edited)).toMatchObject({ rAmount: "90.00", transactionDate: "2026-01-05" });
    const refused = await desk.refused(desk.user, createHawala, { body: outgoing({ exchangeRate: null }) });
    expect(refused.issues).toEqual([{ path: "exchangeRate", message: "Exchange rate is required" }]);
  });

  test("takes its number from the series without a gap, also beside refusals and many at once", async () => {
    const { nextNumber, prefix } = await desk.admin.ok(getHawalaSettings);
    const bad = outgoing({ commission: "7000" });
    const requests = Array.from({ length: 24 }, (_, index) => (index % 3 === 0 ? bad : outgoing()));
    const answers = await Promise.all(requests.map((body) => desk.operator.send(createHawala, { body })));
    const numbers = answers
      .filter(({ statusCode }) => statusCode === 201)
      .map((answer) => answer.json<{ hawalaNo: string }>().hawalaNo)
      .toSorted();
    expect(numbers).toEqual(Array.from({ length: 16 }, (_, index) => `${prefix}${String(nextNumber + index)}`).toSorted());
    expect((await desk.admin.ok(getHawalaSettings)).nextNumber).toBe(nextNumber + 16);
  });

  test("passes over a number that was issued before the series was set back", async () => {
    const { hawalaNo } = await enter(desk, outgoing());
    const { prefix, version } = await desk.admin.ok(getHawalaSettings);
    const nextNumber = Number(hawalaNo.slice(prefix.length));
    await desk.admin.ok(updateHawalaSettings, { body: { prefix, nextNumber }, headers: { "if-match": String(version) } });
    expect((await enter(desk, outgoing())).hawalaNo).toBe(`${prefix}${String(nextNumber + 1)}`);
  });

  test("takes a converted amount that is a hundredth off, and names the one it expects", async () => {
    expect((await enter(desk, outgoing({ convertedAmount: "6980.01" }))).rAmount).toBe("6980.01");
    const refused = await desk.refused(desk.user, createHawala, { body: outgoing({ convertedAmount: "6980.02" }) });
    expect(refused).toMatchObject({
      status: 400,
      message: "At this rate and commission the converted amount is 6980.00 AFN",
      issues: [{ path: "convertedAmount" }],
    });
  });

  test.each([
    ["no sender", { senderName: " " }, "senderName", "Sender name is required"],
    ["no receiver", { receiverName: undefined }, "receiverName", "Receiver name is required"],
    ["no amount", { amount: "" }, "amount", "Amount is required"],
    ["a negative amount", { amount: "-5" }, "amount", "Amount must be greater than 0"],
    ["a third decimal", { amount: "5.001" }, "amount", "An amount is digits with at most two decimals"],
    ["no currency", { currency: undefined }, "currency", "Currency is required"],
    ["a currency of four letters", { currency: "AFNX" }, "currency", "A currency code has three letters"],
    ["an unknown currency", { currency: "AED" }, "currency", "The office has no currency AED"],
    ["an unknown second currency", { convertedCurrency: "XXX" }, "convertedCurrency", "The office has no currency XXX"],
    ["no rate between two currencies", { exchangeRate: undefined }, "exchangeRate", "Exchange rate is required"],
    ["a rate within one currency", { convertedCurrency: "USD" }, "exchangeRate", "Within one currency the exchange rate is 1"],
    ["a commission that eats it up", { commission: "7000.00" }, "commission", "The commission leaves nothing for the receiver"],
    ["a negative commission", { commission: "-1" }, "commission", "Commission must be from 0 to 99999999.99"],
    ["an unknown sender account", { senderAccountId: 99_999 }, "senderAccountId", "This account does not exist"],
    ["a house account", { partnerAccountId: 21 }, "partnerAccountId", "This account belongs to the house"],
    ["cash as its own partner", { partnerAccountId: 11 }, "partnerAccountId", "The partner cannot be the sender"],
    ["a day long ago", { transactionDate: "1999-12-31" }, "transactionDate", "The date must not be before 2000-01-01"],
    ["another direction", { direction: "sideways" }, "direction", "Direction must be one of outgoing, incoming"],
  ])("with %s is refused", async (_what, more, path, message) => {
    const refused = await desk.refused(desk.user, createHawala, { body: outgoing(more) });
    expect(refused).toMatchObject({ status: 400, code: "invalid", issues: [{ path, message }] });
  });

  test("of an account that is not active, or in a currency that is not, is refused and issues no number", async () => {
    const sender = await desk.open(EUR);
    await desk.admin.ok(updateAccount, { params: { id: sender.id }, body: { accountStatus: "suspended" } });
    const { nextNumber } = await desk.admin.ok(getHawalaSettings);
    const body = outgoing({ senderAccountId: sender.id, currency: "EUR" });
    expect(await desk.refused(desk.user, createHawala, { body })).toMatchObject({ status: 409 });
    await desk.admin.ok(updateCurrency, { params: { id: PKR }, body: { isActive: false } });
    const inactive = await desk.refused(desk.user, createHawala, { body: outgoing({ convertedCurrency: "PKR" }) });
    expect(inactive.issues).toMatchObject([{ path: "convertedCurrency" }]);
    await desk.admin.ok(updateCurrency, { params: { id: PKR }, body: { isActive: true } });
    expect((await desk.admin.ok(getHawalaSettings)).nextNumber).toBe(nextNumber);
  });

  test("sent twice with one key is one hawala; with another body the key is refused", async () => {
    const sent = { body: outgoing(), headers: { "idempotency-key": "outgoing-once" } };
    const [first, second] = [await desk.user.ok(createHawala, sent), await desk.user.ok(createHawala, sent)];
    expect(second).toEqual(first);
    const other = { ...sent, body: outgoing({ amount: "101" }) };
    expect(await desk.user.refused(createHawala, other)).toMatchObject({ status: 409, code: "idempotency_conflict" });
  });

  test("ignores what the client says about bookkeeping", async () => {
    const claimed = {
      id: 1,
      hawalaNo: "X1",
      hawalaNumber: "X1",
      status: "completed",
      processedBy: "x",
      version: 9,
      transactionId: 3,
    };
    expect(await enter(desk, outgoing(claimed))).toMatchObject({
      hawalaStatus: "sent",
      processedBy: desk.operator.username,
      version: 1,
    });
  });
});

describe("an incoming hawala", () => {
  test("entered by hand waits and posts nothing", async () => {
    const before = await stateOfBooks(desk.server);
    const made = await desk.user.ok(createHawala, { body: incoming({ hawalaNo: "ab-12 ", remarks: "" }) });
    expect(await stateOfBooks(desk.server)).toEqual(before);
    expect(made).toMatchObject({
      direction: "incoming",
      hawalaStatus: "Pending",
      hawalaNo: "ab-12",
      senderCode: "2001",
      amount: "100.00",
      rAmount: "9200.00",
      currency: "AFN",
      intoUSD: "131.43",
      transactionId: null,
      balances: [],
    });
  });

  test("has a number that stands once per sender, however it is written", async () => {
    await enter(desk, incoming({ hawalaNo: "KA-501" }));
    for (const hawalaNo of ["KA-501", "ka501", " KA 501 ", "KA-۵۰۱"]) {
      expect(await desk.refused(desk.user, createHawala, { body: incoming({ hawalaNo }) })).toMatchObject({
        status: 409,
        issues: [{ path: "hawalaNo" }],
      });
    }
    await enter(desk, incoming({ hawalaNo: "KA-501", senderCode: "2002" }));
    for (const senderCode of ["۲۰۰۲", " 20 02\u200F"]) {
      expect(
        await desk.refused(desk.operator, createHawala, { body: incoming({ hawalaNo: "KA-501", senderCode }) }),
      ).toMatchObject({
        status: 409,
      });
    }
    const lower = await enter(desk, incoming({ hawalaNo: "KA-501", senderCode: "ac1000" }));
    expect(lower).toMatchObject({ senderCode: "AC1000" });
    expect(
      await desk.refused(desk.operator, createHawala, { body: incoming({ hawalaNo: "KA-502", senderCode: "\u200B" }) }),
    ).toMatchObject({ status: 400, message: "Sender code is required" });
  });

  test.each([
    ["no number", { hawalaNo: "" }, "hawalaNo", "Hawala number is required"],
    ["a number without letter or digit", { hawalaNo: "--" }, "hawalaNo", "A hawala number has at least one letter or digit"],
    ["no receiver amount", { rAmount: undefined }, "rAmount", "Receiver amount is required"],
    ["an unknown currency", { currency: "AED" }, "currency", "The office has no currency AED"],
    ["an impossible day", { transactionDate: "2026-02-30" }, "transactionDate", "Give the date as YYYY-MM-DD, a day that exists"],
  ])("with %s is refused", async (_what, more, path, message) => {
    expect(await desk.refused(desk.user, createHawala, { body: incoming(more) })).toMatchObject({
      status: 400,
      issues: [{ path, message }],
    });
  });

  test.each([undefined, null])("is corrected while it waits and keeps what is sent as %j", async (nothing) => {
    const body = incoming({ senderCode: "2002", transactionDate: "2026-01-05" });
    const { id } = await enter(desk, body);
    const edited = await desk.operator.ok(updateHawala, {
      params: { id },
      body: { ...body, senderCode: nothing, transactionDate: nothing, rAmount: "9300" },
    });
    expect(edited).toMatchObject({ rAmount: "9300.00", senderCode: "2002", transactionDate: "2026-01-05", version: 2 });
  });

  test("is not corrected by who saw another version, to another direction, nor once it is paid", async () => {
    const body = incoming();
    const { id } = await enter(desk, body);
    await desk.operator.ok(updateHawala, { params: { id }, body: { ...body, rAmount: "9300" } });
    const stale = { params: { id }, body, headers: { "if-match": "1" } };
    expect(await desk.refused(desk.operator, updateHawala, stale)).toMatchObject({ status: 409, code: "stale_version" });
    expect(await desk.refused(desk.operator, updateHawala, { params: { id }, body: outgoing() })).toMatchObject({ status: 400 });
    await desk.user.ok(passHawala, { params: { id } });
    expect(await desk.refused(desk.operator, updateHawala, { params: { id }, body })).toMatchObject({
      status: 409,
      message: "This hawala is passed. Mark it as pending before you change it",
    });
  });

  test("is corrected by staff alone, and one that is not there not at all", async () => {
    const { id } = await enter(desk, incoming());
    expect((await desk.refused(desk.user, updateHawala, { params: { id }, body: incoming() })).status).toBe(403);
    expect((await desk.refused(desk.admin, updateHawala, { params: { id: 999_999 }, body: incoming() })).status).toBe(404);
  });
});
