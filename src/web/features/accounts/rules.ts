import type { Account, AccountRow, CurrencyBalance } from "#contract/accounts.ts";
import { accountStatuses, offeredAccountTypes, type AccountStatus, type AccountType } from "#kernel/account-type.ts";
import { isZero } from "#web/lib/format.ts";

/** The account form as a person fills it: nothing is "" here and null on the wire. Pictures are data URLs. */
export type AccountForm = {
  accountName: string;
  lastName: string;
  fatherName: string;
  tazkiraNumber: string;
  email: string;
  phone: string;
  dateOfBirth: string;
  currencyId: number | null;
  address: string;
  accountType: AccountType;
  accountStatus: AccountStatus;
  picture: string;
  signature: string;
};

export type AccountField = keyof AccountForm;

/** What a new account starts from. The currency is the one most accounts of the house are kept in. */
export const emptyAccountForm: AccountForm = {
  accountName: "",
  lastName: "",
  fatherName: "",
  tazkiraNumber: "",
  email: "",
  phone: "",
  dateOfBirth: "",
  currencyId: 1,
  address: "",
  accountType: "customer",
  accountStatus: "active",
  picture: "",
  signature: "",
};

/** A stored account as its form shows it. */
export function accountFormOf(account: Account): AccountForm {
  return {
    accountName: account.accountName,
    lastName: account.lastName ?? "",
    fatherName: account.fatherName ?? "",
    tazkiraNumber: account.tazkiraNumber ?? "",
    email: account.email ?? "",
    phone: account.phone ?? "",
    dateOfBirth: account.dateOfBirth ?? "",
    currencyId: account.currencyId,
    address: account.address ?? "",
    accountType: account.accountType,
    accountStatus: account.accountStatus,
    picture: account.picture ?? "",
    signature: account.signature ?? "",
  };
}

/** The balances worth showing in a list: that of the own currency, which stands first, and every other that is not zero. */
export function heldBalances({ currencyId, balances }: Pick<AccountRow, "currencyId" | "balances">): CurrencyBalance[] {
  return balances.filter((held) => held.currencyId === currencyId || !isZero(held.balance));
}

/** The types offered; an account that already has another one keeps it on offer, or its radio would stand empty. */
export function typesOffered(current: AccountType): readonly AccountType[] {
  const offered: readonly AccountType[] = offeredAccountTypes;
  return offered.includes(current) ? offered : [current, ...offered];
}

/** The statuses a new account may start in. */
export const statusesOnCreation: readonly AccountStatus[] = accountStatuses;

/** The statuses an edit offers: all but closed, unless the account is closed already. */
export function statusesOnEdit(current: AccountStatus): readonly AccountStatus[] {
  return accountStatuses.filter((status) => status !== "closed" || current === "closed");
}
