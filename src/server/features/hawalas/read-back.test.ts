import { afterAll, beforeAll, describe, expect, test } from "vitest";

import {
  cancelHawala,
  createHawala,
  getHawala,
  hawalaReceived,
  hawalaToPending,
  passHawala,
  updateHawala,
} from "#contract/hawalas.ts";
import { getTransaction } from "#contract/transactions.ts";
import { openDesk, stateOfBooks, type Desk, type Party } from "#test/support/desk.ts";
import { enter, incoming, openLondon, outgoing } from "#test/support/hawalas.ts";
import { currency } from "#test/support/ledger.ts";

const { AFN, USD } = currency;

let desk: Desk;
let kabul: Party;
let sender: Party;
beforeAll(async () => {
  desk = await openDesk();
  await openLondon(desk);
  kabul = await desk.open(AFN, { accountType: "hawala_partner" });
  sender = await desk.open(USD);
});
afterAll(() => desk.closeInBalance());

const read = (id: number) => desk.user.ok(getHawala, { params: { id } });
type Row = Awaited<ReturnType<typeof read>>;

const put = (id: number, body: object) => desk.operator.ok(updateHawala, { params: { id }, body });
const refusedPut = (id: number, body: object) => desk.refused(desk.operator, updateHawala, { params: { id }, body });

/** A row without what every correction changes, and without what only one of the calls says. */
function substance({ version: _version, updatedAt: _updatedAt, payout: _payout, ...row }: Row): object {
  return row;
}

/** Reads a hawala, sends the row back with another phone of the receiver, and expects that nothing else has changed. */
async function expectReadBack(id: number, receiverPhone: string): Promise<void> {
  const row = await read(id);
  const books = await stateOfBooks(desk.server);
  const headers = { "if-match": String(row.version) };
  await desk.operator.ok(updateHawala, { params: { id }, body: { ...row, receiverPhone }, headers });
  const after = await read(id);
  expect(substance(after)).toEqual({ ...substance(row), receiverPhone });
  expect(after.version).toBe(row.version + 1);
  expect(await stateOfBooks(desk.server)).toEqual(books);
}

const words = {
  notes: "pay at noon",
  senderPhone: "0700 111 222",
  senderLocation: "London",
  receiverLocation: "Herat",
};
const oneCurrency = { convertedCurrency: "USD", exchangeRate: undefined };

describe("a hawala that is read and sent back", () => {
  test.each([
    ["one without commission", { commission: undefined }],
    ["one with a commission", {}],
    ["one in a single currency", { ...oneCurrency, commission: undefined }],
    ["one in a single currency with a commission", { ...oneCurrency, commission: "2.50" }],
    ["one whose converted amount is a hundredth off", { convertedAmount: "6980.01" }],
    ["one from euros to dollars", { currency: "EUR", convertedCurrency: undefined, exchangeRate: "1.12345678" }],
  ])("is %s as it was, in every open status, for a walk-in and an account, with and without a partner", async (_what, more) => {
    for (const senderAccountId of [undefined, sender.id]) {
      for (const partnerAccountId of [undefined, kabul.id]) {
        const { id } = await enter(desk, outgoing({ ...words, ...more, senderAccountId, partnerAccountId }));
        await expectReadBack(id, "0799 000 001");
        await desk.operator.ok(hawalaReceived, { params: { id } });
        await expectReadBack(id, "0799 000 002");
        await desk.operator.ok(cancelHawala, { params: { id } });
        await desk.operator.ok(hawalaToPending, { params: { id } });
        await expectReadBack(id, "0799 000 003");
      }
    }
  });

  test.each([
    ["with all figures", { remarks: "pay at noon", senderPhone: "0700 111 222", senderCode: "2001" }],
    ["without a rate and dollars", { rate: undefined, intoUSD: undefined }],
  ])("is an incoming one %s as it was, before it is paid and after that is taken back", async (_what, more) => {
    const { id } = await enter(desk, incoming({ ...more, receiverAccountId: sender.id }));
    await expectReadBack(id, "0799 000 001");
    await desk.operator.ok(passHawala, { params: { id } });
    await desk.operator.ok(hawalaToPending, { params: { id } });
    await expectReadBack(id, "0799 000 002");
  });

  test("has what was changed in the row: remarks, figures, either currency", async () => {
    const { id } = await enter(desk, outgoing({ ...words, partnerAccountId: kabul.id }));
    expect(await put(id, { ...(await read(id)), remarks: "pay at two" })).toMatchObject({ remarks: "pay at two" });
    expect(await put(id, { ...(await read(id)), notes: "pay at four" })).toMatchObject({ remarks: "pay at four" });
    const dearer = { amount: "101", rAmount: "7050" };
    expect(await put(id, { ...(await read(id)), ...dearer })).toMatchObject({ amount: "101.00", rAmount: "7050.00" });
    const inRupees = await put(id, { ...(await read(id)), currency: "PKR" });
    expect(inRupees).toMatchObject({ amountCurrency: "USD", currency: "PKR", rAmount: "7050.00" });
    const fromEuros = await put(id, { ...(await read(id)), amountCurrency: "EUR" });
    expect(fromEuros).toMatchObject({ amountCurrency: "EUR", currency: "PKR", amount: "101.00" });
    const transaction = await desk.user.ok(getTransaction, { params: { id: fromEuros.transactionId ?? 0 } });
    expect(transaction).toMatchObject({ dAmount: "101.00", cAmount: "7050.00" });
  });

  test("is refused where two names of one thing say different things", async () => {
    const { id } = await enter(desk, outgoing());
    const row = await read(id);
    const [before, books] = [substance(row), await stateOfBooks(desk.server)];
    for (const [more, path, message] of [
      [{ amount: "101" }, "rAmount", "At this rate and commission the converted amount is 7050.00 AFN"],
      [{ convertedAmount: "6980.01" }, "rAmount", "rAmount is another name of convertedAmount; send one of them"],
      [{ rAmount: "many" }, "rAmount", "An amount is digits with at most two decimals"],
      [{ amountCurrency: "XXX" }, "amountCurrency", "The office has no currency XXX"],
      [
        { convertedCurrency: "EUR" },
        "currency",
        "The currency is USD, which is paid in, or EUR, which the receiver gets; send amountCurrency and convertedCurrency as they are meant",
      ],
    ] as const) {
      expect(await refusedPut(id, { ...row, ...more })).toMatchObject({ status: 400, issues: [{ path, message }] });
    }
    expect(substance(await read(id))).toEqual(before);
    expect(await stateOfBooks(desk.server)).toEqual(books);
  });

  test("and entered anew is another hawala that says the same", async () => {
    const { id } = await enter(desk, outgoing(words));
    const row = await read(id);
    const { amount, amountCurrency, rAmount, currency: paid, commission, remarks } = row;
    const made = await desk.operator.ok(createHawala, { body: row });
    expect(made.id).not.toBe(id);
    expect(made).toMatchObject({ amount, amountCurrency, rAmount, currency: paid, commission, remarks });
  });
});

