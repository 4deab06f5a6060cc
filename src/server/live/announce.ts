import { sql, type Kysely } from "kysely";

import type { Topic } from "#contract/events.ts";
import type { DB } from "#db/types.gen.ts";

/** The channel of PostgreSQL that carries the topics. */
export const channel = "changes";

/**
 * Tells every desk, through whichever server it is connected, that lists have changed: when the transaction commits, and not
 * at all when it does not. A commit that tells waits for every other one that tells, so postings by themselves do not:
 * `listener.ts` looks after those.
 */
export async function announce(tx: Kysely<DB>, topics: readonly Topic[]): Promise<void> {
  await sql`select pg_notify(${channel}, topic) from unnest(${topics}::text[]) topic`.execute(tx);
}

/** The list that an audited object stands in. What is in none, such as a refused call or an export, nobody has to be told of. */
const topicOf: Readonly<Record<string, Topic>> = {
  account: "accounts",
  account_number_setting: "settings",
  backup: "backups",
  books: "verification",
  business_settings: "settings",
  currency: "currencies",
  hawala_settings: "hawalas",
  import_batch: "import-batches",
  session: "users",
  user: "users",
};

/** Attempts that change no list, and of which a stranger can make as many as the throttle lets through. */
const quiet: ReadonlySet<string> = new Set(["session.refused", "session.code_awaited", "user.second_factor_failed"]);

/** Announces what an act has changed. */
export async function announceAct(
  tx: Kysely<DB>,
  { action, objectType }: { readonly action: string; readonly objectType: string },
): Promise<void> {
  const topic = quiet.has(action) ? undefined : topicOf[objectType];
  if (topic !== undefined) await announce(tx, [topic]);
}
