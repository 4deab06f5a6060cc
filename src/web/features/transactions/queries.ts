import { useQuery, useQueryClient } from "@tanstack/react-query";

import { accountBalances, type AccountRow, type CurrencyBalance } from "#contract/accounts.ts";
import { read } from "#web/lib/query.ts";

function balancesOf(id: number) {
  return read(accountBalances, { params: { id } });
}

/**
 * A row of a picker, a draft or the entry saved last may be older than the account's last exchange, and the answer about its
 * balances older than the row. A currency once opened stays, so that what either of them knows is held.
 */
function withHeld(account: AccountRow, balances: readonly CurrencyBalance[] = []): AccountRow {
  const isNew = ({ currencyId }: CurrencyBalance) => account.balances.every((known) => known.currencyId !== currencyId);
  return { ...account, balances: [...account.balances, ...balances.filter(isNew)] };
}

/** The account with every currency that it is known to hold by now; the preview of its balances asks the same. */
export function useHeld(account: AccountRow | null): AccountRow | null {
  const { data } = useQuery({ ...balancesOf(account?.id ?? 0), enabled: account !== null });
  return account === null ? null : withHeld(account, data);
}

/** As {@link useHeld}, for the moment in which something is done. */
export function useHeldNow(): (account: AccountRow) => AccountRow {
  const client = useQueryClient();
  return (account) => withHeld(account, client.getQueryData(balancesOf(account.id).queryKey));
}
