import { sql, type Kysely } from "kysely";

import type { DB } from "#db/types.gen.ts";
import { hawalaKey } from "#kernel/hawala-number.ts";
import { largestId } from "#kernel/id.ts";

/** An object as the log names it. */
export interface ObjectKey {
  readonly type: string;
  readonly id: string;
}

/** Everything that goes by this number, code or name. */
export async function objectsCalled(db: Kysely<DB>, q: string): Promise<readonly ObjectKey[]> {
  const id = /^\d{1,10}$/.test(q) && Number.parseInt(q, 10) <= largestId ? q : null;
  const { rows } = await sql<ObjectKey>`
    select 'transaction' as type, ${id}::text as id where ${id}::text is not null
    union all select 'account', id::text from accounts where code = ${q}
    union all select 'currency', id::text from currencies where code = upper(${q})
    union all select 'user', id::text from users where lower(username) = lower(${q})
    union all (select 'hawala', h.id::text from (select distinct sender_code from hawala_days where direction = 'incoming') known
      join hawalas h on h.direction = 'incoming' and h.sender_code = known.sender_code and h.normal_no = ${hawalaKey(q)} limit 20)
    union all select 'hawala', id::text from hawalas where direction = 'outgoing' and normal_no = ${hawalaKey(q)}`.execute(db);
  return rows;
}

/** What people call the objects, people and things that a page of the log names by their ids. */
export interface Names {
  readonly currencies: ReadonlyMap<string, string>;
  readonly accounts: ReadonlyMap<string, string>;
  readonly users: ReadonlyMap<string, string>;
  readonly hawalas: ReadonlyMap<string, string>;
}

/** Ids that want a name. */
export interface Unnamed {
  readonly accounts: ReadonlySet<string>;
  readonly users: ReadonlySet<string>;
  readonly hawalas: ReadonlySet<string>;
}

const isUuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const isId = /^\d{1,9}$/;

export async function namesOf(db: Kysely<DB>, unnamed: Unnamed): Promise<Names> {
  const ids = (wanted: ReadonlySet<string>, pattern: RegExp) => [...wanted].filter((id) => pattern.test(id));
  const named = async (statement: ReturnType<typeof sql<{ id: string; name: string }>>) => {
    const { rows } = await statement.execute(db);
    return new Map(rows.map(({ id, name }) => [id, name]));
  };
  const [currencies, accounts, users, hawalas] = await Promise.all([
    named(sql`select id::text as id, code as name from currencies`),
    named(sql`select id::text as id, code || ' - ' || concat_ws(' ', account_name, last_name) as name from accounts
      where id = any (${ids(unnamed.accounts, isId)}::integer[])`),
    named(sql`select id::text as id, username as name from users where id = any (${ids(unnamed.users, isUuid)}::uuid[])`),
    named(sql`select id::text as id, hawala_no as name from hawalas where id = any (${ids(unnamed.hawalas, isId)}::integer[])`),
  ]);
  return { currencies, accounts, users, hawalas };
}
