import { balancesByCode, cashBalance, senderBalance } from "#contract/balances.ts";
import type { Deps } from "#server/deps.ts";
import { serve, type App } from "#server/http/serve.ts";

import { cashAtShop, ownBalancesByCode, senderBalances } from "./queries.ts";

export function balanceRoutes(app: App, { db }: Deps): void {
  serve(app, balancesByCode, (call) => ownBalancesByCode(db, call.body.accountCodes));
  serve(app, senderBalance, () => senderBalances(db));
  serve(app, cashBalance, () => cashAtShop(db));
}
