import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { cancelHawala, getHawala, hawalaToPending, passHawala, updateHawala } from "#contract/hawalas.ts";
import { partnerSettlement, partnerSettlementHawalas, settlePartner } from "#contract/partner-settlements.ts";
import { deleteTransaction, getTransaction, recoverTransaction, updateTransaction } from "#contract/transactions.ts";
import { deadlocksIn } from "#test/support/deadlocks.ts";
import { cash, openDesk, type Desk, type Party } from "#test/support/desk.ts";
import { enter, incoming, openBranch, openLondon, outgoing } from "#test/support/hawalas.ts";
import { holding, sent } from "#test/support/holding.ts";
import { currency } from "#test/support/ledger.ts";

const branchCode = "1007";

let desk: Desk;
let london: number;
let branch: number;
let bank: Party;

beforeAll(async () => {
  desk = await openDesk();
  ({ id: london } = await openLondon(desk));
  branch = await openBranch(desk, branchCode, currency.AFN);
  bank = await desk.open(currency.AFN, { accountType: "company" });
});
afterAll(() => desk.closeInBalance());

const figures = (partnerAccountId: number) => desk.user.ok(partnerSettlement, { query: { partnerAccountId } });
const passed = async (id: number, body: object = {}) => {
  await desk.admin.ok(passHawala, { params: { id }, body });
  return id;
};
const paid = async (more: object = {}, payout: object = {}) => passed((await enter(desk, incoming({ ...more }))).id, payout);
const booked = async (more: object) => (await enter(desk, outgoing({ ...more }))).id;
const toPending = (id: number) => desk.admin.ok(hawalaToPending, { params: { id } });
const cancelled = (id: number) => desk.admin.ok(cancelHawala, { params: { id } });

/** Settles with a partner up to the last hawala of his that is open. */
async function settled(partnerAccountId: number): Promise<number> {
  const { latest, lastSettlement } = await figures(partnerAccountId);
  const covering = { throughHawalaId: latest?.hawalaId, lastSettlementId: lastSettlement?.id ?? null };
  const { id } = await desk.admin.ok(settlePartner, { body: { ...settlementWith(partnerAccountId), ...covering } });
  return id;
}

/** A partner pays 1,000 AFN into the bank, on account. */
function settlementWith(partnerAccountId: number) {
  return {
    partnerAccountId,
    direction: "received",
    means: "bank",
    counterAccountId: bank.id,
    currencyId: currency.AFN,
    amount: "1000",
    throughHawalaId: null,
    lastSettlementId: null,
  };
}

/** Which hawalas are shown as taken back after what a partner settled; the sums say as many. */
async function correctedOf(partnerAccountId: number, settlementId?: number): Promise<number[]> {
  const query = { partnerAccountId, list: "corrected", ...(settlementId === undefined ? {} : { settlementId }) };
  const { rows } = await desk.user.ok(partnerSettlementHawalas, { query });
  const counted = (await figures(partnerAccountId)).corrected.reduce((sum, { hawalas }) => sum + hawalas, 0);
  expect(counted).toBe(rows.length);
  return rows.map(({ hawalaId }) => hawalaId);
}

test("a cash settlement keeps its words on both sides when its date is corrected, and has other ones on both", async () => {
  const { lastSettlement } = await figures(london);
  const { transaction } = await desk.admin.ok(settlePartner, {
    body: {
      partnerAccountId: london,
      direction: "received",
      means: "cash",
      counterAccountId: cash.id,
      currencyId: currency.AFN,
      amount: "1000",
      throughHawalaId: null,
      lastSettlementId: lastSettlement?.id ?? null,
    },
  });
  const words = "Settlement with 2001 - London in cash";
  const body = {
    transType: "Credit",
    outAccountId: cash.id,
    inAccountId: london,
    currencyId: currency.AFN,
    dAmount: "1000",
    transDescription: words,
    transDate: "2026-03-02",
  };
  const corrected = (more: object) =>
    desk.admin.ok(updateTransaction, { params: { id: transaction.id }, body: { ...body, ...more } });
  expect(await corrected({})).toMatchObject({ transDate: "2026-03-02", transDescription: words, cTransDescription: words });
  const others = `${words}, in two parts`;
  expect(await corrected({ transDescription: others })).toMatchObject({ transDescription: others, cTransDescription: others });
});

