import { sql, type Kysely, type RawBuilder } from "kysely";

import type { Tx } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";
import { assert } from "#kernel/assert.ts";
import { earliestBusinessDate } from "#kernel/business-date.ts";
import { invalidField } from "#kernel/refusal.ts";

/** Today at the office. */
export async function officeToday(db: Kysely<DB>): Promise<string> {
  const { rows } = await sql<{ today: string }>`select office_today() as today`.execute(db);
  const [row] = rows;
  assert(row !== undefined, "today is a day");
  return row.today;
}

/**
 * The moment at which a day begins in a time zone, by the zones that PostgreSQL knows, as `office_today()` has it: Node may know those of
 * another year. Of a midnight that comes twice, as the clocks go back to it, it is the first, where PostgreSQL means the second; in place of
 * one that is left out, the moment at which the clocks go on.
 */
export function beginOfDay(day: RawBuilder<unknown>, timeZone: RawBuilder<unknown>): RawBuilder<Date> {
  const moment = sql`interval '1 microsecond'`;
  return sql<Date>`(
    select midnight - greatest((midnight - ${moment}) at time zone ${timeZone} + ${moment} - ${day}::timestamp, interval '0')
    from (select ${day}::timestamp at time zone ${timeZone} as midnight) meant)`;
}

/** The day of a hawala: today at the office where none is given. Refuses days that no transaction could have. */
export async function hawalaDay(tx: Tx, given: string | undefined): Promise<string> {
  const { rows } = await sql<{ today: string; last: string }>`
    select office_today() as today, office_today() + 1 as last`.execute(tx);
  const [office] = rows;
  assert(office !== undefined, "today is a day");
  const { today, last } = office;
  const day = given ?? today;
  if (day < earliestBusinessDate) throw invalidField("transactionDate", `The date must not be before ${earliestBusinessDate}`);
  if (day > last) throw invalidField("transactionDate", `The date must not be after ${last}`);
  return day;
}

/** The account code of the partner whose hawalas come without one. */
export async function defaultSenderCode(tx: Tx): Promise<string> {
  const { sender_code } = await tx.selectFrom("business_settings").select("sender_code").executeTakeFirstOrThrow();
  return sender_code;
}
