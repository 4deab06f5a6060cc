import {
  currencyPositionDeals,
  currencyPositionReport,
  exportCurrencyPosition,
  exportCurrencyPositionDeals,
} from "#contract/currency-position.ts";
import type { Deps } from "#server/deps.ts";
import { page } from "#server/http/answer.ts";
import { serve, type App } from "#server/http/serve.ts";

import { positionDeals } from "./deals.ts";
import { exportedDeals, exportedPositions } from "./export.ts";
import { positionReport } from "./queries.ts";

/** The calls about what the house is long or short of, and what it has made of it. */
export function currencyPositionRoutes(app: App, { db }: Deps): void {
  serve(app, currencyPositionReport, (call) => positionReport(db, call.query));
  serve(app, exportCurrencyPosition, (call) => exportedPositions(db, call.query, call.actor));
  serve(app, currencyPositionDeals, async ({ query }) => page(await positionDeals(db, query, query)));
  serve(app, exportCurrencyPositionDeals, (call) => exportedDeals(db, call.query, call.actor));
}
