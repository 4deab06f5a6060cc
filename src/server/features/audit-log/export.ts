import type { Kysely } from "kysely";
import type { z } from "zod";

import type { AuditChange, AuditEntry, exportAuditLog } from "#contract/audit-log.ts";
import { largestExport } from "#contract/file.ts";
import type { Tx } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";
import { isInstant } from "#kernel/instant.ts";
import type { AuditActor } from "#server/audit.ts";
import type { Answer } from "#server/http/answer.ts";
import { headOf, rowOf, type ColumnOf, type ListRow } from "#server/spreadsheet/columns.ts";
import { exportAnswer, refuseLargeExport } from "#server/spreadsheet/export.ts";
import { officeClock, type OfficeClock } from "#server/spreadsheet/office-clock.ts";

import { entriesOf } from "./queries.ts";
import { findEntries, questionOf, type AuditFilters, type Place } from "./search.ts";

type Query = z.output<NonNullable<typeof exportAuditLog.query>>;

function columnsOf(clock: OfficeClock): readonly ColumnOf<AuditEntry>[] {
  return [
    ["Time", "text", (entry) => clock(entry.recordedAt), 20],
    ["User", "text", (entry) => entry.user, 16],
    ["Action", "text", (entry) => entry.action, 28],
    ["Object", "text", (entry) => entry.objectType, 18],
    ["Object ID", "text", (entry) => entry.objectId, 18],
    ["Object Name", "text", (entry) => entry.object],
    ["Version", "number", (entry) => entry.version, 9],
    ["Changes", "text", (entry) => entry.changes.map((change) => inWords(change, clock)).join("\n"), 80],
    ["Reason", "text", (entry) => entry.reason, 32],
    ["Address", "text", (entry) => entry.ip, 18],
    ["Request", "text", (entry) => entry.requestId, 24],
  ];
}

const rowsAtOnce = 1_000;

/** The entries that a filter finds as a file, newest first. Refuses more than a file may hold. */
export function exportedAuditLog(db: Kysely<DB>, asked: Query, actor: AuditActor): Promise<Answer<Buffer>> {
  return exportAnswer(db, actor, {
    list: "audit-log",
    sheet: "Audit Log",
    asked,
    content: async (snapshot) => {
      const columns = columnsOf(await officeClock(snapshot, "medium"));
      return { columns: headOf(columns), rows: rowsOf(snapshot, asked, columns) };
    },
  });
}

async function* rowsOf(
  tx: Tx,
  filters: AuditFilters,
  columns: readonly ColumnOf<AuditEntry>[],
): AsyncGenerator<ListRow, void, undefined> {
  const question = await questionOf(tx, filters);
  if (question === undefined) return;
  let after: Place | undefined;
  let count = 0;
  do {
    const { rows, next } = await findEntries(tx, question, { limit: rowsAtOnce, after });
    count += rows.length;
    refuseLargeExport(count + (count === largestExport && next !== undefined ? 1 : 0));
    yield* (await entriesOf(tx, rows)).map((entry) => rowOf(columns, entry));
    after = next;
  } while (after !== undefined);
}

/** "exRate: 69.80000000 → 70.20000000". */
function inWords({ field, before, after }: AuditChange, clock: OfficeClock): string {
  const word = (value: string | null): string => (value === null ? "–" : isInstant(value) ? clock(value) : value);
  return before === null ? `${field}: ${word(after)}` : `${field}: ${word(before)} → ${word(after)}`;
}
