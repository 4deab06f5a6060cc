import { sql, type Kysely, type Selectable } from "kysely";

import type { DB, Users } from "#db/types.gen.ts";
import { invalidField } from "#kernel/refusal.ts";
import type { Actor } from "#server/http/serve.ts";

import { passwordMatches } from "./password-hash.ts";
import { recordFailure, refuseThrottled } from "./throttle.ts";

/** A password that a signed-in person gives once more, and what it is for. */
interface GivenPassword {
  readonly password: string;
  /** The field of the request that holds it. */
  readonly path: string;
  readonly wrong: string;
  /** What the audit log calls a failure. */
  readonly failure: string;
}

/**
 * The person behind a session, once they have given their password again. A wrong one counts like a failed sign-in, so that
 * a session left open is no place to guess. Call it through `oneAtATime`.
 */
export async function requireOwnPassword(db: Kysely<DB>, given: GivenPassword, actor: Actor): Promise<Selectable<Users>> {
  await refuseThrottled(db, actor);
  const person = await db.selectFrom("users").selectAll().where("id", "=", actor.userId).executeTakeFirstOrThrow();
  if (await passwordMatches(person.password_hash, given.password)) return person;
  const act = { action: given.failure, objectType: "user", objectId: person.id, reason: "wrong password" };
  await recordFailure(db, actor, act);
  throw invalidField(given.path, given.wrong);
}

/** The name of the office, as the business settings have it. */
export async function officeName(db: Kysely<DB>): Promise<string> {
  const { rows } = await sql<{ office_name: string }>`select office_name from business_settings`.execute(db);
  return rows[0]?.office_name ?? "Sarraf";
}
