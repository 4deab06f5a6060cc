import { exportDeletedTransactions, exportTransactions } from "#contract/transaction-exports.ts";
import {
  createTransaction,
  deleteTransaction,
  getTransaction,
  listDeletedTransactions,
  listTransactions,
  recoverTransaction,
  searchTransactions,
  transactionHistory,
  updateTransaction,
} from "#contract/transactions.ts";
import type { Deps } from "#server/deps.ts";
import { page } from "#server/http/answer.ts";
import { serve, type Actor, type App } from "#server/http/serve.ts";

import { deleteCommand, editCommand, recordCommand, recoverCommand, type Correcting } from "./commands.ts";
import { exportedDeletions, exportedTransactions } from "./export.ts";
import { findDeletedTransactions, findTransactions, historyOf, shownTransaction } from "./queries.ts";
import { refuseEntryOf } from "./rules.ts";

/** The calls about transactions. */
export function transactionRoutes(app: App, deps: Deps): void {
  const { db, ledger, whileHeard } = deps;

  serve(app, listTransactions, async (call) => page(await findTransactions(whileHeard(call.gone()), call.query)));
  serve(app, searchTransactions, async (call) => page(await findTransactions(whileHeard(call.gone()), call.query)));
  serve(app, exportTransactions, (call) => exportedTransactions(db, call.query, call.actor));
  serve(app, getTransaction, (call) => shownTransaction(db, call.params.id));
  serve(app, transactionHistory, (call) => historyOf(db, call.params.id));
  serve(app, createTransaction, {
    authorize: (actor, rawBody) => refuseEntryOf(actor.role, rawBody),
    handle: (call) => recordCommand(ledger, call.body, call),
    isCheckedByLedger: true,
  });
  serve(app, updateTransaction, (call) => editCommand({ db, ledger }, call.body, correcting(call)));
  serve(app, deleteTransaction, (call) => {
    const { reason, formName } = call.body ?? {};
    return deleteCommand(db, { reason: reason ?? null, formName: formName ?? null }, correcting(call));
  });
  serve(app, listDeletedTransactions, async (call) => page(await findDeletedTransactions(whileHeard(call.gone()), call.query)));
  serve(app, exportDeletedTransactions, (call) => exportedDeletions(db, call.query, call.actor));
  serve(app, recoverTransaction, (call) => recoverCommand(db, correcting(call)));
}

function correcting(call: {
  readonly params: { readonly id: number };
  readonly ifMatch: number | undefined;
  readonly actor: Actor;
  readonly idempotency: Correcting["by"]["idempotency"];
}): Correcting {
  const { actor, idempotency } = call;
  return { id: call.params.id, role: actor.role, expectedVersion: call.ifMatch, by: { actor, idempotency } };
}
