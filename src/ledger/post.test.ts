import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { transferBody } from "#contract/transactions.ts";
import { amountFrom, amountText, type Amount } from "#kernel/amount.ts";
import { Refusal } from "#kernel/refusal.ts";
import { deleteCommand, editCommand } from "#server/features/transactions/commands.ts";
import { patienceMs, scaled, tellFigures } from "#test/prove/scale.ts";
import { usdTransfer } from "#test/support/events.ts";
import { createLedgerBench, currency, expectBooksBalance, type LedgerBench } from "#test/support/ledger.ts";

import { createRecorder } from "./batch.ts";
import type { LedgerAnswer } from "./outcome.ts";
import { recordTransaction } from "./post.ts";

const clients = 64;
const accountCount = 20;

let bench: LedgerBench;
let accounts: number[];
beforeAll(async () => {
  bench = await createLedgerBench(12);
  accounts = [];
  for (let index = 0; index < accountCount; index++) accounts.push(await bench.openAccount({ currencyId: currency.USD }));
});
afterAll(() => bench.database.drop());

function account(index: number): number {
  return accounts[index % accounts.length] ?? 0;
}

describe("many at once", () => {
  test("64 clients post, edit and delete between 20 accounts: nobody fails, and everything sums to zero", async () => {
    const { database, ledger } = bench;
    const work = Array.from({ length: clients }, async (_, client) => {
      for (let round = 0; round < 12; round++) {
        const at = client * 7 + round;
        const event = usdTransfer(account(at), account(at * 3 + 1 + (at * 3 + 1 === at ? 1 : 0)), "1.50");
        if (event.out.accountId === event.in.accountId) continue;
        const answer = await recordTransaction(ledger, event, bench.by(`${String(client)}-${String(round)}`));
        const request = { id: answer.id, role: "admin" as const, expectedVersion: 1, by: bench.by() };
        if (round % 4 === 1) await deleteCommand(database.db, { reason: null, formName: null }, request);
        if (round % 4 === 2) await editCommand({ db: database.db, ledger }, reversedBody(answer), request);
      }
    });
    const results = await Promise.allSettled(work);
    expect(results.filter((result) => result.status === "rejected")).toEqual([]);
    await expectBooksBalance(database);
  });

  test(
    "100 requests with one key are one transaction with one answer, whichever of two servers they reach",
    async () => {
      const servers = [bench.ledger, { ...bench.ledger, recorder: createRecorder(bench.database.pool) }];
      const event = usdTransfer(account(0), account(1), "77.00");
      const post = (key: string, index: number) => recordTransaction(servers[index % 2] ?? bench.ledger, event, bench.by(key));
      const before = await countOf("transactions");
      const keys = scaled(1, 200);
      for (let nth = 0; nth < keys; nth++) {
        const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => post(`one-key-${String(nth)}`, index)));
        expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      }
      expect((await countOf("transactions")) - before).toBe(keys);
      tellFigures(`${String(keys)} keys × 100 concurrent posts through two servers: ${String(keys)} transactions`);
      // Under a key each they would be as many as they are.
      await Promise.all(Array.from({ length: 100 }, (_, index) => post(`another-key-${String(index)}`, index)));
      expect((await countOf("transactions")) - before).toBe(keys + 100);
    },
    patienceMs(60_000),
  );

  test("the same key through two servers at once is one transaction too", async () => {
    const other = { ...bench.ledger, recorder: createRecorder(bench.database.pool) };
    const before = await countOf("transactions");
    for (let round = 0; round < 20; round++) {
      const by = bench.by(`two-servers-${String(round)}`);
      const event = usdTransfer(account(2), account(3), "5.00");
      const [here, there] = await Promise.all([recordTransaction(bench.ledger, event, by), recordTransaction(other, event, by)]);
      expect(here).toEqual(there);
    }
    expect((await countOf("transactions")) - before).toBe(20);
  });

  test("one bad request does not harm the others of its batch", async () => {
    const good = Array.from({ length: 30 }, (_, index) => usdTransfer(account(index), account(index + 1), "2.00"));
    const bad = usdTransfer(account(0), 999_999, "2.00");
    const results = await Promise.allSettled(
      [...good.slice(0, 15), bad, ...good.slice(15)].map((event) => recordTransaction(bench.ledger, event, bench.by())),
    );
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(30);
    expect(results[15]).toMatchObject({ status: "rejected", reason: { code: "invalid" } });
    await expectBooksBalance(bench.database);
  });

  test("each answer of a batch carries the balance right after its own posting", async () => {
    const target = await bench.openAccount({ currencyId: currency.USD });
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => recordTransaction(bench.ledger, usdTransfer(account(5), target, "1.00"), bench.by())),
    );
    const balances = answers
      .map((answer) => shownIn(answer, target))
      .toSorted((left, right) => Number(amountFrom(left) - amountFrom(right)));
    expect(balances).toEqual(Array.from({ length: 50 }, (_, index) => amountText((BigInt(index + 1) * 100n) as Amount)));
  });
});

