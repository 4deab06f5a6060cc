import { createUser, deleteUser, listUsers, resetSecondFactor, setUserStatus, updateUser } from "#contract/users.ts";
import type { Deps } from "#server/deps.ts";
import { serve, type App } from "#server/http/serve.ts";

import { addUser, changeUser, removeUser, resetSecondFactorOf } from "./commands.ts";
import { allUsers } from "./queries.ts";

/** The calls by which users are administered. */
export function userRoutes(app: App, { db }: Deps): void {
  serve(app, listUsers, () => allUsers(db));
  serve(app, createUser, (call) => addUser(db, call.body, call.actor));
  serve(app, updateUser, (call) => changeUser(db, { id: call.params.id, ifMatch: call.ifMatch, ...call.body }, call.actor));
  serve(app, setUserStatus, (call) => changeUser(db, { id: call.params.id, ifMatch: call.ifMatch, ...call.body }, call.actor));
  serve(app, deleteUser, (call) => removeUser(db, call.params.id, call.actor));
  serve(app, resetSecondFactor, (call) => resetSecondFactorOf(db, call.params.id, call.actor));
}
