import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";

import type { RecordedTransaction, TransactionBody } from "#contract/transactions.ts";
import { addDays, businessDateAt } from "#kernel/business-date.ts";
import { Refusal } from "#kernel/refusal.ts";
import { createRecorder } from "#ledger/batch.ts";
import type { Ledger } from "#ledger/post.ts";
import { deleteCommand, editCommand, recordCommand, recoverCommand } from "#server/features/transactions/commands.ts";
import { isProof, patienceMs, scaled, seedOf, tellFigures } from "#test/prove/scale.ts";
import { openCrashes, type Crashes } from "#test/support/crashes.ts";
import { cashAccountId, createLedgerBench, currency, expectBooksBalance, type LedgerBench } from "#test/support/ledger.ts";

import { anyCommand, bodyOf, editedBody, type Command, type World } from "./ledger-commands.ts";
import { LedgerOracle, type KnownAccount } from "./ledger-oracle.ts";

/** 7,800 commands, many of which are several requests at once; some find nothing to do, most do. */
const histories = scaled(39, 200);
const commandsPerHistory = 200;
/** They cost as much as the commands in between. The last one is after the last history, and looks at all of them. */
const historiesBetweenVerifications = 25;
/** After so many corrections and retries, one more that has to be refused is tried. */
const everyNthRefused = 3;
const leastCarriedOut = scaled(5_000, 20_000);
let done = 0;

let bench: LedgerBench;
/** The ledger of the server that runs now: each crash ends one. */
let ledger: Ledger;
let crashes: Crashes;
beforeAll(async () => {
  bench = await createLedgerBench();
  ({ ledger } = bench);
  crashes = await openCrashes(bench.database);
});
afterAll(async () => {
  await crashes.close();
  await bench.database.drop();
});

test(
  "a history of random commands never leaves the balances of the paper ledger",
  async () => {
    const history = fc.array(anyCommand, { minLength: commandsPerHistory, maxLength: commandsPerHistory });
    await fc.assert(fc.asyncProperty(history, runHistory), { numRuns: histories, endOnFailure: true, seed: seedOf(2_026) });
    expect(done).toBeGreaterThanOrEqual(leastCarriedOut);
    expect(crashes.count).toBeGreaterThan(0);
    await expectBooksBalance(bench.database);
    tellFigures(`${String(done)} commands carried out, ${String(crashes.count)} crashes of PostgreSQL among them, 0 divergences`);
  },
  patienceMs(300_000),
);

test("a paper ledger that is a hundredth off is found", async () => {
  const world = await openWorld();
  for (const command of fc.sample(anyCommand, { numRuns: 40, seed: 7 })) await runCommand(world, command);
  await expectSameBalances(world);
  const { transactions } = world.oracle;
  const [id, known] = [...transactions].find(([, { deleted }]) => !deleted) ?? [];
  if (id === undefined || known === undefined) throw new Error("nothing was recorded");
  transactions.set(id, { ...known, dAmount: (known.dAmount + 1n) as typeof known.dAmount });
  await expect(expectSameBalances(world)).rejects.toThrow("to be");
});

async function runHistory(commands: readonly Command[]): Promise<void> {
  const world = await openWorld();
  for (const command of commands) await runCommand(world, command);
  await expectSameBalances(world);
  // What a history has put wrong stays wrong.
  if (isProof || worlds % historiesBetweenVerifications === 0) await expectBooksBalance(bench.database);
}

let worlds = 0;

async function openWorld(): Promise<World> {
  const kindsOfAccount = [
    { currencyId: currency.USD },
    { currencyId: currency.USD },
    { currencyId: currency.AFN },
    { currencyId: currency.EUR },
    { currencyId: currency.USD, type: "partner" },
    { currencyId: currency.AFN, type: "company" },
  ];
  const accounts: KnownAccount[] = [];
  for (const kind of kindsOfAccount) {
    accounts.push({ id: await bench.openAccount(kind), currencyId: kind.currencyId, company: kind.type === "company" });
  }
  worlds += 1;
  const ofToday = businessDateAt(new Date(), "Asia/Kabul");
  // The cash account is shared by all histories: its balances are checked by verify, not by an oracle of one history.
  return { oracle: new LedgerOracle(accounts), accounts, today: ofToday, answered: [], nextKey: worlds * 1_000_000 };
}

async function runCommand(world: World, command: Command): Promise<void> {
  const ids = [...world.oracle.transactions.keys()];
  const target = ids[command.target % Math.max(1, ids.length)];
  const known = target === undefined ? undefined : world.oracle.transactions.get(target);
  switch (command.kind) {
    case "transfer":
    case "credit":
    case "debit":
    case "exchange":
      return post(world, command);
    case "sameKeyAtOnce":
      return sameKeyAtOnce(world, { ...command, kind: "transfer" });
    case "retry":
      return retry(world, command);
    default:
      if (target === undefined || known === undefined) return undefined;
      return correctKnown(world, command, { id: target, version: known.version, deleted: known.deleted });
  }
}

/** Asks for a command; where PostgreSQL and the server die over it, asks again under the same key, as a client does. */
async function asking<Answer>({ crashes: isCrashing, target }: Command, ask: () => Promise<Answer>): Promise<Answer> {
  if (!isCrashing) return ask();
  return crashes.during(ask, {
    afterTurns: target % 24,
    restarted: () => (ledger = { ...ledger, recorder: createRecorder(bench.database.pool) }),
  });
}

