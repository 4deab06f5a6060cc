import type { Kysely } from "kysely";
import type { z } from "zod";

import type { AccountRow, exportAccounts } from "#contract/accounts.ts";
import type { Tx } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";
import type { AccountStatus } from "#kernel/account-type.ts";
import type { Answer } from "#server/http/answer.ts";
import type { Actor } from "#server/http/serve.ts";
import { accountTypeWords } from "#server/spreadsheet/account-types.ts";
import type { SheetColumn, SheetRow } from "#server/spreadsheet/cells.ts";
import { exportAnswer, refuseLargeExport, type ListContent } from "#server/spreadsheet/export.ts";

import { countOfAccounts, currenciesHeld, everyAccount, type AccountFilters } from "./search.ts";

type Asked = z.output<NonNullable<typeof exportAccounts.query>>;

/** A house of fifty thousand customers has a few accounts more; its whole list is to fit into one file. */
const mostAccounts = 100_000;

const columns: readonly SheetColumn[] = [
  { header: "Account Code", kind: "text", width: 16 },
  { header: "Account Name", kind: "text" },
  { header: "Last Name", kind: "text" },
  { header: "Father Name", kind: "text" },
  { header: "Tazkira Number", kind: "text" },
  { header: "Phone", kind: "text", width: 18 },
  { header: "Email", kind: "text" },
  { header: "Date of Birth", kind: "text", width: 14 },
  { header: "Address", kind: "text", width: 32 },
  { header: "Account Type", kind: "text", width: 16 },
  { header: "Account Status", kind: "text", width: 16 },
  { header: "Currency", kind: "text", width: 10 },
];

const statuses: Readonly<Record<AccountStatus, string>> = {
  active: "Active",
  inactive: "Inactive",
  suspended: "Suspended",
  closed: "Closed",
};

/**
 * Every account of a filter as a file, in the order of the list, with a column for each currency that one of them holds.
 * Refuses a list that is too long for a file; who took which list out of the office is audited.
 */
export async function accountExport(db: Kysely<DB>, { format, ...asked }: Asked, actor: Actor): Promise<Answer<Buffer>> {
  return exportAnswer(db, actor, {
    list: "accounts",
    filter: asked,
    format,
    sheet: "Accounts",
    content: (snapshot) => contentOf(snapshot, asked),
  });
}

async function contentOf(tx: Tx, asked: AccountFilters): Promise<ListContent> {
  refuseLargeExport(await countOfAccounts(tx, asked, mostAccounts + 1), mostAccounts);
  const currencies = await currenciesHeld(tx, asked);
  const balances = currencies.map((code): SheetColumn => ({ header: `Balance ${code}`, kind: "amount", width: 18 }));
  return { columns: [...columns, ...balances], rows: rowsOf(tx, asked, currencies) };
}

async function* rowsOf(tx: Tx, asked: AccountFilters, currencies: readonly string[]): AsyncGenerator<SheetRow> {
  for await (const account of everyAccount(tx, asked)) yield rowOf(account, currencies);
}

function rowOf(account: AccountRow, currencies: readonly string[]): SheetRow {
  return [
    account.accountCode,
    account.accountName,
    account.lastName,
    account.fatherName,
    account.tazkiraNumber,
    account.phone,
    account.email,
    account.dateOfBirth,
    account.address,
    accountTypeWords[account.accountType],
    statuses[account.accountStatus],
    account.currency,
    ...currencies.map((code) => account.balances.find(({ currency }) => currency === code)?.balance),
  ];
}
