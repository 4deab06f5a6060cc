import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { hawalaToPending, passHawala } from "#contract/hawalas.ts";
import {
  exportPartnerSettlement,
  listSettlementPartners,
  listSettlements,
  partnerSettlement,
  partnerSettlementHawalas,
  settlePartner,
} from "#contract/partner-settlements.ts";
import { deleteTransaction, recoverTransaction, searchTransactions, updateTransaction } from "#contract/transactions.ts";
import { verify } from "#ledger/verify.ts";
import { cash, openDesk, type Desk, type Party } from "#test/support/desk.ts";
import { enter, incoming, openLondon, outgoing } from "#test/support/hawalas.ts";
import { auditKey, currency } from "#test/support/ledger.ts";
import { settlingWith, type Settling } from "#test/support/partner-settlements.ts";

let desk: Desk;
let london: { readonly id: number };
let bank: Party;
let customer: Party;
let settling: Settling;

beforeAll(async () => {
  desk = await openDesk();
  london = await openLondon(desk);
  [bank, customer] = [await desk.open(currency.AFN, { accountType: "company" }), await desk.open(currency.AFN)];
  settling = settlingWith(desk, london.id, bank.id);
});
afterAll(() => desk.closeInBalance());

const figures: Settling["figures"] = (query) => settling.figures(query);
const paid: Settling["paid"] = (more) => settling.paid(more);
const bodyOf: Settling["bodyOf"] = (more) => settling.bodyOf(more);
const settled: Settling["settled"] = (more) => settling.settled(more);
const refused: Settling["refused"] = (more, client) => settling.refused(more, client);
const undo: Settling["undo"] = (settlement) => settling.undo(settlement);
const countOf = (sums: readonly { readonly currency: string; readonly hawalas: number }[], code = "AFN") =>
  sums.find((sum) => sum.currency === code)?.hawalas ?? 0;

test("figures say what was paid, what waits and what he pays for us, per payout currency and in dollars, and which rows say no dollars", async () => {
  const before = await figures();
  await paid();
  await paid({ rate: null, intoUSD: null });
  await enter(desk, incoming({ currency: "USD", rAmount: "130.00", exchangeRate: "1.3", rate: "1", intoUSD: "130" }));
  await enter(desk, outgoing({ partnerAccountId: london.id }));
  const after = await figures();
  expect(after.partner).toMatchObject({ id: london.id, code: "2001", name: "London", type: "hawala_partner" });
  expect(before.passed).toEqual([]);
  expect(after.passed).toEqual([
    { currencyId: currency.AFN, currency: "AFN", hawalas: 2, rAmount: "18400.00", intoUSD: "131.43", withoutUSD: 1 },
  ]);
  expect(after.outstanding).toMatchObject([{ currency: "USD", hawalas: 1, rAmount: "130.00", intoUSD: "130.00", withoutUSD: 0 }]);
  expect(after.outgoing).toMatchObject([{ currency: "AFN", hawalas: 1, rAmount: "6980.00" }]);
  expect(after.balances[0]).toMatchObject({ currency: "AFN", balance: "-11420.00" });
  expect(await desk.user.ok(partnerSettlement, { query: { senderCode: "۲۰۰۱" } })).toEqual(after);
  expect((await figures({ fromDate: "2001-01-01", toDate: "2001-01-02" })).passed).toEqual([]);
  const partners = await desk.user.ok(listSettlementPartners);
  expect(partners.find(({ account }) => account.id === london.id)).toMatchObject({ outstanding: 1, lastSettledOn: null });
});

test("whoever pays out a hawala of ours is a partner, and is settled with up to it", async () => {
  const herat = await desk.open(currency.AFN);
  const { id, hawalaNo } = await enter(desk, outgoing({ partnerAccountId: herat.id }));
  const before = await desk.user.ok(partnerSettlement, { query: { partnerAccountId: herat.id } });
  expect(before).toMatchObject({ latest: { hawalaId: id }, outgoing: [{ hawalas: 1, rAmount: "6980.00" }] });
  const more = { partnerAccountId: herat.id, direction: "paid", amount: "6980", throughHawalaId: id, lastSettlementId: null };
  expect(await settled({ ...more, transDate: null })).toMatchObject({ direction: "paid", through: { hawalaNo } });
  expect(await desk.balances(herat.id)).toEqual({ AFN: "0.00" });
  const after = await desk.user.ok(partnerSettlement, { query: { partnerAccountId: herat.id } });
  expect(after).toMatchObject({ latest: null, outgoing: [] });
});