test.each(["paid", "received"])(
  "over the partner's own two balances, one that is %s is told as it was given",
  async (direction) => {
    const partner = await desk.open(currency.AFN, { accountType: "hawala_partner" });
    const own = { counterAccountId: partner.id, counterCurrencyId: currency.USD, exRate: "70", amount: "700" };
    const recorded = await desk.admin.ok(settlePartner, { body: { ...settlementWith(partner.id), ...own, direction } });
    expect(recorded).toMatchObject({
      direction,
      currency: "AFN",
      amount: "700.00",
      counterCurrency: "USD",
      counterAmount: "10.00",
    });
    expect((await figures(partner.id)).lastSettlement).toEqual(recorded);
    const [afghanis, dollars] = direction === "paid" ? ["-700.00", "10.00"] : ["700.00", "-10.00"];
    expect(await desk.balances(partner.id)).toEqual({ AFN: afghanis, USD: dollars });
  },
);

test("a settlement that was not in cash is not edited onto the cash account, nor one in cash off it", async () => {
  const exchanged = { currencyId: currency.USD, amount: "10", counterCurrencyId: currency.AFN, exRate: "70" };
  const recorded = async (more: object) => {
    const { lastSettlement } = await figures(london);
    const body = { ...settlementWith(london), lastSettlementId: lastSettlement?.id ?? null, ...more };
    return (await desk.admin.ok(settlePartner, { body })).transaction.id;
  };
  const editedTo = async (id: number, outAccountId: number) => {
    const entry = await desk.admin.ok(getTransaction, { params: { id } });
    return { params: { id }, body: { ...entry, outAccountId } };
  };
  const [byBank, inCash] = [await recorded({}), await recorded({ ...exchanged, means: "cash", counterAccountId: cash.id })];
  const refused = async (id: number, account: number) => desk.refused(desk.admin, updateTransaction, await editedTo(id, account));
  expect(await refused(byBank, cash.id)).toMatchObject({
    status: 400,
    issues: [{ path: "outAccountId", message: "Through the cash account a settlement is in cash" }],
  });
  for (const account of [bank.id, london]) {
    expect(await refused(inCash, account)).toMatchObject({ status: 400, message: "Cash goes through the cash account" });
  }
  const otherBank = await desk.open(currency.AFN, { accountType: "company" });
  await desk.admin.ok(updateTransaction, await editedTo(byBank, otherBank.id));
});

