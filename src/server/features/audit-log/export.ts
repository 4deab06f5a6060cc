import type { Kysely } from "kysely";
import type { z } from "zod";

import type { AuditChange, AuditEntry, exportAuditLog } from "#contract/audit-log.ts";
import { largestExport } from "#contract/file.ts";
import type { Tx } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";
import { isInstant } from "#kernel/instant.ts";
import type { Answer } from "#server/http/answer.ts";
import type { AuditActor } from "#server/http/audit.ts";
import type { SheetColumn, SheetRow } from "#server/spreadsheet/cells.ts";
import { exportAnswer, refuseLargeExport } from "#server/spreadsheet/export.ts";
import { officeClock, type OfficeClock } from "#server/spreadsheet/office-clock.ts";

import { entriesOf } from "./queries.ts";
import { findEntries, questionOf, type AuditFilters, type Place } from "./search.ts";

type Query = z.output<NonNullable<typeof exportAuditLog.query>>;

const columns: readonly SheetColumn[] = [
  { header: "Time", kind: "text", width: 20 },
  { header: "User", kind: "text", width: 16 },
  { header: "Action", kind: "text", width: 28 },
  { header: "Object", kind: "text", width: 18 },
  { header: "Object ID", kind: "text", width: 18 },
  { header: "Object Name", kind: "text" },
  { header: "Version", kind: "number", width: 9 },
  { header: "Changes", kind: "text", width: 80 },
  { header: "Reason", kind: "text", width: 32 },
  { header: "Address", kind: "text", width: 18 },
  { header: "Request", kind: "text", width: 24 },
];

const rowsAtOnce = 1_000;

/** The entries that a filter finds as a file, newest first. Refuses more than a file may hold. */
export function exportedAuditLog(db: Kysely<DB>, { format, ...filters }: Query, actor: AuditActor): Promise<Answer<Buffer>> {
  return exportAnswer(db, actor, {
    list: "audit-log",
    sheet: "Audit Log",
    format,
    filter: filters,
    content: async (snapshot) => ({ columns, rows: rowsOf(snapshot, filters) }),
  });
}

async function* rowsOf(tx: Tx, filters: AuditFilters): AsyncGenerator<SheetRow, void, undefined> {
  const question = await questionOf(tx, filters);
  if (question === undefined) return;
  const clock = await officeClock(tx, "medium");
  let after: Place | undefined;
  let count = 0;
  do {
    const { rows, next } = await findEntries(tx, question, { limit: rowsAtOnce, after });
    count += rows.length;
    refuseLargeExport(count + (count === largestExport && next !== undefined ? 1 : 0));
    yield* (await entriesOf(tx, rows)).map((entry) => cellsOf(entry, clock));
    after = next;
  } while (after !== undefined);
}

function cellsOf(entry: AuditEntry, clock: OfficeClock): SheetRow {
  return [
    clock(entry.recordedAt),
    entry.user,
    entry.action,
    entry.objectType,
    entry.objectId,
    entry.object,
    entry.version,
    entry.changes.map((change) => inWords(change, clock)).join("\n"),
    entry.reason,
    entry.ip,
    entry.requestId,
  ];
}

/** "exRate: 69.80000000 → 70.20000000". */
function inWords({ field, before, after }: AuditChange, clock: OfficeClock): string {
  const word = (value: string | null): string => (value === null ? "–" : isInstant(value) ? clock(value) : value);
  return before === null ? `${field}: ${word(after)}` : `${field}: ${word(before)} → ${word(after)}`;
}
