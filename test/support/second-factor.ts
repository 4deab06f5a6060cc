import { confirmSecondFactor, startSecondFactor } from "#contract/second-factor.ts";
import { hashPassword } from "#server/identity/password-hash.ts";

import { codeOf } from "./authenticator.ts";
import type { SignedInClient, TestServer, TestUser } from "./server.ts";

/** The password of everybody here. */
export const password = "seven blue kites";
let passwordHash: Promise<string> | undefined;
let count = 0;

/** Somebody whose sign-in has a second step, with what is on their telephone and on their paper. */
export interface Guarded {
  readonly client: SignedInClient;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

/** Somebody who is signed in and can sign in with the password. */
export async function personOf(server: TestServer, role = "user", user: Partial<TestUser> = {}): Promise<SignedInClient> {
  const hash = await (passwordHash ??= hashPassword(password));
  return server.signIn(role, { username: `Person${String((count += 1))}`, passwordHash: hash, ...user });
}

/** The same with a second step, whose present code has not been used yet. */
export async function guardedPersonOf(server: TestServer, role = "user"): Promise<Guarded> {
  const client = await personOf(server, role);
  const { secret } = await client.ok(startSecondFactor, { body: { password } });
  const { recoveryCodes } = await client.ok(confirmSecondFactor, { body: { code: codeOf(secret) } });
  await forgetSteps(server, client);
  return { client, secret, recoveryCodes };
}

/** As if half a minute had gone by: the code on the telephone has not been used yet. */
export async function forgetSteps(server: TestServer, { userId }: SignedInClient): Promise<void> {
  await server.database.asOwner("update second_factors set last_step = 0 where user_id = $1", [userId]);
}
