import type { Kysely } from "kysely";

import { allowLongStatements, type Tx } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";

const longStatementMs = 60_000;

/** Reads a report from one state of the books: what is posted meanwhile is in none of its figures or in all of them. */
export function fromSnapshot<Report>(db: Kysely<DB>, read: (snapshot: Tx) => Promise<Report>): Promise<Report> {
  return db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute(read);
}

/** The same for one that looks at every account, and may take as long as a report may. */
export function fromWholeSnapshot<Report>(db: Kysely<DB>, read: (snapshot: Tx) => Promise<Report>): Promise<Report> {
  return fromSnapshot(db, async (snapshot) => {
    await allowLongStatements(snapshot, longStatementMs);
    return read(snapshot);
  });
}
