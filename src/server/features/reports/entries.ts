import { sql, type RawBuilder } from "kysely";

import type { ReportAccount, StatementEntry } from "#contract/reports.ts";
import type { Tx } from "#db/client.ts";
import { amountFrom, type Amount } from "#kernel/amount.ts";
import { parseBusinessDate, type BusinessDate } from "#kernel/business-date.ts";
import { commissionAccountId } from "#kernel/id.ts";
import { transactionTypes, type TransactionType } from "#kernel/transaction-type.ts";
import { amountInWords } from "#kernel/words.ts";
import { idInCursor, strangeCursor } from "#server/cursor.ts";
import { reportAccountJson } from "#server/report-account.ts";

/** Whose entries, in which currency, of which days; both days belong to the period. */
export interface Khata {
  readonly accountId: number;
  readonly currencyId: number;
  readonly fromDate: BusinessDate | undefined;
  readonly toDate: BusinessDate | undefined;
  /** Also what was corrected, with the entries that took it back. */
  readonly corrected: boolean;
}

/** The place of an entry in its statement: by day, by transaction, and in the order of what was recorded of it. */
export interface EntryPlace {
  readonly date: string;
  readonly transactionId: number;
  readonly journalId: string;
  readonly line: number;
}

/** An entry with all but the balance that it makes. */
export interface FoundEntry {
  readonly place: EntryPlace;
  readonly isDebit: boolean;
  readonly amount: Amount;
  readonly shown: Omit<StatementEntry, "debit" | "credit" | "balance">;
}

interface EntryRow {
  readonly business_date: string;
  readonly transaction_id: number;
  readonly journal_id: string;
  readonly line: number;
  readonly amount: string;
  readonly is_debit: boolean;
  readonly state: StatementEntry["state"];
  readonly type: TransactionType;
  readonly is_deleted: boolean;
  readonly recorded_at: Date;
  readonly recorded_by: string;
  readonly narrative: string;
  /** What was written on the debit side of the transaction, and its amount. */
  readonly said: string;
  readonly whole_amount: string;
  readonly counter: ReportAccount;
  readonly other_amount: string | null;
  readonly other_currency: string;
  readonly rate: string;
}

/**
 * Up to so many entries behind a place, oldest first. It goes from day to day on which the account moved in the currency and
 * reads those days by the indexes of their transactions, so that it takes as long for the millionth posting as for the first.
 */
export async function entriesOf(tx: Tx, khata: Khata, page: { readonly after: EntryPlace | undefined; readonly limit: number }) {
  const { rows } = await sql<EntryRow>`
    with page as materialized (
      select d.business_date, e.* from (${daysOf(khata, page.after?.date)}) d cross join lateral (${entriesOfDay(khata)}) e
      where ${behind(page.after)}
      order by d.business_date, e.transaction_id, e.journal_id, e.line limit ${page.limit}
    )
    select e.business_date, e.transaction_id, e.journal_id, e.line, e.amount, e.is_debit, e.state, t.type, t.deleted_at is not null as is_deleted,
      j.recorded_at, coalesce(u.username, '') as recorded_by,
      -- Each side has words of its own; a mirror moves the other way and keeps those of what it takes back.
      case when e.is_debit = (e.state <> 'correction') then coalesce(nullif(v.narrative, ''), v.c_narrative)
        else coalesce(nullif(v.c_narrative, ''), v.narrative) end as narrative,
      v.narrative as said, v.d_amount as whole_amount,
      ${reportAccountJson("counter")} as counter, other.amount as other_amount, oc.code as other_currency, v.ex_rate as rate
    from page e
    join transactions t on t.id = e.transaction_id
    cross join lateral (${versionOf(khata)}) v
    join journal j on j.id = e.journal_id
    left join users u on u.id = j.actor_id
    -- The other currency of a deal: where both meet in the position accounts, who stands behind the other one.
    left join lateral (select q.amount, q.currency_id, case when dc.id is null then q.debit_account_id else q.credit_account_id end as account_id
      from postings q left join currencies dc on dc.position_account_id = q.debit_account_id
      where t.type in ('Exchange', 'Hawala') and q.journal_id = e.journal_id and q.currency_id <> ${khata.currencyId}
      order by q.line limit 1) other on true
    left join currencies oc on oc.id = other.currency_id
    cross join lateral (select coalesce(e.counter_id, (
      select case when e.is_debit then credit_account_id else debit_account_id end from postings
      where journal_id = e.journal_id and line = e.line)) as id offset 0) direct
    left join currencies pc on pc.position_account_id = direct.id
    join accounts counter on counter.id = case when pc.id is null then direct.id else coalesce(other.account_id, direct.id) end
    order by e.business_date, e.transaction_id, e.journal_id, e.line`.execute(tx);
  return rows.map(entryOf);
}

/** What the entries of a day up to and with a place come to: debits − credits. */
export async function netUpTo(tx: Tx, khata: Khata, place: EntryPlace): Promise<Amount> {
  const { rows } = await sql<{ net: string }>`
    select coalesce(sum(case when e.is_debit then e.amount else -e.amount end), 0)::numeric(28, 2) as net
    from (select ${place.date}::date as business_date) d cross join lateral (${entriesOfDay(khata)}) e
    where not (${behind(place)})`.execute(tx);
  return amountFrom(rows[0]?.net ?? "0");
}

/** The days on which the account moved in the currency, in order. */
function daysOf({ accountId, currencyId, fromDate, toDate }: Khata, after: string | undefined): RawBuilder<unknown> {
  const from = after ?? fromDate ?? null;
  return sql`select business_date from balance_days where account_id = ${accountId} and currency_id = ${currencyId}
    and business_date >= coalesce(${from}::date, '-infinity') and business_date <= coalesce(${toDate ?? null}::date, 'infinity')
    order by business_date offset 0`;
}

