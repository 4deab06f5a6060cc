import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { outgoingHawalaBody } from "#contract/hawalas.ts";
import { transaction } from "#db/client.ts";
import { amountFrom } from "#kernel/amount.ts";
import { parseRate, rateOfOne } from "#kernel/rate.ts";
import { correctHawala, enterHawala } from "#server/features/hawalas/entry.ts";
import { usdTransfer } from "#test/support/events.ts";
import { outgoing } from "#test/support/hawalas.ts";
import { createLedgerBench, currency, expectBooksBalance, type LedgerBench } from "#test/support/ledger.ts";

import {
  deleteTransaction,
  editTransaction,
  lockTransaction,
  recoverTransaction,
  storedAnswer,
  type TransactionHead,
} from "./correct.ts";
import { openCurrencyBook } from "./currency-book.ts";
import type { LedgerAnswer } from "./outcome.ts";
import { recordTransaction } from "./post.ts";
import type { BusinessEvent } from "./transaction.ts";

let bench: LedgerBench;
let farid: number;
let zahra: number;
let partner: number;
beforeAll(async () => {
  bench = await createLedgerBench();
  partner = await bench.openAccount({ currencyId: currency.AFN, type: "hawala_partner" });
});
beforeEach(async () => {
  [farid, zahra] = [await bench.openAccount({ currencyId: currency.USD }), await bench.openAccount({ currencyId: currency.USD })];
});
afterAll(async () => {
  await expectBooksBalance(bench.database);
  await bench.database.drop();
});

const post = (event: BusinessEvent) => recordTransaction(bench.ledger, event, bench.by());
const paid = () => post(usdTransfer(farid, zahra, "10.00"));

/** 100 dollars bought from Farid for 7,000 afghani. */
const deal = (): BusinessEvent => ({
  ...usdTransfer(farid, farid, "100.00"),
  type: "Exchange",
  in: { accountId: farid, currencyId: currency.AFN, amount: amountFrom("7000.00") },
  rate: parseRate("70") ?? rateOfOne,
});

function edit(id: number, event: BusinessEvent, key?: string): Promise<LedgerAnswer> {
  return transaction(bench.database.db, async (tx) => {
    const head = await lockTransaction(tx, id);
    return editTransaction(tx, { head, event, currencies: bench.ledger.currencies }, bench.by(key));
  });
}

function remove(id: number, { reason, formName }: { reason: string | null; formName: string | null }, key?: string) {
  return transaction(bench.database.db, async (tx) => {
    const head = await lockTransaction(tx, id);
    return deleteTransaction(tx, { head, reason, formName }, bench.by(key));
  });
}

function recover(id: number, key?: string): Promise<LedgerAnswer> {
  return transaction(bench.database.db, async (tx) => recoverTransaction(tx, await lockTransaction(tx, id), bench.by(key)));
}

const unsaid = { reason: null, formName: null };
const stored = (key: string, hash?: string) => transaction(bench.database.db, (tx) => storedAnswer(tx, bench.by(key, hash)));
const shown = (answer: LedgerAnswer) => Object.fromEntries(answer.balances.map(({ accountId, balance }) => [accountId, balance]));

test("a new transaction is checked by itself before it is written", async () => {
  const wrong = { ...deal(), in: { ...deal().in, amount: amountFrom("7000.02") } };
  await expect(post(wrong)).rejects.toMatchObject({ code: "invalid", details: { issues: [{ path: "cAmount" }] } });
});

test("a transaction that there is none of cannot be corrected", async () => {
  const locked = transaction(bench.database.db, (tx) => lockTransaction(tx, 999_999));
  await expect(locked).rejects.toMatchObject({ code: "not_found", message: "There is no transaction 999999" });
});

