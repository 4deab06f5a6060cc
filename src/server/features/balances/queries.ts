import type { Kysely } from "kysely";
import type { z } from "zod";

import type { balancesByCode, cashBalance } from "#contract/balances.ts";
import type { DB } from "#db/types.gen.ts";
import { accountCodeOf } from "#kernel/account-code.ts";
import type { AccountType } from "#kernel/account-type.ts";
import { cashAtShop } from "#server/cash-at-shop.ts";
import { balanceEntry } from "#server/sender-balances.ts";
import { shownBalances } from "#server/shown-balances.ts";

type ByCode = z.output<(typeof balancesByCode)["reply"]>;

/** The balance of each account in its own currency, in the order asked; codes that no account has stand apart. */
export async function ownBalancesByCode(db: Kysely<DB>, codes: readonly string[]): Promise<ByCode> {
  if (codes.length === 0) return { balances: [], unknown: [] };
  const accounts = await db
    .selectFrom("accounts")
    .select(["id", "code", "account_name", "account_type"])
    .where("code", "in", codes.map(accountCodeOf))
    .where("is_system", "=", false)
    .execute();
  const byCode = new Map(accounts.map((account) => [account.code, account]));
  const balances = await shownBalances(
    db,
    accounts.map((account) => account.id),
  );
  return {
    balances: codes.flatMap((code) => {
      const account = byCode.get(accountCodeOf(code));
      // The own currency stands first; every account holds it from the day it was opened.
      const [own] = account === undefined ? [] : (balances.get(account.id) ?? []);
      return account === undefined || own === undefined
        ? []
        : [{ ...balanceEntry(account, own), accountType: account.account_type as AccountType }];
    }),
    unknown: codes.filter((code) => !byCode.has(accountCodeOf(code))),
  };
}

/** Cash at the shop as earlier clients read it. */
export async function cashRows(db: Kysely<DB>): Promise<z.output<(typeof cashBalance)["reply"]>> {
  const held = await cashAtShop(db);
  return {
    rows: held.map(({ currencyId, currency, balance }) => {
      // The one amount of the product that leaves as a JSON number: earlier clients read nothing else here.
      // oxlint-disable-next-line no-restricted-properties
      return { currencyid: currencyId, currency, currentbalance: Number.parseFloat(balance) };
    }),
  };
}
