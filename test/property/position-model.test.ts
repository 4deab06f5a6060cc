import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";

import { transactionBody, type RecordedTransaction } from "#contract/transactions.ts";
import { amountFrom, amountText, type Amount } from "#kernel/amount.ts";
import { addDays, type BusinessDate } from "#kernel/business-date.ts";
import { afterDeal, noPosition, valueOfDeal } from "#kernel/position.ts";
import { parseRate, type Rate } from "#kernel/rate.ts";
import type { AskedBy } from "#ledger/answered-key.ts";
import { positionDeals } from "#server/features/currency-position/deals.ts";
import { positionReport } from "#server/features/currency-position/queries.ts";
import { deleteCommand, editCommand, recordCommand, recoverCommand } from "#server/features/transactions/commands.ts";
import { cashAccountId, createLedgerBench, expectBooksBalance, type LedgerBench } from "#test/support/ledger.ts";

import { exactSelling } from "./ledger-oracle.ts";
import { fraction, paperPosition, rounded, type PaperDeal, type PaperRate } from "./position-oracle.ts";

/** 500 histories in a database: each act makes one that is looked at, on what earlier looks have left stored. */
const runs = 20;
const actsPerRun = 25;
/** Further ones on paper and in the kernel alone. */
const pureHistories = 1_000;
/** Some days, somebody's deals and a list of them are looked at after every fifth act. */
const looksPerPeriod = 5;
const currencyIds = [1, 2, 3, 4] as const;
const codes = ["", "AFN", "USD", "EUR", "PKR"] as const;
const firstDay = "2026-01-01" as BusinessDate;
const mostDays = 12;
/** The office has a board from here on; what is dated before is valued by the rates of this day. */
const boardDay = addDays(firstDay, 8);

const anyDay = fc.nat(mostDays - 1);
const anyAct = fc.record({
  kind: fc.oneof(
    { weight: 5, arbitrary: fc.constant("deal" as const) },
    { weight: 4, arbitrary: fc.constantFrom("edit", "backdate", "delete", "recover") },
    { weight: 1, arbitrary: fc.constantFrom("rate", "base") },
  ),
  pair: fc.constantFrom(
    ...currencyIds.flatMap((from) => currencyIds.filter((to) => to !== from).map((to) => [from, to] as const)),
  ),
  minor: fc.oneof(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1_000, max: 5_000_000 })),
  rate: fc.constantFrom("0.5", "3", "69.8", "70.2", "277.125"),
  day: anyDay,
  user: fc.nat(2),
  target: fc.nat(),
  // Which days and whose deals are looked at besides all of them.
  from: anyDay,
  days: anyDay,
  whose: fc.nat(3),
});
type Act = typeof anyAct extends fc.Arbitrary<infer Value> ? Value : never;

/** A deal on paper, with what its correction is asked for with. */
interface Known extends PaperDeal {
  readonly version: number;
}

let bench: LedgerBench;
let userIds: readonly string[];
let deals: Map<number, Known>;
let rates: PaperRate[];
let baseId: number;
let looks = 0;

beforeAll(async () => {
  bench = await createLedgerBench();
  const others = await bench.database.asOwner<{ id: string }>(
    "insert into users (username, password_hash, role) values ('zahra', '-', 'admin'), ('farid', '-', 'admin') returning id",
  );
  userIds = [bench.by().actor.userId, ...others.map(({ id }) => id)];
  for (const table of ["journal", "postings", "corrected_postings"])
    await bench.database.asOwner(`alter table ${table} disable trigger append_only`);
  await bench.database.asOwner("alter table transactions disable trigger never_deleted");
});
afterAll(() => bench.database.drop());

test("position and profit of a random history are what they are on paper, whatever was stored before", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyAct, { minLength: actsPerRun, maxLength: actsPerRun }), async (acts) => {
      await beginAnew();
      for (const act of acts) {
        await carryOut(act);
        await look(act);
      }
    }),
    { numRuns: runs, endOnFailure: true },
  );
  expect(looks).toBeGreaterThanOrEqual(runs * actsPerRun);
  await expectBooksBalance(bench.database);
}, 180_000);