describe("an edit", () => {
  test("moves the balances by the difference and answers the new version", async () => {
    const { id } = await paid();
    const answer = await edit(id, { ...usdTransfer(farid, zahra, "12.50"), narrative: "Corrected", referenceId: 7 });
    expect(answer).toMatchObject({ id, version: 2, dAmount: "12.50", narrative: "Corrected", referenceId: 7, hawalaId: null });
    expect(shown(answer)).toEqual({ [farid]: "-12.50", [zahra]: "12.50" });
  });

  test("of an exchange meets in the position accounts anew, and is checked like a new one", async () => {
    const { id } = await post(deal());
    const wrong = { ...deal(), in: { ...deal().in, amount: amountFrom("7000.02") } };
    await expect(edit(id, wrong)).rejects.toMatchObject({ code: "invalid", details: { issues: [{ path: "cAmount" }] } });
    const half = {
      ...deal(),
      out: { ...deal().out, amount: amountFrom("50") },
      in: { ...deal().in, amount: amountFrom("3500") },
    };
    expect(await edit(id, half)).toMatchObject({ version: 2, dAmount: "50.00", cAmount: "3500.00" });
  });

  test("through a server that has just started and knows no currency yet looks them up", async () => {
    const { id } = await post(deal());
    const answer = await transaction(bench.database.db, async (tx) => {
      const head = await lockTransaction(tx, id);
      const currencies = openCurrencyBook(bench.database.pool);
      return editTransaction(tx, { head, event: { ...deal(), narrative: "Corrected" }, currencies }, bench.by());
    });
    expect(answer).toMatchObject({ version: 2, narrative: "Corrected" });
  });

  test("names a currency that there is none of, and changes nothing", async () => {
    const { id } = await paid();
    const event = usdTransfer(farid, zahra, "1.00");
    const elsewhere = { ...event, out: { ...event.out, currencyId: 999 }, in: { ...event.in, currencyId: 999 } };
    await expect(edit(id, elsewhere)).rejects.toMatchObject({ code: "invalid" });
    expect(await transaction(bench.database.db, (tx) => lockTransaction(tx, id))).toMatchObject({ version: 1 });
  });

  test("of a deleted transaction is a defect of the caller", async () => {
    const { id } = await paid();
    await remove(id, unsaid);
    await expect(edit(id, usdTransfer(farid, zahra, "1.00"))).rejects.toThrow("a deleted transaction is not edited");
  });

  test("keeps the accounts that it had, also where they take nothing new by now", async () => {
    const { id } = await paid();
    const other = await post(usdTransfer(zahra, farid, "1.00"));
    await bench.database.asOwner("update accounts set account_status = 'inactive' where id = any ($1)", [[farid, zahra]]);
    expect(await edit(id, usdTransfer(zahra, farid, "10.00"))).toMatchObject({ version: 2, outAccountId: zahra });
    await expect(edit(other.id, usdTransfer(farid, partner, "1.00"))).rejects.toMatchObject({ code: "invalid" });
    await expect(post(usdTransfer(farid, zahra, "1.00"))).rejects.toMatchObject({ code: "conflict" });
  });

  test("keeps the currencies that it had, also where they are not used any more", async () => {
    const { id } = await post(deal());
    await bench.database.asOwner("update currencies set is_active = false where id in (1, 2)");
    try {
      expect(await edit(id, { ...deal(), narrative: "Corrected" })).toMatchObject({ version: 2, narrative: "Corrected" });
      await expect(post(deal())).rejects.toMatchObject({ code: "conflict" });
    } finally {
      await bench.database.asOwner("update currencies set is_active = true where id in (1, 2)");
    }
  });
});

