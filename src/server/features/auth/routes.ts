import { changePassword, login, logout, me, secondStep } from "#contract/auth.ts";
import type { Deps } from "#server/deps.ts";
import { Answer } from "#server/http/answer.ts";
import { serve, servePublic, type App } from "#server/http/serve.ts";

import { changeOwnPassword, passSecondStep, signIn, signOut, type Entry } from "./commands.ts";
import { currentUser } from "./queries.ts";

/** The calls by which a person comes in, in one step or two, and goes out. Of a new password the cookie is a new one, too. */
export function authRoutes(app: App, deps: Deps): void {
  const withCookie = ({ user, token }: Entry): Answer<Entry["user"]> => new Answer(user, { "set-cookie": app.cookie.set(token) });

  servePublic(app, login, async (call) => {
    const admitted = await signIn(deps.db, call.body, { ...call.request, oldToken: call.token });
    return "token" in admitted ? withCookie(admitted) : admitted;
  });
  servePublic(app, secondStep, async (call) =>
    withCookie(await passSecondStep(deps, call.body, { ...call.request, oldToken: call.token })),
  );
  serve(app, logout, async (call) => new Answer(await signOut(deps.db, call.actor), { "set-cookie": app.cookie.clear() }));
  serve(app, me, (call) => currentUser(deps.db, call.actor));
  serve(app, changePassword, async (call) => withCookie(await changeOwnPassword(deps.db, call.body, call)));
}
