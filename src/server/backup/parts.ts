import { assert } from "#kernel/assert.ts";

/** A backup in the order it is read: SQL to run; a COPY, its rows and their end; at last the SQL that commits everything. */
export type Part =
  | { readonly kind: "sql"; readonly text: string }
  | { readonly kind: "copy"; readonly statement: string }
  | { readonly kind: "rows"; readonly bytes: Buffer }
  | { readonly kind: "end of rows" }
  | { readonly kind: "ending"; readonly text: string };

const copyStart = "\ncopy public.";
const copyEnd = " from stdin;";
const rowsEnd = "\n\\.\n";

/** Takes the text of a backup apart, holding no more of it than one piece and the SQL between two tables. */
export async function* partsOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<Part, void, undefined> {
  let rest: Buffer = Buffer.alloc(0);
  let reading = readSql;
  for await (const piece of pieces) {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    for (;;) {
      const step = reading(rest);
      yield* step.parts;
      rest = step.rest;
      if (step.next === undefined) break;
      reading = step.next;
    }
  }
  assert(reading === readSql, "the rows of a whole backup have an end");
  yield { kind: "ending", text: rest.toString("utf8") };
}

type Reading = (bytes: Buffer) => Step;

interface Step {
  readonly parts: readonly Part[];
  /** What is to be read again, with what follows. */
  readonly rest: Buffer;
  /** How to go on; undefined where more has to arrive first. */
  readonly next: Reading | undefined;
}

/** SQL up to the next COPY. */
function readSql(bytes: Buffer): Step {
  const start = bytes.indexOf(copyStart) + 1;
  const lineEnd = start === 0 ? -1 : bytes.indexOf("\n", start);
  if (lineEnd === -1) return { parts: [], rest: bytes, next: undefined };
  const statement = bytes.toString("utf8", start, lineEnd);
  assert(statement.endsWith(copyEnd), "a line that begins as a COPY of rows is one");
  const text = bytes.toString("utf8", 0, start);
  // The line end stays: where there is no row at all, it is the beginning of the end.
  const parts: Part[] = [
    { kind: "sql", text },
    { kind: "copy", statement },
  ];
  return { parts, rest: bytes.subarray(lineEnd), next: readFirstRows };
}

/** Rows, behind a line end that belongs to none of them. */
function readFirstRows(bytes: Buffer): Step {
  if (bytes.length < rowsEnd.length) return { parts: [], rest: bytes, next: undefined };
  if (bytes.indexOf(rowsEnd) === 0) return endOfRows(bytes, 0);
  return { parts: [], rest: bytes.subarray(1), next: readRows };
}

/** Rows up to their end. As long as it is not in sight, all but what may be the beginning of it is handed on. */
function readRows(bytes: Buffer): Step {
  const end = bytes.indexOf(rowsEnd);
  if (end !== -1) {
    const { rest, next } = endOfRows(bytes, end);
    return { parts: [{ kind: "rows", bytes: bytes.subarray(0, end + 1) }, { kind: "end of rows" }], rest, next };
  }
  const sure = bytes.length - rowsEnd.length + 1;
  if (sure <= 0) return { parts: [], rest: bytes, next: undefined };
  return { parts: [{ kind: "rows", bytes: bytes.subarray(0, sure) }], rest: bytes.subarray(sure), next: undefined };
}

/** What follows begins with a line end again, so that a COPY right behind is found. */
function endOfRows(bytes: Buffer, end: number): Step {
  return { parts: [{ kind: "end of rows" }], rest: bytes.subarray(end + rowsEnd.length - 1), next: readSql };
}
