import { open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";

import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";

import { isRolledBack } from "#db/client.ts";
import type { Connection } from "#db/connection.ts";
import { assert } from "#kernel/assert.ts";

import { checkedPieces, type RowCounts, type WholeBackup } from "./format.ts";
import { openOwner, restoring } from "./owner-connection.ts";
import { partsOf, type Part } from "./parts.ts";

/** Which file is loaded into which database. */
export interface LoadOrder {
  readonly owner: Connection;
  readonly path: string;
  /** What was found in the file when it was checked. */
  readonly whole: WholeBackup;
  /** Told that the rows may be there, as soon as what commits is sent, and that they are not where PostgreSQL says so. */
  readonly filled?: (mayBe: boolean) => void;
}

/**
 * Loads a checked file into an empty database, in one transaction: it is there whole or not at all. Refuses a file that has become
 * another since it was checked. `heard` is told how far it is, in percent.
 */
export async function loadDump(order: LoadOrder, heard: (percent: number) => void): Promise<RowCounts> {
  const { owner, path, whole, filled = () => undefined } = order;
  const { client, hangUp } = await openOwner(owner, restoring);
  const file = await open(path, "r");
  try {
    let read = 0;
    const pieces = async function* (): AsyncGenerator<Buffer, void, undefined> {
      for await (const piece of checkedPieces(file, whole, path)) {
        read += piece.length;
        heard(Math.min(99, Math.floor((100 * read) / whole.contentSize)));
        yield piece;
      }
    };
    const { counts, ending } = await loadParts(client, partsOf(pieces()));
    for (const [, table = "", count = ""] of ending.matchAll(/^-- rows of (\S+): (\d+)$/gm)) {
      assert(String(counts.get(table)) === count, `every row of ${table} that was written is read`);
    }
    filled(true);
    await client.query(ending).catch((error: unknown) => {
      if (isRolledBack(error)) filled(false);
      throw error;
    });
    return counts;
  } finally {
    await file.close();
    hangUp();
  }
}

interface Loaded {
  readonly counts: RowCounts;
  /** What commits. */
  readonly ending: string;
}

async function loadParts(client: pg.Client, parts: AsyncGenerator<Part, void, undefined>): Promise<Loaded> {
  const counts = new Map<string, number>();
  for (;;) {
    const { value: part } = await parts.next();
    assert(part !== undefined, "a backup has an ending");
    if (part.kind === "ending") return { counts, ending: part.text };
    if (part.kind === "sql") await client.query(part.text);
    if (part.kind === "copy") {
      const rows = client.query(copyFrom(part.statement));
      await pipeline(rowsOf(parts), rows);
      counts.set(/^copy public\.(\S+)/.exec(part.statement)?.[1] ?? "", rows.rowCount);
    }
  }
}

/** The rows up to their end; what follows is left to be read. */
async function* rowsOf(parts: AsyncGenerator<Part, void, undefined>): AsyncGenerator<Buffer, void, undefined> {
  for (;;) {
    const { value: part } = await parts.next();
    if (part?.kind !== "rows") return;
    yield part.bytes;
  }
}
