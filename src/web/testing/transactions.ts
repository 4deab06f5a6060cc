import type { DeletedTransaction, ListedTransaction, TransactionVersion } from "#contract/transactions.ts";

import { officeAccounts } from "./office.ts";

const moment = "2026-03-01T06:00:00.000Z";

function named(outAccountId: number, inAccountId: number) {
  const of = (id: number) => officeAccounts.find((account) => account.id === id);
  const [out, into] = [of(outAccountId), of(inAccountId)];
  return {
    outAccountCode: out?.accountCode ?? "",
    outAccountName: out?.accountName ?? "",
    inAccountCode: into?.accountCode ?? "",
    inAccountName: into?.accountName ?? "",
  };
}

/** A transaction as the search lists it, between accounts of the stand-in office: a transfer unless the test says otherwise. */
export function transactionRow(given: Partial<ListedTransaction> & { readonly id: number }): ListedTransaction {
  const sides = { outAccountId: given.outAccountId ?? 102, inAccountId: given.inAccountId ?? 103 };
  const amount = given.dAmount ?? "250.00";
  return {
    transType: "Transfer",
    transDescription: "Rent",
    cTransDescription: "Rent",
    currencyId: 2,
    dAmount: amount,
    cCurrencyId: given.currencyId ?? 2,
    cAmount: amount,
    exRate: "1.00000000",
    transDate: "2026-03-01",
    transDateTime: moment,
    referenceId: 0,
    hawalaId: 0,
    transId: given.id,
    userCreated: "admin",
    dateCreated: moment,
    userModified: null,
    dateModified: null,
    updatedAt: moment,
    version: 1,
    ...sides,
    ...named(sides.outAccountId, sides.inAccountId),
    ...given,
  };
}

/** The same as the deleted list shows it. */
export function deletedRow(row: ListedTransaction): DeletedTransaction {
  return {
    ...row,
    originalTransactionId: row.id,
    deletedDate: "2026-03-02T09:30:00.000Z",
    deletedUserId: "3f3b1c0a-0000-4000-8000-000000000001",
    deletedBy: "zahra",
    deletionReason: "Typed twice",
    formName: null,
    originalCreatedAt: moment,
    originalUpdatedAt: moment,
  };
}

/** One version of its history. */
export function versionOf(
  transaction: ListedTransaction,
  act: Pick<TransactionVersion, "action" | "actor"> & Partial<TransactionVersion>,
): TransactionVersion {
  return { version: transaction.version, recordedAt: moment, reason: null, transaction, ...act };
}
