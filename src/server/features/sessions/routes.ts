import {
  endOtherSessions,
  endSession,
  endUserSession,
  endUserSessions,
  listSessions,
  listUserSessions,
} from "#contract/sessions.ts";
import type { Deps } from "#server/deps.ts";
import { serve, type App } from "#server/http/serve.ts";

import { endOneSession, endSessions } from "./commands.ts";
import { openSessions, sessionsOfUser } from "./queries.ts";

/** The calls about sessions: one's own, and, for those who administer users, anybody's. */
export function sessionRoutes(app: App, { db }: Deps): void {
  serve(app, listSessions, (call) => openSessions(db, call.actor.userId, call.actor));
  serve(app, endOtherSessions, (call) => endSessions(db, call.actor.userId, call.actor));
  serve(app, endSession, (call) => endOneSession(db, { userId: call.actor.userId, id: call.params.id }, call.actor));
  serve(app, listUserSessions, (call) => sessionsOfUser(db, call.params.id, call.actor));
  serve(app, endUserSessions, (call) => endSessions(db, call.params.id, call.actor));
  serve(app, endUserSession, (call) => endOneSession(db, { userId: call.params.id, id: call.params.sessionId }, call.actor));
}
