import { sql, type Kysely } from "kysely";

import type { DB } from "#db/types.gen.ts";
import { assert } from "#kernel/assert.ts";
import type { BusinessDate } from "#kernel/business-date.ts";
import type { Actor } from "#server/http/serve.ts";
import type { Condition } from "#server/ordered-list.ts";

/** What the figures of a dashboard are based on: the office's day, and whose hawalas they are about. */
export interface OfficeDay {
  readonly today: BusinessDate;
  /** The default sender code of the settings. */
  readonly senderCode: string;
  /** Whose hawalas are shown; undefined is everybody's. */
  readonly onlySender: string | undefined;
}

/** The office's day as this person sees it: an admin every hawala, everybody else those of the default sender. */
export async function officeDay(db: Kysely<DB>, { isAdmin }: Pick<Actor, "isAdmin">): Promise<OfficeDay> {
  const { rows } = await sql<{ today: BusinessDate; senderCode: string }>`
    select office_today() as today, sender_code as "senderCode" from business_settings`.execute(db);
  const [day] = rows;
  assert(day !== undefined, "the office has its settings from the first migration on");
  return { ...day, onlySender: isAdmin ? undefined : day.senderCode };
}

/** That a row, of hawalas or of their sums by day, is of the sender that is shown. */
export function ofSender({ onlySender }: OfficeDay, column: Condition): Condition[] {
  return onlySender === undefined ? [] : [sql`${column} = ${onlySender}`];
}
