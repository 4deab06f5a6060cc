import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";

import { addDays, businessDateAt, type BusinessDate } from "#kernel/business-date.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { AskedBy } from "#ledger/answered-key.ts";
import { patienceMs, scaled, seedOf, tellFigures } from "#test/prove/scale.ts";
import { openCrashes, type Crashes } from "#test/support/crashes.ts";
import { fileWorkHere } from "#test/support/file-work.ts";
import { createLedgerBench, expectBooksBalance, type LedgerBench } from "#test/support/ledger.ts";

import { passAct, type Act } from "./hawala-acts.ts";
import { expectSameBooks } from "./hawala-books.ts";
import { actOf, anyCommand, type Command } from "./hawala-commands.ts";
import { correctionAct } from "./hawala-corrections.ts";
import type { No } from "./hawala-foreseen.ts";
import { expectPlainNumber } from "./hawala-import-acts.ts";
import { HawalaOracle, type PaperAccount } from "./hawala-oracle.ts";
import { oneOf, type World } from "./hawala-slips.ts";

/** 1,750 commands; some find nothing to do, and nearly half of the others are refused as foreseen. */
const histories = scaled(5, 96);
const commandsPerHistory = 350;
const leastCarriedOut = scaled(900, 20_000);
const commandsBetweenLooks = 40;
/** What was answered, and what was refused, exactly as the oracle said. */
const done = { carriedOut: 0, refused: 0, refusedForReceiver: 0 };

fileWorkHere();

let bench: LedgerBench;
let crashes: Crashes;
let oracle: HawalaOracle;
let today: BusinessDate;
let accounts: World["accounts"];
beforeAll(async () => {
  bench = await createLedgerBench();
  crashes = await openCrashes(bench.database);
  today = businessDateAt(new Date(), "Asia/Kabul");
  oracle = new HawalaOracle(addDays(today, 1));
  accounts = {
    dollars: await open(2, "customer"),
    euros: await open(3, "customer"),
    kabul: await open(1, "hawala_partner"),
    dubai: await open(2, "company"),
    branch: await open(1, "partner"),
    dollarBranch: await open(2, "partner"),
  };
  await bench.database.asOwner("update business_settings set branch_codes = $1", [
    [accounts.branch.code, accounts.dollarBranch.code],
  ]);
});
afterAll(async () => {
  await crashes.close();
  await bench.database.drop();
});

let opened = 0;
async function open(currencyId: number, type: string): Promise<PaperAccount> {
  const id = await bench.openAccount({ currencyId, type });
  opened += 1;
  const account = {
    id,
    code: `T${String(opened)}`,
    currencyId,
    company: type === "company",
    branch: type === "partner",
    active: true,
  };
  oracle.accounts.set(id, account);
  return account;
}

test(
  "a history of random acts on hawalas leaves statuses, transactions and balances as on paper",
  async () => {
    const history = fc.array(anyCommand, { minLength: commandsPerHistory, maxLength: commandsPerHistory });
    await fc.assert(fc.asyncProperty(history, runHistory), { numRuns: histories, endOnFailure: true, seed: seedOf(1_405) });
    expect(done.carriedOut).toBeGreaterThanOrEqual(leastCarriedOut);
    expect(done.refused).toBeGreaterThan(500);
    // Payouts that were taken back and not recovered, since nothing of their hawala but the receiver was corrected.
    expect(done.refusedForReceiver).toBeGreaterThan(0);
    expect(crashes.count).toBeGreaterThan(0);
    tellFigures(
      `${String(done.carriedOut)} acts carried out, ${String(done.refused)} refused as foreseen, ${String(crashes.count)} crashes of PostgreSQL among them, 0 divergences`,
    );
  },
  patienceMs(900_000),
);

test("a hawala that is in another state than on paper is found", async () => {
  const hawala = oneOf([...oracle.hawalas.values()], 0);
  if (hawala === undefined) throw new Error("nothing was entered");
  const { status } = hawala;
  hawala.status = status === "Passed" ? "Pending" : "Passed";
  await expect(expectSameBooks(bench.database.pool, oracle)).rejects.toThrow("expected");
  hawala.status = status;
});

