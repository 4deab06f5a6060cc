import { exchangeContext } from "#contract/exchange.ts";
import type { Deps } from "#server/deps.ts";
import { serve, type App } from "#server/http/serve.ts";

import { contextOfExchange } from "./queries.ts";

/** The call that tells what an exchange of a pair is judged by: the board, the last deal and the positions. */
export function exchangeRoutes(app: App, { db }: Deps): void {
  serve(app, exchangeContext, (call) => contextOfExchange(db, call.query));
}
