import type { Kysely } from "kysely";

import { exportTypes, largestExport, type ExportFormat, type ExportLanguage } from "#contract/file.ts";
import type { Tx } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";
import { Refusal } from "#kernel/refusal.ts";
import { audit, type AuditActor } from "#server/audit.ts";
import { download, type Answer } from "#server/http/answer.ts";
import { officeToday } from "#server/office.ts";
import { allowLongReading, beginSnapshot } from "#server/snapshot.ts";

import type { SheetRow } from "./cells.ts";
import type { ListColumn, ListRow } from "./columns.ts";
import { spreadsheetFile, type SpreadsheetFile } from "./file.ts";
import type { SheetName } from "./said.ts";
import { speechOf, type Speech } from "./speech.ts";
import { inTurn } from "./turns.ts";

/** What stands in the file, whatever its language. */
export interface ListContent {
  readonly columns: readonly ListColumn[];
  readonly rows: Iterable<ListRow> | AsyncIterable<ListRow>;
  /** What the file is called, where the list and today do not say what is in it. */
  readonly name?: string;
}

/** A list on its way out of the office. */
export type ListExport = Named & (OfSnapshot | OfItsOwn);

/** How a file is wanted. */
export interface FileAsked {
  readonly format: ExportFormat;
  readonly language: ExportLanguage;
}

interface Named {
  /** Names the file and stands in the audit log, such as "transactions". */
  readonly list: string;
  /** The name of the one sheet in an .xlsx file. */
  readonly sheet: SheetName;
  /** What was asked for: the file, and beside that the filter, of which the audit log keeps what was not left empty. */
  readonly asked: FileAsked & Readonly<Record<string, unknown>>;
}

interface OfSnapshot {
  /** Reads the list from one snapshot of the books, when the file's turn has come. */
  readonly content: (snapshot: Tx) => Promise<ListContent>;
}

interface OfItsOwn {
  /** The same for what begins the snapshot itself, or has been read already: none is held meanwhile. */
  readonly ownContent: () => Promise<ListContent>;
}

/** The answer of an export: the file under its own name, or the list's and today's date. Who took what out of the office is on record. */
export async function exportAnswer(db: Kysely<DB>, actor: AuditActor, exported: ListExport): Promise<Answer<Buffer>> {
  const { list, asked } = exported;
  const { format, language: _language, ...filter } = asked;
  const {
    bytes,
    rowCount,
    name = `${list}-${await officeToday(db)}`,
  } = await inTurn(actor.userId ?? "", () => fileOf(db, exported));
  await audit(db, actor, {
    action: "list.exported",
    objectType: "list",
    objectId: list,
    new: { format, rows: rowCount, filter: given(filter) },
  });
  return download({ bytes, type: exportTypes[format], name: `${name}.${format}` });
}

function given(filter: object): object {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined && value !== ""));
}

type NamedFile = SpreadsheetFile & Pick<ListContent, "name">;

/** The snapshot ends with the last row: a connection is not held while the process is still at work. */
async function fileOf(db: Kysely<DB>, exported: ListExport): Promise<NamedFile> {
  if ("ownContent" in exported) return written(exported, await exported.ownContent());
  const snapshot = await beginSnapshot(db);
  let ended: Promise<void> | undefined;
  const end = () => (ended ??= snapshot.rollback().execute());
  try {
    await allowLongReading(snapshot);
    const { rows, ...rest } = await exported.content(snapshot);
    return await written(exported, { ...rest, rows: endingWith(rows, end) });
  } finally {
    await end();
  }
}

/** The one place where a list gets a language. */
async function written({ asked: { format, language }, sheet }: Named, content: ListContent): Promise<NamedFile> {
  const { columns, rows, ...named } = content;
  const speech = speechOf(language);
  const file = await spreadsheetFile({
    format,
    sheet: speech.sheet(sheet),
    isRightToLeft: speech.isRightToLeft,
    columns: columns.map(speech.column),
    rows: spokenRows(rows, speech.cell),
  });
  return { ...named, ...file };
}

async function* spokenRows(rows: ListContent["rows"], spoken: Speech["cell"]): AsyncGenerator<SheetRow, void, undefined> {
  for await (const row of rows) yield row.map(spoken);
}

async function* endingWith(rows: ListContent["rows"], end: () => Promise<void>): AsyncGenerator<ListRow, void, undefined> {
  try {
    yield* rows;
  } finally {
    await end();
  }
}

/** The name of a file, from what tells it from another one of its list; what there is none of is left out. */
export function fileNameOf(parts: readonly (string | null | undefined)[]): string {
  return parts.filter((part) => part !== null && part !== undefined && part !== "").join("-");
}

/** The code of the currency that a list was narrowed to, for its name, also where nothing is in it; undefined of a list of them all. */
export async function onlyCurrency(
  db: Kysely<DB>,
  { currencyId }: { readonly currencyId?: number | undefined },
): Promise<string | undefined> {
  if (currencyId === undefined) return undefined;
  const currency = await db.selectFrom("currencies").select("code").where("id", "=", currencyId).executeTakeFirst();
  return currency?.code;
}

/** Refuses a list of more rows than a file may have. To be asked before the first row is read. */
export function refuseLargeExport(rowCount: number, largest: number = largestExport): void {
  if (rowCount <= largest) return;
  const most = new Intl.NumberFormat("en-US").format(largest);
  throw new Refusal("too_large", `A file holds at most ${most} rows, and this list has more. Narrow the filter and export again`);
}