test("the hawalas behind a figure are paged, the latest first, and exported", async () => {
  const last = await paid();
  const query = { partnerAccountId: london.id, list: "passed", limit: 1 };
  const first = await desk.user.ok(partnerSettlementHawalas, { query });
  expect(first.rows).toMatchObject([
    { hawalaId: last.id, transactionId: last.transactionId, rAmount: "9200.00", currency: "AFN" },
  ]);
  const next = await desk.user.ok(partnerSettlementHawalas, { query: { ...query, cursor: first.nextCursor ?? "" } });
  expect(next.rows[0]?.transactionId).toBeLessThan(last.transactionId);
  expect(await desk.user.refused(partnerSettlementHawalas, { query: { ...query, cursor: "x" } })).toMatchObject({ status: 400 });
  const dollars = { ...query, currencyId: currency.USD };
  const inDollars = (list: string) => desk.user.ok(partnerSettlementHawalas, { query: { ...dollars, list } });
  expect([(await inDollars("passed")).rows, (await inDollars("outstanding")).rows]).toMatchObject([[], [{ currency: "USD" }]]);
  for (const list of ["outstanding", "outgoing"]) {
    const { rows } = await desk.user.ok(partnerSettlementHawalas, { query: { partnerAccountId: london.id, list } });
    expect(rows).toHaveLength(1);
  }
  const asked = { partnerAccountId: london.id, currencyId: currency.AFN, toDate: "2030-01-01", format: "csv" };
  const { body, headers } = await desk.user.send(exportPartnerSettlement, { query: asked });
  expect(body).toContain(`${last.hawalaNo},Incoming,Passed`);
  expect(headers["content-disposition"]).toContain('filename="partner-settlement-2001-passed-AFN-2030-01-01.csv"');
});

