import { lastVerification, runVerification } from "#contract/verification.ts";
import type { Deps } from "#server/deps.ts";
import { serve, type App } from "#server/http/serve.ts";
import { latestVerification } from "#server/last-verification.ts";

import { verifyBooks } from "./commands.ts";

/** The calls about whether the books balance: what the last look found, and a look now. */
export function verificationRoutes(app: App, deps: Deps): void {
  serve(app, lastVerification, () => latestVerification(deps.db));
  serve(app, runVerification, (call) => verifyBooks(deps, call.actor));
}
