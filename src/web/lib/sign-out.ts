import { logout } from "#contract/auth.ts";

import { call } from "./api.ts";
import { announceSession } from "./session-channel.ts";
import { reloadNow } from "./unsaved.ts";

/** Ends the session on the server and loads the page anew. A failure is logged only: the new load shows how things stand. */
export async function signOut(): Promise<void> {
  try {
    await call(logout);
    announceSession(null);
  } catch (error) {
    reportError(error);
  }
  reloadNow();
}
