import { sql, type Kysely } from "kysely";

import type { Settlement, SettlementBody } from "#contract/partner-settlements.ts";
import type { Role } from "#contract/permissions.ts";
import type { Tx } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";
import { invalidField, Refusal } from "#kernel/refusal.ts";
import type { AskedBy } from "#ledger/answered-key.ts";
import { recordWithin, type Ledger } from "#ledger/post.ts";
import { checkEvent, postingsOf } from "#ledger/transaction.ts";
import { audit } from "#server/audit.ts";
import { carryOutOnce } from "#server/carry-out-once.ts";
import { lockSettlements } from "#server/hawala/settlement-lock.ts";
import { announce } from "#server/live/announce.ts";

import { hasMoved, officeOf } from "./figures.ts";
import { partnerOf } from "./partners.ts";
import { refuseSettlementOf, settlementEvent } from "./rules.ts";
import { lastSettlement, openStretch, settlementById } from "./settlements.ts";

/** Who settles: in cash it is for an admin alone. */
export type Settling = AskedBy & { readonly role: Role };

/**
 * Records a settlement and its entry, in one database transaction. Refuses where another one was recorded or undone, or what it
 * covers was corrected, since the page was read, a hawala that is not open with this partner, and whatever the entry itself is
 * refused for.
 */
export function settleCommand(
  stores: { readonly db: Kysely<DB>; readonly ledger: Ledger },
  body: SettlementBody,
  by: Settling,
): Promise<Settlement> {
  return carryOutOnce(stores.db, by, async (tx) => {
    const { recorded, afterTransactionId } = await settle(tx, stores.ledger, { body, by });
    await audit(tx, by.actor, {
      action: "partner_settlement.recorded",
      objectType: "partner_settlement",
      objectId: recorded.id,
      new: { ...recorded, afterTransactionId },
    });
    await announce(tx, ["transactions", "hawalas"]);
    return recorded;
  });
}

async function settle(
  tx: Tx,
  ledger: Ledger,
  { body, by }: { readonly body: SettlementBody; readonly by: Settling },
): Promise<{ readonly recorded: Settlement; readonly afterTransactionId: number | null }> {
  const partner = await partnerOf(tx, body);
  // Two settlements with one partner wait for each other, so that the later one sees what the earlier one covered.
  await lockSettlements(tx, partner.id);
  await refuseUnseen(tx, partner.id, body.lastSettlementId ?? null);
  const through = await throughOf(tx, partner, body.throughHawalaId ?? null);
  if (
    through !== undefined &&
    typeof body.seenState === "string" &&
    (await hasMoved(tx, { partner, after: through.after }, body.seenState))
  ) {
    throw new Refusal(
      "conflict",
      "A hawala that this would settle was taken back or corrected meanwhile. Look at the figures again",
    );
  }
  const { cashAccountId } = await officeOf(tx);
  const currencyIds = { currencyId: body.currencyId, counterCurrencyId: body.counterCurrencyId ?? body.currencyId };
  const currencyOf = await ledger.currencies.knowing(currencyIds, tx);
  const event = settlementEvent(body, { partner, cashAccountId, currencyOf, through: through?.hawalaNo });
  refuseSettlementOf(by.role, event, body.counterAccountId === cashAccountId);
  checkEvent(event, currencyOf);
  const entry = await recordWithin(tx, { event, postings: postingsOf(event, currencyOf), actor: by.actor });
  const afterTransactionId = through === undefined || through.after === 0 ? null : through.after;
  const { id } = await tx
    .insertInto("partner_settlements")
    .values({
      partner_account_id: partner.id,
      means: body.means,
      transaction_id: entry.id,
      through_transaction_id: through?.transactionId ?? null,
      after_transaction_id: afterTransactionId,
      note: body.note,
      created_by: by.actor.userId,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { recorded: await settlementById(tx, id, body.direction), afterTransactionId };
}

async function refuseUnseen(tx: Tx, partnerId: number, seen: number | null): Promise<void> {
  const last = await lastSettlement(tx, partnerId);
  if ((last?.id ?? null) === seen) return;
  const what =
    last === undefined || (seen !== null && last.id < seen)
      ? "The last settlement was undone meanwhile"
      : `${last.createdBy} settled with this partner meanwhile`;
  throw new Refusal("conflict", `${what}. Look at the figures again`);
}

interface Through {
  readonly hawalaNo: string;
  readonly transactionId: number;
  /** What is settled already ends with this transaction; 0 where nothing is. */
  readonly after: number;
}

/** The hawala up to which is settled. Refuses one of another partner, one that is not paid or booked, and one that is covered already. */
async function throughOf(
  tx: Tx,
  partner: { readonly id: number; readonly code: string },
  hawalaId: number | null,
): Promise<Through | undefined> {
  if (hawalaId === null) return undefined;
  const { rows } = await sql<{ hawalaNo: string; transactionId: number | null; isHis: boolean }>`
    select hawala_no as "hawalaNo", transaction_id as "transactionId",
      coalesce(sender_code = ${partner.code}, partner_account_id = ${partner.id}, false) as "isHis"
    from hawalas where id = ${hawalaId}`.execute(tx);
  const [hawala] = rows;
  if (hawala === undefined) throw new Refusal("not_found", `There is no hawala ${String(hawalaId)}`);
  const { hawalaNo, transactionId, isHis } = hawala;
  if (!isHis) throw invalidField("throughHawalaId", `Hawala ${hawalaNo} is not one of this partner`);
  if (transactionId === null) throw new Refusal("conflict", `Hawala ${hawalaNo} is not paid, so nothing of it is to be settled`);
  const { after } = await openStretch(tx, partner.id);
  if (transactionId <= after) throw new Refusal("conflict", `Hawala ${hawalaNo} is settled already`);
  return { hawalaNo, transactionId, after };
}
