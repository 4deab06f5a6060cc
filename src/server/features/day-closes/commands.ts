import { sql, type Kysely } from "kysely";
import type { z } from "zod";

import type { closeDay, DayClose } from "#contract/day-closes.ts";
import type { Role } from "#contract/permissions.ts";
import type { Tx } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";
import { amountText, zeroAmount, type Amount } from "#kernel/amount.ts";
import { assert } from "#kernel/assert.ts";
import { earliestBusinessDate, type BusinessDate } from "#kernel/business-date.ts";
import { overShortAccountId } from "#kernel/id.ts";
import { rateOfOne } from "#kernel/rate.ts";
import { invalidField, Refusal } from "#kernel/refusal.ts";
import { amountInWords } from "#kernel/words.ts";
import type { AskedBy } from "#ledger/answered-key.ts";
import { deleteTransaction, lockTransaction } from "#ledger/correct.ts";
import { recordWithin, type Ledger } from "#ledger/post.ts";
import { postingsOf, type BusinessEvent } from "#ledger/transaction.ts";
import { audit } from "#server/audit.ts";
import { carryOutOnce } from "#server/carry-out-once.ts";
import { announce } from "#server/live/announce.ts";

import { heldAtEnd, officeDay } from "./book.ts";
import { closeById } from "./closes.ts";
import { compared, type Compared } from "./rules.ts";

/** Who asks: a difference is booked by an admin alone, as every Debit and Credit is. */
export type Closing = AskedBy & { readonly role: Role };

/**
 * Closes a day over the counted cash, in one database transaction. Whoever posts at this moment is waited for, and in the books that
 * are compared. Refuses a day to come and one that is closed already, counts that do not fit, and a difference by anyone but an admin.
 */
export function closeDayCommand(
  stores: { readonly db: Kysely<DB>; readonly ledger: Ledger },
  { date, counts }: z.output<(typeof closeDay)["body"] & z.ZodType>,
  by: Closing,
): Promise<DayClose> {
  return once(stores.db, by, async (tx) => {
    const { today, cashAccountId, closedThrough } = await officeDay(tx);
    if (date < earliestBusinessDate) throw invalidField("date", `The first day that can be closed is ${earliestBusinessDate}`);
    if (date > today) throw invalidField("date", `${date} is not over: the last day that can be closed is ${today}`);
    if (closedThrough !== null && date <= closedThrough) {
      throw new Refusal("conflict", `The books are closed up to ${closedThrough} already`);
    }
    const lines = compared(counts, await heldAtEnd(tx, cashAccountId, date));
    if (by.role !== "admin" && lines.some(({ difference }) => difference !== 0n)) {
      throw new Refusal("forbidden", "Only an admin may close a day whose cash does not agree with the books");
    }
    // The difference belongs to the day, so it is booked before the day is closed.
    const booked = new Map<Compared, number>();
    for (const line of lines.filter(({ difference }) => difference !== zeroAmount)) {
      booked.set(line, await bookDifference(tx, stores.ledger, { date, cashAccountId, line, by }));
    }
    const { id } = await tx
      .insertInto("day_closes")
      .values({ business_date: date, account_id: cashAccountId, closed_by: by.actor.userId })
      .returning("id")
      .executeTakeFirstOrThrow();
    await tx
      .insertInto("day_close_counts")
      .values(lines.map((line) => ({ day_close_id: id, ...countRow(line), transaction_id: booked.get(line) ?? null })))
      .execute();
    return id;
  });
}

function countRow({ count, difference }: Compared) {
  return {
    currency_id: count.currencyId,
    book: amountText(count.book),
    counted: amountText(count.counted),
    denominations: JSON.stringify(count.denominations.map(({ value, pieces }) => ({ value: amountText(value), pieces }))),
    reason: difference === zeroAmount ? null : count.reason,
  };
}

interface Booking {
  readonly date: BusinessDate;
  readonly cashAccountId: number;
  readonly line: Compared;
  readonly by: Closing;
}

/** Cash over comes in as a Credit of the account of cash over and short, cash short goes out as its Debit. Answers the transaction's id. */
async function bookDifference(tx: Tx, ledger: Ledger, { date, cashAccountId, line, by }: Booking): Promise<number> {
  const { count, difference } = line;
  const isOver = difference > 0n;
  const side = { currencyId: count.currencyId, amount: (isOver ? difference : -difference) as Amount };
  const [cash, overShort] = [
    { ...side, accountId: cashAccountId },
    { ...side, accountId: overShortAccountId },
  ];
  const event: BusinessEvent = {
    type: isOver ? "Credit" : "Debit",
    out: isOver ? cash : overShort,
    in: isOver ? overShort : cash,
    rate: rateOfOne,
    narrative: `Cash ${isOver ? "over" : "short"} at the close of ${date}: ${count.reason ?? ""}`,
    counterNarrative: amountInWords(side.amount),
    businessDate: date,
    referenceId: 0,
  };
  await sql`select set_config('sarraf.closes_day', 'on', true)`.execute(tx);
  const currencyOf = await ledger.currencies.knowing({ currencyId: count.currencyId }, tx);
  const { id } = await recordWithin(tx, { event, postings: postingsOf(event, currencyOf), actor: by.actor });
  await sql`select set_config('sarraf.closes_day', 'off', true)`.execute(tx);
  return id;
}

/**
 * Opens the latest closed day again and deletes the entries of its difference, so that the next close compares anew. Refuses an earlier
 * day while a later one is closed.
 */
export function reopenDayCommand(
  db: Kysely<DB>,
  order: { readonly id: number; readonly reason: string },
  by: AskedBy,
): Promise<DayClose> {
  return once(db, by, async (tx) => {
    const close = await closeById(tx, order.id);
    if (close.reopenedAt !== null) throw new Refusal("conflict", `This close was reopened by ${close.reopenedBy ?? ""} already`);
    const { closedThrough } = await officeDay(tx);
    if (closedThrough !== close.date) {
      throw new Refusal("conflict", `The books are closed up to ${closedThrough ?? ""}. Reopen that day first`);
    }
    await tx
      .updateTable("day_closes")
      .set({ reopened_by: by.actor.userId, reopened_at: sql`now()`, reopening_reason: order.reason })
      .where("id", "=", order.id)
      .execute();
    for (const { transactionId } of close.counts) {
      if (transactionId !== null) await takeBack(tx, transactionId, by);
    }
    return order.id;
  });
}

async function takeBack(tx: Tx, transactionId: number, by: AskedBy): Promise<void> {
  const head = await lockTransaction(tx, transactionId);
  assert(head.deleted_at === null, "nothing is deleted on a closed day");
  const words = { reason: "The day was reopened", formName: "Daily Book" };
  await deleteTransaction(tx, { head, ...words }, { actor: by.actor, idempotency: undefined });
}

/** One act on the closes, once per key, alone with the books; audited, and told to the other desks. */
function once(db: Kysely<DB>, by: AskedBy, act: (tx: Tx) => Promise<number>): Promise<DayClose> {
  return carryOutOnce(db, by, async (tx) => {
    await sql`select hold_books(true)`.execute(tx);
    const close = await closeById(tx, await act(tx));
    await audit(tx, by.actor, {
      action: close.reopenedAt === null ? "day.closed" : "day.reopened",
      objectType: "day_close",
      objectId: close.id,
      ...(close.reopeningReason === null ? {} : { reason: close.reopeningReason }),
      new: close,
    });
    await announce(tx, ["transactions"]);
    return close;
  });
}
