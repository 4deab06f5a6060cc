import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { transaction } from "#db/client.ts";
import { eventually } from "#test/support/eventually.ts";
import { createLedgerBench, expectBooksBalance, type LedgerBench } from "#test/support/ledger.ts";

import { answerOfKey, answerOnce, refusingUsedKey } from "./answered-key.ts";

let bench: LedgerBench;
beforeAll(async () => {
  bench = await createLedgerBench();
});
afterAll(async () => {
  await expectBooksBalance(bench.database);
  await bench.database.drop();
});

/** Acts under a key, counting how often anything was done. */
function deed() {
  const done: string[] = [];
  const act = (key?: string, { hash = "same", answer = "done" } = {}) =>
    transaction(bench.database.db, (tx) =>
      answerOnce(tx, bench.by(key, hash), () => {
        done.push(answer);
        return Promise.resolve({ answer });
      }),
    );
  return { done, act };
}

/** How many sessions of this database wait for a key. */
async function waiting(): Promise<number | undefined> {
  const [row] = await bench.database.asOwner<{ count: number }>(
    `select count(*)::integer from pg_locks l join pg_database d on d.oid = l.database
      where l.locktype = 'advisory' and not l.granted and d.datname = current_database()`,
  );
  return row?.count;
}

const conflict = { code: "idempotency_conflict", message: "This Idempotency-Key was already used for another request" };

describe("an act under a key", () => {
  test("is done once and answers the same for ever", async () => {
    const { done, act } = deed();
    expect(await act("once")).toEqual({ answer: "done" });
    expect(await act("once", { answer: "done again" })).toEqual({ answer: "done" });
    expect(done).toEqual(["done"]);
  });

  test("is done once where it is asked for again while it is under way: who asks waits for the answer, and nobody else does", async () => {
    const { done, act } = deed();
    const [begun, goOn] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const first = transaction(bench.database.db, (tx) =>
      answerOnce(tx, bench.by("at-once"), async () => {
        begun.resolve(undefined);
        await goOn.promise;
        return { answer: "by the first" };
      }),
    );
    await begun.promise;
    const second = act("at-once", { answer: "by the second" });
    await eventually("the second waits", async () => done.length > 0 || (await waiting()) === 1);
    await act("beside it");
    goOn.resolve(undefined);
    expect(await Promise.all([first, second])).toEqual([{ answer: "by the first" }, { answer: "by the first" }]);
    expect(done).toEqual(["done"]);
  });

  test("is not done for another request with its key", async () => {
    const { done, act } = deed();
    await act("taken");
    await expect(act("taken", { hash: "another" })).rejects.toMatchObject(conflict);
    expect(done).toEqual(["done"]);
  });

  test("is not done for another call with its key", async () => {
    const { act } = deed();
    await act("of-a-posting");
    const elsewhere = { ...bench.by().actor };
    const idempotency = { key: "of-a-posting", call: "POST /api/hawalas", requestHash: "same" };
    const asked = transaction(bench.database.db, (tx) => answerOfKey(tx, { actor: elsewhere, idempotency }));
    await expect(asked).rejects.toMatchObject(conflict);
  });

  test("that failed is not remembered", async () => {
    const by = bench.by("failed");
    const failing = transaction(bench.database.db, (tx) => answerOnce(tx, by, () => Promise.reject(new Error("out of paper"))));
    await expect(failing).rejects.toThrow("out of paper");
    const { done, act } = deed();
    await act("failed");
    expect(done).toEqual(["done"]);
  });
});

test("without a key every request is a new one, and nothing is kept", async () => {
  const { done, act } = deed();
  await act();
  await act();
  expect(done).toEqual(["done", "done"]);
  expect(await transaction(bench.database.db, (tx) => answerOfKey(tx, bench.by()))).toBeUndefined();
});

test("a key that was never used has no answer", async () => {
  expect(await transaction(bench.database.db, (tx) => answerOfKey(tx, bench.by("never")))).toBeUndefined();
});

describe("a failure at the moment of writing", () => {
  test("that comes of a key used meanwhile is told as such", async () => {
    const collided = Object.assign(new Error("duplicate key"), { constraint: "idempotency_keys_pkey" });
    await expect(refusingUsedKey(Promise.reject(collided))).rejects.toMatchObject(conflict);
  });

  test("that has another cause stays what it is, and a success too", async () => {
    const other = Object.assign(new Error("duplicate key"), { constraint: "accounts_code_key" });
    await expect(refusingUsedKey(Promise.reject(other))).rejects.toBe(other);
    expect(await refusingUsedKey(Promise.resolve(7))).toBe(7);
  });
});