describe("a hawala taken back after a settlement", () => {
  test("of another partner, that this one only paid out as a branch, is the other one's alone", async () => {
    const byBranch = await paid({}, { branchAccountId: branch });
    await paid();
    await booked({ partnerAccountId: branch });
    const [ofLondon, ofBranch] = [await settled(london), await settled(branch)];
    await toPending(byBranch);
    expect(await correctedOf(branch)).toEqual([]);
    expect(await correctedOf(branch, ofBranch)).toEqual([]);
    expect(await correctedOf(london)).toEqual([byBranch]);
    expect(await correctedOf(london, ofLondon)).toEqual([byBranch]);
    expect((await figures(london)).corrected).toMatchObject([{ currency: "AFN", rAmount: "9200.00" }]);
  });

  test("of ours, that this partner sent and another one pays out, is the other one's alone", async () => {
    const ours = await booked({ senderAccountId: branch, partnerAccountId: london });
    await booked({ partnerAccountId: branch });
    await settled(london);
    await settled(branch);
    await cancelled(ours);
    expect(await correctedOf(branch)).toEqual([]);
    expect(await correctedOf(london)).toEqual([ours]);
    expect((await figures(london)).corrected).toMatchObject([{ currency: "AFN", rAmount: "6980.00" }]);
  });

  test("of his own, sent to us or paid out by him, is shown with what had been paid", async () => {
    const his = await paid({ senderCode: branchCode });
    const forUs = await booked({ partnerAccountId: branch });
    await settled(branch);
    await toPending(his);
    await cancelled(forUs);
    expect((await correctedOf(branch)).toSorted((left, right) => left - right)).toEqual([his, forUs]);
    expect((await figures(branch)).corrected).toMatchObject([{ currency: "AFN", hawalas: 2, rAmount: "16180.00" }]);
  });

  test("is told in dollars as in afghanis: as it was paid, whatever it was corrected to since", async () => {
    const { id: partnerAccountId, accountCode } = await desk.open(currency.AFN, { accountType: "hawala_partner" });
    const body = incoming({ senderCode: accountCode });
    const { id } = await enter(desk, body);
    await passed(id);
    await settled(partnerAccountId);
    await toPending(id);
    await desk.admin.ok(updateHawala, { params: { id }, body: { ...body, amount: "50", rAmount: "4600", intoUSD: "65.71" } });
    const asPaid = { rAmount: "9200.00", intoUSD: "131.43" };
    expect((await figures(partnerAccountId)).corrected).toMatchObject([{ ...asPaid, withoutUSD: 0 }]);
    const query = { partnerAccountId, list: "corrected" };
    expect((await desk.user.ok(partnerSettlementHawalas, { query })).rows).toMatchObject([asPaid]);
  });

  const onPassHawala = (id: number) => desk.operator.send(hawalaToPending, { params: { id } });
  const inSearch = async (id: number) => {
    const { transactionId } = await desk.operator.ok(getHawala, { params: { id } });
    return desk.operator.send(deleteTransaction, { params: { id: transactionId ?? 0 } });
  };
  const ofCounts = () => "select from hawala_days for update";
  test.each([
    ["waited for the hawala", (id: number) => `select from hawalas where id = ${String(id)} for update`, onPassHawala],
    ["waited for the counts of the day", ofCounts, onPassHawala],
    ["waited for them in Search", ofCounts, inSearch],
  ])("is shown, or seen by who settles, also where that had begun before and %s", async (_, statement, takeBack) => {
    const { id: partnerAccountId, accountCode: senderCode } = await desk.open(currency.AFN, { accountType: "hawala_partner" });
    const id = await paid({ senderCode });
    const { state } = await figures(partnerAccountId);
    const covering = { ...settlementWith(partnerAccountId), throughHawalaId: id, seenState: state };
    const { heldUp, letGo } = await holding(desk.server.database, statement(id));
    const takenBack = sent(takeBack(id));
    await heldUp(1);
    const settling = sent(desk.admin.send(settlePartner, { body: covering }));
    await Promise.race([settling, heldUp(2)]);
    await letGo();
    expect((await takenBack).statusCode).toBe(200);
    expect(await correctedOf(partnerAccountId)).toEqual((await settling).statusCode === 201 ? [id] : []);
  });

  test("is listed with the settlement that covered it, and with no other", async () => {
    const { id: partnerAccountId, accountCode: senderCode } = await desk.open(currency.AFN, { accountType: "hawala_partner" });
    const [first, other] = [await paid({ senderCode }), await settled(partnerAccountId)];
    const [second, last] = [await paid({ senderCode }), await settled(partnerAccountId)];
    await toPending(first);
    await toPending(second);
    const listed = async (settlementId: number, list = "corrected") => {
      const { rows } = await desk.user.ok(partnerSettlementHawalas, { query: { partnerAccountId, list, settlementId } });
      return rows.map(({ hawalaId }) => hawalaId);
    };
    // They wait again, and no settlement covers what waits.
    expect(await listed(last, "outstanding")).toEqual([]);
    expect([await listed(other), await listed(last)]).toEqual([[first], [second]]);
    expect((await figures(partnerAccountId)).corrected).toMatchObject([{ hawalas: 2 }]);
  });
});

test("the entry of a settlement says whether it covers hawalas, which are open again once it is deleted", async () => {
  const { id: partnerAccountId, accountCode: senderCode } = await desk.open(currency.AFN, { accountType: "hawala_partner" });
  const hawalaId = await paid({ senderCode });
  const settle = (more: object) => desk.admin.ok(settlePartner, { body: { ...settlementWith(partnerAccountId), ...more } });
  const onAccount = await settle({});
  const covering = await settle({ throughHawalaId: hawalaId, lastSettlementId: onAccount.id });
  const covers = [onAccount, covering].map(async ({ transaction: { id } }) => desk.user.ok(getTransaction, { params: { id } }));
  expect((await Promise.all(covers)).map(({ settlesHawalas }) => settlesHawalas)).toEqual([false, true]);
});

test("settling with a partner while the last settlement is undone or recovered never is a circle of waiting", async () => {
  const before = await deadlocksIn(desk.server.database);
  for (const other of [deleteTransaction, recoverTransaction]) {
    for (let round = 0; round < 8; round += 1) {
      const { id } = await desk.open(currency.AFN, { accountType: "hawala_partner" });
      const body = settlementWith(id);
      const first = await desk.admin.ok(settlePartner, { body });
      const params = { id: first.transaction.id };
      if (other === recoverTransaction) await desk.admin.ok(deleteTransaction, { params });
      const seen = { ...body, lastSettlementId: other === deleteTransaction ? first.id : null };
      const answers = await Promise.all([desk.admin.send(settlePartner, { body: seen }), desk.operator.send(other, { params })]);
      expect(answers.every(({ statusCode }) => statusCode < 500)).toBe(true);
    }
  }
  expect(await deadlocksIn(desk.server.database)).toBe(before);
});
