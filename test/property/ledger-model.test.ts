import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";

import { transactionBody, type RecordedTransaction, type TransactionBody } from "#contract/transactions.ts";
import { amountText, type Amount } from "#kernel/amount.ts";
import { addDays, businessDateAt, type BusinessDate } from "#kernel/business-date.ts";
import { Refusal } from "#kernel/refusal.ts";
import { deleteCommand, editCommand, recordCommand, recoverCommand } from "#server/features/transactions/commands.ts";
import { cashAccountId, createLedgerBench, currency, expectBooksBalance, type LedgerBench } from "#test/support/ledger.ts";

import { exactSelling, LedgerOracle, type KnownAccount } from "./ledger-oracle.ts";

/** 9,000 commands, many of which are several requests at once; some find nothing to do, most do. */
const histories = 45;
const commandsPerHistory = 200;
const leastCarriedOut = 5_000;
let done = 0;

const kinds = [
  "transfer",
  "credit",
  "debit",
  "exchange",
  "edit",
  "backdate",
  "delete",
  "recover",
  "retry",
  "sameKeyAtOnce",
  "editRace",
] as const;
const anyCommand = fc.record({
  kind: fc.constantFrom(...kinds),
  from: fc.nat(6),
  to: fc.nat(6),
  currencyId: fc.constantFrom(1, 2, 3, 4),
  otherCurrencyId: fc.constantFrom(1, 2, 3, 4),
  minor: fc.oneof(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 100_000_000 })),
  rate: fc.constantFrom("0.5", "3", "69.8", "70.2", "277.125"),
  daysAgo: fc.nat(40),
  target: fc.nat(),
});
type Command = typeof anyCommand extends fc.Arbitrary<infer Value> ? Value : never;

let bench: LedgerBench;
beforeAll(async () => {
  bench = await createLedgerBench();
});
afterAll(() => bench.database.drop());

test("a history of random commands never leaves the balances of the paper ledger", async () => {
  const history = fc.array(anyCommand, { minLength: commandsPerHistory, maxLength: commandsPerHistory });
  await fc.assert(fc.asyncProperty(history, runHistory), { numRuns: histories, endOnFailure: true });
  expect(done).toBeGreaterThanOrEqual(leastCarriedOut);
}, 300_000);

async function runHistory(commands: readonly Command[]): Promise<void> {
  const world = await openWorld();
  for (const command of commands) await runCommand(world, command);
  await expectSameBalances(world);
  await expectBooksBalance(bench.database);
}

