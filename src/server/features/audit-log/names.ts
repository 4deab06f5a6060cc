import { sql, type Kysely } from "kysely";

import type { DB } from "#db/types.gen.ts";
import { idFrom } from "#kernel/id.ts";

import { isUuid, type ObjectKey } from "./objects.ts";

/** What people call the objects, people and things that a page of the log names by their ids. */
export interface Names {
  /** The name of an object, also of one that was removed; undefined where it has none but its id. */
  of(type: string, id: string): string | undefined;
  /** Whether an object of a kind that can be removed is no longer there. */
  isGone(type: string, id: string): boolean;
}

/** Ids that want a name, by the kind of their objects. */
export class Unnamed {
  readonly #wanted = new Map<string, Set<string>>();

  add(type: string, id: string): void {
    const ids = this.#wanted.get(type) ?? new Set();
    this.#wanted.set(type, ids.add(id));
  }

  /** Those of a kind that look like an id of it. */
  idsOf(type: Kind): string[] {
    return [...(this.#wanted.get(type) ?? [])].filter((id) => (type === "user" ? isUuid.test(id) : idFrom(id) !== undefined));
  }
}

/** What has another name than its id. */
const kinds = ["account", "account_number_setting", "backup", "currency", "hawala", "import_batch", "user"] as const;
type Kind = (typeof kinds)[number];

/** The names of objects: of the living what they are called now, of what was removed what it was called last. */
export async function namesOf(db: Kysely<DB>, unnamed: Unnamed): Promise<Names> {
  const wanted = kinds.flatMap((type) => unnamed.idsOf(type).map((id) => ({ type, id })));
  const living = await livingNames(db, unnamed);
  const gone = wanted.filter((object) => !living.has(keyOf(object)));
  const lost = gone.length === 0 ? new Map<string, string>() : await lostNames(db, gone);
  const goneKeys = new Set(gone.map(keyOf));
  return {
    of: (type, id) => living.get(keyOf({ type, id })) ?? lost.get(keyOf({ type, id })),
    isGone: (type, id) => goneKeys.has(keyOf({ type, id })),
  };
}

function keyOf({ type, id }: ObjectKey): string {
  return `${type}:${id.toLowerCase()}`;
}

interface NameRow extends ObjectKey {
  readonly name: string;
}

function byKey(rows: readonly NameRow[]): Map<string, string> {
  return new Map(rows.map((row) => [keyOf(row), row.name]));
}

async function livingNames(db: Kysely<DB>, unnamed: Unnamed): Promise<Map<string, string>> {
  const { rows } = await sql<NameRow>`
    select 'account' as type, id::text as id, code || ' - ' || concat_ws(' ', account_name, last_name) as name from accounts
      where id = any (${unnamed.idsOf("account")}::integer[])
    union all select 'account_number_setting', s.id::text, c.code from account_number_settings s join currencies c on c.id = s.currency_id
      where s.id = any (${unnamed.idsOf("account_number_setting")}::integer[])
    union all select 'backup', id::text, coalesce(file_name, id::text) from backups
      where id = any (${unnamed.idsOf("backup")}::integer[])
    union all select 'currency', id::text, code from currencies where id = any (${unnamed.idsOf("currency")}::integer[])
    union all select 'hawala', id::text, hawala_no from hawalas where id = any (${unnamed.idsOf("hawala")}::integer[])
    union all select 'import_batch', id::text, file_name from import_batches
      where id = any (${unnamed.idsOf("import_batch")}::integer[])
    union all select 'user', id::text, username from users where id = any (${unnamed.idsOf("user")}::uuid[])`.execute(db);
  return byKey(rows);
}

/** What the log itself last called objects that are gone. Ordered by the id, which no index has: each is found by its own history. */
async function lostNames(db: Kysely<DB>, gone: readonly ObjectKey[]): Promise<Map<string, string>> {
  const { rows } = await sql<NameRow>`
    select w.type, w.id, last.name from unnest(${gone.map(({ type }) => type)}::text[], ${gone.map(({ id }) => id)}::text[]) w (type, id)
    cross join lateral (
      select coalesce(audited_name(a.object_type, a.new), audited_name(a.object_type, a.old)) as name from audit_log a
      where a.object_type <> 'transaction' and a.object_type = w.type and a.object_id = w.id
        and coalesce(audited_name(a.object_type, a.new), audited_name(a.object_type, a.old)) is not null
      order by a.id desc limit 1) last`.execute(db);
  return byKey(rows);
}
