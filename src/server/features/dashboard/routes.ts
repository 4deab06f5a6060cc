import { exportCashDays, exportHawalaDays, getDashboard, listDashboardHawalas } from "#contract/dashboard.ts";
import type { Deps } from "#server/deps.ts";
import { page } from "#server/http/answer.ts";
import { serve, type App } from "#server/http/serve.ts";

import { cardHawalas } from "./cards.ts";
import { cashDaysExport, hawalaDaysExport } from "./export.ts";
import { officeDay } from "./office-day.ts";
import { dashboardOf } from "./queries.ts";

/** The calls of the dashboard. */
export function dashboardRoutes(app: App, { db }: Deps): void {
  serve(app, getDashboard, (call) => dashboardOf(db, call.query, call.actor));
  serve(app, listDashboardHawalas, async (call) => page(await cardHawalas(db, await officeDay(db, call.actor), call.query)));
  serve(app, exportHawalaDays, (call) => hawalaDaysExport(db, call.query, call.actor));
  serve(app, exportCashDays, (call) => cashDaysExport(db, call.query, call.actor));
}
