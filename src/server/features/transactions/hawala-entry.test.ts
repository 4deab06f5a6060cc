import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createHawala, passHawala } from "#contract/hawalas.ts";
import { deleteTransaction, getTransaction, recoverTransaction, updateTransaction } from "#contract/transactions.ts";
import { shownBalances } from "#server/shown-balances.ts";
import { bodies, cash, openDesk, type Desk, type Party } from "#test/support/desk.ts";
import { enter, incoming, openLondon, outgoing } from "#test/support/hawalas.ts";
import { currency } from "#test/support/ledger.ts";

const { AFN, USD } = currency;

let desk: Desk;
let london: Party;
let kabul: Party;
beforeAll(async () => {
  desk = await openDesk();
  london = { ...cash, ...(await openLondon(desk)), accountType: "hawala_partner" };
  kabul = await desk.open(AFN, { accountType: "hawala_partner" });
});
afterAll(() => desk.closeInBalance());

/** The transaction of a payout. */
async function pass(): Promise<{ readonly id: number; readonly hawalaId: number }> {
  const { id: hawalaId } = await enter(desk, incoming());
  const { transactionId } = await desk.admin.ok(passHawala, { params: { id: hawalaId } });
  return { id: transactionId ?? 0, hawalaId };
}

/** The booking of 100 USD from a customer, of which 700 AFN are commission and 6,300 are for the partner. */
async function booking(sender: Party): Promise<{ readonly id: number }> {
  const body = outgoing({ senderAccountId: sender.id, partnerAccountId: kabul.id, commission: "700" });
  const { transactionId } = await desk.admin.ok(createHawala, { body });
  return { id: transactionId ?? 0 };
}

/** A house account: the calls about accounts do not show it. */
async function commissionIncome(): Promise<unknown> {
  return (await shownBalances(desk.server.database.db, [12])).get(12);
}

const words = { transType: "Hawala", transDescription: "Corrected", cTransDescription: "For Karim", transDate: "2025-04-01" };
const edit = (id: number, body: object) => desk.operator.ok(updateTransaction, { params: { id }, body });

describe("the entry of a hawala", () => {
  test("lets its narratives and its date be changed, and stays what it is otherwise", async () => {
    const { id, hawalaId } = await pass();
    const before = await desk.admin.ok(getTransaction, { params: { id } });
    const edited = await edit(id, words);
    expect(edited).toMatchObject({
      transDescription: "Corrected",
      cTransDescription: "For Karim",
      transDate: "2025-04-01",
      version: 2,
    });
    expect(edited).toMatchObject({
      dAmount: "9200.00",
      outAccountId: london.id,
      inAccountId: cash.id,
      hawalaId,
      referenceId: 0,
    });
    // The screen sends the whole row back: what is unchanged in it is no change.
    expect(await edit(id, { ...before, transDescription: "Again" })).toMatchObject({
      transDescription: "Again",
      hawalaId,
      version: 3,
    });
  });

  test("keeps what is not sent, and what is sent as null", async () => {
    const { id } = await pass();
    const before = await desk.admin.ok(getTransaction, { params: { id } });
    const kept = {
      transDescription: before.transDescription,
      cTransDescription: before.cTransDescription,
      transDate: before.transDate,
      referenceId: 0,
    };
    expect(await edit(id, { transType: "Hawala" })).toMatchObject(kept);
    const figures = { dAmount: null, cAmount: null, currencyId: null, cCurrencyId: null, exRate: null };
    const rest = { outAccountId: null, inAccountId: null, transDate: null, referenceId: null };
    expect(await edit(id, { transType: "Hawala", ...figures, ...rest })).toMatchObject(kept);
  });

  test.each([
    ["the amount", { dAmount: "9200.01" }],
    ["the credit amount", { cAmount: 9_199 }],
    ["the currency", { currencyId: USD }],
    ["the credit currency", { cCurrencyId: USD }],
    ["the rate", { exRate: "2" }],
    ["the debited account", { outAccountId: 11 }],
    ["the credited account", { inAccountId: 21 }],
    ["the reference", { referenceId: 78 }],
    ["the amount, to words", { dAmount: "much" }],
  ])("does not let %s be changed", async (_what, more) => {
    const { id } = await pass();
    const refused = await desk.refused(desk.admin, updateTransaction, { params: { id }, body: { ...words, ...more } });
    expect(refused).toMatchObject({ status: 409, code: "conflict" });
  });

  test("cannot become an entry of another type, nor another one a hawala's", async () => {
    const { id } = await pass();
    const body = bodies.transfer(london, kabul, "5");
    expect(await desk.refused(desk.admin, updateTransaction, { params: { id }, body })).toMatchObject({
      status: 400,
      issues: [{ path: "transType" }],
    });
    const transfer = await desk.post(body);
    expect((await desk.refused(desk.admin, updateTransaction, { params: { id: transfer.id }, body: words })).status).toBe(400);
  });

  test("that carries two currencies and a commission keeps each of its postings", async () => {
    const sender = await desk.open(USD);
    const { id } = await booking(sender);
    const commissionBefore = await commissionIncome();
    const kabulBefore = await desk.balances(kabul.id);
    expect(await edit(id, words)).toMatchObject({
      transDescription: "Corrected",
      transDate: "2025-04-01",
      dAmount: "100.00",
      cAmount: "6300.00",
    });
    expect(await desk.balances(sender.id)).toEqual({ USD: "-100.00" });
    expect(await commissionIncome()).toEqual(commissionBefore);
    expect(await desk.balances(kabul.id)).toEqual(kabulBefore);
    const { rows } = await desk.server.database.pool.query<{ day: string; lines: number }>(
      `select p.business_date as day, count(*)::integer as lines from postings p join transactions t using (journal_id) where t.id = $1 group by 1`,
      [id],
    );
    expect(rows).toEqual([{ day: "2025-04-01", lines: 3 }]);
    await desk.admin.ok(deleteTransaction, { params: { id } });
    expect(await desk.balances(sender.id)).toEqual({ USD: "0.00" });
    await desk.admin.ok(recoverTransaction, { params: { id } });
    expect(await desk.balances(sender.id)).toEqual({ USD: "-100.00" });
    expect(await commissionIncome()).toEqual(commissionBefore);
  });
});
