import type { Kysely } from "kysely";
import type pg from "pg";
import type { Logger } from "pino";

import type { Database } from "#db/client.ts";
import type { Connection } from "#db/connection.ts";
import type { DB } from "#db/types.gen.ts";
import type { AuditKey } from "#ledger/audit-chain.ts";
import type { Ledger } from "#ledger/post.ts";

import type { Backups } from "./backup/backups.ts";
import type { ClockWatch } from "./clock.ts";
import type { Config } from "./config.ts";
import type { Live } from "./live/live.ts";
import type { Metrics } from "./metrics.ts";
import type { ReportSource } from "./report-source.ts";

/** What the features work with; made once, handed on, never looked up. */
export interface Deps {
  readonly config: Config;
  /** As the application's role. */
  readonly db: Kysely<DB>;
  /** The same connections, for prepared calls on the hot path. */
  readonly pool: pg.Pool;
  /** The same database for a reading that is given up when whoever asked for it is gone. */
  readonly whileHeard: Database["whileHeard"];
  readonly ledger: Ledger;
  /** Seals the audit log. */
  readonly auditKey: AuditKey;
  /** Whether the clock went back, before the server was started or since. */
  readonly clock: ClockWatch;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Tells open screens what has changed. */
  readonly live: Live;
  /** Where reports are read from on which nobody acts: a replica, where there is one. */
  readonly reports: ReportSource;
  /** Makes backups, and looks after those that are there. */
  readonly backups: Backups;
  /** How to connect as the application for a session of one's own, past a pooler. */
  readonly direct: Connection;
  /** How to connect as the owner of the database, for backup and restore alone. */
  readonly owner: Connection;
}
