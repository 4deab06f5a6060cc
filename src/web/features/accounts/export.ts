import type { Row } from "write-excel-file/browser";

import { listAccounts, type AccountRow } from "#contract/accounts.ts";
import { largestPageSize } from "#contract/page.ts";
import { i18n } from "#web/i18n/setup.ts";
import { callPage } from "#web/lib/api.ts";
import { amountCell, headerCell, saveSheet, textCell } from "#web/lib/sheet.ts";

/** A sheet of a quarter of a million rows is no report any more, and a browser should not hold it. */
const mostPages = 50;

const textFields = [
  "accountCode",
  "accountName",
  "lastName",
  "fatherName",
  "tazkiraNumber",
  "phone",
  "email",
  "dateOfBirth",
  "address",
] as const satisfies readonly (keyof AccountRow)[];

export type Exported =
  | { readonly outcome: "saved"; readonly count: number; readonly file: string }
  | { readonly outcome: "empty" | "tooLarge" };

/**
 * Saves every account of the filter as an .xlsx file, with a column for each currency that one of them holds. `today` is
 * the business date for the file's name. Saves nothing where the filter matches nothing or more than a sheet should hold.
 */
export async function exportAccounts(q: string, today: string): Promise<Exported> {
  const accounts = await everyAccount(q);
  if (accounts === undefined) return { outcome: "tooLarge" };
  if (accounts.length === 0) return { outcome: "empty" };
  const file = i18n.t("accounts:sheet.file", { date: today });
  const currencies = currenciesOf(accounts);
  await saveSheet({
    file,
    sheet: i18n.t("accounts:sheet.name"),
    rows: [headerOf(currencies), ...accounts.map((account) => rowOf(account, currencies))],
    widths: [...textFields.map(() => 18), 16, 12, 10, ...currencies.map(() => 18)],
    rightToLeft: i18n.dir() === "rtl",
  });
  return { outcome: "saved", count: accounts.length, file };
}

/** Page by page; undefined when there are too many. */
async function everyAccount(q: string): Promise<AccountRow[] | undefined> {
  const accounts: AccountRow[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const { rows, nextCursor } = await callPage(listAccounts, { query: { q, cursor, limit: largestPageSize } });
    accounts.push(...rows);
    if (nextCursor === undefined) return accounts;
    cursor = nextCursor;
  }
  return undefined;
}

/** The codes of the currencies held, by the currencies' ids. */
function currenciesOf(accounts: readonly AccountRow[]): string[] {
  const held = new Map(accounts.flatMap(({ balances }) => balances.map(({ currencyId, currency }) => [currencyId, currency])));
  return [...held].toSorted(([left], [right]) => left - right).map(([, code]) => code);
}

function headerOf(currencies: readonly string[]): Row {
  const own = [...textFields, "accountType", "accountStatus", "currencyId"] as const;
  return [
    ...own.map((field) => headerCell(i18n.t(`accounts:fields.${field}`))),
    ...currencies.map((currency) => headerCell(i18n.t("accounts:sheet.balance", { currency }))),
  ];
}

function rowOf(account: AccountRow, currencies: readonly string[]): Row {
  return [
    ...textFields.map((field) => textCell(account[field])),
    textCell(i18n.t(`ui:accountTypes.${account.accountType}`)),
    textCell(i18n.t(`accounts:statuses.${account.accountStatus}`)),
    textCell(account.currency),
    ...currencies.map((code) => {
      const held = account.balances.find(({ currency }) => currency === code);
      return held === undefined ? null : amountCell(held.balance);
    }),
  ];
}
