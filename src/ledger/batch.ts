import { setTimeout as pause } from "node:timers/promises";

import pg from "pg";

import { heardWithinMs, isRolledBack } from "#db/client.ts";
import { assert } from "#kernel/assert.ts";
import { codeOf } from "#kernel/error-code.ts";
import { Refusal } from "#kernel/refusal.ts";

import { eventRow, eventsLiteral, sentOf, type Recording } from "./event-row.ts";
import { createOneByOne } from "./one-by-one.ts";
import { answerOf, outcomeOf, type LedgerAnswer, type OutcomeRow, type RecordedRow } from "./outcome.ts";

/** While so few requests are under way, each goes at once, on a connection of its own. */
const fewInFlight = 8;
const lanesForFew = 4;
/** While more are, a second batch is sent beside the first once it would be as large as this. */
const worthALane = 16;
const lanesForMany = 2;
const largestBatch = 256;
/** More than this would wait longer than anybody does. */
const longestQueue = 5_000;
const attempts = 5;

const recordTransactions = {
  name: "record_transactions",
  text: "select ordinal, refusal, detail, id, business_date, recorded_at from record_transactions($1)",
  query_timeout: heardWithinMs,
};

interface Waiting {
  readonly recording: Recording;
  readonly settle: (outcome: OutcomeRow) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Group commit. A request that arrives while few are under way goes at once, alone. Whatever arrives while many are is
 * folded into one batch, so that they share one round trip and one flush of the log: the fewer batches, the less work
 * for each request. There is no timer.
 */
export interface Recorder {
  /** Writes one event down. Refuses as the ledger judges; answers the same for the same idempotency key. */
  record(recording: Recording): Promise<LedgerAnswer>;
}

/** `told` hears the size of each batch that is sent. */
export function createRecorder(pool: pg.Pool, told: (batchSize: number) => void = () => undefined): Recorder {
  const queue: Waiting[] = [];
  const sameKey = createOneByOne();
  let busyLanes = 0;
  let inFlight = 0;

  async function enqueue(recording: Recording): Promise<OutcomeRow> {
    if (queue.length >= longestQueue) {
      throw new Refusal("busy", "The office is very busy. Try again in a moment", { retryAfterSeconds: 1 });
    }
    return new Promise((settle, fail) => {
      queue.push({ recording, settle, fail });
      if (mayTake(busyLanes)) startLane();
    });
  }

  /** Whether one more lane may take what waits, beside so many others; alone it always may. */
  function mayTake(others: number): boolean {
    if (others === 0) return true;
    if (inFlight + queue.length <= fewInFlight) return others < lanesForFew;
    return others < lanesForMany && queue.length >= worthALane;
  }

  /** The lane begins once everything that has arrived with its first request is read. */
  function startLane(): void {
    busyLanes += 1;
    void nextTurn().then(runLane);
  }

  async function runLane(): Promise<void> {
    for (let batch = takeBatch(); batch.length > 0; batch = takeBatch()) {
      inFlight += batch.length;
      told(batch.length);
      await recordBatch(pool, batch);
      // The clients that were just answered send their next requests now: after a large batch they are the next one.
      await nextTurn();
      inFlight -= batch.length;
    }
    busyLanes -= 1;
  }

  /** Everything that waits; nothing for a lane beside others that can fold it as well. */
  function takeBatch(): readonly Waiting[] {
    return mayTake(busyLanes - 1) ? queue.splice(0, largestBatch) : [];
  }

  return {
    async record(recording) {
      const { idempotency, actor } = recording;
      const enqueued = (): Promise<OutcomeRow> => enqueue(recording);
      const outcome =
        idempotency === undefined ? await enqueued() : await sameKey(`${actor.userId} ${idempotency.key}`, enqueued);
      return answerOf(outcome, sentOf(recording));
    },
  };
}

/** Lets everything that has already arrived at the process be read. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Writes one batch and settles each of its requests. Where the batch as a whole fails, each request is tried alone. */
async function recordBatch(pool: pg.Pool, batch: readonly Waiting[]): Promise<void> {
  try {
    const outcomes = await callLedger(pool, batch);
    for (const outcome of outcomes) batch[outcome.ordinal]?.settle(outcome);
    assert(outcomes.length === batch.length, "each request of a batch has one outcome");
  } catch (error) {
    const [only] = batch;
    if (batch.length === 1 && only !== undefined) only.fail(error);
    else if (isRolledBack(error)) for (const waiting of batch) await recordBatch(pool, [waiting]);
    // The connection broke, or the database went down: nobody knows whether the batch was committed, so nothing may be sent a second
    // time from here.
    else for (const waiting of batch) waiting.fail(error);
  }
}

async function callLedger(pool: pg.Pool, batch: readonly Waiting[]): Promise<readonly OutcomeRow[]> {
  const events = eventsLiteral(batch.map(({ recording }, ordinal) => eventRow(recording, ordinal)));
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { rows } = await pool.query<RecordedRow>({ ...recordTransactions, values: [events] });
      return rows.map(outcomeOf);
    } catch (error) {
      if (attempt === attempts || !isLostRace(error)) throw error;
      await pause(Math.random() * 5 * 2 ** attempt);
    }
  }
}

/**
 * 40001 and 40P01: another transaction won; 23505: the same key was just committed through another server; 23503: a
 * currency was deleted meanwhile. Judged anew, the request finds what is there now.
 */
function isLostRace(error: unknown): boolean {
  const code = codeOf(error);
  return code === "40001" || code === "40P01" || code === "23505" || code === "23503";
}

/** Whether the database found, where it was to record, that who asked is no longer admitted as before. Nothing was recorded then. */
export function isAdmissionChanged(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "SA001";
}
