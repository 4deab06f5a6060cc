import { sql, type Kysely, type RawBuilder } from "kysely";

import type { DB } from "#db/types.gen.ts";
import { accountCodeOf } from "#kernel/account-code.ts";
import { idFrom } from "#kernel/id.ts";
import { hawalasNumbered } from "#server/hawala/numbers.ts";

/** An object as the log names it. */
export interface ObjectKey {
  readonly type: string;
  readonly id: string;
}

export const isUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What goes or went by a name. */
export interface Called {
  readonly objects: readonly ObjectKey[];
  /** Those of them who are people and were deleted: no list has them any more, so what they did belongs to their name. */
  readonly deletedUsers: readonly string[];
}

/** Whether an entry names its object so: written as the index of names has it. */
export function namesObject(q: string): RawBuilder<boolean> {
  return sql`a.object_type <> 'transaction' and a.action ~ '\\.(created|changed|edited|deleted|removed|imported|undone|made)$'
    and named_in_entry(a.object_type, a.old, a.new) = name_key(${q})`;
}

/** Entries that are looked at for objects which had a name, and how many of these are followed: the latest. */
const [mostNamings, mostNamed] = [200, 20];

/** Hawalas of one number that are followed: our own, and those of so many partners. */
const mostNumbered = 1 + 20;

/** Everything that goes by this number, code or name, and what did and was renamed or removed. */
export async function objectsCalled(db: Kysely<DB>, q: string): Promise<Called> {
  const id = idFrom(q) === undefined ? null : q;
  const { rows } = await sql<ObjectKey & { isDeletedUser: boolean }>`
    with named as (
      select object_type as type, object_id as id from (
        select a.object_type, a.object_id, a.recorded_at, a.id from audit_log a where ${namesObject(q)}
        order by a.recorded_at desc, a.id desc limit ${mostNamings}) latest
      where object_id is not null group by object_type, object_id order by max(recorded_at) desc limit ${mostNamed}
    ), living as (
      select 'transaction' as type, ${id}::text as id where ${id}::text is not null
      union all select 'account', id::text from accounts where code = ${accountCodeOf(q)}
      union all select 'currency', id::text from currencies where code = upper(${q})
      union all select 'user', id::text from users where lower(username) = lower(${q})
      union all (select 'hawala', id::text from ${hawalasNumbered(q)} numbered limit ${mostNumbered})
    )
    select type, id, type = 'user' and not exists (select from users u where u.id::text = found.id) as "isDeletedUser"
    from (select * from living union select * from named) found`.execute(db);
  return {
    objects: rows.map(({ type, id: objectId }) => ({ type, id: objectId })),
    deletedUsers: rows.filter(({ id: userId, isDeletedUser }) => isDeletedUser && isUuid.test(userId)).map((row) => row.id),
  };
}
