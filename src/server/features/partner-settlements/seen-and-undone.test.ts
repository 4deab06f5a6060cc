import { afterAll, beforeAll, expect, test } from "vitest";

import { hawalaToPending, updateHawala } from "#contract/hawalas.ts";
import { listSettlementPartners, partnerSettlementHawalas, type Settlement } from "#contract/partner-settlements.ts";
import { recoverTransaction } from "#contract/transactions.ts";
import { openDesk, type Desk } from "#test/support/desk.ts";
import { enter, incoming, openLondon, outgoing } from "#test/support/hawalas.ts";
import { currency } from "#test/support/ledger.ts";
import { settlingWith, type Settling } from "#test/support/partner-settlements.ts";

let desk: Desk;
let london: { readonly id: number };
let settling: Settling;
beforeAll(async () => {
  desk = await openDesk();
  london = await openLondon(desk);
  const { id } = await desk.open(currency.AFN, { accountType: "company" });
  settling = settlingWith(desk, london.id, id);
});
afterAll(() => desk.closeInBalance());

test("a settlement is not recovered over one that settled its hawalas anew, nor without the one it stands on", async () => {
  const { paid, settled, undo } = settling;
  const [first, second] = [await paid(), await paid()];
  const recover = ({ transaction }: Settlement) => desk.admin.ok(recoverTransaction, { params: { id: transaction.id } });
  const refusedToRecover = ({ transaction }: Settlement) =>
    desk.refused(desk.admin, recoverTransaction, { params: { id: transaction.id } });
  const one = await settled({ throughHawalaId: first.id });
  await undo(one);
  const both = await settled({ throughHawalaId: second.id });
  const anew = "What this settlement covered is settled by another one. Undo that one first";
  expect(await refusedToRecover(one)).toMatchObject({ status: 409, message: anew });
  await undo(both);
  await recover(one);
  expect(await refusedToRecover(both)).toMatchObject({ status: 409, message: anew });
  const next = await settled({ throughHawalaId: second.id });
  for (const settlement of [next, one]) await undo(settlement);
  const gap = "The settlement before this one was undone. Recover that one first";
  expect(await refusedToRecover(next)).toMatchObject({ status: 409, message: gap });
  const onAccount = await settled();
  await undo(onAccount);
  for (const settlement of [one, next, onAccount]) await recover(settlement);
  const list = { query: { partnerAccountId: london.id, settlementId: next.id } };
  expect((await desk.user.ok(partnerSettlementHawalas, list)).rows.map(({ hawalaId }) => hawalaId)).toEqual([second.id]);
});

test("a settlement of hawalas that are not as they were seen is refused; one that was paid since then does not count", async () => {
  const { figures, paid, refused, settled } = settling;
  const [gone, last] = [await paid(), await paid()];
  const seen = async () => ({ throughHawalaId: last.id, seenState: (await figures()).state });
  const moved = { status: 409, message: expect.stringMatching(/was taken back or corrected meanwhile/) };
  const before = await seen();
  await desk.admin.ok(hawalaToPending, { params: { id: gone.id } });
  expect(await refused(before)).toMatchObject(moved);
  expect(await refused({ ...before, seenState: "figures of another kind" })).toMatchObject(moved);
  const now = await seen();
  await paid();
  expect((await settled(now)).through).toMatchObject({ hawalaId: last.id });
  const sent = await enter(desk, outgoing({ partnerAccountId: london.id }));
  const after = { throughHawalaId: sent.id, seenState: (await figures({ fromDate: "2001-01-01", toDate: "2001-01-02" })).state };
  // What is covered is of no period.
  expect(after.seenState).toBe((await figures()).state);
  await desk.admin.ok(updateHawala, { params: { id: sent.id }, body: outgoing({ partnerAccountId: london.id, amount: "150" }) });
  expect(await refused(after)).toMatchObject(moved);
  // A payment on account covers nothing of it.
  await settled({ seenState: after.seenState });
});

test("the hawalas that a settlement covers come, with their first page, to what was open before it", async () => {
  const { figures, paid, settled } = settling;
  const [, last] = [await paid(), await paid()];
  const { passed } = await figures();
  expect(passed).toMatchObject([{ currency: "AFN", hawalas: 3 }]);
  const { id } = await settled({ throughHawalaId: last.id });
  await paid();
  const asked = async (more: object) =>
    desk.user.ok(partnerSettlementHawalas, { query: { partnerAccountId: london.id, limit: 1, ...more } });
  const first = await asked({ settlementId: id });
  expect(first).toMatchObject({ rows: [{ hawalaId: last.id }], sums: passed });
  expect((await asked({ settlementId: id, currencyId: currency.USD })).sums).toEqual([]);
  expect(await asked({ settlementId: id, cursor: first.nextCursor ?? "" })).toMatchObject({ sums: null });
  expect(await asked({})).toMatchObject({ sums: null });
});

test.each(["currencyId", "counterCurrencyId"])(
  "a settlement in a currency that there is none of is refused at %s",
  async (field) => {
    const sent = { counterCurrencyId: currency.USD, exRate: "70", [field]: 999_999 };
    expect(await settling.refused(sent)).toMatchObject({ status: 400, issues: [{ path: field }] });
  },
);

test("a rate within one currency is 1 or left out: another one was meant for two", async () => {
  const message = "Within one currency the exchange rate is 1";
  expect(await settling.refused({ exRate: "70" })).toMatchObject({ status: 400, issues: [{ path: "exRate", message }] });
  expect(await settling.settled({ exRate: "1" })).toMatchObject({ exRate: "1.00000000" });
});

test("who was named as a partner by mistake is one no more once that is corrected, unless he was settled with", async () => {
  const [customer, settledWith] = [await desk.open(currency.AFN), await desk.open(currency.AFN)];
  const partners = async () => (await desk.user.ok(listSettlementPartners)).map(({ account }) => account.id);
  const [his, sent, covered] = [
    await enter(desk, incoming({ senderCode: customer.accountCode })),
    await enter(desk, outgoing({ partnerAccountId: customer.id })),
    await enter(desk, outgoing({ partnerAccountId: settledWith.id })),
  ];
  expect(await partners()).toEqual(expect.arrayContaining([customer.id, settledWith.id]));
  await settling.settled({ partnerAccountId: settledWith.id, lastSettlementId: null });
  await desk.admin.ok(updateHawala, { params: { id: his.id }, body: { ...his, senderCode: "2001" } });
  for (const { id } of [sent, covered]) {
    await desk.admin.ok(updateHawala, { params: { id }, body: outgoing({ partnerAccountId: london.id }) });
  }
  expect(await partners()).not.toContain(customer.id);
  expect(await partners()).toContain(settledWith.id);
});

test("a settlement is another partner's to nobody, and one that was undone is no last one", async () => {
  const { id } = await desk.open(currency.AFN, { accountType: "hawala_partner" });
  const recorded = await settling.settled({ partnerAccountId: id, lastSettlementId: null, transDate: "2026-03-02" });
  const lastSettledOn = async () =>
    (await desk.user.ok(listSettlementPartners)).find(({ account }) => account.id === id)?.lastSettledOn;
  expect(await lastSettledOn()).toBe("2026-03-02");
  const query = { partnerAccountId: london.id, settlementId: recorded.id };
  expect(await desk.user.refused(partnerSettlementHawalas, { query })).toMatchObject({ status: 404 });
  await settling.undo(recorded);
  expect(await lastSettledOn()).toBeNull();
});
