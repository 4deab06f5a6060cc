import { exportReconciliation, reconcilePartner } from "#contract/partner-reconciliations.ts";
import {
  exportPartnerSettlement,
  listSettlementPartners,
  listSettlements,
  partnerSettlement,
  partnerSettlementHawalas,
  settlePartner,
} from "#contract/partner-settlements.ts";
import type { Deps } from "#server/deps.ts";
import { page } from "#server/http/answer.ts";
import { serve, type App } from "#server/http/serve.ts";

import { settleCommand } from "./commands.ts";
import { exportedHawalas } from "./export.ts";
import { partnerFigures } from "./figures.ts";
import { hawalasPage } from "./hawalas.ts";
import { settlementPartners } from "./partners.ts";
import { exportedReconciliation } from "./reconcile-export.ts";
import { reconcileSheet } from "./reconcile.ts";
import { findSettlements } from "./settlements.ts";

/** The calls about settlements with partners. */
export function partnerSettlementRoutes(app: App, deps: Deps): void {
  const { db } = deps;
  serve(app, partnerSettlement, ({ query }) => partnerFigures(db, query));
  serve(app, listSettlementPartners, () => settlementPartners(db));
  serve(app, partnerSettlementHawalas, ({ query }) => hawalasPage(db, query));
  serve(app, exportPartnerSettlement, (call) => exportedHawalas(db, call.query, call.actor));
  serve(app, listSettlements, async ({ query }) => page(await findSettlements(db, query)));
  serve(app, reconcilePartner, ({ upload: { file, fields }, actor, gone }) =>
    reconcileSheet(db, { file, fields, who: actor.userId, gone: gone() }),
  );
  serve(app, exportReconciliation, ({ upload: { file, fields }, query, actor, gone }) =>
    exportedReconciliation(db, { file, fields, who: actor.userId, gone: gone(), asked: query }, actor),
  );
  serve(app, settlePartner, (call) =>
    settleCommand(deps, call.body, { actor: call.actor, idempotency: call.idempotency, role: call.actor.role }),
  );
}
