import { expect } from "vitest";

import { hawalaCorrection, transactionBody, type RecordedTransaction } from "#contract/transactions.ts";
import type { AskedBy } from "#ledger/answered-key.ts";
import { deleteCommand, editCommand, recordCommand, recoverCommand } from "#server/features/transactions/commands.ts";

import { expectBalances, stands, type Act } from "./hawala-acts.ts";
import { correctionNo, takesNone } from "./hawala-foreseen.ts";
import { cash, isIncoming, textOf, type PaperTransaction } from "./hawala-oracle.ts";
import { dayOf, type Draw, type World } from "./hawala-slips.ts";

const afterwards = {
  delete: { incoming: "Pending", outgoing: "cancelled" },
  recover: { incoming: "Passed", outgoing: "pending" },
};

/** What people do on the search screen: to the transaction of a hawala, or to any other. */
export function correctionAct(
  world: World,
  transaction: PaperTransaction,
  asked: { kind: "edit" | "delete" | "recover"; draw: Draw },
): Act {
  const { oracle, bench } = world;
  const { kind, draw } = asked;
  const { db } = bench.database;
  const { role } = draw;
  const date = dayOf(world, draw);
  const isHawala = transaction.hawalaId !== undefined;
  const request = (by: AskedBy) => ({ id: transaction.id, role, expectedVersion: undefined, by });
  const body = hawalaCorrection.parse({ transType: "Hawala", transDate: date, transDescription: "moved" });
  return {
    call: `${kind} /api/transactions/:id`,
    isSingle: kind !== "edit",
    predict: () => correctionNo(oracle, transaction, { kind, role, date }),
    ask: (by) => {
      if (kind === "delete") return deleteCommand(db, { reason: "wrong", formName: null }, request(by));
      if (kind === "recover") return recoverCommand(db, request(by));
      return editCommand({ db, ledger: bench.ledger }, body, request(by));
    },
    learn: (answer) => {
      const hawala = isHawala ? oracle.hawalas.get(transaction.hawalaId ?? 0) : undefined;
      if (kind === "edit") {
        // Its voucher shows the day of its payout.
        if (hawala !== undefined && isIncoming(hawala) && date !== transaction.date) hawala.version += 1;
        oracle.correct(transaction, { date });
      } else if (hawala === undefined) oracle.correct(transaction, { deleted: kind === "delete" });
      else {
        const to = afterwards[kind][isIncoming(hawala) ? "incoming" : "outgoing"];
        stands(world, hawala, { to, effect: kind === "delete" ? "-" : "+", transaction });
      }
      const corrected = answer as RecordedTransaction;
      expect([corrected.id, corrected.version]).toEqual([transaction.id, transaction.version]);
      expectBalances(world, corrected);
    },
  };
}

/** A day's work between two hawalas: a deposit of dollars, or a transfer of afghani from one partner to the other. */
export function ordinaryAct(world: World, draw: Draw): Act {
  const { oracle, bench, accounts } = world;
  const isDeposit = draw.a % 2 === 0;
  const [out, into] = isDeposit ? [cash, accounts.dollars.id] : [accounts.kabul.id, accounts.branch.id];
  const currencyId = isDeposit ? 2 : 1;
  const date = dayOf(world, { daysAgo: Math.max(-1, draw.daysAgo) });
  const body = transactionBody.parse({
    transType: isDeposit ? "Credit" : "Transfer",
    outAccountId: out,
    inAccountId: into,
    currencyId,
    dAmount: textOf(BigInt(draw.minor)),
    transDate: date,
    transDescription: "in between",
  });
  return {
    call: "POST /api/transactions",
    isSingle: false,
    predict: () => (oracle.isActive(out) && oracle.isActive(into) ? undefined : takesNone),
    ask: (by) => recordCommand(bench.ledger, body, by),
    learn: (answer) => {
      const made = answer as RecordedTransaction;
      const lines = [{ debit: out, credit: into, currencyId, amount: BigInt(draw.minor) }];
      const transaction = { id: made.id, hawalaId: undefined, paidAs: undefined, version: 1, date, lines, deleted: false };
      oracle.post(transaction);
      if (!isDeposit) world.transactions.push(transaction);
      expectBalances(world, made);
    },
  };
}
