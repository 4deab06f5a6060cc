import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { deleteTransaction, getTransaction, recoverTransaction, updateTransaction } from "#contract/transactions.ts";
import { amountFrom } from "#kernel/amount.ts";
import { parseRate, rateOfOne } from "#kernel/rate.ts";
import { shownBalances } from "#ledger/balances.ts";
import type { LedgerAnswer } from "#ledger/outcome.ts";
import type { BusinessEvent, Posting } from "#ledger/transaction.ts";
import { bodies, cash, openDesk, type Desk, type Party } from "#test/support/desk.ts";
import { currency, expectBooksBalance } from "#test/support/ledger.ts";

const { AFN, USD } = currency;

let desk: Desk;
let london: Party;
let kabul: Party;
beforeAll(async () => {
  desk = await openDesk();
  london = await desk.open(AFN, { accountType: "hawala_partner" });
  kabul = await desk.open(AFN, { accountType: "hawala_partner" });
});
afterAll(async () => {
  await expectBooksBalance(desk.server.database);
  await desk.close();
});

/** Records as the hawala calls will: below the API, with the postings that a hawala brings along. */
function record(event: Pick<BusinessEvent, "out" | "in" | "rate">, postings: readonly Posting[]): Promise<LedgerAnswer> {
  const { userId, username } = desk.admin;
  const words = { narrative: "Hawala 7", counterNarrative: "For Rahim", businessDate: undefined, referenceId: 77, hawalaId: 7 };
  return desk.server.app.deps.ledger.recorder.record({
    event: { type: "Hawala", ...event, ...words },
    postings,
    actor: { userId, username, isAdmin: true, ip: null, requestId: null },
    idempotency: undefined,
  });
}

function pass(): Promise<LedgerAnswer> {
  const side = { currencyId: AFN, amount: amountFrom("9200.00") };
  const posting = { debitAccountId: london.id, creditAccountId: cash.id, ...side };
  return record({ out: { accountId: london.id, ...side }, in: { accountId: cash.id, ...side }, rate: rateOfOne }, [posting]);
}

/** 100 USD from a customer, of which 10 are commission: 90 at 70 for the partner, in afghani. */
async function outgoing(sender: Party): Promise<LedgerAnswer> {
  const [position, commission] = [{ USD: 22, AFN: 21 }, 12];
  const sides = {
    out: { accountId: sender.id, currencyId: USD, amount: amountFrom("100.00") },
    in: { accountId: kabul.id, currencyId: AFN, amount: amountFrom("6300.00") },
    rate: parseRate("70") ?? rateOfOne,
  };
  return record(sides, [
    { debitAccountId: sender.id, creditAccountId: position.USD, currencyId: USD, amount: amountFrom("90.00") },
    { debitAccountId: position.AFN, creditAccountId: kabul.id, currencyId: AFN, amount: amountFrom("6300.00") },
    { debitAccountId: sender.id, creditAccountId: commission, currencyId: USD, amount: amountFrom("10.00") },
  ]);
}

/** A house account: the calls about accounts do not show it. */
async function commissionIncome(): Promise<unknown> {
  return (await shownBalances(desk.server.database.db, [12])).get(12);
}

const words = { transType: "Hawala", transDescription: "Corrected", cTransDescription: "For Karim", transDate: "2025-04-01" };
const edit = (id: number, body: object) => desk.operator.ok(updateTransaction, { params: { id }, body });

describe("the entry of a hawala", () => {
  test("lets its narratives and its date be changed, and stays what it is otherwise", async () => {
    const { id } = await pass();
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
      hawalaId: 7,
      referenceId: 77,
    });
    // The screen sends the whole row back: what is unchanged in it is no change.
    expect(await edit(id, { ...before, transDescription: "Again" })).toMatchObject({
      transDescription: "Again",
      hawalaId: 7,
      version: 3,
    });
  });

  test("keeps what is not sent", async () => {
    const { id } = await pass();
    const before = await desk.admin.ok(getTransaction, { params: { id } });
    const kept = {
      transDescription: before.transDescription,
      cTransDescription: before.cTransDescription,
      transDate: before.transDate,
      referenceId: 77,
    };
    expect(await edit(id, { transType: "Hawala" })).toMatchObject(kept);
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
    ["the reference, to none", { referenceId: 0 }],
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
    const { id } = await outgoing(sender);
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
