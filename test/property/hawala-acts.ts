import fc from "fast-check";
import { expect } from "vitest";

import { incomingHawalaBody, outgoingHawalaBody, passHawala, type HawalaBody, type RecordedHawala } from "#contract/hawalas.ts";
import { addDays, type BusinessDate } from "#kernel/business-date.ts";
import type { AskedBy } from "#ledger/answered-key.ts";
import { correctHawala, enterHawala } from "#server/features/hawalas/entry.ts";
import { payHawala } from "#server/features/hawalas/payout.ts";
import { moveHawala, type Asked } from "#server/features/hawalas/standing.ts";
import type { LedgerBench } from "#test/support/ledger.ts";

import { editNo, moveNo, no, passNo, slipNo, type No } from "./hawala-foreseen.ts";
import {
  bookingLines,
  cash,
  converted,
  currencyCodes,
  isIncoming,
  textOf,
  wayOf,
  type HawalaOracle,
  type PaperAccount,
  type PaperHawala,
  type PaperTransaction,
  type Slip,
} from "./hawala-oracle.ts";

/** One thing that somebody asks for: what the oracle says of it, how it is asked, and what the oracle makes of the answer. */
export interface Act {
  readonly call: string;
  /** Of several at the same moment one wins. */
  readonly isSingle: boolean;
  /** Sent by one desk at a time: a person has one file read, and one waiting. */
  readonly isAlone?: boolean;
  /** Why not; undefined where it is to succeed. */
  readonly predict: () => No | undefined;
  readonly ask: (by: AskedBy) => Promise<object>;
  readonly learn: (answer: object) => void | Promise<void>;
}

/** The office that the histories play in, and what the present one has to do with. */
export interface World {
  readonly bench: LedgerBench;
  readonly oracle: HawalaOracle;
  readonly today: BusinessDate;
  readonly accounts: Readonly<Record<"dollars" | "euros" | "kabul" | "dubai" | "branch" | "dollarBranch", PaperAccount>>;
  /** Numbers that partners use in this history. */
  readonly numbers: string;
  readonly hawalas: PaperHawala[];
  readonly transactions: PaperTransaction[];
  readonly batches: number[];
}

export const drawn = {
  a: fc.nat(),
  b: fc.nat(),
  c: fc.nat(),
  minor: fc.oneof(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 90_000_000 })),
  rate: fc.constantFrom(500n, 1000n, 3000n, 69_800n, 277_125n),
  commission: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 50_000 })),
  currencyId: fc.constantFrom(1, 2, 3, 4),
  otherCurrencyId: fc.constantFrom(1, 2, 3, 4),
  /** Back from today; the day after tomorrow is too late. */
  daysAgo: fc.oneof({ weight: 40, arbitrary: fc.integer({ min: -1, max: 25 }) }, { weight: 1, arbitrary: fc.constant(-2) }),
  role: fc.constantFrom("admin", "admin", "admin", "operator", "operator", "operator", "operator", "user"),
} as const;
const anyDraw = fc.record(drawn);
export type Draw = typeof anyDraw extends fc.Arbitrary<infer Value> ? Value : never;

const recent = 15;
/** One of the latest, so that the same few are acted upon again and again; mostly one that can take it, now and then any. */
export function oneOf<Item>(
  items: readonly Item[],
  draw: number,
  canTakeIt: (item: Item) => boolean = () => true,
): Item | undefined {
  const able = draw % 8 === 0 ? [] : items.filter(canTakeIt);
  const latest = (able.length > 0 ? able : items).slice(-recent);
  return latest[(draw >> 3) % Math.max(1, latest.length)];
}

export function dayOf({ today }: World, { daysAgo }: Pick<Draw, "daysAgo">): BusinessDate {
  return addDays(today, -daysAgo);
}

/** A partner's slip: its number from a small store, so that numbers come twice. */
export function incomingSlip(world: World, draw: Draw): Slip {
  const { kabul, dubai, branch } = world.accounts;
  return {
    number: `${world.numbers}${String(draw.a % 150)}`,
    sender: [kabul.code, kabul.code, dubai.code, dubai.code, kabul.code, branch.code, dubai.code, kabul.code, "NOBODY"][
      draw.b % 9
    ],
    payer: undefined,
    partner: undefined,
    amountCurrencyId: undefined,
    amount: BigInt(draw.minor),
    currencyId: draw.c % 3 === 0 ? draw.currencyId : 1,
    rAmount: BigInt(draw.minor) * 90n,
    commission: 0n,
    intoUsd: BigInt(draw.minor) * 2n,
    date: dayOf(world, draw),
  };
}

