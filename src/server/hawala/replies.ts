import { sql, type Kysely, type RawBuilder } from "kysely";

import type { Hawala } from "#contract/hawalas.ts";
import type { DB } from "#db/types.gen.ts";
import { assert } from "#kernel/assert.ts";
import { hawalaDirections, hawalaStatuses } from "#kernel/hawala.ts";

/** A hawala as it is read, with the words for what it refers to. */
export interface HawalaRow {
  readonly id: number;
  readonly version: number;
  readonly direction: string;
  readonly hawala_no: string;
  readonly status: string;
  readonly sender_code: string | null;
  readonly sender_account_id: number | null;
  readonly partner_account_id: number | null;
  readonly partner_code: string | null;
  readonly partner_name: string | null;
  readonly receiver_account_id: number | null;
  readonly sender_name: string;
  readonly sender_location: string | null;
  readonly sender_phone: string | null;
  readonly receiver_name: string;
  readonly receiver_location: string | null;
  readonly receiver_phone: string | null;
  readonly amount: string;
  readonly amount_currency: string | null;
  readonly exchange_rate: string;
  readonly r_amount: string;
  readonly currency_id: number;
  readonly currency: string;
  readonly currency_symbol: string;
  readonly commission: string;
  readonly rate: string | null;
  readonly into_usd: string | null;
  readonly remarks: string;
  readonly transaction_date: string;
  readonly transaction_id: number | null;
  readonly passed_date: string | null;
  readonly paid_from_code: string | null;
  readonly import_batch_id: number | null;
  readonly processed_by: string;
  readonly created_at: Date;
  readonly modified_at: Date | null;
}

/**
 * The hawalas with these ids, in the order asked; ids that no hawala has are left out. What a pass has, only one that is
 * passed shows: the booking of an outgoing hawala was paid from nowhere.
 */
export function hawalaRows(db: Kysely<DB>, ids: readonly number[]): Promise<readonly HawalaRow[]> {
  return ids.length === 0 ? Promise.resolve([]) : rowsOf(db, selection(ids));
}

async function rowsOf(db: Kysely<DB>, statement: RawBuilder<HawalaRow>): Promise<readonly HawalaRow[]> {
  const { rows } = await statement.execute(db);
  return rows;
}

/**
 * A single word is looked up, not joined: PostgreSQL weighs the orders in which eight tables could be joined anew for each reading,
 * which takes it many times what the reading itself does.
 */
function selection(ids: readonly number[]): RawBuilder<HawalaRow> {
  return sql<HawalaRow>`
    select h.id, h.version, h.direction, h.hawala_no, h.status, h.sender_code, h.sender_account_id, h.partner_account_id,
      h.receiver_account_id, h.sender_name, h.sender_location, h.sender_phone, h.receiver_name, h.receiver_location,
      h.receiver_phone, h.amount, h.exchange_rate, h.r_amount, h.currency_id, h.commission, h.rate, h.into_usd, h.remarks,
      h.transaction_date, h.transaction_id, h.import_batch_id, h.created_at, h.modified_at,
      partner.code as partner_code, concat_ws(' ', partner.account_name, partner.last_name) as partner_name,
      paid.code as currency, paid.symbol as currency_symbol,
      (select code from currencies where id = h.amount_currency_id) as amount_currency,
      case h.status when 'Passed' then (select business_date from transactions where id = h.transaction_id) end as passed_date,
      (select code from accounts where id = h.paid_from_account_id) as paid_from_code,
      (select username from users where id = h.created_by) as processed_by
    from unnest(${[...ids]}::integer[]) with ordinality place (id, rank)
    join hawalas h on h.id = place.id
    join currencies paid on paid.id = h.currency_id
    left join accounts partner on partner.id = h.partner_account_id
    order by place.rank`;
}

/** A hawala as the contract shows it. */
export function hawalaReply(row: HawalaRow): Hawala {
  const direction = hawalaDirections.find((known) => known === row.direction);
  const hawalaStatus = hawalaStatuses.find((known) => known === row.status);
  assert(direction !== undefined && hawalaStatus !== undefined, "the database checks the direction and status of a hawala");
  const createdAt = row.created_at.toISOString();
  return {
    id: row.id,
    direction,
    hawalaNo: row.hawala_no,
    hawalaStatus,
    senderName: row.sender_name,
    senderLocation: row.sender_location,
    senderPhone: row.sender_phone,
    receiverName: row.receiver_name,
    receiverLocation: row.receiver_location,
    receiverPhone: row.receiver_phone,
    receiverAccountId: row.receiver_account_id,
    amount: row.amount,
    amountCurrency: row.amount_currency,
    exchangeRate: row.exchange_rate,
    rAmount: row.r_amount,
    currency: row.currency,
    currencyId: row.currency_id,
    currencySymbol: row.currency_symbol,
    remarks: row.remarks,
    transactionDate: row.transaction_date,
    hawalaDate: row.transaction_date,
    senderCode: row.sender_code,
    rate: row.rate,
    intoUSD: row.into_usd,
    importBatchId: row.import_batch_id,
    // The rows of a batch are written in one transaction, and its time is that of each.
    importDate: row.import_batch_id === null ? null : createdAt,
    senderAccountId: row.sender_account_id,
    partnerAccountId: row.partner_account_id,
    partnerCode: row.partner_code,
    partnerName: row.partner_code === null ? null : row.partner_name,
    commission: row.commission,
    transactionId: row.transaction_id,
    passedDate: row.passed_date,
    paidFromCode: row.paid_from_code,
    processedBy: row.processed_by,
    createdAt,
    updatedAt: row.modified_at?.toISOString() ?? createdAt,
    version: row.version,
  };
}