test("position and profit of 1,000 more histories are what they are on paper, in the kernel alone", () => {
  fc.assert(
    fc.property(fc.array(anyAct, { maxLength: 30 }), fc.constantFrom(...currencyIds), (acts, base) => {
      const perUsd = new Map(currencyIds.map((id) => [id as number, parseRate(boardOfStart[id]) ?? (0n as Rate)]));
      const board = [...perUsd].map(([currencyId, rate]) => ({ currencyId, date: firstDay, perUsd: rate }));
      const written = acts.flatMap((act, index): PaperDeal[] => {
        const [boughtId, soldId] = act.pair;
        const sold = amountFrom(
          exactSelling({ currencyId: boughtId, otherCurrencyId: soldId, minor: act.minor, rate: act.rate }),
        );
        const date = addDays(firstDay, act.day);
        const who = { id: index, userId: String(act.user), deleted: act.kind === "delete" };
        return sold === 0n ? [] : [{ ...who, date, boughtId, bought: BigInt(act.minor), soldId, sold }];
      });
      for (const id of currencyIds)
        expectSameOnPaper(id, { deals: written, rates: board, baseId: base }, (one) => perUsd.get(one) ?? (0n as Rate));
    }),
    { numRuns: pureHistories },
  );
});

type Books = Parameters<typeof paperPosition>[1];

function expectSameOnPaper(currencyId: number, books: Books, perUsd: (id: number) => Rate): void {
  const paper = paperPosition(currencyId, books, { fromDate: "0", toDate: "9" });
  let [position, realised] = [noPosition, 0n];
  const standing = books.deals
    .filter(({ deleted, boughtId, soldId }) => !deleted && (boughtId === currencyId || soldId === currencyId))
    .toSorted((left, right) => left.date.localeCompare(right.date) || left.id - right.id);
  for (const { boughtId, bought, soldId, sold } of standing) {
    const sides = {
      bought: { currencyId: boughtId, amount: bought as Amount },
      sold: { currencyId: soldId, amount: sold as Amount },
    };
    const value = valueOfDeal(sides, books.baseId, perUsd);
    const isBought = boughtId === currencyId;
    const leg = { quantity: (isBought ? bought : -sold) as Amount, value: (isBought ? value : -value) as Amount };
    const step = afterDeal(position, leg);
    position = step.after;
    realised += step.realised;
  }
  expect([position.quantity, position.cost]).toEqual([paper?.closing ?? 0n, paper?.cost ?? 0n]);
  expect(realised).toBe(paper?.ofUser(undefined).realised ?? 0n);
}

const boardOfStart = { 1: "70", 2: "1", 3: "0.92", 4: "278" } as const;

/** An empty office: what no program of the product may do, the owner of a database can. */
async function beginAnew(): Promise<void> {
  deals = new Map();
  baseId = 2;
  rates = currencyIds.map((currencyId) => ({
    currencyId,
    date: boardDay,
    perUsd: parseRate(boardOfStart[currencyId]) ?? 0n,
  }));
  const values = currencyIds.map((id) => `(${String(id)}, ${boardOfStart[id]}, '${boardDay} 12:00+04:30')`);
  await bench.database.asOwner(`
    delete from position_folds; delete from position_days; delete from corrected_postings; delete from postings; delete from journal; delete from transactions;
    delete from balance_days; update balances set debits = 0, credits = 0; update business_settings set base_currency = 'USD';
    delete from currency_rates; insert into currency_rates (currency_id, rate, recorded_at) values ${values.join(", ")}`);
}

function by(user: number): AskedBy {
  const { actor, idempotency } = bench.by();
  return { actor: { ...actor, userId: userIds[user] ?? actor.userId }, idempotency };
}

async function carryOut(act: Act): Promise<void> {
  const target = [...deals.values()][act.target % Math.max(1, deals.size)];
  if (act.kind === "deal" || target === undefined) return post(act);
  if (act.kind === "rate") return newRate(act);
  if (act.kind === "base") return newBase(act);
  const request = { id: target.id, role: "admin" as const, expectedVersion: target.version, by: by(act.user) };
  if (target.deleted) return learn(await recoverCommand(bench.database.db, request), target.userId, false);
  if (act.kind === "delete") {
    const words = { reason: null, formName: null };
    return learn(await deleteCommand(bench.database.db, words, request), target.userId, true);
  }
  const body = act.kind === "backdate" ? bodyOf(act, target) : bodyOf(act);
  if (body !== undefined)
    learn(await editCommand({ db: bench.database.db, ledger: bench.ledger }, body, request), target.userId, false);
}

async function post(act: Act): Promise<void> {
  const body = bodyOf(act);
  if (body === undefined) return;
  const who = by(act.user);
  learn(await recordCommand(bench.ledger, body, who), who.actor.userId, false);
}