function outgoingSlip(world: World, draw: Draw): Slip {
  const { dollars, euros, kabul, dubai } = world.accounts;
  const rate = draw.currencyId === draw.otherCurrencyId ? 1000n : draw.rate;
  return {
    number: "",
    sender: undefined,
    payer: [undefined, dollars.id, euros.id, kabul.id][draw.a % 4],
    partner: [undefined, kabul.id, dubai.id][draw.b % 3],
    amountCurrencyId: draw.currencyId,
    amount: BigInt(draw.minor),
    currencyId: draw.otherCurrencyId,
    rAmount: converted(BigInt(draw.minor), rate, BigInt(draw.commission)),
    commission: BigInt(draw.commission),
    intoUsd: 0n,
    date: dayOf(world, draw),
  };
}

function bodyOf(slip: Slip, draw: Draw, given: bigint | undefined): HawalaBody {
  const parties = {
    senderName: "Nabi Sadatyar",
    receiverName: "Laila Bakhtwal",
    amount: textOf(slip.amount),
    transactionDate: slip.date,
  };
  if (slip.sender === undefined) {
    return outgoingHawalaBody.parse({
      ...parties,
      direction: "outgoing",
      senderAccountId: slip.payer,
      partnerAccountId: slip.partner,
      currency: currencyCodes[slip.amountCurrencyId ?? 0],
      convertedCurrency: currencyCodes[slip.currencyId],
      exchangeRate:
        slip.amountCurrencyId === slip.currencyId
          ? undefined
          : `${String(draw.rate / 1000n)}.${String(draw.rate % 1000n).padStart(3, "0")}`,
      commission: textOf(slip.commission),
      convertedAmount: given === undefined ? undefined : textOf(given),
    });
  }
  return incomingHawalaBody.parse({
    ...parties,
    direction: "incoming",
    // The same number in another notation is the same number.
    hawalaNo: draw.c % 2 === 0 ? slip.number : slip.number.toLowerCase().replace("k", "k - "),
    senderCode: slip.sender,
    exchangeRate: "90",
    currency: currencyCodes[slip.currencyId],
    rAmount: textOf(slip.rAmount),
    rate: "60",
    intoUSD: textOf(slip.intoUsd),
  });
}

/** A converted amount that somebody worked out by hand: right, a hundredth off, or two. */
function givenFor(slip: Slip, { c }: Draw): bigint | undefined {
  if (slip.sender !== undefined || c % 4 !== 0) return undefined;
  const given = slip.rAmount + [0n, 1n, -1n, 2n][(c >> 2) % 4]!;
  return given > 0n ? given : undefined;
}

export function enterAct(world: World, direction: "incoming" | "outgoing", draw: Draw): Act {
  const { oracle, bench } = world;
  const slip = direction === "incoming" ? incomingSlip(world, draw) : outgoingSlip(world, draw);
  const given = givenFor(slip, draw);
  const body = bodyOf(slip, draw, given);
  return {
    call: "POST /api/hawala",
    isSingle: direction === "incoming",
    predict: () => slipNo(oracle, slip, { given }),
    ask: (by) => enterHawala({ db: bench.database.db, ledger: bench.ledger }, body, by),
    learn: (answer) => {
      const made = answer as RecordedHawala;
      const isOutgoing = direction === "outgoing";
      const kept = isOutgoing ? { ...slip, number: oracle.issue(), rAmount: given ?? slip.rAmount } : slip;
      const hawala: PaperHawala = {
        id: made.id,
        batch: undefined,
        slip: kept,
        status: isOutgoing ? "sent" : "Pending",
        version: 1,
        live: undefined,
        paidFrom: undefined,
      };
      oracle.hawalas.set(made.id, hawala);
      world.hawalas.push(hawala);
      if (isOutgoing) {
        expect(made.hawalaNo).toBe(kept.number);
        postFor(world, hawala, { id: made.transactionId, lines: bookingLines(kept), date: kept.date });
      }
      expectAnswer(world, hawala, made);
    },
  };
}

/** Writes the transaction of a hawala into the paper ledger. */
function postFor(
  { oracle, transactions }: World,
  hawala: PaperHawala,
  posted: { readonly id: number | null } & Pick<PaperTransaction, "lines" | "date">,
): void {
  expect(posted.id).not.toBeNull();
  const { id, lines, date } = posted;
  const transaction = { id: id ?? 0, hawalaId: hawala.id, version: 1, date, lines, deleted: false };
  oracle.post(transaction);
  transactions.push(transaction);
  hawala.live = transaction.id;
}

/** The answer says of the hawala, and of every balance that moved, what the paper ledger says. */
function expectAnswer(world: World, hawala: PaperHawala, answer: RecordedHawala): void {
  expect([answer.hawalaStatus, answer.version, answer.transactionId, answer.rAmount]).toEqual([
    hawala.status,
    hawala.version,
    hawala.live ?? null,
    textOf(hawala.slip.rAmount),
  ]);
  expectBalances(world, answer);
}

