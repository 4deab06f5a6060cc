import { sql, type Kysely } from "kysely";
import type { z } from "zod";

import type { listPassedHawalas } from "#contract/hawala-lists.ts";
import type { DB } from "#db/types.gen.ts";
import { withinDates } from "#server/hawala/filters.ts";
import { pageOf } from "#server/hawala/page.ts";
import type { Page } from "#server/http/answer.ts";
import type { OrderedList } from "#server/ordered-list.ts";

type Asked = z.output<NonNullable<typeof listPassedHawalas.query>>;
type PassedHawala = z.output<typeof listPassedHawalas.reply>[number];

/** The live transactions of hawalas, by business date; the bookings of outgoing ones are among them. */
const transactionsOfHawalas: OrderedList = {
  table: sql`transactions`,
  isIn: sql`t.hawala_id is not null and t.deleted_at is null`,
  order: sql`t.business_date desc, t.id desc`,
  columns: sql`t.id, t.business_date`,
  key: sql`t.business_date::text`,
  after: ({ key, id }) => sql`(t.business_date, t.id) < (${key}::date, ${id}::integer)`,
};

const isPass = sql<boolean>`exists (select from hawalas h where h.id = t.hawala_id and h.status = 'Passed')`;

/** A page of the passed hawalas with the transactions that paid them, the latest business date first. */
export async function findPassedHawalas(db: Kysely<DB>, asked: Asked): Promise<Page<PassedHawala>> {
  const question = {
    list: transactionsOfHawalas,
    branches: [withinDates(asked, sql`t.business_date`)],
    others: [isPass],
    indexed: [],
  };
  const { ids, ...rest } = await pageOf(db, question, asked);
  return { ...rest, rows: await passedAt(db, ids) };
}

/** Without those taken back since they were found. */
async function passedAt(db: Kysely<DB>, ids: readonly number[]): Promise<PassedHawala[]> {
  const { rows } = await sql<PassedRow>`
    select t.id, h.id as "hawalaId", h.hawala_no as "hawalaNo", h.sender_name as "senderName", h.receiver_name as "receiverName",
      h.receiver_location as "receiverLocation", t.d_amount as "dAmount", t.currency_id as "currencyId", t.c_amount as "cAmount",
      t.c_currency_id as "cCurrencyId", t.ex_rate as "exRate", t.business_date as "transDate", t.in_account_id as "inAccountId",
      t.out_account_id as "outAccountId", t.created_at as created, t.modified_at as modified
    from unnest(${[...ids]}::integer[]) with ordinality place (id, rank)
    join transactions t on t.id = place.id
    join hawalas h on h.transaction_id = t.id and h.status = 'Passed'
    order by place.rank`.execute(db);
  return rows.map(({ created, modified, ...row }) => {
    const dateCreated = created.toISOString();
    const dateModified = modified?.toISOString() ?? null;
    return { ...row, dateCreated, createdAt: dateCreated, dateModified, updatedAt: dateModified ?? dateCreated };
  });
}

type Stamps = "dateCreated" | "createdAt" | "dateModified" | "updatedAt";
type PassedRow = Omit<PassedHawala, Stamps> & { readonly created: Date; readonly modified: Date | null };
