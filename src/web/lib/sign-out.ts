import { logout } from "#contract/auth.ts";

import { ApiError } from "./api-error.ts";
import { call } from "./api.ts";
import { untilUp } from "./connection.ts";
import { announceSession } from "./session-channel.ts";
import { reloadNow } from "./unsaved.ts";
import { watched } from "./watched.ts";

/** Also where it answers everything but this. */
const askAgainMs = 1_000;

const signingOut = watched(false);

/** Whether the session is being ended, from wherever that was asked for. */
export function useSigningOut(): boolean {
  return signingOut.useValue();
}

/**
 * Ends the session on the server and loads the page anew. A failure is logged only: the new load shows how things stand. While the server is
 * away it is waited for: the new load would be a page of the browser's, behind which the session goes on.
 */
export async function signOut(): Promise<void> {
  signingOut.set(true);
  try {
    while (!(await isEnded())) await Promise.all([untilUp(), pause(askAgainMs)]);
    announceSession(null);
  } catch (error) {
    reportError(error);
  }
  reloadNow();
  signingOut.set(false);
}

/** Ends the session; false where the server cannot be reached. */
async function isEnded(): Promise<boolean> {
  try {
    await call(logout);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.isAway) return false;
    throw error;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
