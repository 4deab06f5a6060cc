import { sql, type Kysely } from "kysely";
import { Gauge, Registry } from "prom-client";

import type { DB } from "#db/types.gen.ts";
import { assert } from "#kernel/assert.ts";
import { backupState } from "#server/backup/state.ts";
import type { Deps } from "#server/deps.ts";
import { sessionStands } from "#server/http/session.ts";
import { within } from "#server/within.ts";

/** A little less than Prometheus waits, unless it is told otherwise. */
const answerWithinMs = 8_000;

type Sources = Pick<Deps, "db" | "live" | "log" | "metrics">;

/** One figure, by its name: what it means, and what it is. Null is a figure that there is none of yet. */
type Figures = Readonly<Record<string, readonly [help: string, value: number | null]>>;

/** Everything that is known, as Prometheus reads it. While the database is away, that it is, and what is known without it. */
export async function metricsText({ db, live, log, metrics }: Sources): Promise<string> {
  const streams: Figures = { sarraf_live_streams: ["Open screens that are kept up to date by this server", live.streamCount] };
  const office = await within(answerWithinMs, officeFigures(db)).catch((error: unknown): Figures => {
    log.warn({ err: error }, "the database did not answer for the metrics");
    return { sarraf_database_up: [databaseUp, 0] };
  });
  return Registry.merge([metrics.registry, registryOf({ ...streams, ...office })]).metrics();
}

const databaseUp = "Whether the database answered just now";

function registryOf(figures: Figures): Registry {
  const registry = new Registry();
  for (const [name, [help, value]] of Object.entries(figures)) {
    if (value !== null) new Gauge({ name, help, registers: [registry] }).set(value);
  }
  return registry;
}

interface OfficeRow {
  readonly journal: string;
  readonly database_bytes: string;
  readonly unsealed_seconds: number;
  readonly balanced: boolean | null;
  readonly verified_seconds: number | null;
  readonly sessions: number;
}

/** What the database knows, of all servers that work on it. */
async function officeFigures(db: Kysely<DB>): Promise<Figures> {
  const { rows } = await sql<OfficeRow>`
    select (select coalesce(max(id), 0) from journal) as journal, pg_database_size(current_database()) as database_bytes,
      coalesce((select extract(epoch from clock_timestamp() - a.recorded_at) from audit_log a
        where (a.era, a.xid, a.id) > (coalesce(s.last_era, 0::smallint), coalesce(s.last_xid, '0'::xid8), coalesce(s.last_id, 0))
        order by a.era, a.xid, a.id limit 1), 0)::double precision as unsealed_seconds,
      (select balanced from verifications order by id desc limit 1) as balanced,
      (select extract(epoch from now() - max(finished_at)) from verifications where finished_at <= now())::double precision as verified_seconds,
      (select count(*)::integer from sessions s join users u on u.id = s.user_id cross join business_settings b
        where ${sql.raw(sessionStands)}) as sessions
    from (select 1) one
    left join lateral (select last_era, last_xid, last_id from audit_seals order by seq desc limit 1) s on true`.execute(db);
  const [row] = rows;
  assert(row !== undefined, "one row was asked for");
  const now = new Date();
  const { lastGood, isOverdue } = await backupState(db, now);
  const goodSeconds = lastGood === null ? null : (now.getTime() - Date.parse(lastGood.finishedAt)) / 1_000;
  return {
    sarraf_database_up: [databaseUp, 1],
    sarraf_database_size_bytes: ["Size of the database", Number.parseInt(row.database_bytes, 10)],
    sarraf_journal_entries: [
      "Acts in the journal: recorded, reversed, restored, by all servers",
      Number.parseInt(row.journal, 10),
    ],
    sarraf_audit_unsealed_seconds: ["Age of the oldest audit row without a seal; 0 where all are sealed", row.unsealed_seconds],
    sarraf_books_balanced: [
      "Whether the last verification found the books in order",
      row.balanced === null ? null : Number(row.balanced),
    ],
    sarraf_verification_age_seconds: ["Since the last verification ended", row.verified_seconds],
    sarraf_backup_age_seconds: ["Since the last backup that was restored and verified", goodSeconds],
    sarraf_backup_overdue: [
      "Whether the last good backup is older than 36 hours, or the office is and has none",
      Number(isOverdue),
    ],
    sarraf_sessions: ["Sessions that are open", row.sessions],
  };
}
