import { followChanges } from "#contract/events.ts";
import type { Deps } from "#server/deps.ts";
import { Answer } from "#server/http/answer.ts";
import { serve, type App } from "#server/http/serve.ts";

const headers = {
  "content-type": "text/event-stream; charset=utf-8",
  // No proxy may keep, gather or compress what is to be seen at once.
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
} as const;

/** The call by which an open screen hears what has changed; it is answered as long as the screen stays. */
export function eventRoutes(app: App, { live }: Deps): void {
  serve(app, followChanges, async ({ actor, query }) => new Answer(await live.open(actor, query.since), headers));
}
