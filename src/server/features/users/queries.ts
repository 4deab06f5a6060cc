import type { Kysely, Selectable } from "kysely";

import { knownRole } from "#contract/permissions.ts";
import type { User } from "#contract/users.ts";
import type { DB, Users } from "#db/types.gen.ts";

/** Every user, by name. */
export async function allUsers(db: Kysely<DB>): Promise<User[]> {
  const users = await db.selectFrom("users").selectAll().orderBy("username").orderBy("id").execute();
  return users.map(userOf);
}

/** A user as others may see them: without the password's hash. */
export function userOf(row: Selectable<Users>): User {
  return {
    id: row.id,
    username: row.username,
    fullName: row.full_name,
    email: row.email,
    phone: row.phone,
    role: knownRole(row.role),
    isActive: row.is_active,
    mustChangePassword: row.must_change_password,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
