import { sql, type Kysely } from "kysely";

import type { DB } from "#db/types.gen.ts";

/** Whether a hawala `h` keeps its import from being undone: it is no longer Pending, or was ever paid. */
export const isTouched = sql<boolean>`(h.status <> 'Pending' or exists (select from transactions t where t.hawala_id = h.id))`;

/** Whether each of these imports could be undone. */
export async function canBeUndone(db: Kysely<DB>, batchIds: readonly number[]): Promise<boolean> {
  const { rows } = await sql<{ touched: boolean }>`
    select exists (select from hawalas h where h.import_batch_id = any (${[...batchIds]}::integer[]) and ${isTouched}) as touched`.execute(
    db,
  );
  return rows[0]?.touched === false;
}
