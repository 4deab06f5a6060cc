import { sql, type Kysely } from "kysely";

import type { AccountStatement, ReportAccount, StatementEntry, StatementQuery } from "#contract/reports.ts";
import type { Tx } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";
import { addAmounts, amountFrom, amountText, subtractAmounts, type Amount } from "#kernel/amount.ts";
import { assert } from "#kernel/assert.ts";
import { invalidField, Refusal } from "#kernel/refusal.ts";
import { cutPage, strangeCursor } from "#server/cursor.ts";
import { reportAccountJson } from "#server/report-account.ts";
import { fromSnapshot } from "#server/snapshot.ts";

import { cursorOf, entriesOf, netUpTo, placeOf, type FoundEntry, type Khata } from "./entries.ts";

/** What a statement is asked for, without where the page begins and how long it is. */
export type StatementFilters = Omit<StatementQuery, "limit" | "cursor">;

/** A page of the entries of an account in a currency, with what they begin from and end with. Refuses an unknown account or currency. */
export function statementPage(db: Kysely<DB>, { limit, cursor, ...filters }: StatementQuery): Promise<AccountStatement> {
  return fromSnapshot(db, async (snapshot) => {
    const head = await statementHead(snapshot, filters);
    return { ...head.reply, ...(await pageOf(snapshot, head, { limit, cursor })) };
  });
}

/** A statement but for its entries. */
export interface StatementHead {
  readonly khata: Khata;
  readonly reply: Omit<AccountStatement, "entries" | "nextCursor">;
}

/** What stands at the head of a statement, and what its entries come to. */
export async function statementHead(tx: Tx, filters: StatementFilters): Promise<StatementHead> {
  const { account, currencyId, currency, holdings } = await accountOf(tx, filters);
  const khata: Khata = {
    accountId: account.id,
    currencyId,
    fromDate: filters.fromDate || undefined,
    toDate: filters.toDate || undefined,
    corrected: filters.corrected ?? false,
  };
  const { opening, closing, debits, credits, takenBack } = await sumsOf(tx, khata);
  const hidden = khata.corrected ? (0n as Amount) : takenBack;
  return {
    khata,
    reply: {
      account,
      currencyId,
      currency,
      holdings,
      fromDate: khata.fromDate ?? null,
      toDate: khata.toDate ?? null,
      opening: shownText(account, opening),
      closing: shownText(account, closing),
      // What was taken back stands on one side, and its mirror on the other.
      debits: amountText(subtractAmounts(debits, hidden)),
      credits: amountText(subtractAmounts(credits, hidden)),
      hasCorrected: takenBack > 0n,
    },
  };
}

/** A page of the entries, each with the balance that it makes. */
export async function pageOf(
  tx: Tx,
  { khata, reply }: StatementHead,
  { limit, cursor }: Pick<StatementQuery, "limit" | "cursor">,
): Promise<Pick<AccountStatement, "entries" | "nextCursor">> {
  const after = cursor === undefined ? undefined : placeOf(cursor);
  const isIn = after === undefined || (after.date >= (khata.fromDate ?? "") && after.date <= (khata.toDate ?? "9999"));
  if (!isIn) throw strangeCursor();
  const before =
    after === undefined
      ? heldOf(reply.account, amountFrom(reply.opening))
      : addAmounts(await netBefore(tx, khata, after.date), await netUpTo(tx, khata, after));
  const found = await entriesOf(tx, khata, { after, limit: limit + 1 });
  const { shown, next } = cutPage(found, limit);
  const { entries, net } = withBalances(reply.account, before, shown);
  // A statement that does not end with the balance is a fault in the books or here, and nothing to be handed to a customer.
  assert(next !== undefined || shownText(reply.account, net) === reply.closing, "the entries of a statement make its balance");
  return { entries, nextCursor: next === undefined ? null : cursorOf(next.place) };
}

function withBalances(account: ReportAccount, before: Amount, found: readonly FoundEntry[]) {
  let net = before;
  const entries = found.map(({ isDebit, amount, shown }): StatementEntry => {
    net = isDebit ? addAmounts(net, amount) : subtractAmounts(net, amount);
    const text = amountText(amount);
    return { ...shown, debit: isDebit ? text : null, credit: isDebit ? null : text, balance: shownText(account, net) };
  });
  return { entries, net };
}