let played = 0;
let nextKey = 0;
/** Requests of this history that were answered, to be sent again. */
let answered: { readonly act: Act; readonly by: AskedBy; readonly answer: object }[] = [];

async function runHistory(commands: readonly Command[]): Promise<void> {
  played += 1;
  answered = [];
  const world: World = {
    bench,
    oracle,
    today,
    accounts,
    numbers: `H${String(played)}K`,
    hawalas: [],
    transactions: [],
    batches: [],
  };
  expectPlainNumber(world.numbers);
  for (const [index, command] of commands.entries()) {
    await runCommand(world, command);
    if (index % commandsBetweenLooks === 0) await expectSameBooks(bench.database.pool, oracle);
  }
  await expectSameBooks(bench.database.pool, oracle);
  await expectBooksBalance(bench.database);
}

async function runCommand(world: World, command: Command): Promise<void> {
  if (command.kind === "standDown") return standDown(command);
  if (command.kind === "series") return setBack();
  if (command.kind === "retry") return retry(command);
  if (command.kind === "sameKeyElsewhere") return sameKeyElsewhere(world, command);
  if (command.kind === "passOrRecover") return passOrRecover(world, command);
  const act = actOf(world, command);
  if (act === undefined) return;
  if (command.manner === "sameKeyAtOnce" && act.isAlone !== true) return sameKeyAtOnce(act);
  if (command.manner === "atOnce" && act.isSingle) return atOnce(act);
  if (command.manner === "crash" && act.isAlone !== true) return once(act, command.c % 24);
  await once(act);
}

function keyed(call: string, requestHash = "same"): AskedBy {
  nextKey += 1;
  return { actor: bench.by().actor, idempotency: { key: `key-${String(nextKey)}`, call, requestHash } };
}

/** Somebody asks; where PostgreSQL dies after so many turns, he asks again under the same key. */
async function once(act: Act, crashAfterTurns?: number): Promise<void> {
  const expected = act.predict();
  const by = keyed(act.call);
  const ask = (): Promise<object> => act.ask(by);
  const crashing = { afterTurns: crashAfterTurns ?? 0, restarted: () => undefined };
  const [outcome] = await Promise.allSettled([crashAfterTurns === undefined ? ask() : crashes.during(ask, crashing)]);
  if (expected !== undefined) return expectNo(outcome, expected);
  if (outcome.status === "rejected") throw outcome.reason;
  answered.push({ act, by, answer: outcome.value });
  await act.learn(outcome.value);
  done.carriedOut += 1;
}

/** Several desks ask for the same: one is served, the others are told what anyone would be told after it. */
async function atOnce(act: Act): Promise<void> {
  const expected = act.predict();
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => act.ask(keyed(act.call))));
  const won = outcomes.filter((outcome) => outcome.status === "fulfilled");
  expect(won).toHaveLength(expected === undefined ? 1 : 0);
  for (const { value } of won) {
    await act.learn(value);
    done.carriedOut += 1;
  }
  for (const lost of outcomes) if (lost.status === "rejected") expectNo(lost, expected ?? act.predict());
}

/** A double click: one act, the same answer for each. */
async function sameKeyAtOnce(act: Act): Promise<void> {
  const expected = act.predict();
  const by = keyed(act.call);
  const outcomes = await Promise.allSettled([1, 2].map(() => act.ask(by)));
  if (expected !== undefined) {
    for (const outcome of outcomes) expectNo(outcome, expected);
    return;
  }
  const answers = outcomes.map((outcome) => {
    if (outcome.status === "rejected") throw outcome.reason;
    return outcome.value;
  });
  const [first = {}] = answers;
  for (const answer of answers) expect(answer).toEqual(first);
  answered.push({ act, by, answer: first });
  await act.learn(first);
  done.carriedOut += 1;
}