describe("a hawala's transaction", () => {
  const stores = () => ({ db: bench.database.db, ledger: bench.ledger });

  function eventOfHead(head: TransactionHead, narrative: string): BusinessEvent {
    return {
      type: "Hawala",
      out: { accountId: head.out_account_id, currencyId: head.currency_id, amount: amountFrom(head.d_amount) },
      in: { accountId: head.in_account_id, currencyId: head.c_currency_id, amount: amountFrom(head.c_amount) },
      rate: parseRate(head.ex_rate) ?? rateOfOne,
      narrative,
      counterNarrative: head.c_narrative,
      businessDate: undefined,
      referenceId: 0,
    };
  }

  test("whose words are edited keeps its postings, commission and all, and its hawala", async () => {
    const body = outgoingHawalaBody.parse({ direction: "outgoing", ...outgoing() });
    const hawala = await enterHawala(stores(), body, bench.by());
    const [row] = await bench.database.asOwner<{ id: number }>("select id from transactions where hawala_id = $1", [hawala.id]);
    const answer = await transaction(bench.database.db, async (tx) => {
      const head = await lockTransaction(tx, row?.id ?? 0);
      const event = eventOfHead(head, "In other words");
      return editTransaction(tx, { head, event, currencies: bench.ledger.currencies }, bench.by());
    });
    expect(answer).toMatchObject({ version: 2, narrative: "In other words", hawalaId: hawala.id });
    const postings = await bench.database.asOwner<{ amount: string }>(
      "select p.amount from postings p join transactions t on t.journal_id = p.journal_id where t.id = $1 order by line",
      [answer.id],
    );
    expect(postings.map(({ amount }) => amount)).toEqual(["100.00", "6980.00", "20.00"]);
  });

  test("is posted anew where its hawala is corrected", async () => {
    const body = (amount: string) =>
      outgoingHawalaBody.parse({ direction: "outgoing", ...outgoing({ amount, partnerAccountId: partner }) });
    const { id } = await enterHawala(stores(), body("100"), bench.by());
    const corrected = await correctHawala(stores(), { id, body: body("200"), ifMatch: undefined }, bench.by());
    expect(corrected).toMatchObject({ amount: "200.00", rAmount: "13980.00" });
  });
});

describe("a deletion", () => {
  test("takes the amounts back and says who, why and where from", async () => {
    const { id } = await paid();
    const answer = await remove(id, { reason: "Entered twice", formName: "Search" });
    expect(answer).toMatchObject({
      version: 2,
      deletedBy: bench.by().actor.userId,
      deletionReason: "Entered twice",
      formName: "Search",
    });
    expect(shown(answer)).toEqual({ [farid]: "0.00", [zahra]: "0.00" });
  });

  test("may leave both unsaid", async () => {
    expect(await remove((await paid()).id, unsaid)).toMatchObject({ deletionReason: null, formName: null });
  });
});

describe("a recovery", () => {
  test("posts the last version again, under its old id", async () => {
    const { id } = await paid();
    await edit(id, usdTransfer(farid, zahra, "30.00"));
    await remove(id, { reason: "Entered twice", formName: "Search" });
    const answer = await recover(id);
    expect(answer).toMatchObject({ id, version: 4, dAmount: "30.00", deletedBy: null, deletionReason: null, formName: null });
    expect(shown(answer)).toEqual({ [farid]: "-30.00", [zahra]: "30.00" });
  });

  test("of one that was not deleted is a defect of the caller, and posts nothing", async () => {
    const { id } = await paid();
    await expect(recover(id)).rejects.toThrow("in the wrong state");
  });
});

describe("a key of a correction", () => {
  const corrections = {
    "an edit": (id: number, key: string) => edit(id, usdTransfer(farid, zahra, "11.00"), key),
    "a deletion": (id: number, key: string) => remove(id, unsaid, key),
    "a recovery": async (id: number, key: string) => {
      await remove(id, unsaid);
      return recover(id, key);
    },
  } as const;

  test.each(Object.entries(corrections))("of %s keeps its answer, for the same request alone", async (kind, correct) => {
    const key = `key of ${kind}`;
    expect(await stored(key)).toBeUndefined();
    const answer = await correct((await paid()).id, key);
    expect(await stored(key)).toEqual(answer);
    await expect(stored(key, "another")).rejects.toMatchObject({ code: "idempotency_conflict" });
  });
});

test("each correction is audited with who made it, from where and through which request", async () => {
  const { id } = await paid();
  await edit(id, usdTransfer(farid, zahra, "11.00"));
  await remove(id, unsaid);
  await recover(id);
  const rows = await bench.database.asOwner(
    "select action, version, actor_id, actor, ip, request_id from audit_log where object_type = 'transaction' and object_id = $1 order by version",
    [String(id)],
  );
  const { userId, username, ip, requestId } = bench.by().actor;
  const by = { actor_id: userId, actor: username, ip, request_id: requestId };
  expect(rows).toEqual([
    { action: "transaction.created", version: 1, ...by },
    { action: "transaction.edited", version: 2, ...by },
    { action: "transaction.deleted", version: 3, ...by },
    { action: "transaction.recovered", version: 4, ...by },
  ]);
});
