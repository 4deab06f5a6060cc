import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { listAccounts, type AccountRow } from "#contract/accounts.ts";
import type { ListedTransaction } from "#contract/transactions.ts";
import { defaultCashAccountId, firstStaffAccountId } from "#kernel/id.ts";
import { read } from "#web/lib/query.ts";
import { paths } from "#web/paths.ts";
import { accountLabel } from "#web/ui/account/account-label.ts";

import classes from "./search.module.css";

export type AccountsById = ReadonlyMap<number, AccountRow>;

/** How these accounts are read, at most a hundred of them. The house's hidden accounts are never among what comes. */
function accountsOf(ids: readonly number[]) {
  const distinct = [...new Set(ids)].sort((a, b) => a - b).slice(0, 100);
  return read(listAccounts, { query: { ids: distinct.join(",") } });
}

/** How one account is read: as the pickers read it, so that what one of them knows the other need not ask. */
export function accountOf(id: number) {
  return read(listAccounts, { query: { ids: String(id) } });
}

export function byId(accounts: readonly AccountRow[]): AccountsById {
  return new Map(accounts.map((account) => [account.id, account]));
}

/** These accounts, as far as they have arrived. */
export function useAccounts(ids: readonly number[]): AccountsById {
  const { data } = useQuery({ ...accountsOf(ids), enabled: ids.length > 0 });
  return byId(data ?? []);
}

/** What an account is called where it may be one that no list shows. */
export function useAccountWords(accounts: AccountsById): (id: number) => string {
  const { t } = useTranslation("search");
  return (id) => {
    const account = accounts.get(id);
    return account === undefined ? t("fields.accountNumber", { id }) : accountLabel(account);
  };
}

/** The accounts of a listed transaction. */
export type Sides = Pick<
  ListedTransaction,
  "outAccountId" | "outAccountCode" | "outAccountName" | "inAccountId" | "inAccountCode" | "inAccountName"
>;

interface AccountLinkProps {
  readonly sides: Sides;
  readonly side: "out" | "in";
}

/** The code of one of a transaction's accounts, which opens it, and its name. The house's hidden accounts have no page. */
export function AccountLink({ sides, side }: AccountLinkProps) {
  const id = sides[`${side}AccountId`];
  const [code, name] = [sides[`${side}AccountCode`], sides[`${side}AccountName`]];
  // The one account below those of the staff that everybody may open, whether or not it is the cash today.
  const hasPage = id >= firstStaffAccountId || id === defaultCashAccountId;
  return (
    <span>
      {hasPage ? (
        <Link to={paths.viewAccount(id)} className={classes["link"]} aria-label={`${code} - ${name}`}>
          {code}
        </Link>
      ) : (
        code
      )}{" "}
      <span dir="auto">{name}</span>
    </span>
  );
}
