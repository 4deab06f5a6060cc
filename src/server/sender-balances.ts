import type { Kysely } from "kysely";
import type { z } from "zod";

import type { senderBalance } from "#contract/balances.ts";
import type { DB } from "#db/types.gen.ts";

import { shownBalances, type ShownBalance } from "./shown-balances.ts";

type SenderBalances = z.output<(typeof senderBalance)["reply"]>;
type BalanceEntry = SenderBalances["balances"][number];

interface NamedAccount {
  readonly code: string;
  readonly account_name: string;
}

/** What the account of the default sender code holds, one entry per currency; none where there is no such account yet. */
export async function senderBalances(db: Kysely<DB>): Promise<SenderBalances> {
  const account = await db
    .selectFrom("accounts")
    .innerJoin("business_settings", "business_settings.sender_code", "accounts.code")
    .select(["accounts.id", "accounts.code", "accounts.account_name"])
    .executeTakeFirst();
  if (account === undefined) return { balances: [] };
  const balances = await shownBalances(db, [account.id]);
  return { balances: (balances.get(account.id) ?? []).map((balance) => balanceEntry(account, balance)) };
}

/** What an account has of a currency, named as the dashboards show it. */
export function balanceEntry(account: NamedAccount, { currencyId, currency, symbol, balance }: ShownBalance): BalanceEntry {
  return {
    accountCode: account.code,
    accountName: account.account_name,
    currencyId,
    currency,
    currencySymbol: symbol,
    totalBalance: balance,
  };
}