interface KnownAccount {
  readonly account: ReportAccount;
  readonly currencyId: number;
  readonly currency: string | null;
  readonly holdings: AccountStatement["holdings"];
}

/** The account, and the currency that is asked for or its own. Refuses what does not exist. */
async function accountOf(tx: Tx, { accountId, currencyId }: StatementFilters) {
  const { rows } = await sql<KnownAccount>`
    select ${reportAccountJson("a")} as account, asked.id as "currencyId", (select code from currencies where id = asked.id) as currency, (
      select coalesce(jsonb_agg(jsonb_build_object('currencyId', b.currency_id, 'currency', c.code, 'balance',
        (case a.account_type when 'company' then b.debits - b.credits else b.credits - b.debits end)::text)
        order by b.currency_id <> a.currency_id, b.currency_id), '[]')
      from balances b join currencies c on c.id = b.currency_id where b.account_id = a.id) as holdings
    from accounts a cross join lateral (select coalesce(${currencyId ?? null}::integer, a.currency_id) as id) asked
    where a.id = ${accountId}`.execute(tx);
  const [known] = rows;
  if (known === undefined) throw new Refusal("not_found", "This account does not exist");
  const { currency, ...rest } = known;
  if (currency === null) throw invalidField("currencyId", "This currency does not exist");
  return { ...rest, currency };
}

/** All as debits − credits, but for the gross sums of the period and how much of them was taken back. */
async function sumsOf(tx: Tx, { accountId, currencyId, ...period }: Khata) {
  const [fromDate, toDate] = [period.fromDate ?? null, period.toDate ?? null];
  const { rows } = await sql<{ now: string; since: string; later: string; debits: string; credits: string; taken_back: string }>`
    select coalesce(b.debits - b.credits, 0)::numeric(28, 2) as now, d.*, c.taken_back
    from (
      select coalesce(sum(debits - credits), 0)::numeric(28, 2) as since,
        coalesce(sum(debits - credits) filter (where business_date > ${toDate}::date), 0)::numeric(28, 2) as later,
        coalesce(sum(debits) filter (where business_date > ${toDate}::date is not true), 0)::numeric(28, 2) as debits,
        coalesce(sum(credits) filter (where business_date > ${toDate}::date is not true), 0)::numeric(28, 2) as credits
      from balance_days
      where account_id = ${accountId} and currency_id = ${currencyId} and business_date >= coalesce(${fromDate}::date, '-infinity')
    ) d
    cross join (
      select coalesce(sum(amount), 0)::numeric(28, 2) as taken_back from corrected_postings
      where account_id = ${accountId} and currency_id = ${currencyId}
        and business_date >= coalesce(${fromDate}::date, '-infinity') and business_date <= coalesce(${toDate}::date, 'infinity')
    ) c
    left join balances b on b.account_id = ${accountId} and b.currency_id = ${currencyId}`.execute(tx);
  const [sums] = rows;
  assert(sums !== undefined, "a sum has a row");
  const now = amountFrom(sums.now);
  return {
    opening: subtractAmounts(now, amountFrom(sums.since)),
    closing: subtractAmounts(now, amountFrom(sums.later)),
    debits: amountFrom(sums.debits),
    credits: amountFrom(sums.credits),
    takenBack: amountFrom(sums.taken_back),
  };
}

/** Debits − credits before a day. */
async function netBefore(tx: Tx, khata: Khata, day: string): Promise<Amount> {
  const { opening } = await sumsOf(tx, { ...khata, fromDate: day as Khata["fromDate"] });
  return opening;
}

/** Debits − credits as they are shown, and the other way round: what a company account holds, what we owe any other. */
function heldOf({ type }: ReportAccount, amount: Amount): Amount {
  return type === "company" ? amount : (-amount as Amount);
}

function shownText(account: ReportAccount, net: Amount): string {
  return amountText(heldOf(account, net));
}
