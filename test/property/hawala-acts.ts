import { expect } from "vitest";

import type { RecordedHawala } from "#contract/hawalas.ts";
import type { AskedBy } from "#ledger/answered-key.ts";
import { correctHawala, enterHawala } from "#server/features/hawalas/entry.ts";
import { payHawala } from "#server/features/hawalas/payout.ts";
import { moveHawala, type Asked } from "#server/features/hawalas/standing.ts";

import { editNo, moveNo, no, passNo, slipNo, type No } from "./hawala-foreseen.ts";
import { bookingLines, cash, isIncoming, textOf, wayOf, type PaperHawala, type PaperTransaction } from "./hawala-oracle.ts";
import { bodyOf, correctedSlip, dayOf, givenFor, messageSlip, outgoingSlip, type Draw, type World } from "./hawala-slips.ts";

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

export function enterAct(world: World, direction: "incoming" | "outgoing", draw: Draw): Act {
  const { oracle, bench } = world;
  const slip = direction === "incoming" ? messageSlip(world, draw) : outgoingSlip(world, draw);
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
  const { number, receiver } = hawala.slip;
  const transaction = { id: id ?? 0, hawalaId: hawala.id, paidAs: { number, receiver }, version: 1, date, lines, deleted: false };
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
      // The day that Search gave the booking stays while the hawala's own does.
      const day = slip.date === hawala.slip.date ? {} : { date: slip.date };
      hawala.slip = { ...slip, rAmount: given ?? slip.rAmount };
      hawala.version += 1;
      const booking = hawala.live === undefined ? undefined : oracle.transactions.get(hawala.live);
      if (booking !== undefined) oracle.correct(booking, { lines: bookingLines(hawala.slip), ...day });
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
  const payout = { branchAccountId: branch ?? null, transDate: date };
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
