import type { Transaction } from "#contract/transactions.ts";
import type { AccountType } from "#kernel/account-type.ts";
import { parseAmount } from "#kernel/amount.ts";
import type { TransactionType } from "#kernel/transaction-type.ts";
import { amountInWords } from "#kernel/words.ts";

export type EntryType = "Debit" | "Credit";

/**
 * Which side of a Debit or Credit the chosen account stands on; the cash account stands on the other. Credit raises and
 * Debit lowers the chosen account's shown balance, and a company account's balance is raised by a debit posting.
 */
export function sideOf(type: EntryType, accountType: AccountType): "out" | "in" {
  return (type === "Debit") === (accountType === "company") ? "in" : "out";
}

interface Sides {
  readonly transType: TransactionType;
  readonly outAccountId: number;
  readonly inAccountId: number;
}

/** What is known of the accounts by now, and which of them is the office's cash today. */
interface Standing {
  readonly accounts: ReadonlyMap<number, { readonly accountType: AccountType }>;
  readonly cashAccountId: number;
}

/**
 * The account that a stored Debit or Credit has as the cash. It was the office's when the entry was recorded and may be
 * another one than today's, which may even be the party: the cash is a company account, and where the party is one as well
 * the type says on which side it stands. For any other type it is the one of today, which is what its accounts are judged by.
 */
export function cashOf({ transType, outAccountId, inAccountId }: Sides, { accounts, cashAccountId }: Standing): number {
  if (transType !== "Debit" && transType !== "Credit") return cashAccountId;
  const [outIsCompany, inIsCompany] = [outAccountId, inAccountId].map((id) => accounts.get(id)?.accountType === "company");
  if (outIsCompany !== inIsCompany) return outIsCompany === true ? outAccountId : inAccountId;
  if (outIsCompany !== true) return cashAccountId;
  return sideOf(transType, "company") === "out" ? inAccountId : outAccountId;
}

type SecondNarrative = Pick<Transaction, "transType" | "dAmount" | "cTransDescription">;

/** Whether a Debit or Credit has a second narrative that says more than its amount, whose words it mostly is. */
export function hasOwnSecondNarrative({ transType, dAmount, cTransDescription }: SecondNarrative): boolean {
  if ((transType !== "Debit" && transType !== "Credit") || cTransDescription === "") return false;
  const amount = parseAmount(dAmount);
  return amount === undefined || cTransDescription !== amountInWords(amount);
}
