import {
  confirmSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
  stopSecondFactor,
} from "#contract/second-factor.ts";
import type { Deps } from "#server/deps.ts";
import { serve, type App } from "#server/http/serve.ts";

import { confirm, renewCodes, start, stop } from "./commands.ts";
import { standing } from "./queries.ts";

/** The calls by which people set up their own two-step sign-in, renew its codes and end it. */
export function secondFactorRoutes(app: App, deps: Deps): void {
  serve(app, getSecondFactor, (call) => standing(deps.db, call.actor));
  serve(app, startSecondFactor, (call) => start(deps, call.body.password, call.actor));
  serve(app, confirmSecondFactor, (call) => confirm(deps, call.body.code, call.actor));
  serve(app, renewRecoveryCodes, (call) => renewCodes(deps, call.body, call.actor));
  serve(app, stopSecondFactor, (call) => stop(deps, call.body, call.actor));
}