interface World {
  readonly oracle: LedgerOracle;
  readonly accounts: readonly KnownAccount[];
  readonly today: BusinessDate;
  /** Requests that were answered, to be sent again. */
  readonly answered: { readonly key: string; readonly body: TransactionBody; readonly answer: RecordedTransaction }[];
  nextKey: number;
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

function bodyOf(world: World, command: Command): TransactionBody | undefined {
  const { oracle, accounts } = world;
  const from = accounts[command.from % accounts.length];
  const to = accounts[command.to % accounts.length];
  if (from === undefined || to === undefined) return undefined;
  const shared = {
    currencyId: command.currencyId,
    dAmount: amountText(BigInt(command.minor) as Amount),
    transDate: addDays(world.today, -command.daysAgo),
    transDescription: `history ${command.kind}`,
  };
  if (command.kind === "exchange") {
    if (command.currencyId === command.otherCurrencyId) return undefined;
    const cAmount = exactSelling(command);
    if (cAmount === "0.00") return undefined;
    return transactionBody.parse({
      ...shared,
      transType: "Exchange",
      outAccountId: from.id,
      inAccountId: to.id,
      cCurrencyId: command.otherCurrencyId,
      cAmount,
      exRate: command.rate,
    });
  }
  if (command.kind === "credit" || command.kind === "debit") {
    const transType = command.kind === "credit" ? "Credit" : "Debit";
    const cashIsOut = (transType === "Credit") !== from.company;
    if (!oracle.holds(from.id, command.currencyId)) return undefined;
    return transactionBody.parse({
      ...shared,
      transType,
      outAccountId: cashIsOut ? cashAccountId : from.id,
      inAccountId: cashIsOut ? from.id : cashAccountId,
    });
  }
  if (from.id === to.id || !oracle.holds(from.id, command.currencyId) || !oracle.holds(to.id, command.currencyId))
    return undefined;
  return transactionBody.parse({ ...shared, transType: "Transfer", outAccountId: from.id, inAccountId: to.id });
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

async function post(world: World, command: Command): Promise<void> {
  const body = bodyOf(world, command);
  if (body === undefined) return;
  const key = `key-${String(world.nextKey++)}`;
  const answer = await recordCommand(bench.ledger, body, bench.by(key, JSON.stringify(body, bigintText)));
  world.answered.push({ key, body, answer });
  learn(world, answer, false);
}

async function sameKeyAtOnce(world: World, command: Command): Promise<void> {
  const body = bodyOf(world, command);
  if (body === undefined) return;
  const key = `key-${String(world.nextKey++)}`;
  const by = bench.by(key, JSON.stringify(body, bigintText));
  const answers = await Promise.all([1, 2, 3, 4].map(() => recordCommand(bench.ledger, body, by)));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  const [answer] = answers;
  if (answer !== undefined) learn(world, answer, false);
}

async function retry(world: World, command: Command): Promise<void> {
  const earlier = world.answered[command.target % Math.max(1, world.answered.length)];
  if (earlier === undefined) return;
  const again = await recordCommand(bench.ledger, earlier.body, bench.by(earlier.key, JSON.stringify(earlier.body, bigintText)));
  expect(again).toEqual(earlier.answer);
  done += 1;
  await expect(recordCommand(bench.ledger, earlier.body, bench.by(earlier.key, "another body"))).rejects.toThrow("already used");
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
    const recovered = recoverCommand(db, { ...request, expectedVersion: undefined });
    if (!target.deleted) return expectConflict(recovered);
    return learn(world, await recovered, false);
  }
  if (command.kind === "delete") {
    learn(world, await deleteCommand(db, { reason: "wrong", formName: null }, request), true);
    return expectConflict(
      deleteCommand(db, { reason: null, formName: null }, { ...request, by: bench.by(), expectedVersion: undefined }),
    );
  }
  const body = editedBody(world, command, target.id);
  if (body === undefined) return;
  if (command.kind === "editRace") return editRace(world, body, request);
  learn(world, await editCommand({ db, ledger: bench.ledger }, body, request), false);
  await expectConflict(editCommand({ db, ledger: bench.ledger }, body, { ...request, by: bench.by() }));
}

/** Two people save over the same version at the same moment: one wins, the other is told. */
async function editRace(world: World, body: TransactionBody, request: Parameters<typeof editCommand>[2]): Promise<void> {
  const stores = { db: bench.database.db, ledger: bench.ledger };
  const racing = await Promise.allSettled([1, 2, 3].map(() => editCommand(stores, body, { ...request, by: bench.by() })));
  const won = racing.filter((result) => result.status === "fulfilled");
  expect(won).toHaveLength(1);
  for (const lost of racing) if (lost.status === "rejected") expect((lost.reason as Refusal).code).toBe("stale_version");
  for (const result of won) learn(world, result.value, false);
}

/** The target with other amounts, accounts and day (edit) or another day alone (backdate). Its type stays. */
function editedBody(world: World, command: Command, id: number): TransactionBody | undefined {
  const entry = world.answered.find(({ answer }) => answer.id === id);
  const known = world.oracle.transactions.get(id);
  if (entry === undefined || known === undefined) return undefined;
  const transDate = addDays(world.today, -command.daysAgo);
  if (command.kind === "backdate") {
    const amounts = {
      outAccountId: known.out,
      inAccountId: known.into,
      currencyId: known.currencyId,
      cCurrencyId: known.cCurrencyId,
    };
    return transactionBody.parse({
      ...amounts,
      transType: entry.body.transType,
      dAmount: amountText(known.dAmount),
      cAmount: amountText(known.cAmount),
      exRate: known.rate,
      transDate,
      transDescription: "moved",
    });
  }
  const kindOf = { Exchange: "exchange", Transfer: "transfer", Credit: "credit", Debit: "debit" } as const;
  return bodyOf(world, { ...command, kind: kindOf[entry.body.transType] });
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
