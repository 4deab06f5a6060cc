import { closeDay, dailyBook, listDayCloses, reopenDay } from "#contract/day-closes.ts";
import type { Deps } from "#server/deps.ts";
import { page } from "#server/http/answer.ts";
import { serve, type App } from "#server/http/serve.ts";

import { dailyBookOf } from "./book.ts";
import { listCloses } from "./closes.ts";
import { closeDayCommand, reopenDayCommand } from "./commands.ts";

/** The calls about the daily book and the close of a day. */
export function dayCloseRoutes(app: App, deps: Deps): void {
  serve(app, dailyBook, ({ query }) => dailyBookOf(deps.db, query.date || undefined));
  serve(app, listDayCloses, async ({ query }) => page(await listCloses(deps.db, query)));
  serve(app, closeDay, (call) =>
    closeDayCommand(deps, call.body, { actor: call.actor, idempotency: call.idempotency, role: call.actor.role }),
  );
  serve(app, reopenDay, (call) => reopenDayCommand(deps.db, { id: call.params.id, reason: call.body.reason }, call));
}
