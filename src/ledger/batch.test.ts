import pg from "pg";
import { expect, test } from "vitest";

import { ordinalsIn, usdTransfer } from "#test/support/events.ts";

import { createRecorder, type Recorder } from "./batch.ts";

/** A pool whose calls answer when the test says so, and how many requests each of them carried. */
class HeldPool {
  readonly sizes: number[] = [];
  private readonly held: PromiseWithResolvers<unknown>[] = [];

  query(call: { readonly values: readonly string[] }): Promise<unknown> {
    this.sizes.push(ordinalsIn(call.values[0]).length);
    const answer = Promise.withResolvers<unknown>();
    this.held.push(answer);
    return answer.promise;
  }

  next(): PromiseWithResolvers<unknown> {
    const answer = this.held.shift();
    if (answer === undefined) throw new Error("no call is under way");
    return answer;
  }
}

function record(recorder: Recorder): Promise<unknown> {
  const actor = { userId: "teller", username: "teller", isAdmin: true, ip: null, requestId: null };
  return recorder.record({ event: usdTransfer(101, 102, "1.00"), postings: [], actor, idempotency: undefined });
}

const lone = 4;
const folded = 7;
const sizesOfAll = [1, 1, 1, 1, folded];

/** Four requests came one by one and went alone; seven more came meanwhile, together, and are the next batch. */
async function occupied() {
  const pool = new HeldPool();
  const recorder = createRecorder(pool as unknown as pg.Pool);
  const came: Promise<unknown>[] = [];
  while (came.length < lone) {
    came.push(record(recorder));
    await calls(pool, came.length);
  }
  expect(pool.sizes).toEqual([1, 1, 1, 1]);
  while (came.length < lone + folded) came.push(record(recorder));
  const settled = Promise.allSettled(came);
  for (let index = 0; index < lone; index++) pool.next().resolve(answered(1));
  await calls(pool, lone + 1);
  expect(pool.sizes).toEqual(sizesOfAll);
  return { pool, settled };
}

const answered = (count: number) => ({
  rows: Array.from({ length: count }, (_, ordinal) => ({
    ordinal,
    refusal: null,
    detail: { id: ordinal, balances: [] },
    id: null,
  })),
});

/** Waits until the database has been called that often. It is called at once or never. */
async function calls(pool: HeldPool, count: number): Promise<void> {
  for (let turn = 0; pool.sizes.length < count; turn += 1) {
    if (turn === 1_000) throw new Error(`the database was called with ${pool.sizes.join(", ")}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function broken(code: string): Error {
  return Object.assign(new Error(`write ${code}`), { code, syscall: "write", errno: -32 });
}

function refusedByDatabase(code: string, severity = "ERROR"): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError("the statement failed", 0, "error"), { code, severity });
}

/** What became of the requests of the folded batch; those that went alone were answered. */
async function folds(settled: Promise<PromiseSettledResult<unknown>[]>): Promise<string[]> {
  const statuses = (await settled).map(({ status }) => status);
  expect(statuses.slice(0, lone)).toEqual(["fulfilled", "fulfilled", "fulfilled", "fulfilled"]);
  return statuses.slice(lone);
}

const allRejected = Array.from({ length: folded }, () => "rejected");

test.each(["EPIPE", "ECONNRESET"])(
  "a batch whose connection broke with %s is not sent a second time: it may have been committed",
  async (code) => {
    const { pool, settled } = await occupied();
    pool.next().reject(broken(code));
    expect(await folds(settled)).toEqual(allRejected);
    expect(pool.sizes).toEqual(sizesOfAll);
  },
);

test.each(["57P01", "57P02", "08006"])("nor is one whose connection the database ended with %s", async (code) => {
  const { pool, settled } = await occupied();
  pool.next().reject(refusedByDatabase(code));
  expect(await folds(settled)).toEqual(allRejected);
  expect(pool.sizes).toEqual(sizesOfAll);
});

test.each([
  ["53100", "PANIC"],
  ["53200", "FATAL"],
  ["XX000", "FATAL"],
  // German: a word that is not known here, of a code that a server may go down with.
  ["53100", "PANIK"],
])("nor is one over which the database went down with %s, %s", async (code, severity) => {
  const { pool, settled } = await occupied();
  pool.next().reject(refusedByDatabase(code, severity));
  expect(await folds(settled)).toEqual(allRejected);
  expect(pool.sizes).toEqual(sizesOfAll);
});

test("requests that arrive together are one batch from the first on", async () => {
  const pool = new HeldPool();
  const recorder = createRecorder(pool as unknown as pg.Pool);
  const settled = Promise.all(Array.from({ length: 3 }, () => record(recorder)));
  await calls(pool, 1);
  expect(pool.sizes).toEqual([3]);
  pool.next().resolve(answered(3));
  await settled;
  expect(pool.sizes).toEqual([3]);
});

test.each([
  ["22008", "ERROR"],
  ["53100", "ERROR"],
  ["22008", "FEHLER"],
])(
  "a batch that the database refused as a whole with %s, %s was rolled back: each of its requests is tried alone",
  async (...word) => {
    const { pool, settled } = await occupied();
    pool.next().reject(refusedByDatabase(...word));
    for (let index = 0; index < folded; index++) {
      await calls(pool, sizesOfAll.length + index + 1);
      if (index === 1) pool.next().reject(refusedByDatabase("22008"));
      else pool.next().resolve(answered(1));
    }
    expect(await folds(settled)).toEqual(allRejected.map((_, index) => (index === 1 ? "rejected" : "fulfilled")));
    expect(pool.sizes).toEqual([...sizesOfAll, ...Array.from({ length: folded }, () => 1)]);
  },
);

test("a request that the database gives no outcome for fails instead of waiting for ever", async () => {
  const { pool, settled } = await occupied();
  pool.next().resolve(answered(folded - 1));
  expect((await settled).at(-1)).toMatchObject({ reason: { message: expect.stringContaining("has one outcome") as string } });
  expect(await folds(settled)).toEqual(allRejected.map((_, index) => (index === folded - 1 ? "rejected" : "fulfilled")));
  expect(pool.sizes).toEqual(sizesOfAll);
});
