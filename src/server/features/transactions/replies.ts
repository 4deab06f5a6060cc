import type { AccountNames, DeletedTransaction, RecordedTransaction, Transaction } from "#contract/transactions.ts";
import type { LedgerAnswer, RecordedTransaction as LedgerTransaction } from "#ledger/outcome.ts";

/** Usernames by user id, for the people a transaction names. */
export type Usernames = ReadonlyMap<string, string>;

/** A transaction of the ledger as the contract shows it. */
export function transactionReply(recorded: LedgerTransaction, usernames: Usernames): Transaction {
  const created = instant(recorded.createdAt);
  const modified = recorded.modifiedAt === null ? null : instant(recorded.modifiedAt);
  return {
    id: recorded.id,
    transType: recorded.type,
    transDescription: recorded.narrative,
    cTransDescription: recorded.cNarrative,
    outAccountId: recorded.outAccountId,
    inAccountId: recorded.inAccountId,
    currencyId: recorded.currencyId,
    dAmount: recorded.dAmount,
    cCurrencyId: recorded.cCurrencyId,
    cAmount: recorded.cAmount,
    exRate: recorded.exRate,
    transDate: recorded.businessDate,
    transDateTime: created,
    referenceId: recorded.referenceId ?? 0,
    hawalaId: recorded.hawalaId ?? 0,
    transId: recorded.id,
    userCreated: usernames.get(recorded.createdBy) ?? "",
    dateCreated: created,
    userModified: recorded.modifiedBy === null ? null : (usernames.get(recorded.modifiedBy) ?? ""),
    dateModified: modified,
    updatedAt: modified ?? created,
    version: recorded.version,
  };
}

/** What a call that wrote a transaction answers, the same for ever. */
export function recordedReply(answer: LedgerAnswer): RecordedTransaction {
  return { ...transactionReply(answer, new Map(Object.entries(answer.names))), balances: [...answer.balances] };
}

/** A deleted transaction as the deleted list shows it. Its id is the transaction's own: recovering keeps it. */
export function deletedReply(recorded: LedgerTransaction, usernames: Usernames): Omit<DeletedTransaction, keyof AccountNames> {
  const { transType, transDescription, cTransDescription, dAmount, cAmount, currencyId, cCurrencyId, exRate, ...rest } =
    transactionReply(recorded, usernames);
  return {
    id: rest.id,
    originalTransactionId: rest.id,
    transType,
    transDescription,
    cTransDescription,
    dAmount,
    cAmount,
    currencyId,
    cCurrencyId,
    exRate,
    inAccountId: rest.inAccountId,
    outAccountId: rest.outAccountId,
    transDate: rest.transDate,
    referenceId: rest.referenceId,
    deletedDate: instant(recorded.deletedAt ?? ""),
    deletedUserId: recorded.deletedBy ?? "",
    deletedBy: usernames.get(recorded.deletedBy ?? "") ?? "",
    deletionReason: recorded.deletionReason,
    formName: recorded.formName,
    originalCreatedAt: rest.dateCreated,
    originalUpdatedAt: rest.updatedAt,
    version: rest.version,
  };
}

function instant(text: string): string {
  return new Date(text).toISOString();
}