/** The same key again: the answer of then, whatever has become of the hawala; for another body a refusal. */
async function retry(command: Command): Promise<void> {
  const earlier = oneOf(answered, command.a);
  if (earlier?.by.idempotency === undefined) return;
  expect(await earlier.act.ask(earlier.by)).toEqual(earlier.answer);
  const other = { ...earlier.by, idempotency: { ...earlier.by.idempotency, requestHash: "another body" } };
  const [outcome] = await Promise.allSettled([earlier.act.ask(other)]);
  expectNo(outcome, usedKey);
  done.carriedOut += 1;
}

const usedKey: No = { code: "idempotency_conflict", says: "already used" };

/** A key of one call on another one: of a hawala on a posting, and the reverse. */
async function sameKeyElsewhere(world: World, command: Command): Promise<void> {
  const earlier = oneOf(answered, command.a);
  const other = actOf(world, { ...command, kind: command.b % 2 === 0 ? "ordinary" : "enterOutgoing" });
  if (earlier?.by.idempotency === undefined || other === undefined || other.call === earlier.act.call) return;
  const by = { ...earlier.by, idempotency: { ...earlier.by.idempotency, call: other.call } };
  const [outcome] = await Promise.allSettled([other.ask(by)]);
  expectNo(outcome, usedKey);
}

/** A payout taken back is recovered at one desk while another pays anew: one of them does. */
async function passOrRecover(world: World, command: Command): Promise<void> {
  const deleted = world.transactions.filter(
    (known) => known.deleted && oracle.hawalas.get(known.hawalaId ?? 0)?.status === "Pending",
  );
  const transaction = oneOf(deleted, command.a);
  const hawala = oracle.hawalas.get(transaction?.hawalaId ?? 0);
  if (transaction === undefined || hawala === undefined) return;
  const acts = [passAct(world, hawala, command), correctionAct(world, transaction, { kind: "recover", draw: command })];
  const possible = acts.filter((act) => act.predict() === undefined);
  const before = new Map(acts.map((act) => [act, act.predict()]));
  const outcomes = await Promise.allSettled(acts.map((act) => act.ask(keyed(act.call))));
  const winner = outcomes.findIndex(({ status }) => status === "fulfilled");
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(Math.min(1, possible.length));
  const won = outcomes[winner];
  if (won?.status === "fulfilled") {
    await acts[winner]?.learn(won.value);
    done.carriedOut += 1;
  }
  for (const [index, act] of acts.entries()) {
    const outcome = outcomes[index];
    // Whether the loser was judged before the winner or after it, both refuse it.
    if (outcome?.status === "rejected") expectNoOf(outcome, [before.get(act), act.predict()]);
  }
}

/** A partner or a customer is suspended, or is back. */
async function standDown(command: Command): Promise<void> {
  const account = [accounts.dubai, accounts.branch, accounts.euros][command.a % 3];
  // Suspended rarely, back soon.
  if (account === undefined || (account.active && command.b % 6 !== 0)) return;
  account.active = !account.active;
  await bench.database.pool.query("update accounts set account_status = $2 where id = $1", [
    account.id,
    account.active ? "active" : "suspended",
  ]);
}

/** The series of our numbers begins anew: those issued are passed over. */
async function setBack(): Promise<void> {
  await bench.database.pool.query("update hawala_settings set next_number = start_number");
  oracle.nextNumber = 1001;
}

function expectNo(outcome: PromiseSettledResult<object>, expected: No | undefined): void {
  expectNoOf(outcome, [expected]);
}

function expectNoOf(outcome: PromiseSettledResult<object>, expected: readonly (No | undefined)[]): void {
  expect(outcome.status).toBe("rejected");
  const reason: unknown = outcome.status === "rejected" ? outcome.reason : undefined;
  if (!(reason instanceof Refusal)) throw reason;
  const foreseen = expected.filter((one) => one !== undefined);
  const isForeseen = foreseen.some(({ code, says }) => reason.code === code && reason.message.includes(says));
  expect(isForeseen ? "foreseen" : `${reason.code}: ${reason.message}; expected ${JSON.stringify(foreseen)}`).toBe("foreseen");
  done.refused += 1;
  if (reason.message.startsWith("The receiver of this hawala was corrected")) done.refusedForReceiver += 1;
}
