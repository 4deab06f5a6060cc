import pg from "pg";
import { describe, expect, test } from "vitest";

import { ordinalsIn, usdTransfer } from "#test/support/events.ts";

import { createRecorder, isAdmissionChanged, type Recorder } from "./batch.ts";

interface Call {
  readonly name: string;
  readonly text: string;
  readonly values: readonly string[];
}

/** A database that answers when the test says so, and remembers how many requests each call carried. */
class HeldDatabase {
  readonly sizes: number[] = [];
  readonly statements = new Set<string>();
  private readonly held: { readonly size: number; readonly answer: PromiseWithResolvers<unknown> }[] = [];

  query({ name, text, values }: Call): Promise<unknown> {
    const ordinals = ordinalsIn(values[0]);
    const size = ordinals.length;
    // Each request is numbered by its place: that is how its outcome finds it.
    expect(ordinals).toEqual(ordinals.map((_, place) => place));
    const answer = Promise.withResolvers<unknown>();
    this.sizes.push(size);
    this.statements.add(`${name}: ${text}`);
    this.held.push({ size, answer });
    return answer.promise;
  }

  /** Answers the call that has waited longest. */
  async answer(): Promise<void> {
    const { size, answer } = this.taken();
    const rows = Array.from({ length: size }, (_, ordinal) => ({
      ordinal,
      refusal: null,
      detail: [],
      id: ordinal,
      business_date: "2026-03-21",
      recorded_at: "2026-03-21T08:00:00+00:00",
    }));
    answer.resolve({ rows });
    await settled();
  }

  async fail(error: Error): Promise<void> {
    this.taken().answer.reject(error);
    await settled();
  }

  private taken() {
    const call = this.held.shift();
    if (call === undefined) throw new Error("no call is under way");
    return call;
  }
}

/** Everything that can happen without another answer of the database has happened. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 6; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

function open() {
  const database = new HeldDatabase();
  const told: number[] = [];
  const recorder = createRecorder(database as unknown as pg.Pool, (size) => told.push(size));
  return { database, told, recorder };
}

function record(recorder: Recorder, key?: string, userId = "teller"): Promise<unknown> {
  const actor = { userId, username: userId, isAdmin: true, ip: null, requestId: null };
  const idempotency = key === undefined ? undefined : { key, call: "POST /api/transactions", requestHash: "same" };
  return recorder.record({ event: usdTransfer(101, 102, "1.00"), postings: [], actor, idempotency });
}

/** So many requests in the same moment; what becomes of them. */
async function arrive(recorder: Recorder, count: number): Promise<{ readonly came: Promise<PromiseSettledResult<unknown>[]> }> {
  const came = Promise.allSettled(Array.from({ length: count }, () => record(recorder)));
  await settled();
  return { came };
}

/** Why the work fails; undefined where it does not. */
function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe("while few requests are under way", () => {
  test("each goes at once, on one of four lanes; what comes then waits and is folded", async () => {
    const { database, told, recorder } = open();
    for (let index = 0; index < 4; index++) await arrive(recorder, 1);
    expect(database.sizes).toEqual([1, 1, 1, 1]);
    await arrive(recorder, 1);
    await arrive(recorder, 2);
    expect(database.sizes).toEqual([1, 1, 1, 1]);
    await database.answer();
    expect(database.sizes).toEqual([1, 1, 1, 1, 3]);
    expect(told).toEqual([1, 1, 1, 1, 3]);
    const prepared =
      "record_transactions: select ordinal, refusal, detail, id, business_date, recorded_at from record_transactions($1)";
    expect([...database.statements]).toEqual([prepared]);
  });

  test("eight are few and nine are not", async () => {
    const { database, recorder } = open();
    await arrive(recorder, 7);
    await arrive(recorder, 1);
    expect(database.sizes).toEqual([7, 1]);
    await arrive(recorder, 1);
    expect(database.sizes).toEqual([7, 1]);
  });

  test("a lane beside others goes on with what waits only where all together are few", async () => {
    const { database, recorder } = open();
    for (let index = 0; index < 4; index++) await arrive(recorder, 1);
    await arrive(recorder, 7);
    // Three and seven are too many for that, two and seven too; one and seven are eight.
    await database.answer();
    await database.answer();
    expect(database.sizes).toEqual([1, 1, 1, 1]);
    await database.answer();
    expect(database.sizes).toEqual([1, 1, 1, 1, 7]);
  });
});

