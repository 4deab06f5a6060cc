import { auditChain, auditLogFacets, exportAuditLog, listAuditLog } from "#contract/audit-log.ts";
import type { Deps } from "#server/deps.ts";
import { page } from "#server/http/answer.ts";
import { serve, type App } from "#server/http/serve.ts";

import { exportedAuditLog } from "./export.ts";
import { auditPage, chainOf, facetsOf } from "./queries.ts";

/** The calls about what was done, by whom, and how far that is sealed. */
export function auditLogRoutes(app: App, { db, whileHeard }: Deps): void {
  serve(app, listAuditLog, async (call) => page(await auditPage(whileHeard(call.gone()), call.query)));
  serve(app, exportAuditLog, (call) => exportedAuditLog(db, call.query, call.actor));
  serve(app, auditLogFacets, () => facetsOf(db));
  serve(app, auditChain, () => chainOf(db));
}
