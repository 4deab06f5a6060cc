import { sql, type Kysely, type Selectable } from "kysely";

import { knownRole } from "#contract/permissions.ts";
import type { User } from "#contract/users.ts";
import type { Tx } from "#db/client.ts";
import type { DB, Users } from "#db/types.gen.ts";

/** A stored user, and whether signing in takes a code as well. */
export type UserRow = Selectable<Users> & { readonly has_second_factor: boolean };

/** Every user, by name, in which case makes no difference. */
export async function allUsers(db: Kysely<DB>): Promise<User[]> {
  const users = await userRows(db)
    .orderBy(sql`lower(username)`)
    .orderBy("id")
    .execute();
  return users.map(userOf);
}

/** The stored users, to be narrowed down. */
export function userRows(db: Kysely<DB>) {
  const hasSecondFactor = sql<boolean>`
    exists (select from second_factors f where f.user_id = users.id and f.confirmed_at is not null)`;
  return db.selectFrom("users").selectAll("users").select(hasSecondFactor.as("has_second_factor"));
}

/** A user as others may see them: without the password's hash. */
export function userOf(row: UserRow): User {
  return {
    id: row.id,
    username: row.username,
    fullName: row.full_name,
    email: row.email,
    phone: row.phone,
    role: knownRole(row.role),
    isActive: row.is_active,
    mustChangePassword: row.must_change_password,
    hasSecondFactor: row.has_second_factor,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/**
 * Whether a user has done anything that stays on record. Signing in and out, being refused, and looking after one's own sign-in is no work.
 * Each entry of the journal and each rate is audited under the same name as it is recorded; neither of them is found by who did it.
 */
export async function hasRecordedWork(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from audit_log where actor_id = ${id} and object_type not in ('session', 'call')
      and not (object_id = ${id}::text and action ~ '^user\\.(password_change|second_factor|recovery_code)') limit 1`.execute(tx);
  return rows.length > 0;
}
