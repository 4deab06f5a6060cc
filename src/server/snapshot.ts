import type { ControlledTransaction, Kysely } from "kysely";

import { allowLongStatements, type Tx } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";

const longStatementMs = 60_000;

/** Reads from one state of the books: what is posted meanwhile is in none of the figures or in all of them. */
export function fromSnapshot<T>(db: Kysely<DB>, read: (snapshot: Tx) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute(read);
}

/** The same for what looks at every account, and may take as long as a report may. */
export function fromWholeSnapshot<T>(db: Kysely<DB>, read: (snapshot: Tx) => Promise<T>): Promise<T> {
  return fromSnapshot(db, async (snapshot) => {
    await allowLongReading(snapshot);
    return read(snapshot);
  });
}

/** A snapshot that whoever has it ends, for what is read piece by piece. */
export function beginSnapshot(db: Kysely<DB>): Promise<ControlledTransaction<DB>> {
  return db.startTransaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute();
}

/** Lets each statement of a snapshot take as long as a report may. */
export function allowLongReading(snapshot: Tx): Promise<void> {
  return allowLongStatements(snapshot, longStatementMs);
}
