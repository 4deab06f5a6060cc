import { sql, type Kysely } from "kysely";
import type { z } from "zod";

import type { auditChain, AuditEntry, auditLogFacets, listAuditLog } from "#contract/audit-log.ts";
import { largestCount } from "#contract/page.ts";
import type { DB } from "#db/types.gen.ts";
import { chainHead } from "#ledger/audit-chain.ts";
import type { Page } from "#server/http/answer.ts";

import { namesOf, Unnamed, type Names } from "./names.ts";
import { countEntries, cursorOf, findEntries, frequent, placeOf, questionOf, rareActs, type AuditRow } from "./search.ts";
import { withStates } from "./states.ts";
import { changesOf, noteUnnamed } from "./told.ts";

type Query = z.output<NonNullable<typeof listAuditLog.query>>;

/** A page of what was done, newest first. */
export async function auditPage(db: Kysely<DB>, { limit, cursor, ...filters }: Query): Promise<Page<AuditEntry>> {
  const after = cursor === undefined ? undefined : placeOf(cursor);
  const question = await questionOf(db, filters);
  if (question === undefined) return { rows: [], total: 0, nextCursor: undefined };
  const { rows, next } = await findEntries(db, question, { limit, after });
  const isWhole = after === undefined && next === undefined;
  const { total, isAtLeast } = isWhole ? { total: rows.length, isAtLeast: false } : await countEntries(db, question);
  return {
    rows: await entriesOf(db, rows),
    // A page may be longer than rows are counted.
    total: Math.max(total, rows.length),
    isAtLeast,
    nextCursor: next === undefined ? undefined : cursorOf(next),
  };
}

/** Entries as the contract shows them: what changed in words, people and things by their names. */
export async function entriesOf(db: Kysely<DB>, rows: readonly AuditRow[]): Promise<AuditEntry[]> {
  const told = await withStates(db, rows);
  const unnamed = new Unnamed();
  for (const row of told) {
    noteUnnamed(row.old, unnamed);
    noteUnnamed(row.new, unnamed);
    if (row.object_id !== null) unnamed.add(row.object_type, row.object_id);
  }
  const names = await namesOf(db, unnamed);
  return told.map((row) => entryOf(row, names));
}

/** What an object keeps of the reason for an act: the entry of that act says it already. */
const fieldsOfReasons: ReadonlySet<string> = new Set(["deletionReason", "reopeningReason"]);

function entryOf(row: AuditRow, names: Names): AuditEntry {
  const { object_type: type, object_id: id } = row;
  return {
    id: row.id,
    recordedAt: row.recorded_at.toISOString(),
    userId: row.actor_id,
    user: row.actor,
    ip: row.ip,
    requestId: row.request_id,
    action: row.action,
    objectType: type,
    objectId: id,
    // What the entry itself calls it: a user may have had another name then.
    object: row.name ?? (id === null ? null : (names.of(type, id) ?? null)),
    isGone: id !== null && names.isGone(type, id),
    version: row.version,
    reason: row.reason,
    changes: changesOf(row, names).filter(({ field, after }) => !(fieldsOfReasons.has(field) && after === row.reason)),
  };
}

/** Who stands in the log and what was done: found by steps in the indexes, however many entries there are. */
export async function facetsOf(db: Kysely<DB>): Promise<z.output<typeof auditLogFacets.reply>> {
  const [{ rows: users }, rare, posted] = await Promise.all([
    sql<{ id: string; username: string }>`
      with recursive known as (
        (select actor_id from audit_log where actor_id is not null order by actor_id limit 1)
        union all
        select (select a.actor_id from audit_log a where a.actor_id > k.actor_id order by a.actor_id limit 1)
        from known k where k.actor_id is not null
      )
      select k.actor_id as id, coalesce(latest.actor, '') as username from known k
      cross join lateral (
        -- A range, and in the order of the index of people: of an equality the planner may think that nearly all entries meet it, and
        -- walk the log backward until it meets somebody who has left long ago.
        select a.actor from audit_log a where a.actor_id between k.actor_id and k.actor_id
        order by a.actor_id desc, a.recorded_at desc, a.id desc limit 1) latest
      where k.actor_id is not null order by lower(latest.actor)`.execute(db),
    rareActs(db),
    db.selectFrom("transactions").select("id").orderBy("id").limit(1).executeTakeFirst(),
  ]);
  return { users, acts: posted === undefined ? [...rare] : [...rare, frequent] };
}

/** How far the log is sealed. What it holds is compared with the seals by a verification. */
export async function chainOf(db: Kysely<DB>): Promise<z.output<typeof auditChain.reply>> {
  const [{ rows }, head] = await Promise.all([
    sql<{ seals: string; sealed_at: Date | null; sealed_up_to: Date | null; waiting: number }>`
      with last as (select * from audit_seals order by seq desc limit 1)
      select coalesce((select seq from last), 0)::text as seals, (select sealed_at from last) as sealed_at,
        (select a.recorded_at from audit_log a, last where (a.era, a.xid, a.id) = (last.last_era, last.last_xid, last.last_id)) as sealed_up_to,
        (select count(*)::integer from (select from audit_log a where (a.era, a.xid, a.id) > (
          coalesce((select last_era from last), 0::smallint), coalesce((select last_xid from last), '0'::xid8),
          coalesce((select last_id from last), 0)) limit ${largestCount}) fresh) as waiting`.execute(db),
    chainHead(db),
  ]);
  const row = rows[0];
  return {
    seals: Number.parseInt(row?.seals ?? "0", 10),
    sealedAt: row?.sealed_at?.toISOString() ?? null,
    sealedUpTo: row?.sealed_up_to?.toISOString() ?? null,
    waiting: row?.waiting ?? 0,
    most: largestCount,
    head,
  };
}