describe("a settlement", () => {
  test.each([
    ["by bank, a Transfer", { means: "bank" }, "Transfer", "AFN"],
    ["by reverse hawala, a Transfer", () => ({ means: "reverse_hawala", counterAccountId: customer.id }), "Transfer", "AFN"],
    ["in goods, paid by us", { means: "goods", direction: "paid" }, "Transfer", "AFN"],
    ["in cash that he brings, a Credit", { means: "cash", counterAccountId: cash.id }, "Credit", "AFN"],
    ["in cash that we give, a Debit", { means: "cash", counterAccountId: cash.id, direction: "paid" }, "Debit", "AFN"],
    [
      "in dollars for his afghanis, an Exchange",
      { amount: "70000", counterCurrencyId: currency.USD, exRate: "70" },
      "Exchange",
      "USD",
    ],
    [
      "over his own two currencies, an Exchange",
      () => ({ amount: "700", counterCurrencyId: currency.USD, exRate: "70", counterAccountId: london.id }),
      "Exchange",
      "USD",
    ],
  ] as const)("%s, moves his balance by its amount", async (_, given, transType, counterCurrency) => {
    const more = typeof given === "function" ? given() : given;
    const before = await desk.balances(london.id);
    const recorded = await settled(more);
    expect(recorded).toMatchObject({
      transaction: { transType },
      counterCurrency,
      isUndone: false,
      createdBy: desk.admin.username,
    });
    const after = await desk.balances(london.id);
    const cents = (text = "0") => BigInt(text.replace(".", ""));
    const sign = recorded.direction === "received" ? 1n : -1n;
    expect(cents(after["AFN"]) - cents(before["AFN"])).toBe(sign * cents(recorded.amount));
    expect((await figures()).lastSettlement).toEqual(recorded);
    await undo(recorded);
    expect((await desk.balances(london.id))["AFN"]).toBe(before["AFN"]);
  });

  test("covers what was paid up to a hawala; what comes later is open, and what it covers is listed with it", async () => {
    const covered = await paid();
    const later = await paid();
    const recorded = await settled({ throughHawalaId: covered.id, note: "June" });
    const through = { hawalaId: covered.id, hawalaNo: covered.hawalaNo, direction: "incoming" };
    expect(recorded).toMatchObject({ through, note: "June" });
    const onAccount = await settled();
    const now = await figures();
    expect([now.since, now.lastSettlement]).toEqual([recorded, onAccount]);
    expect([countOf(now.passed), countOf(now.outgoing), now.latest?.hawalaId]).toEqual([1, 0, later.id]);
    const list = { query: { partnerAccountId: london.id, settlementId: recorded.id } };
    const { rows } = await desk.user.ok(partnerSettlementHawalas, list);
    expect(rows[0]?.hawalaId).toBe(covered.id);
    expect(rows.map(({ hawalaId }) => hawalaId)).not.toContain(later.id);
    const next = await settled({ throughHawalaId: later.id });
    const { message } = await desk.refused(desk.admin, deleteTransaction, { params: { id: recorded.transaction.id }, body: {} });
    expect(message).toBe("A later settlement with this partner stands on this one. Undo that one first");
    for (const settlement of [next, recorded]) await undo(settlement);
    expect(countOf((await figures()).passed)).toBe(rows.length + 1);
  });

  test("that is deleted in Search opens its hawalas again, recovered covers them again; its history keeps it", async () => {
    const { id } = await paid();
    const recorded = await settled({ throughHawalaId: id });
    const covered = (await figures()).passed;
    await undo(recorded);
    expect(countOf((await figures()).passed)).toBeGreaterThan(countOf(covered));
    const [latest] = await desk.user.ok(listSettlements, { query: { partnerAccountId: london.id, limit: 1 } });
    expect(latest).toMatchObject({ id: recorded.id, isUndone: true, undoneBy: desk.admin.username });
    await desk.admin.ok(recoverTransaction, { params: { id: recorded.transaction.id } });
    expect((await figures()).passed).toEqual(covered);
    expect((await figures()).lastSettlement).toMatchObject({ id: recorded.id, isUndone: false });
  });

  test("with a long note is an entry that can be read, changed and sent back", async () => {
    const { transaction, note } = await settled({ note: "n".repeat(500) });
    expect(note).toHaveLength(500);
    const [entry] = await desk.admin.ok(searchTransactions, { query: { referenceId: transaction.id } });
    expect(entry?.transDescription).toMatch(/^Settlement with 2001 - London by bank, n+$/);
    expect(entry?.transDescription).toHaveLength(500);
    const body = { ...entry, dAmount: "900", cAmount: "900" };
    await desk.admin.ok(updateTransaction, { params: { id: transaction.id }, body });
  });

  test("keeps its partner: an edit in Search changes its amount, not whose it is", async () => {
    const recorded = await settled();
    const edit = (more: object) => ({
      params: { id: recorded.transaction.id },
      body: {
        transType: "Transfer",
        outAccountId: bank.id,
        inAccountId: london.id,
        currencyId: currency.AFN,
        dAmount: "900",
        transDescription: "Mended",
        ...more,
      },
    });
    await desk.admin.ok(updateTransaction, edit({}));
    expect((await figures()).lastSettlement).toMatchObject({ amount: "900.00", transaction: { version: 2 } });
    const moved = await desk.refused(desk.admin, updateTransaction, edit({ inAccountId: customer.id }));
    expect(moved).toMatchObject({ status: 409, message: expect.stringMatching(/is a settlement with 2001 - London/) });
  });

  test("a hawala that is taken back after it was covered is shown as corrected, and paid anew it is open", async () => {
    const { id } = await paid();
    const before = await figures();
    expect(before.corrected).toEqual([]);
    await settled({ throughHawalaId: id });
    await desk.admin.ok(hawalaToPending, { params: { id } });
    expect((await figures()).corrected).toMatchObject([{ currency: "AFN", hawalas: 1, rAmount: "9200.00" }]);
    await desk.admin.ok(passHawala, { params: { id }, body: {} });
    const after = await figures();
    expect([countOf(after.corrected), countOf(after.passed)]).toEqual([1, 1]);
  });

  test.each([
    ["cash through another account", { means: "cash" }, 400, /Cash goes through the cash account/],
    ["the cash account by bank", { counterAccountId: cash.id }, 400, /Through the cash account a settlement is in cash/],
    ["his own account within one currency", () => ({ counterAccountId: london.id }), 400, /another account than the partner's/],
    ["another currency without a rate", { counterCurrencyId: currency.USD }, 400, /Exchange rate is required/],
    ["amounts unmet", { counterCurrencyId: currency.USD, exRate: "70", counterAmount: "20" }, 400, /20.00 USD is 1400.00 AFN/],
    [
      "more than any amount can be",
      { counterCurrencyId: currency.USD, exRate: "0.000001", amount: "999999999999999" },
      400,
      /At this rate the other amount is more than 999999999999999\.99/,
    ],
    [
      "more than any amount can be, paid by us",
      { direction: "paid", counterCurrencyId: currency.USD, exRate: "0.000001", amount: "999999999999999" },
      400,
      /At this rate the other amount is more than 999999999999999\.99/,
    ],
    ["two amounts of one currency", { counterAmount: "20" }, 400, /Within one currency both amounts are the same/],
    ["no amount", { amount: "" }, 400, /Amount is required/],
    ["an unknown currency", { currencyId: 999 }, 400, /\S/],
    ["an account that is no partner's", () => ({ partnerAccountId: customer.id }), 400, /is not the account of a partner/],
    ["an unknown partner", { partnerAccountId: 999_999 }, 404, /There is no such partner account/],
    ["an unknown hawala", { throughHawalaId: 999_999 }, 404, /There is no hawala 999999/],
    ["a hawala that waits", async () => ({ throughHawalaId: (await enter(desk, incoming())).id }), 409, /is not paid/],
    ["a day to come", { transDate: "2999-01-01" }, 400, /\S/],
    ["an earlier last settlement", { lastSettlementId: null }, 409, /settled with this partner meanwhile/],
    ["a last settlement that is none", { lastSettlementId: 999_999 }, 409, /was undone meanwhile/],
  ] as const)("is refused with %s", async (_, given, status, message) => {
    await settled();
    const more = typeof given === "function" ? await given() : given;
    expect(await refused(more)).toMatchObject({ status, message: expect.stringMatching(message) });
  });

  test("of what is settled already, or of another partner's hawala, is refused", async () => {
    const { id } = await paid();
    await settled({ throughHawalaId: id });
    expect(await refused({ throughHawalaId: id })).toMatchObject({
      status: 409,
      message: expect.stringMatching(/is settled already/),
    });
    const paris = await desk.open(currency.AFN, { accountType: "partner" });
    expect(await refused({ partnerAccountId: paris.id, throughHawalaId: id, lastSettlementId: null })).toMatchObject({
      status: 400,
      message: expect.stringMatching(/is not one of this partner/),
    });
  });

  test("in cash is for an admin, otherwise for everyone", async () => {
    for (const client of [desk.operator, desk.user]) {
      expect(await refused({ means: "cash", counterAccountId: cash.id }, client)).toMatchObject({
        status: 403,
        message: "Only an admin may settle in cash",
      });
      await client.ok(settlePartner, { body: await bodyOf() });
    }
    expect((await desk.server.anonymous.refused(settlePartner, { body: await bodyOf() })).status).toBe(401);
  });

  test("sent twice under one key happens once", async () => {
    const sent = { body: await bodyOf(), headers: { "idempotency-key": "settle-once" } };
    const first = await desk.admin.ok(settlePartner, sent);
    expect(await desk.admin.ok(settlePartner, sent)).toEqual(first);
    expect((await figures()).lastSettlement?.id).toBe(first.id);
  });

  test("of the same hawalas at two desks happens at one", async () => {
    const { id } = await paid();
    const body = await bodyOf({ throughHawalaId: id });
    const answers = await Promise.all([desk.admin, desk.operator].map((client) => client.send(settlePartner, { body })));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((left, right) => left - right)).toEqual([201, 409]);
  });
});

test("verify names a settlement that is not what was audited, and one whose entry does not move its partner", async () => {
  const { database } = desk.server;
  const { id } = await settled();
  const tampered = (account: number) =>
    database.asOwner(`alter table partner_settlements disable trigger append_only; update partner_settlements
      set partner_account_id = ${String(account)} where id = ${String(id)}; alter table partner_settlements enable trigger append_only`);
  await tampered(customer.id);
  const { faults } = await verify(database.db, auditKey);
  expect(faults).toContain(`Settlement ${String(id)}: it is not what was audited`);
  expect(faults).toContainEqual(
    expect.stringMatching(`Settlement ${String(id)}: its entry \\d+ does not move the partner's account`),
  );
  await tampered(london.id);
});
