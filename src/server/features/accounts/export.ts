import type { Kysely } from "kysely";
import type { z } from "zod";

import type { AccountRow, exportAccounts } from "#contract/accounts.ts";
import type { Tx } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";
import type { AccountStatus } from "#kernel/account-type.ts";
import type { Answer } from "#server/http/answer.ts";
import type { Actor } from "#server/http/serve.ts";
import { accountTypeWords } from "#server/spreadsheet/account-types.ts";
import type { SheetCell } from "#server/spreadsheet/cells.ts";
import { headOf, rowOf, type ColumnOf, type ListRow } from "#server/spreadsheet/columns.ts";
import { exportAnswer, refuseLargeExport, type ListContent } from "#server/spreadsheet/export.ts";
import { said, type PlainWord } from "#server/spreadsheet/said.ts";

import { countOfAccounts, currenciesHeld, everyAccount, type AccountFilters } from "./search.ts";

type Asked = z.output<NonNullable<typeof exportAccounts.query>>;

/** A house of fifty thousand customers has a few accounts more; its whole list is to fit into one file. */
const mostAccounts = 100_000;

const statuses: Readonly<Record<AccountStatus, PlainWord>> = {
  active: "Active",
  inactive: "Inactive",
  suspended: "Suspended",
  closed: "Closed",
};

/**
 * Every account of a filter as a file, in the order of the list, with a column for each currency that one of them holds.
 * Refuses a list that is too long for a file; who took which list out of the office is audited.
 */
export async function accountExport(db: Kysely<DB>, asked: Asked, actor: Actor): Promise<Answer<Buffer>> {
  return exportAnswer(db, actor, {
    list: "accounts",
    asked,
    sheet: "Accounts",
    content: (snapshot) => contentOf(snapshot, asked),
  });
}

async function contentOf(tx: Tx, asked: AccountFilters): Promise<ListContent> {
  refuseLargeExport(await countOfAccounts(tx, asked, mostAccounts + 1), mostAccounts);
  const columns = columnsOf(await currenciesHeld(tx, asked));
  return { columns: headOf(columns), rows: rowsOf(tx, asked, columns) };
}

async function* rowsOf(tx: Tx, asked: AccountFilters, columns: readonly ColumnOf<AccountRow>[]): AsyncGenerator<ListRow> {
  for await (const account of everyAccount(tx, asked)) yield rowOf(columns, account);
}

function columnsOf(currencies: readonly string[]): readonly ColumnOf<AccountRow>[] {
  return [
    ["Account Code", "text", (account) => account.accountCode, 16],
    ["Account Name", "text", (account) => account.accountName],
    ["Last Name", "text", (account) => account.lastName],
    ["Father Name", "text", (account) => account.fatherName],
    ["Tazkira Number", "text", (account) => account.tazkiraNumber],
    ["Phone", "text", (account) => account.phone, 18],
    ["Email", "text", (account) => account.email],
    ["Date of Birth", "text", (account) => account.dateOfBirth, 14],
    ["Address", "text", (account) => account.address, 32],
    ["Account Type", "text", (account) => said(accountTypeWords[account.accountType]), 16],
    ["Account Status", "text", (account) => said(statuses[account.accountStatus]), 16],
    ["Currency", "text", (account) => account.currency, 10],
    ...currencies.map((currency) => [said("Balance {currency}", { currency }), "amount", balanceIn(currency), 18] as const),
  ];
}

function balanceIn(code: string): (account: AccountRow) => SheetCell {
  return ({ balances }) => balances.find(({ currency }) => currency === code)?.balance;
}