/** A deal of the act, or the same deal on another day. */
function bodyOf({ pair: [currencyId, cCurrencyId], minor, rate, day }: Act, kept?: Known) {
  const amounts =
    kept === undefined
      ? {
          currencyId,
          cCurrencyId,
          dAmount: amountText(BigInt(minor) as Amount),
          cAmount: exactSelling({ currencyId, otherCurrencyId: cCurrencyId, minor, rate }),
          exRate: rate,
        }
      : undefined;
  if (amounts?.cAmount === "0.00") return undefined;
  return transactionBody.parse({
    transType: "Exchange",
    outAccountId: cashAccountId,
    inAccountId: cashAccountId,
    ...(amounts ?? keptAmounts.get(kept?.id ?? 0)),
    transDate: addDays(firstDay, day),
    transDescription: "On paper",
  });
}

const keptAmounts = new Map<number, object>();

function learn(row: RecordedTransaction, userId: string, deleted: boolean): void {
  const { currencyId, cCurrencyId, dAmount, cAmount, exRate } = row;
  keptAmounts.set(row.id, { currencyId, cCurrencyId, dAmount, cAmount, exRate });
  deals.set(row.id, {
    id: row.id,
    version: row.version,
    date: row.transDate,
    userId,
    boughtId: currencyId,
    bought: amountFrom(dAmount),
    soldId: cCurrencyId,
    sold: amountFrom(cAmount),
    deleted,
  });
}

/** The board of some day changes after deals of that day have been reckoned, at any hour: the clock may have been set back. */
async function newRate({ pair: [currencyId], rate, day, minor }: Act): Promise<void> {
  const date = addDays(firstDay, day);
  await bench.database.asOwner("insert into currency_rates (currency_id, rate, recorded_at) values ($1, $2, $3)", [
    currencyId,
    rate,
    `${date} ${String(minor % 24)}:00+04:30`,
  ]);
  rates.push({ currencyId, date, perUsd: parseRate(rate) ?? 0n });
}

async function newBase({ pair: [currencyId] }: Act): Promise<void> {
  await bench.database.asOwner("update business_settings set base_currency = $1", [codes[currencyId]]);
  baseId = currencyId;
}

async function look({ from, days, whose, pair: [currencyId] }: Act): Promise<void> {
  looks += 1;
  await expectPaper({});
  if (looks % looksPerPeriod !== 0) return;
  const userId = userIds[whose];
  const fromDate = addDays(firstDay, from);
  const period = { fromDate, toDate: addDays(fromDate, days), ...(userId === undefined ? {} : { userId }) };
  const row = await expectPaper(period, currencyId);
  if (row === undefined) return;
  const { rows } = await positionDeals(bench.database.db, { ...period, currencyId }, { limit: 1_000 });
  expect(rows.reduce((sum, deal) => sum + amountFrom(deal.realised), 0n)).toBe(amountFrom(row.realised));
}

type Asked = Parameters<typeof positionReport>[1];

/** Every position, or one, is the one on paper. */
async function expectPaper(asked: Asked, only?: number) {
  const found = await positionReport(bench.database.db, asked);
  const period = { fromDate: asked.fromDate ?? "0", toDate: asked.toDate ?? "9" };
  const books = { deals: [...deals.values()], rates, baseId };
  const shown = currencyIds
    .filter((id) => only === undefined || id === only)
    .map((id) => {
      const paper = paperPosition(id, books, period);
      const row = found.currencies.find((one) => one.currencyId === id);
      if (paper === undefined) return expect(row?.closingQuantity ?? "0.00").toBe("0.00");
      const of = paper.ofUser(asked.userId);
      expect(row).toMatchObject({
        openingQuantity: amountText(paper.opening as Amount),
        closingQuantity: amountText(paper.closing as Amount),
        cost: amountText(paper.cost as Amount),
        bought: amountText(of.bought as Amount),
        sold: amountText(of.sold as Amount),
        realised: amountText(of.realised as Amount),
        deals: of.deals,
        unrealised: amountText((boardWorth(id, paper.closing) - paper.cost) as Amount),
      });
      return undefined;
    });
  expect(shown.length).toBeGreaterThan(0);
  return found.currencies.find((one) => one.currencyId === only);
}

/** By the board as it is now, which no history changes. */
function boardWorth(currencyId: number, units: bigint): bigint {
  const perUsd = [0n, 7000n, 100n, 92n, 27800n];
  return rounded(fraction(units * (perUsd[baseId] ?? 0n), perUsd[currencyId] ?? 1n));
}
