import type { Kysely } from "kysely";
import type { z } from "zod";

import { largestExport } from "#contract/file.ts";
import {
  type exportAccountBalances,
  type exportOwnerReport,
  type exportTrialBalance,
  type OwnerReport,
  type OwnerRow,
} from "#contract/report-balances.ts";
import type { exportAccountStatement, exportDailyBook, ReportAccount } from "#contract/reports.ts";
import type { DB } from "#db/types.gen.ts";
import type { AuditActor } from "#server/audit.ts";
import type { Answer } from "#server/http/answer.ts";
import { officeToday } from "#server/office.ts";
import { accountTypeWords } from "#server/spreadsheet/account-types.ts";
import { headOf, rowOf, rowUnder, type ColumnOf, type ListColumn } from "#server/spreadsheet/columns.ts";
import { exportAnswer, fileNameOf, onlyCurrency, refuseLargeExport } from "#server/spreadsheet/export.ts";
import { said } from "#server/spreadsheet/said.ts";

import { balancesOf } from "./balances.ts";
import { readOwnerPage } from "./owner.ts";
import { statementContent } from "./statement-sheet.ts";
import { statementHead } from "./statement.ts";
import { trialOf } from "./trial.ts";

type Asked<R extends { readonly query?: z.ZodType }> = z.output<NonNullable<R["query"]>>;

/** A whole statement, from the opening to the closing balance. Refuses an unknown account, and more entries than a file may have. */
export function exportedStatement(
  db: Kysely<DB>,
  asked: Asked<typeof exportAccountStatement>,
  actor: AuditActor,
): Promise<Answer<Buffer>> {
  return exportAnswer(db, actor, {
    list: "account-statement",
    sheet: "Account Statement",
    asked,
    content: async (snapshot) => {
      const head = await statementHead(snapshot, asked);
      const { account, currency, fromDate, toDate } = head.reply;
      const name = fileNameOf(["account-statement", account.code, currency, fromDate, toDate ?? (await officeToday(snapshot))]);
      return { name, ...(await statementContent(snapshot, head)) };
    },
  });
}

/** The movements of a day as the daily book shows them: all, from the opening to the closing balance, or those of one type. */
export function exportedDailyBook(
  db: Kysely<DB>,
  asked: Asked<typeof exportDailyBook>,
  actor: AuditActor,
): Promise<Answer<Buffer>> {
  const { accountId, currencyId, date, transType } = asked;
  return exportAnswer(db, actor, {
    list: "daily-book",
    sheet: "Daily Book",
    asked,
    content: async (snapshot) => {
      const head = await statementHead(snapshot, { accountId, currencyId, fromDate: date, toDate: date });
      const name = fileNameOf(["daily-book", head.reply.currency, transType, date]);
      return { name, ...(await statementContent(snapshot, head, transType)) };
    },
  });
}

/** One more than a file may have, so that it shows whether there are more. */
const all = { after: undefined, limit: largestExport + 1 };

/** Every balance of a filter. Refuses more of them than a file may have. */
export function exportedBalances(
  db: Kysely<DB>,
  asked: Asked<typeof exportAccountBalances>,
  actor: AuditActor,
): Promise<Answer<Buffer>> {
  return exportAnswer(db, actor, {
    list: "account-balances",
    sheet: "Account Balances",
    asked,
    content: async (snapshot) => {
      const asOf = asked.asOf || (await officeToday(snapshot));
      const { rows } = await balancesOf(snapshot, { ...asked, asOf }, all);
      refuseLargeExport(rows.length);
      return {
        name: fileNameOf(["account-balances", await onlyCurrency(snapshot, asked), asked.type, asked.side, asOf]),
        columns: [...accountColumns, { header: "Balance", kind: "amount" }, { header: "As Of", kind: "date" }],
        rows: rows.map(({ account, currency, balance, isSpent }) => [...accountCells(account, isSpent), currency, balance, asOf]),
      };
    },
  });
}

/** The trial balance. Refuses more lines than a file may have. */
export function exportedTrialBalance(
  db: Kysely<DB>,
  asked: Asked<typeof exportTrialBalance>,
  actor: AuditActor,
): Promise<Answer<Buffer>> {
  return exportAnswer(db, actor, {
    list: "trial-balance",
    sheet: "Trial Balance",
    asked,
    content: async (snapshot) => {
      const asOf = asked.asOf || (await officeToday(snapshot));
      const { rows, totals } = await trialOf(snapshot, { ...asked, asOf }, all);
      refuseLargeExport(rows.length);
      const sides: ListColumn[] = (["Debit", "Credit"] as const).map((header) => ({ header, kind: "amount" }));
      return {
        name: fileNameOf(["trial-balance", await onlyCurrency(snapshot, asked), asOf]),
        columns: [...accountColumns, ...sides, { header: "As Of", kind: "date" }],
        rows: [
          ...rows.map(({ account, currency, debit, credit }) => [...accountCells(account), currency, debit, credit, asOf]),
          ...totals.map(({ currency, debits, credits }) => ["", said("Total"), "", currency, debits, credits, asOf]),
        ],
      };
    },
  });
}

const accountColumns: readonly ListColumn[] = [
  { header: "Account Code", kind: "text", width: 16 },
  { header: "Account", kind: "text" },
  { header: "Account Type", kind: "text", width: 16 },
  { header: "Currency", kind: "text", width: 10 },
];

function accountCells({ code, name, type, isSystem }: ReportAccount, isSpent = false) {
  return [code, name, said(isSystem ? "House" : isSpent ? "Expense" : accountTypeWords[type])];
}

const changeHeading = "Change since Yesterday";
const netWorthHeading = "Net Worth in {currency}";

const ownerColumns = ({ baseCurrency: base, expenseAccounts }: OwnerReport): readonly ColumnOf<OwnerRow>[] => [
  ["Currency", "text", (row) => row.currency],
  ["Cash", "amount", (row) => row.cash],
  ["Banks", "amount", (row) => row.banks],
  ["Owed to Us", "amount", (row) => row.owedToUs],
  ["Owed by Us", "amount", (row) => row.owedByUs],
  ["In Transit", "amount", (row) => row.inTransit],
  ["Pending Hawalas", "amount", (row) => row.pendingHawalas],
  ["Net Worth", "amount", (row) => row.netWorth],
  ["Rate per USD", "rate", (row) => row.rate],
  [said(netWorthHeading, { currency: base }), "amount", (row) => row.inBase],
  [changeHeading, "amount", (row) => row.change],
  ...(expenseAccounts.length === 0 ? [] : [["Spent", "amount", (row: OwnerRow) => row.spent] as const]),
];

/** The owner's page, with the sum in the base currency as its last line. */
export function exportedOwnerPage(
  db: Kysely<DB>,
  asked: Asked<typeof exportOwnerReport>,
  actor: AuditActor,
): Promise<Answer<Buffer>> {
  return exportAnswer(db, actor, {
    list: "owner",
    sheet: "Net Worth",
    asked,
    content: async (snapshot) => {
      const owner = await readOwnerPage(snapshot);
      const { rows, baseCurrency, netWorth, change } = owner;
      const columns = ownerColumns(owner);
      const inBase = said("Total in {currency}", { currency: baseCurrency });
      const total = { Currency: inBase, [netWorthHeading]: netWorth, [changeHeading]: change };
      return {
        columns: headOf(columns),
        rows: [...rows.map((row) => rowOf(columns, row)), rowUnder(columns, total)],
      };
    },
  });
}