function behind(place: EntryPlace | undefined): RawBuilder<boolean> {
  if (place === undefined) return sql<boolean>`true`;
  const { date, transactionId, journalId, line } = place;
  return sql<boolean>`(d.business_date, e.transaction_id, e.journal_id, e.line)
    > (${date}::date, ${transactionId}::integer, ${journalId}::bigint, ${line}::smallint)`;
}

/** The entries of the day `d`: what stands and, where it is wanted, what was taken back and what took it back. */
function entriesOfDay({ accountId, currencyId, corrected }: Khata): RawBuilder<unknown> {
  const standing = sql`
    select t.id as transaction_id, t.journal_id, null::bigint as reversed_by, p.line, p.amount, p.debit_account_id = ${accountId} as is_debit,
      'standing' as state, case p.debit_account_id when ${accountId} then p.credit_account_id else p.debit_account_id end as counter_id
    from (${transactionsOfDay(accountId, currencyId)}) t
    cross join lateral (select line, amount, debit_account_id, credit_account_id from postings
      where journal_id = t.journal_id and currency_id = ${currencyId} and ${accountId} in (debit_account_id, credit_account_id) offset 0) p`;
  if (!corrected) return sql`${standing} offset 0`;
  return sql`${standing}
    union all
    select c.transaction_id, act.journal_id, c.reversed_by, c.line, c.amount, act.is_debit, act.state, null
    from corrected_postings c
    cross join lateral (values (c.journal_id, c.is_debit, 'corrected'), (c.reversed_by, not c.is_debit, 'correction'))
      act (journal_id, is_debit, state)
    where c.account_id = ${accountId} and c.currency_id = ${currencyId} and c.business_date = d.business_date
    offset 0`;
}

/**
 * What was entered in the version of the transaction `t` that the entry `e` is of: what stands or, where it was taken back, what the
 * correction found, which the audit log keeps with the version that it made.
 */
function versionOf({ corrected }: Khata): RawBuilder<unknown> {
  const standing = sql`select t.narrative, t.c_narrative, t.d_amount, t.ex_rate`;
  if (!corrected) return standing;
  return sql`${standing} where e.reversed_by is null
    union all
    select a.old ->> 'narrative', a.old ->> 'cNarrative', (a.old ->> 'dAmount')::numeric, (a.old ->> 'exRate')::numeric
    from journal r join audit_log a on a.object_type = 'transaction' and a.object_id = r.transaction_id::text and a.version = r.version
    where r.id = e.reversed_by`;
}

/**
 * The live transactions of the day `d` that may have moved the account in the currency. An account is a side of its transactions;
 * in the middle of them stand a position account, where two currencies meet, and the commission income.
 */
function transactionsOfDay(accountId: number, currencyId: number): RawBuilder<unknown> {
  const types = sql`array[${sql.join([...transactionTypes])}]`;
  const found = [
    sql`t.out_account_id = ${accountId} and t.currency_id = ${currencyId} and t.type = any (${types})`,
    sql`t.in_account_id = ${accountId} and t.c_currency_id = ${currencyId} and t.type = any (${types})`,
  ];
  const isPosition = sql`exists (select from currencies where position_account_id = ${accountId})`;
  const between = [
    sql`t.currency_id = ${currencyId} and t.currency_id <> t.c_currency_id and ${isPosition}`,
    sql`t.c_currency_id = ${currencyId} and t.currency_id <> t.c_currency_id and ${isPosition}`,
    sql`t.hawala_id is not null and ${accountId} = ${commissionAccountId}::integer`,
  ];
  const scans = [...found, ...between].map(
    (condition) => sql`(select t.id, t.journal_id from transactions t
      where t.deleted_at is null and t.business_date = d.business_date and ${condition})`,
  );
  // "union", since a deal between two currencies of one account, or of its own position, is met on both ways.
  return sql.join(scans, sql` union `);
}

function entryOf(row: EntryRow): FoundEntry {
  const amount = amountFrom(row.amount);
  const { transaction_id: transactionId, journal_id: journalId, line, business_date: date } = row;
  return {
    place: { date, transactionId, journalId, line },
    isDebit: row.is_debit,
    amount,
    shown: {
      transactionId,
      transType: row.type,
      journalId,
      line,
      businessDate: date,
      recordedAt: row.recorded_at.toISOString(),
      recordedBy: row.recorded_by,
      counterAccount: row.counter,
      narrative: narrativeOf(row),
      exchanged: row.other_amount === null ? null : { amount: row.other_amount, currency: row.other_currency, rate: row.rate },
      state: row.state,
      isDeleted: row.is_deleted,
    },
  };
}

/** Who deposits or withdraws says one thing; where nothing else was given, the other side holds the amount in words. */
function narrativeOf({ type, narrative, said, whole_amount: amount }: EntryRow): string {
  const isOneSaying = (type === "Debit" || type === "Credit") && said !== "";
  return isOneSaying && narrative === amountInWords(amountFrom(amount)) ? said : narrative;
}

/** The cursor of the page that begins behind an entry. */
export function cursorOf({ date, transactionId, journalId, line }: EntryPlace): string {
  return `${date}_${String(transactionId)}_${journalId}_${String(line)}`;
}

/** Reads a cursor. Refuses one that no statement has given. */
export function placeOf(cursor: string): EntryPlace {
  const [, date = "", transaction = "", journalId = "", line = ""] =
    /^(\d{4}-\d\d-\d\d)_(\d+)_(\d{1,18})_(\d{1,4})$/.exec(cursor) ?? [];
  if (parseBusinessDate(date) === undefined) throw strangeCursor();
  return { date, transactionId: idInCursor(transaction), journalId, line: Number.parseInt(line, 10) };
}
