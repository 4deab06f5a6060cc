/** The kinds of business event that move money. */
export const transactionTypes = ["Debit", "Credit", "Transfer", "Hawala", "Exchange"] as const;
export type TransactionType = (typeof transactionTypes)[number];

/** Those that a person records directly; a Hawala transaction is made by passing or sending a hawala. */
export const recordableTypes = ["Debit", "Credit", "Transfer", "Exchange"] as const satisfies readonly TransactionType[];
