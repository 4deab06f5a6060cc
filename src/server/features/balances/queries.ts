import { sql, type Kysely } from "kysely";
import type { z } from "zod";

import type { balancesByCode, cashBalance, senderBalance } from "#contract/balances.ts";
import type { DB } from "#db/types.gen.ts";
import { shownBalances, type ShownBalance } from "#server/shown-balances.ts";

type ByCode = z.output<(typeof balancesByCode)["reply"]>;
type Entry = ByCode["balances"][number];

interface NamedAccount {
  readonly id: number;
  readonly code: string;
  readonly account_name: string;
}

/** The balance of each account in its own currency, in the order asked; codes that no account has stand apart. */
export async function ownBalancesByCode(db: Kysely<DB>, codes: readonly string[]): Promise<ByCode> {
  if (codes.length === 0) return { balances: [], unknown: [] };
  const accounts = await db
    .selectFrom("accounts")
    .select(["id", "code", "account_name"])
    .where("code", "in", [...codes])
    .where("is_system", "=", false)
    .execute();
  const byCode = new Map(accounts.map((account) => [account.code, account]));
  const balances = await shownBalances(
    db,
    accounts.map((account) => account.id),
  );
  return {
    balances: codes.flatMap((code) => {
      const account = byCode.get(code);
      // The own currency stands first; every account holds it from the day it was opened.
      const [own] = account === undefined ? [] : (balances.get(account.id) ?? []);
      return account === undefined || own === undefined ? [] : [entryOf(account, own)];
    }),
    unknown: codes.filter((code) => !byCode.has(code)),
  };
}

/** What the account of the default sender code holds, one entry per currency; none where there is no such account yet. */
export async function senderBalances(db: Kysely<DB>): Promise<z.output<(typeof senderBalance)["reply"]>> {
  const account = await db
    .selectFrom("accounts")
    .innerJoin("business_settings", "business_settings.sender_code", "accounts.code")
    .select(["accounts.id", "accounts.code", "accounts.account_name"])
    .executeTakeFirst();
  if (account === undefined) return { balances: [] };
  const balances = await shownBalances(db, [account.id]);
  return { balances: (balances.get(account.id) ?? []).map((balance) => entryOf(account, balance)) };
}

function entryOf(account: NamedAccount, { currencyId, currency, symbol, balance }: ShownBalance): Entry {
  return {
    accountCode: account.code,
    accountName: account.account_name,
    currencyId,
    currency,
    currencySymbol: symbol,
    totalBalance: balance,
  };
}

/** What the cash account holds of every currency that is in use at the office. */
export async function cashAtShop(db: Kysely<DB>): Promise<z.output<(typeof cashBalance)["reply"]>> {
  const { rows } = await sql<{ currencyid: number; currency: string; balance: string }>`
    select c.id as currencyid, c.code as currency, coalesce(b.debits - b.credits, 0) as balance
    from currencies c
    cross join business_settings s
    left join balances b on b.account_id = s.cash_account_id and b.currency_id = c.id
    where c.is_active or b.debits <> b.credits
    order by c.id`.execute(db);
  return {
    rows: rows.map(({ currencyid, currency, balance }) => {
      // The one amount of the product that leaves as a JSON number: earlier clients read nothing else here.
      // oxlint-disable-next-line no-restricted-properties
      return { currencyid, currency, currentbalance: Number.parseFloat(balance) };
    }),
  };
}
