import { sql, type Kysely } from "kysely";
import type { z } from "zod";

import type {
  listBranchAccounts,
  ListedHawalaFilters,
  listHawalas,
  listSenderCodes,
  RecentHawala,
} from "#contract/hawala-lists.ts";
import type { getHawala, Hawala } from "#contract/hawalas.ts";
import type { DB } from "#db/types.gen.ts";
import { Refusal } from "#kernel/refusal.ts";
import { questionOf, wantedOf } from "#server/hawala/filters.ts";
import { unknownHawala } from "#server/hawala/head.ts";
import { hawalasAt, pageOf } from "#server/hawala/page.ts";
import type { Question } from "#server/hawala/search.ts";
import { imageFile, type Answer, type Page } from "#server/http/answer.ts";

type PageFilters = z.output<NonNullable<typeof listHawalas.query>>;

/** A page of the hawalas that meet every filter, newest first: by their own date, then id, both descending. */
export async function findHawalas(db: Kysely<DB>, filters: PageFilters): Promise<Page<Hawala>> {
  const { ids, ...rest } = await pageOf(db, await questionAsked(db, filters), filters);
  return { ...rest, rows: await hawalasAt(db, ids) };
}

/** What filters ask for; undefined where no hawala can meet them. */
export async function questionAsked(db: Kysely<DB>, filters: ListedHawalaFilters): Promise<Question | undefined> {
  const wanted = await wantedOf(db, filters);
  return wanted === undefined ? undefined : questionOf(wanted);
}

/** One hawala of either direction. Refuses an id that none has. */
export async function hawalaById(db: Kysely<DB>, id: number): Promise<Hawala> {
  const [found] = await hawalasAt(db, [id]);
  if (found === undefined) throw unknownHawala(id);
  return found;
}

/** One hawala with what was noted of the receiver's papers when it was paid; nothing of a payout that was taken back. */
export async function shownHawala(db: Kysely<DB>, id: number): Promise<z.output<typeof getHawala.reply>> {
  const shown = await hawalaById(db, id);
  const payout = await db
    .selectFrom("hawala_payouts")
    .select(["document_name", "document_number", sql<boolean>`photo is not null`.as("has_photo")])
    .where("transaction_id", "=", shown.transactionId)
    .executeTakeFirst();
  return {
    ...shown,
    payout:
      payout === undefined
        ? null
        : { documentName: payout.document_name, documentNumber: payout.document_number, hasPhoto: payout.has_photo },
  };
}

/**
 * The photo of the papers that a payout was made on, the one that stands unless another is named, as a file of its own type. Refuses where
 * there is none.
 */
export async function photoAnswer(db: Kysely<DB>, id: number, paidBy?: number): Promise<Answer<Buffer>> {
  const { transactionId } = await hawalaById(db, id);
  const payout = await db
    .selectFrom("hawala_payouts")
    .select(["photo", "photo_type"])
    .where("hawala_id", "=", id)
    .where("transaction_id", "=", paidBy ?? transactionId)
    .executeTakeFirst();
  if (payout === undefined || payout.photo === null || payout.photo_type === null) {
    throw new Refusal("not_found", "This hawala has no photo");
  }
  return imageFile({ mediaType: payout.photo_type, content: payout.photo });
}

const recentCount = 20;

/** The newest hawalas of both directions, with what their receivers get. */
export async function newestHawalas(db: Kysely<DB>): Promise<RecentHawala[]> {
  const newest = await db.selectFrom("hawalas").select("id").orderBy("id", "desc").limit(recentCount).execute();
  const rows = await hawalasAt(
    db,
    newest.map(({ id }) => id),
  );
  return rows.map(({ id, hawalaNo, direction, senderName, receiverName, currency, rAmount, hawalaStatus }) => ({
    id,
    hawalaNumber: hawalaNo,
    direction,
    senderName,
    receiverName,
    currency,
    amount: rAmount,
    status: hawalaStatus,
  }));
}

/** The active accounts of the branch codes in the business settings, by code. */
export async function branchAccounts(db: Kysely<DB>): Promise<z.output<typeof listBranchAccounts.reply>> {
  const { rows } = await sql<z.output<typeof listBranchAccounts.reply>[number]>`
    select a.id, a.code as "accountCode", concat_ws(' ', a.account_name, a.last_name) as "accountName",
      a.currency_id as "currencyId", c.code as currency
    from business_settings s
    join accounts a on a.code = any (s.branch_codes) and a.account_status = 'active' and not a.is_system
    join currencies c on c.id = a.currency_id
    order by a.code collate "C"`.execute(db);
  return rows;
}

/** The codes that incoming hawalas came under, from their sums by day, with the account of each where there is one. */
export async function senderCodes(db: Kysely<DB>): Promise<z.output<typeof listSenderCodes.reply>> {
  const { rows } = await sql<z.output<typeof listSenderCodes.reply>[number]>`
    select d.sender_code as "senderCode", a.id as "accountId",
      case when a.id is not null then concat_ws(' ', a.account_name, a.last_name) end as "accountName", d.hawalas, d.pending
    from (
      select sender_code, sum(hawalas)::integer as hawalas, coalesce(sum(hawalas) filter (where status = 'Pending'), 0)::integer as pending
      from hawala_days where direction = 'incoming' group by sender_code having sum(hawalas) > 0) d
    left join accounts a on a.code = d.sender_code and not a.is_system
    order by d.sender_code collate "C"`.execute(db);
  return rows;
}