describe("while many requests are under way", () => {
  test("a second batch goes beside the first as soon as it is worth it: with sixteen; a third does not", async () => {
    const { database, recorder } = open();
    await arrive(recorder, 15);
    await arrive(recorder, 15);
    expect(database.sizes).toEqual([15]);
    await arrive(recorder, 1);
    expect(database.sizes).toEqual([15, 16]);
    await arrive(recorder, 40);
    expect(database.sizes).toEqual([15, 16]);
    await database.answer();
    expect(database.sizes).toEqual([15, 16, 40]);
  });

  test("a lane beside another leaves less than sixteen to it", async () => {
    const { database, recorder } = open();
    await arrive(recorder, 15);
    await arrive(recorder, 16);
    await arrive(recorder, 15);
    await database.answer();
    expect(database.sizes).toEqual([15, 16]);
    await database.answer();
    expect(database.sizes).toEqual([15, 16, 15]);
  });

  test("a lane that is free again goes on with sixteen", async () => {
    const { database, recorder } = open();
    await arrive(recorder, 15);
    await arrive(recorder, 16);
    await arrive(recorder, 16);
    await database.answer();
    expect(database.sizes).toEqual([15, 16, 16]);
  });

  test("no batch is larger than 256", async () => {
    const { database, recorder } = open();
    await arrive(recorder, 600);
    expect(database.sizes).toEqual([256, 256]);
    await database.answer();
    expect(database.sizes).toEqual([256, 256, 88]);
  });

  test("more than 5,000 are not let wait: the next is told to come again in a second", async () => {
    const { database, recorder } = open();
    const all = Array.from({ length: 5000 }, () => record(recorder));
    const refused = { code: "busy", details: { retryAfterSeconds: 1 }, message: expect.stringMatching(/Try again/) };
    await expect(record(recorder)).rejects.toMatchObject(refused);
    await settled();
    while (database.sizes.reduce((sum, size) => sum + size, 0) < 5000) await database.answer();
    for (let index = 0; index < 2; index++) await database.answer();
    expect((await Promise.allSettled(all)).filter(({ status }) => status === "rejected")).toEqual([]);
    void record(recorder);
    await settled();
    expect(database.sizes.at(-1)).toBe(1);
  });
});

test("when everything was answered the next request goes at once", async () => {
  const { database, recorder } = open();
  for (let round = 0; round < 3; round++) {
    const { came } = await arrive(recorder, 20);
    await database.answer();
    expect((await came).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => "fulfilled"));
  }
  for (let index = 0; index < 4; index++) await arrive(recorder, 1);
  expect(database.sizes).toEqual([20, 20, 20, 1, 1, 1, 1]);
});

describe("a key that is sent again while it is under way", () => {
  test("waits for the one before it, one after another, whatever becomes of that", async () => {
    const { database, recorder } = open();
    const first = record(recorder, "k");
    const second = record(recorder, "k");
    await settled();
    expect(database.sizes).toEqual([1]);
    const failure = failureOf(first);
    await database.fail(Object.assign(new Error("broken"), { code: "ECONNRESET" }));
    expect(await failure).toMatchObject({ message: "broken" });
    expect(database.sizes).toEqual([1, 1]);
    const third = record(recorder, "k");
    await settled();
    expect(database.sizes).toEqual([1, 1]);
    await database.answer();
    await expect(second).resolves.toBeDefined();
    expect(database.sizes).toEqual([1, 1, 1]);
    await database.answer();
    await expect(third).resolves.toBeDefined();
  });

  test("holds up neither another key nor another person's same one", async () => {
    const { database, recorder } = open();
    void record(recorder, "k");
    void record(recorder, "other");
    void record(recorder, "k", "clerk");
    await settled();
    expect(database.sizes).toEqual([3]);
  });
});

function ofDatabase(code?: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError("the statement failed", 0, "error"), code === undefined ? {} : { code });
}

describe("a call that lost a race", () => {
  test.each(["40001", "40P01", "23505", "23503"])("with %s is made again", async (code) => {
    const { database, recorder } = open();
    const recorded = record(recorder);
    await settled();
    await database.fail(ofDatabase(code));
    await expect.poll(() => database.sizes).toEqual([1, 1]);
    await database.answer();
    await expect(recorded).resolves.toMatchObject({ id: 0 });
  });

  test("is made five times at most", async () => {
    const { database, recorder } = open();
    const failure = failureOf(record(recorder));
    for (let call = 1; call <= 5; call++) {
      await expect.poll(() => database.sizes).toHaveLength(call);
      await database.fail(ofDatabase("40001"));
    }
    expect(await failure).toMatchObject({ message: "the statement failed" });
    expect(database.sizes).toHaveLength(5);
  });

  test.each(["22008", "42501"])("but not one that failed with %s: the person hears of it", async (code) => {
    const { database, recorder } = open();
    const failure = failureOf(record(recorder));
    await settled();
    await database.fail(ofDatabase(code));
    expect(await failure).toMatchObject({ code });
    expect(database.sizes).toEqual([1]);
  });
});

test("a batch that failed without a state of the database may have been committed: nothing is sent again", async () => {
  const { database, recorder } = open();
  const { came } = await arrive(recorder, 3);
  await database.fail(ofDatabase());
  expect((await came).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(database.sizes).toEqual([3]);
});

test("that an admission has changed is said by the database alone", () => {
  expect(isAdmissionChanged(ofDatabase("SA001"))).toBe(true);
  expect(isAdmissionChanged(ofDatabase("40001"))).toBe(false);
  expect(isAdmissionChanged(Object.assign(new Error("looks alike"), { code: "SA001" }))).toBe(false);
});