describe("a key", () => {
  test("answers the same for ever, also after the transaction was changed", async () => {
    const event = usdTransfer(account(6), account(7), "9.00");
    const first = await recordTransaction(bench.ledger, event, bench.by("for-ever"));
    await deleteCommand(
      bench.database.db,
      { reason: null, formName: null },
      { id: first.id, role: "admin", expectedVersion: undefined, by: bench.by() },
    );
    expect(await recordTransaction(bench.ledger, event, bench.by("for-ever"))).toEqual(first);
  });

  test("that was used for another request is a conflict", async () => {
    await recordTransaction(bench.ledger, usdTransfer(account(6), account(7), "9.00"), bench.by("once", "this"));
    const other = recordTransaction(bench.ledger, usdTransfer(account(6), account(7), "8.00"), bench.by("once", "that"));
    await expect(other).rejects.toMatchObject({ code: "idempotency_conflict" });
  });

  test("of a refused request may be used again", async () => {
    const refused = recordTransaction(bench.ledger, usdTransfer(account(0), 999_999, "1.00"), bench.by("second-try", "a"));
    await expect(refused).rejects.toBeInstanceOf(Refusal);
    await expect(
      recordTransaction(bench.ledger, usdTransfer(account(0), account(1), "1.00"), bench.by("second-try", "b")),
    ).resolves.toBeDefined();
  });
});

test("an account that is closed while postings are under way takes none after it, and none is lost", async () => {
  const { database, ledger } = bench;
  for (let round = 0; round < 10; round++) {
    const closing = await bench.openAccount({ currencyId: currency.USD });
    const posts = Array.from({ length: 8 }, (_, index) =>
      recordTransaction(ledger, usdTransfer(account(index), closing, "3.00"), bench.by()),
    );
    const close = database.pool.query<{ currency_id: number }>("select currency_id from close_account($1)", [closing]);
    const results = await Promise.allSettled(posts);
    const notZero = (await close).rows;
    const posted = results.filter((result) => result.status === "fulfilled").length;
    const [row] = await database.asOwner<{ account_status: string; balance: string }>(
      "select a.account_status, b.credits - b.debits as balance from accounts a join balances b on b.account_id = a.id where a.id = $1",
      [closing],
    );
    expect(row?.balance).toBe(amountText((BigInt(posted) * 300n) as Amount));
    if (row?.account_status === "closed") expect(posted).toBe(0);
    else expect(notZero).toHaveLength(1);
  }
  await expectBooksBalance(database);
});

function reversedBody(answer: LedgerAnswer) {
  return transferBody.parse({
    transType: "Transfer",
    outAccountId: answer.inAccountId,
    inAccountId: answer.outAccountId,
    currencyId: answer.currencyId,
    dAmount: answer.dAmount,
    transDescription: "the other way round",
  });
}

function shownIn(answer: LedgerAnswer, accountId: number): string {
  return answer.balances.find((touched) => touched.accountId === accountId)?.balance ?? "none";
}

async function countOf(table: "transactions"): Promise<number> {
  const [row] = await bench.database.asOwner<{ count: number }>(`select count(*)::integer from ${table}`);
  return row?.count ?? 0;
}
