import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { cancelHawala, getHawala, hawalaToPending, passHawala } from "#contract/hawalas.ts";
import type { Route } from "#contract/route.ts";
import { deleteTransaction, recoverTransaction } from "#contract/transactions.ts";
import { openDesk, type Desk } from "#test/support/desk.ts";
import { enter, incoming, openLondon } from "#test/support/hawalas.ts";
import { expectBooksBalance } from "#test/support/ledger.ts";
import { sortedStatuses, type SignedInClient } from "#test/support/server.ts";

const desks = 32;
const rounds = 50;

let desk: Desk;
let london: { readonly id: number };
beforeAll(async () => {
  desk = await openDesk();
  london = await openLondon(desk);
});
afterAll(async () => {
  await expectBooksBalance(desk.server.database);
  await desk.close();
});

/** One request of a race. */
interface Runner {
  readonly route: Route;
  readonly id: number;
}

let nextKey = 0;

/** All at the same moment, each under a key of its own, from three people. */
function race(runners: readonly Runner[]) {
  const people: readonly SignedInClient[] = [desk.admin, desk.operator, desk.admin];
  return Promise.all(
    runners.map(({ route, id }, index) =>
      (people[index % people.length] ?? desk.admin).send(route, {
        params: { id },
        headers: { "idempotency-key": `race-${String((nextKey += 1))}` },
      }),
    ),
  );
}

function thirtyTwo(...runners: readonly Runner[]): readonly Runner[] {
  return Array.from({ length: desks }, (_, index) => runners[index % runners.length] as Runner);
}

async function waiting(): Promise<number> {
  return (await enter(desk, incoming())).id;
}

async function passed(): Promise<{ readonly id: number; readonly transactionId: number }> {
  const id = await waiting();
  const { transactionId } = await desk.user.ok(passHawala, { params: { id } });
  return { id, transactionId: transactionId ?? 0 };
}

async function statusOf(id: number): Promise<string> {
  return (await desk.admin.ok(getHawala, { params: { id } })).hawalaStatus;
}

async function livePasses(id: number): Promise<number> {
  const { rows } = await desk.server.database.pool.query<{ live: number }>(
    "select count(*)::integer as live from transactions where hawala_id = $1 and deleted_at is null",
    [id],
  );
  return rows[0]?.live ?? -1;
}

async function partnerBalance(): Promise<bigint> {
  return BigInt(((await desk.balances(london.id))["AFN"] ?? "0").replace(".", ""));
}

describe("many desks at the same moment", () => {
  test("pay one hawala once: one payout, 31 clear conflicts, every time", async () => {
    const before = await partnerBalance();
    for (let round = 0; round < rounds; round++) {
      const id = await waiting();
      const answers = await race(thirtyTwo({ route: passHawala, id }));
      expect(sortedStatuses(answers)).toEqual([200, ...Array.from({ length: desks - 1 }, () => 409)]);
      for (const answer of answers.filter(({ statusCode }) => statusCode === 409)) {
        expect(answer.json()).toMatchObject({ code: "conflict", message: "This hawala has already been passed." });
      }
      expect(await livePasses(id)).toBe(1);
    }
    expect(before - (await partnerBalance())).toBe(BigInt(rounds) * 920_000n);
  }, 120_000);

  test("with one key pay it once and all get the same answer", async () => {
    const id = await waiting();
    const sent = { params: { id }, headers: { "idempotency-key": `one-key-${String(id)}` } };
    const answers = await Promise.all(Array.from({ length: desks }, () => desk.user.send(passHawala, sent)));
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
    expect(answers[0]?.statusCode).toBe(200);
    expect(await livePasses(id)).toBe(1);
  });

  test("pass against cancel: whichever is first decides, and the books follow it", async () => {
    for (let round = 0; round < rounds; round++) {
      const id = await waiting();
      const answers = await race(thirtyTwo({ route: passHawala, id }, { route: cancelHawala, id }));
      // A pass may come first and be cancelled, then nothing more is possible; a cancellation first refuses every pass.
      const passes = answers.filter((answer, index) => index % 2 === 0 && answer.statusCode === 200);
      const cancels = answers.filter((answer, index) => index % 2 === 1 && answer.statusCode === 200);
      expect(cancels).toHaveLength(1);
      expect(passes.length).toBeLessThanOrEqual(1);
      expect(await statusOf(id)).toBe("Cancelled");
      expect(await livePasses(id)).toBe(0);
    }
  }, 120_000);

  const removals: readonly [string, (of: { id: number; transactionId: number }) => Runner, string][] = [
    ["pending", ({ id }) => ({ route: hawalaToPending, id }), "Pending"],
    ["cancel", ({ id }) => ({ route: cancelHawala, id }), "Cancelled"],
    ["delete", ({ transactionId }) => ({ route: deleteTransaction, id: transactionId }), "Pending"],
  ];
  test.each(removals)(
    "%s of one passed hawala takes the payout back once",
    async (_name, runner, status) => {
      const before = await partnerBalance();
      for (let round = 0; round < rounds; round++) {
        const of = await passed();
        const answers = await race(thirtyTwo(runner(of)));
        expect(sortedStatuses(answers)).toEqual([200, ...Array.from({ length: desks - 1 }, () => 409)]);
        expect([await statusOf(of.id), await livePasses(of.id)]).toEqual([status, 0]);
      }
      expect(await partnerBalance()).toBe(before);
    },
    120_000,
  );

  test("recover against a new pass: one of them pays", async () => {
    for (let round = 0; round < rounds; round++) {
      const { id, transactionId } = await passed();
      await desk.admin.ok(deleteTransaction, { params: { id: transactionId } });
      const answers = await race(thirtyTwo({ route: recoverTransaction, id: transactionId }, { route: passHawala, id }));
      expect(sortedStatuses(answers)).toEqual([200, ...Array.from({ length: desks - 1 }, () => 409)]);
      expect([await statusOf(id), await livePasses(id)]).toEqual(["Passed", 1]);
    }
  }, 120_000);

  test("pass, pending, cancel, delete and recover of one hawala in a heap end in one state, never in a 5xx", async () => {
    for (let round = 0; round < rounds; round++) {
      const { id, transactionId } = await passed();
      const answers = await race(
        thirtyTwo(
          { route: hawalaToPending, id },
          { route: passHawala, id },
          { route: cancelHawala, id },
          { route: deleteTransaction, id: transactionId },
          { route: recoverTransaction, id: transactionId },
        ),
      );
      expect(answers.every(({ statusCode }) => statusCode === 200 || statusCode === 409)).toBe(true);
      expect(await livePasses(id)).toBe((await statusOf(id)) === "Passed" ? 1 : 0);
    }
  }, 120_000);
});