async function post(world: World, command: Command): Promise<void> {
  const body = bodyOf(world, command);
  if (body === undefined) return;
  const key = `key-${String(world.nextKey++)}`;
  const by = bench.by(key, JSON.stringify(body, bigintText));
  const answer = await asking(command, () => recordCommand(ledger, body, by));
  world.answered.push({ key, body, answer });
  learn(world, answer, false);
}

async function sameKeyAtOnce(world: World, command: Command): Promise<void> {
  const body = bodyOf(world, command);
  if (body === undefined) return;
  const key = `key-${String(world.nextKey++)}`;
  const by = bench.by(key, JSON.stringify(body, bigintText));
  const answers = await Promise.all([1, 2, 3, 4].map(() => recordCommand(ledger, body, by)));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  const [answer] = answers;
  if (answer !== undefined) learn(world, answer, false);
}

async function retry(world: World, command: Command): Promise<void> {
  const earlier = world.answered[command.target % Math.max(1, world.answered.length)];
  if (earlier === undefined) return;
  const again = await recordCommand(ledger, earlier.body, bench.by(earlier.key, JSON.stringify(earlier.body, bigintText)));
  expect(again).toEqual(earlier.answer);
  done += 1;
  if (!refusesToo(command)) return;
  await expect(recordCommand(ledger, earlier.body, bench.by(earlier.key, "another body"))).rejects.toThrow("already used");
}

async function correctKnown(
  world: World,
  command: Command,
  target: { id: number; version: number; deleted: boolean },
): Promise<void> {
  const { db } = bench.database;
  const request = {
    id: target.id,
    role: "admin" as const,
    expectedVersion: target.version,
    by: bench.by(`key-${String(world.nextKey++)}`),
  };
  if (command.kind === "recover" || target.deleted) {
    const recovered = asking(command, () => recoverCommand(db, { ...request, expectedVersion: undefined }));
    if (!target.deleted) return expectConflict(recovered);
    return learn(world, await recovered, false);
  }
  if (command.kind === "delete") {
    learn(world, await asking(command, () => deleteCommand(db, { reason: "wrong", formName: null }, request)), true);
    if (!refusesToo(command)) return undefined;
    return expectConflict(
      deleteCommand(db, { reason: null, formName: null }, { ...request, by: bench.by(), expectedVersion: undefined }),
    );
  }
  const body = editedBody(world, command, target.id);
  if (body === undefined) return;
  if (command.kind === "editRace") return editRace(world, body, request);
  learn(world, await asking(command, () => editCommand({ db, ledger }, body, request)), false);
  if (refusesToo(command)) await expectConflict(editCommand({ db, ledger }, body, { ...request, by: bench.by() }));
}

const refusesToo = ({ target }: Command): boolean => isProof || target % everyNthRefused === 0;

/** Two people save over the same version at the same moment: one wins, the other is told. */
async function editRace(world: World, body: TransactionBody, request: Parameters<typeof editCommand>[2]): Promise<void> {
  const stores = { db: bench.database.db, ledger };
  const racing = await Promise.allSettled([1, 2, 3].map(() => editCommand(stores, body, { ...request, by: bench.by() })));
  const won = racing.filter((result) => result.status === "fulfilled");
  expect(won).toHaveLength(1);
  for (const lost of racing) if (lost.status === "rejected") expect((lost.reason as Refusal).code).toBe("stale_version");
  for (const result of won) learn(world, result.value, false);
}

function learn(world: World, answer: RecordedTransaction, deleted: boolean): void {
  world.oracle.learn(answer, deleted);
  expectAnswered(world, answer);
}

/** The balances in the answer are those of the paper ledger right after it. */
function expectAnswered(world: World, answer: RecordedTransaction): void {
  done += 1;
  for (const touched of answer.balances.filter(({ accountId }) => accountId !== cashAccountId)) {
    expect(touched.balance).toBe(world.oracle.shown(touched.accountId, touched.currencyId));
  }
}

async function expectConflict(refused: Promise<unknown>): Promise<void> {
  const error = await refused.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Refusal);
  expect(["conflict", "stale_version"]).toContain((error as Refusal).code);
}

/** Every balance, and every balance as of each third day of the last weeks. */
async function expectSameBalances({ oracle, accounts, today }: World): Promise<void> {
  const ids = accounts.map(({ id }) => id);
  const days = Array.from({ length: 15 }, (_, index) => addDays(today, -3 * index));
  const rows = await bench.database.asOwner<{ account_id: number; currency_id: number; as_of: string; shown: string }>(
    `select b.account_id, b.currency_id, days.as_of::date as as_of,
        (sum(coalesce(d.debits, 0) - coalesce(d.credits, 0)) * case a.account_type when 'company' then 1 else -1 end)::numeric(24,2) as shown
      from balances b join accounts a on a.id = b.account_id cross join unnest($2::date[]) days (as_of)
      left join balance_days d on d.account_id = b.account_id and d.currency_id = b.currency_id and d.business_date <= days.as_of
      where b.account_id = any ($1) group by 1, 2, 3, a.account_type`,
    [ids, days],
  );
  expect(rows.length).toBeGreaterThanOrEqual(accounts.length * days.length);
  for (const row of rows) expect(row.shown).toBe(oracle.shown(row.account_id, row.currency_id, row.as_of));
}

function bigintText(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? value.toString() : value;
}
