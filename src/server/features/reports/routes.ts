import {
  accountBalancesReport,
  exportAccountBalances,
  exportOwnerReport,
  exportTrialBalance,
  ownerReport,
  trialBalance,
} from "#contract/report-balances.ts";
import { accountStatement, dailyBookMovements, exportAccountStatement, exportDailyBook } from "#contract/reports.ts";
import type { Deps } from "#server/deps.ts";
import { serve, type App } from "#server/http/serve.ts";

import { balancesPage } from "./balances.ts";
import { exportedBalances, exportedDailyBook, exportedOwnerPage, exportedStatement, exportedTrialBalance } from "./export.ts";
import { ownerPage } from "./owner.ts";
import { statementPage } from "./statement.ts";
import { trialPage } from "./trial.ts";

/** The reports, each with its file. */
export function reportRoutes(app: App, { db, reports }: Deps): void {
  serve(app, accountStatement, (call) => reports.read((source) => statementPage(source, call.query)));
  serve(app, exportAccountStatement, (call) => exportedStatement(db, call.query, call.actor));
  serve(app, dailyBookMovements, ({ query: { date, ...page } }) => statementPage(db, { ...page, fromDate: date, toDate: date }));
  serve(app, exportDailyBook, (call) => exportedDailyBook(db, call.query, call.actor));
  serve(app, accountBalancesReport, (call) => reports.read((source) => balancesPage(source, call.query)));
  serve(app, exportAccountBalances, (call) => exportedBalances(db, call.query, call.actor));
  serve(app, ownerReport, () => reports.read(ownerPage));
  serve(app, exportOwnerReport, (call) => exportedOwnerPage(db, call.query, call.actor));
  serve(app, trialBalance, (call) => reports.read((source) => trialPage(source, call.query)));
  serve(app, exportTrialBalance, (call) => exportedTrialBalance(db, call.query, call.actor));
}
