import type { AccountRow } from "#contract/accounts.ts";

/** Which of the two stands first in an account's label. */
export type LabelOrder = "code" | "name";

interface Named {
  readonly accountCode: string;
  readonly accountName: string;
  readonly lastName?: string | null;
}

/** First and last name. */
export function accountFullName({ accountName, lastName }: Named): string {
  return lastName === null || lastName === undefined || lastName === "" ? accountName : `${accountName} ${lastName}`;
}

/** "2001 - Karim Ahmadi", or the name first. */
export function accountLabel(account: Named, order: LabelOrder = "code"): string {
  const parts = [account.accountCode, accountFullName(account)];
  return (order === "code" ? parts : parts.toReversed()).join(" - ");
}

/** What the account holds of its own currency; nothing yet counts as zero. */
export function ownBalance({ balances, currencyId }: Pick<AccountRow, "balances" | "currencyId">): string {
  return balances.find((balance) => balance.currencyId === currencyId)?.balance ?? "0.00";
}
