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
import { findDeletedTransactions, findTransactions, historyOf, shownTransaction } from "./queries.ts";
import { deletedReply, transactionReply } from "./replies.ts";
import { refuseEntryOf } from "./rules.ts";

/** The calls about transactions. */
export function transactionRoutes(app: App, deps: Deps): void {
  const { db, ledger } = deps;

  serve(app, listTransactions, async (call) => transactionPage(await findTransactions(db, call.query)));
  serve(app, searchTransactions, async (call) => transactionPage(await findTransactions(db, call.query)));
  serve(app, getTransaction, (call) => shownTransaction(db, call.params.id));
  serve(app, transactionHistory, (call) => historyOf(db, call.params.id));
  serve(app, createTransaction, {
    authorize: (actor, rawBody) => refuseEntryOf(actor.role, rawBody),
    handle: (call) => recordCommand(ledger, call.body, call),
  });
  serve(app, updateTransaction, (call) => editCommand({ db, ledger }, call.body, correcting(call)));
  serve(app, deleteTransaction, (call) => {
    const { reason, formName } = call.body ?? {};
    return deleteCommand(db, { reason: reason ?? null, formName: formName ?? null }, correcting(call));
  });
  serve(app, listDeletedTransactions, async (call) => {
    const { transactions, usernames, total, nextCursor } = await findDeletedTransactions(db, call.query);
    return page({ rows: transactions.map((row) => deletedReply(row, usernames)), total, nextCursor });
  });
  serve(app, recoverTransaction, (call) => recoverCommand(db, correcting({ ...call, ifMatch: undefined })));
}

function transactionPage({ transactions, usernames, total, nextCursor }: Awaited<ReturnType<typeof findTransactions>>) {
  return page({ rows: transactions.map((row) => transactionReply(row, usernames)), total, nextCursor });
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
