import { balancesByCode, cashBalance, senderBalance } from "#contract/balances.ts";
import type { Deps } from "#server/deps.ts";
import { serve, type App } from "#server/http/serve.ts";
import { senderBalances } from "#server/sender-balances.ts";

import { cashRows, ownBalancesByCode } from "./queries.ts";

/** The calls that tell what accounts hold: those of given codes, that of the default sender code, and the cash at the shop. */
export function balanceRoutes(app: App, { db }: Deps): void {
  serve(app, balancesByCode, (call) => ownBalancesByCode(db, call.body.accountCodes));
  serve(app, senderBalance, () => senderBalances(db));
  serve(app, cashBalance, () => cashRows(db));
}