describe("what a correction leaves out", () => {
  const least = { senderName: "Nabi Sadatyar", receiverName: "Laila Bakhtwal", amount: "100", currency: "USD" };

  test("stays with an outgoing hawala as it is stored", async () => {
    const { id } = await enter(
      desk,
      outgoing({
        ...words,
        receiverPhone: "0799 000 111",
        receiverAccountId: kabul.id,
        senderAccountId: sender.id,
        partnerAccountId: kabul.id,
        convertedAmount: "6980.01",
        transactionDate: "2026-01-05",
      }),
    );
    const before = substance(await read(id));
    const books = await stateOfBooks(desk.server);
    const nothing = { convertedCurrency: null, exchangeRate: null, convertedAmount: null, commission: null };
    for (const body of [least, { ...least, ...nothing }]) {
      await put(id, body);
      expect(substance(await read(id))).toEqual(before);
    }
    expect(await stateOfBooks(desk.server)).toEqual(books);
    expect(await put(id, { ...least, amount: "200" })).toMatchObject({ rAmount: "13980.00", commission: "20.00" });
  });

  test("stays with an incoming hawala as it is stored", async () => {
    const given = incoming({ ...words, remarks: "pay at noon", receiverPhone: "0799 000 111", receiverAccountId: kabul.id });
    const { id } = await enter(desk, given);
    const before = substance(await read(id));
    const { direction, hawalaNo, senderName, receiverName, amount, exchangeRate, currency: paid, rAmount } = given;
    await put(id, { direction, hawalaNo, senderName, receiverName, amount, exchangeRate, currency: paid, rAmount });
    expect(substance(await read(id))).toEqual(before);
  });

  test("is emptied by null where it can be empty", async () => {
    const { id } = await enter(desk, outgoing({ ...words, senderAccountId: sender.id, partnerAccountId: kabul.id }));
    const gone = {
      senderAccountId: null,
      partnerAccountId: null,
      senderPhone: null,
      senderLocation: null,
      receiverLocation: null,
    };
    expect(await put(id, { ...least, ...gone, notes: null })).toMatchObject({ ...gone, remarks: "" });
    const entered = incoming({ remarks: "pay at noon" });
    const other = await enter(desk, entered);
    const none = { rate: null, intoUSD: null };
    expect(await put(other.id, { ...entered, ...none, remarks: null })).toMatchObject({ ...none, remarks: "" });
  });

  test.each([
    ["the rate of other currencies", { currency: "EUR" }, "exchangeRate", "Exchange rate is required"],
    ["the rate where two currencies become one", { currency: "AFN" }, "exchangeRate", "Exchange rate is required"],
    [
      "the commission in another currency",
      { convertedCurrency: "PKR", exchangeRate: "280" },
      "commission",
      "The commission was 20.00 AFN; give it in PKR",
    ],
  ])("is not guessed: %s", async (_what, more, path, message) => {
    const { id } = await enter(desk, outgoing());
    expect(await refusedPut(id, { ...least, ...more })).toMatchObject({ status: 400, issues: [{ path, message }] });
  });
});
