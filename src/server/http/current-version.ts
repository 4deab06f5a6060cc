import { isDeepStrictEqual } from "node:util";

import { sql } from "kysely";

import type { Tx } from "#db/client.ts";
import { Refusal } from "#kernel/refusal.ts";

/** What has versions, as the audit log calls it, and how a sentence about its change begins. */
const subjects = {
  account: "This account was",
  account_number_setting: "This number setting was",
  business_settings: "The business settings were",
  currency: "This currency was",
  hawala: "This hawala was",
  hawala_settings: "The hawala series was",
  transaction: "This transaction was",
  user: "This user was",
} as const;

/** An object in its current version, read under a lock that keeps it current. */
interface Versioned {
  readonly type: keyof typeof subjects;
  readonly id: string | number;
  readonly version: number;
}

/**
 * Refuses an edit that was made from another version than the current one, and says who made the current one and when. An edit that
 * names no version passes.
 */
export async function requireCurrentVersion(tx: Tx, current: Versioned, ifMatch: number | undefined): Promise<void> {
  if (ifMatch === undefined || ifMatch === current.version) return;
  throw new Refusal("stale_version", `${subjects[current.type]} changed meanwhile: ${await lastChangeOf(tx, current)}`);
}

/**
 * Whether an edit would leave a row as it stands. Then it makes no version: a new one would refuse the edit of whoever has the row open,
 * for nothing.
 */
export function changesNothing<Row extends object>(row: Row, fields: Partial<Row>): boolean {
  return Object.entries(fields).every(([name, value]) => isDeepStrictEqual(row[name as keyof Row], value));
}

/** Who made this version, and when by the office's clock; what nobody made was there from the start. */
async function lastChangeOf(tx: Tx, { type, id, version }: Versioned): Promise<string> {
  const { rows } = await sql<{ words: string }>`
    select coalesce(a.actor, 'the office itself') || ' at ' || to_char(a.recorded_at at time zone s.time_zone, 'YYYY-MM-DD HH24:MI') as words
    from audit_log a, business_settings s
    where a.object_type = ${type} and a.object_id = ${String(id)} and a.version = ${version}`.execute(tx);
  return rows[0]?.words ?? "the office itself";
}
