import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";

import { largestReportPage, type StatementEntry } from "#contract/reports.ts";
import { transactionBody, type RecordedTransaction } from "#contract/transactions.ts";
import { amountText, subtractAmounts, zeroAmount, type Amount } from "#kernel/amount.ts";
import { addDays, businessDateAt, type BusinessDate } from "#kernel/business-date.ts";
import { statementPage } from "#server/features/reports/statement.ts";
import { trialPage } from "#server/features/reports/trial.ts";
import { deleteCommand, editCommand, recordCommand, recoverCommand } from "#server/features/transactions/commands.ts";
import { cashAccountId, createLedgerBench, currency, expectBooksBalance, type LedgerBench } from "#test/support/ledger.ts";

import { StatementPaper, type PaperPeriod } from "./statement-paper.ts";

const histories = 400;
/** Histories that are lived through at the same time, as desks work side by side. */
const sideBySide = 50;

const anyAct = fc.record({
  kind: fc.constantFrom("transfer", "exchange", "credit", "edit", "edit", "delete", "recover"),
  from: fc.nat(2),
  to: fc.nat(2),
  minor: fc.oneof(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 1, max: 1_000_000_000 })),
  daysAgo: fc.nat(6),
  target: fc.nat(5),
});
type Act = typeof anyAct extends fc.Arbitrary<infer Value> ? Value : never;
const anyHistory = fc.record({
  acts: fc.array(anyAct, { minLength: 4, maxLength: 9 }),
  asked: fc.record({
    account: fc.nat(2),
    inAfn: fc.boolean(),
    fromDaysAgo: fc.option(fc.nat(7)),
    days: fc.option(fc.nat(7)),
    limit: fc.constantFrom(1, 2, 200),
  }),
});
type History = typeof anyHistory extends fc.Arbitrary<infer Value> ? Value : never;

let bench: LedgerBench;
let today: BusinessDate;
/** Three accounts for each history: two customers and a company account, all in dollars. */
let accounts: readonly number[];
let paper: StatementPaper;
let lived = 0;

beforeAll(async () => {
  bench = await createLedgerBench(20);
  today = businessDateAt(new Date(), "Asia/Kabul");
  const rows = await bench.database.asOwner<{ id: number }>(
    `with opened as (insert into accounts (code, account_name, currency_id, account_type)
        select 'H' || n, 'History ' || n, 2, case n % 3 when 0 then 'company' else 'customer' end from generate_series(0, $1::integer - 1) n
        order by n returning id),
      held as (select open_account_currency(id, 2) from opened)
      select id from opened, held group by id order by id`,
    [histories * 3],
  );
  accounts = rows.map(({ id }) => id);
  const companies = accounts.filter((_id, index) => index % 3 === 0);
  paper = new StatementPaper([cashAccountId, ...companies], (currencyId) => 20 + currencyId);
});
afterAll(() => bench.database.drop());

test("the statements of four hundred histories are those kept on paper, and the trial balance is", async () => {
  const together = fc.array(anyHistory, { minLength: sideBySide, maxLength: sideBySide });
  await fc.assert(
    fc.asyncProperty(together, async (some) => {
      // fast-check may live through a failing one again: it then needs accounts that nobody has used.
      if (lived + some.length > histories) throw new Error("no history is left");
      await Promise.all(some.map((history) => live(history, lived++)));
    }),
    { numRuns: histories / sideBySide, endOnFailure: true },
  );
  expect(lived).toBe(histories);
  await expectSharedAccounts();
  for (const daysAgo of [-1, 0, 2, 5, 8]) await expectTrialBalance(addDays(today, -daysAgo));
  await expectBooksBalance(bench.database);
}, 120_000);

async function live({ acts, asked }: History, index: number): Promise<void> {
  const own = accounts.slice(3 * index, 3 * index + 3);
  const known: Known[] = [];
  for (const act of acts) await carryOut(act, own, known);
  const accountId = own[asked.account] ?? cashAccountId;
  const from = asked.fromDaysAgo === null ? undefined : addDays(today, -asked.fromDaysAgo);
  const to = asked.days === null ? undefined : addDays(from ?? addDays(today, -7), asked.days);
  const currencyId = asked.inAfn ? currency.AFN : currency.USD;
  for (const corrected of [false, true]) {
    await expectStatement({ accountId, currencyId, limit: asked.limit }, { fromDate: from, toDate: to, corrected });
  }
}

interface Known {
  readonly id: number;
  readonly type: "transfer" | "exchange" | "credit";
  answer: RecordedTransaction;
  isDeleted: boolean;
}

