import { useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";

import { accountBalances, type AccountRow, type CurrencyBalance } from "#contract/accounts.ts";
import type { RecordedTransaction } from "#contract/transactions.ts";
import { symbolOf } from "#web/lib/currency-symbols.ts";
import { moneyMoved, read } from "#web/lib/query.ts";
import { knownAccount, useAccount } from "#web/ui/account/account-search.ts";

function balancesOf(id: number) {
  return read(accountBalances, { params: { id } });
}

/**
 * A row of a picker, a draft or the entry saved last is as old as that: another desk may have renamed the account since, or made it one of
 * the house. So what was read of it last lies over it. Its balances may be older than the account's last exchange, and the answer about
 * them older than the row; a currency once opened stays, so that what any of them knows is held.
 */
function asKnown(account: AccountRow, latest: AccountRow = account, balances: readonly CurrencyBalance[] = []): AccountRow {
  const held = [...latest.balances];
  for (const other of [...account.balances, ...balances])
    if (held.every(({ currencyId }) => currencyId !== other.currencyId)) held.push(other);
  return { ...latest, balances: held };
}

/** The account that was chosen, as it is by now, with every currency that it is known to hold; the preview of its balances asks the same. */
export function useHeld(account: AccountRow | null): AccountRow | null {
  const latest = useAccount(account?.id ?? null);
  const { data } = useQuery({ ...balancesOf(account?.id ?? 0), enabled: account !== null });
  return account === null ? null : asKnown(account, latest, data);
}

/** As {@link useHeld}, for the moment in which something is done. */
export function useHeldNow(): <Chosen extends AccountRow | null>(account: Chosen) => AccountRow | Extract<Chosen, null> {
  const client = useQueryClient();
  return <Chosen extends AccountRow | null>(account: Chosen) => {
    if (account === null) return account as Extract<Chosen, null>;
    return asKnown(account, knownAccount(client, account.id), client.getQueryData(balancesOf(account.id).queryKey));
  };
}

/**
 * What has just been recorded has moved money: the balances that the answer tells stand at once, and everything is read again. The next
 * entry is often for the same account, and its preview would begin at the balance of before for as long as the line takes.
 */
export function entryRecorded(client: QueryClient, { balances }: Pick<RecordedTransaction, "balances">): void {
  for (const { accountId, currencyId, currency, balance } of balances) {
    const now = { currencyId, currency, symbol: symbolOf(currency), balance };
    client.setQueryData(balancesOf(accountId).queryKey, (held) => held && withBalance(held, now));
  }
  void moneyMoved(client);
}

function withBalance(held: readonly CurrencyBalance[], now: CurrencyBalance): CurrencyBalance[] {
  if (held.every(({ currencyId }) => currencyId !== now.currencyId)) return [...held, now];
  return held.map((before) => (before.currencyId === now.currencyId ? { ...before, balance: now.balance } : before));
}
