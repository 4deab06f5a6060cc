import { sql, type Kysely } from "kysely";

import type { DB } from "#db/types.gen.ts";

import type { AuditRow, State } from "./search.ts";

/** A version of something, as the log names it. */
interface Version {
  readonly type: string;
  readonly id: string;
  readonly version: number;
}

/** What keeps its states in the log version by version, each without the one before it. */
const versioned: ReadonlySet<string> = new Set(["transaction", "hawala"]);

/** What an entry has beside the state of its object, of which the next version says nothing: the papers of a payout, or another day. */
const beside = "payout";

/** The entries of a page with the states before and after; where an entry holds only the state after, with that of the version before. */
export async function withStates(db: Kysely<DB>, rows: readonly AuditRow[]): Promise<readonly AuditRow[]> {
  const wanted = rows.flatMap((row): Version[] => {
    const { object_type: type, object_id: id, version } = row;
    return row.old === null && version !== null && version > 1 && id !== null && versioned.has(type)
      ? [{ type, id, version }]
      : [];
  });
  if (wanted.length === 0) return rows;
  const before = await statesBefore(db, wanted);
  return rows.map((row) => ({ ...row, old: row.old ?? before.get(keyOf(row)) ?? null }));
}

function keyOf({ object_type: type, object_id: id, version }: AuditRow): string {
  return `${type}:${id ?? ""}:${String(version)}`;
}

async function statesBefore(db: Kysely<DB>, wanted: readonly Version[]): Promise<ReadonlyMap<string, State>> {
  const one = (type: string, isThat: ReturnType<typeof sql>) => {
    const asked = wanted.filter((version) => version.type === type);
    return sql`select ${type} || ':' || w.id || ':' || w.version as key, audited_state(a) - ${beside}::text as state
      from unnest(${asked.map(({ id }) => id)}::text[], ${asked.map(({ version }) => version)}::integer[]) w (id, version)
      join audit_log a on ${isThat} and a.object_id = w.id and a.version = w.version - 1`;
  };
  const { rows } = await sql<{ key: string; state: State | null }>`
    ${one("transaction", sql`a.object_type = 'transaction'`)} union all
    ${one("hawala", sql`a.object_type = 'hawala' and a.object_type <> 'transaction'`)}`.execute(db);
  return new Map(rows.flatMap(({ key, state }) => (state === null ? [] : [[key, state] as const])));
}
