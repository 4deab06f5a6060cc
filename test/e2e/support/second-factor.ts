import { codeOf } from "#test/support/authenticator.ts";

import type { Credentials, Desk, Office } from "./office.ts";

/** Somebody whose sign-in has a second step, with what is on their telephone and on their paper. */
export interface Guarded extends Credentials {
  /** The session in which it was turned on: the password alone begins no other. */
  readonly desk: Desk;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

/** Adds a user and turns the second step on, over the API. */
export async function guarded(office: Office, username: string): Promise<Guarded> {
  const credentials = await office.addUser("user", username);
  const desk = await office.signIn(credentials);
  const path = "/api/profile/second-factor";
  const { secret } = (await desk.send("POST", path, { password: credentials.password })) as { readonly secret: string };
  const confirmed = (await desk.send("POST", `${path}/confirmation`, { code: codeOf(secret) })) as Pick<Guarded, "recoveryCodes">;
  return { ...credentials, desk, secret, recoveryCodes: confirmed.recoveryCodes };
}