async function carryOut(act: Act, own: readonly number[], known: Known[]): Promise<void> {
  const target = known[act.target % Math.max(known.length, 1)];
  const { db } = bench.database;
  const by = bench.by();
  if (act.kind === "transfer" || act.kind === "exchange" || act.kind === "credit") {
    const body = bodyOf(act.kind, act, own);
    if (body === undefined) return;
    const answer = await recordCommand(bench.ledger, body, by);
    known.push({ id: answer.id, type: act.kind, answer, isDeleted: false });
    return write(answer);
  }
  if (target === undefined || target.isDeleted !== (act.kind === "recover")) return;
  const request = { id: target.id, role: "admin" as const, expectedVersion: undefined, by };
  if (act.kind === "delete") {
    target.isDeleted = true;
    await deleteCommand(db, { reason: null, formName: null }, request);
    return paper.undo(target.id);
  }
  if (act.kind === "recover") {
    target.isDeleted = false;
    return write(await recoverCommand(db, request));
  }
  const body = bodyOf(target.type, act, own);
  if (body === undefined) return;
  target.answer = await editCommand({ db, ledger: bench.ledger }, body, request);
  write(target.answer);
}

function bodyOf(type: Known["type"], { from, to, minor, daysAgo }: Act, own: readonly number[]) {
  const [outAccountId = 0, inAccountId = 0] = [own[from], own[to]];
  const dAmount = amountText(BigInt(minor) as Amount);
  const shared = { dAmount, currencyId: currency.USD, transDate: addDays(today, -daysAgo), transDescription: "history" };
  if (type === "exchange") {
    const afn = { cCurrencyId: currency.AFN, cAmount: amountText((70n * BigInt(minor)) as Amount), exRate: "70" };
    return transactionBody.parse({ ...shared, ...afn, transType: "Exchange", outAccountId, inAccountId });
  }
  if (type === "credit") {
    const sides =
      from === 0 ? { outAccountId, inAccountId: cashAccountId } : { outAccountId: cashAccountId, inAccountId: outAccountId };
    return transactionBody.parse({ ...shared, ...sides, transType: "Credit" });
  }
  if (from === to) return undefined;
  return transactionBody.parse({ ...shared, transType: "Transfer", outAccountId, inAccountId });
}

function write(row: RecordedTransaction): void {
  paper.post({
    id: row.id,
    date: row.transDate,
    out: { accountId: row.outAccountId, currencyId: row.currencyId, amount: row.dAmount },
    into: { accountId: row.inAccountId, currencyId: row.cCurrencyId, amount: row.cAmount },
  });
}

interface Asked {
  readonly accountId: number;
  readonly currencyId: number;
  readonly limit: number;
}

/** Every page of a statement, each figure as it stands on paper. */
async function expectStatement({ accountId, currencyId, limit }: Asked, period: PaperPeriod): Promise<void> {
  const expected = paper.statement(accountId, currencyId, period);
  const entries: StatementEntry[] = [];
  for (let cursor: string | undefined; ;) {
    const query = { accountId, currencyId, limit, cursor, corrected: period.corrected };
    const dates = { fromDate: period.fromDate as BusinessDate | undefined, toDate: period.toDate as BusinessDate | undefined };
    const page = await statementPage(bench.database.db, { ...query, ...dates });
    const { opening, closing, debits, credits } = page;
    expect({ opening, closing, debits, credits }).toEqual({ ...expected, lines: undefined });
    entries.push(...page.entries);
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  const lines = entries.map(({ businessDate, transactionId, debit, credit, balance }) => [
    businessDate,
    transactionId,
    debit === null ? credit : `-${debit}`,
    balance,
  ]);
  expect(lines).toEqual(expected.lines);
  if (lines.length > 0) expect(entries.at(-1)?.balance).toBe(expected.closing);
}

/** The accounts that all histories share, the house's own included. */
async function expectSharedAccounts(): Promise<void> {
  const shared = [
    [cashAccountId, currency.USD],
    [21, currency.AFN],
    [22, currency.USD],
  ] as const;
  for (const [accountId, currencyId] of shared) {
    for (const corrected of [false, true]) {
      const period = { fromDate: addDays(today, -4), toDate: addDays(today, -1), corrected };
      await expectStatement({ accountId, currencyId, limit: largestReportPage }, period);
    }
  }
}

async function expectTrialBalance(asOf: BusinessDate): Promise<void> {
  const nets = new Map<string, Amount>();
  for (let cursor: string | undefined; ;) {
    const page = await trialPage(bench.database.db, {
      asOf,
      currencyId: undefined,
      zero: false,
      limit: largestReportPage,
      cursor,
    });
    for (const { debits, credits, difference } of page.totals) expect([debits, difference]).toEqual([credits, "0.00"]);
    for (const { account, currencyId, debit, credit } of page.rows) {
      const text = debit ?? credit ?? "0.00";
      const amount = BigInt(text.replace(".", "")) as Amount;
      nets.set(`${String(account.id)}/${String(currencyId)}`, debit === null ? subtractAmounts(zeroAmount, amount) : amount);
    }
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  expect(nets).toEqual(paper.balancesAt(asOf));
}