export function expectBalances({ oracle }: World, { balances }: Pick<RecordedHawala, "balances">): void {
  for (const { accountId, currencyId, balance } of balances) expect(balance).toBe(oracle.shown(accountId, currencyId));
}

/** Another slip, under another number; or the same hawala of another sender, whose payouts are then another's. */
function correctedSlip(world: World, hawala: PaperHawala, draw: Draw): Slip {
  const slip = incomingSlip(world, draw);
  return isIncoming(hawala) && draw.b % 3 === 0 ? { ...hawala.slip, sender: slip.sender } : slip;
}

export function editAct(world: World, hawala: PaperHawala, draw: Draw): Act {
  const { oracle, bench } = world;
  // Now and then as what it is not, and now and then from a version that is no longer current.
  const asIncoming = isIncoming(hawala) === (draw.b % 17 !== 0);
  const slip = asIncoming ? correctedSlip(world, hawala, draw) : { ...outgoingSlip(world, draw), number: hawala.slip.number };
  const given = givenFor(slip, draw);
  const version = [undefined, hawala.version, hawala.version, hawala.version - 1][draw.a % 4];
  const body = bodyOf(slip, draw, given);
  return {
    call: "PUT /api/hawala/:id",
    isSingle: version !== undefined,
    predict: () => editNo(oracle, hawala, { slip, version, given }),
    ask: (by) => correctHawala({ db: bench.database.db, ledger: bench.ledger }, { id: hawala.id, body, ifMatch: version }, by),
    learn: (answer) => {
      hawala.slip = { ...slip, rAmount: given ?? slip.rAmount };
      hawala.version += 1;
      const booking = hawala.live === undefined ? undefined : oracle.transactions.get(hawala.live);
      if (booking !== undefined) oracle.correct(booking, { lines: bookingLines(hawala.slip), date: slip.date });
      expectAnswer(world, hawala, answer as RecordedHawala);
    },
  };
}

export function passAct(world: World, hawala: PaperHawala, draw: Draw): Act {
  const { oracle, bench, accounts } = world;
  const fitting =
    hawala.slip.currencyId === 1 ? accounts.branch.id : hawala.slip.currencyId === 2 ? accounts.dollarBranch.id : undefined;
  const branch = [
    undefined,
    undefined,
    fitting,
    fitting,
    fitting,
    accounts.branch.id,
    accounts.dollarBranch.id,
    accounts.dollars.id,
  ][draw.c % 8];
  const date = dayOf(world, draw);
  const payout = passHawala.body.parse({ branchAccountId: branch, transDate: date }) ?? {};
  return {
    call: "POST /api/hawala/pass/:id",
    isSingle: true,
    predict: () => passNo(oracle, hawala, { branch, date }),
    ask: (by) => payHawala({ db: bench.database.db }, { id: hawala.id, payout }, by),
    learn: (answer) => {
      const passed = answer as RecordedHawala;
      hawala.status = "Passed";
      hawala.version += 1;
      hawala.paidFrom = branch ?? cash;
      postFor(world, hawala, { id: passed.transactionId, lines: oracle.payout(hawala, hawala.paidFrom), date });
      expectAnswer(world, hawala, passed);
    },
  };
}

export function moveAct(world: World, hawala: PaperHawala | undefined, asked: Asked): Act {
  const { oracle, bench } = world;
  const id = hawala?.id ?? 999_999_999;
  return {
    call: `PUT /api/hawala/${asked}/:id`,
    isSingle: true,
    predict: () => (hawala === undefined ? no("not_found", "There is no hawala 999999999") : moveNo(oracle, hawala, asked)),
    ask: (by) => moveHawala({ db: bench.database.db }, { id, asked }, by),
    learn: (answer) => {
      if (hawala === undefined) return;
      const [, , to, effect] = wayOf(hawala.status, asked) ?? ["", "", "", "."];
      stands(world, hawala, { to, effect, transaction: oracle.transactionsOf(hawala)[0] });
      expectAnswer(world, hawala, answer as RecordedHawala);
    },
  };
}

/** Moves a hawala on, with its transaction: "-" takes back the live one, "+" posts the given one again. */
export function stands(
  { oracle }: World,
  hawala: PaperHawala,
  way: { readonly to: string; readonly effect: string; readonly transaction: PaperTransaction | undefined },
): void {
  hawala.status = way.to;
  hawala.version += 1;
  if (way.effect === ".") return;
  const transaction = way.effect === "-" ? oracle.transactions.get(hawala.live ?? 0) : way.transaction;
  if (transaction === undefined) throw new Error(`hawala ${String(hawala.id)} has no transaction to move`);
  oracle.correct(transaction, { deleted: way.effect === "-" });
  hawala.live = way.effect === "-" ? undefined : transaction.id;
  hawala.paidFrom = way.to === "Passed" ? transaction.lines[0]?.credit : undefined;
}
