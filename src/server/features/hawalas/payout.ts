import { createHash } from "node:crypto";

import type { z } from "zod";

import type { passHawala, RecordedHawala } from "#contract/hawalas.ts";
import type { Tx } from "#db/client.ts";
import { amountFrom } from "#kernel/amount.ts";
import { assert } from "#kernel/assert.ts";
import { invalidField, Refusal } from "#kernel/refusal.ts";
import type { AskedBy } from "#ledger/answered-key.ts";
import { recordWithin } from "#ledger/post.ts";
import { alreadyPassed, changeHawala, lockHawala, standing, type HawalaHead, type SeenPapers } from "#server/hawala/head.ts";
import { payoutOf } from "#server/hawala/postings.ts";
import { requireCurrentVersion } from "#server/http/current-version.ts";
import { imageOf } from "#server/image.ts";

import { actOnce } from "./act.ts";
import type { Stores } from "./entry.ts";

type Payout = Partial<NonNullable<z.output<NonNullable<(typeof passHawala)["body"]>>>>;

/**
 * Pays an incoming hawala: the partner is debited, the cash box or the branch credited. The row is locked before it is
 * looked at, so of many desks one pays and the others are told. Refuses what has been passed, cancelled or is outgoing, and what has
 * been corrected since the version that the teller saw.
 */
export function payHawala(
  { db }: Pick<Stores, "db">,
  { id, payout, ifMatch }: { readonly id: number; readonly payout: Payout; readonly ifMatch?: number | undefined },
  by: AskedBy,
): Promise<RecordedHawala> {
  return actOnce(db, by, async (tx) => {
    const head = await lockHawala(tx, id);
    requirePayable(head);
    // What was on the teller's screen is what is paid: another desk may have corrected the amount since.
    await requireCurrentVersion(tx, { type: "hawala", id, version: head.version }, ifMatch);
    const settings = await tx
      .selectFrom("business_settings")
      .select(["cash_account_id", "branch_codes"])
      .executeTakeFirstOrThrow();
    const partnerId = await partnerOf(tx, head, settings);
    const paidFromId = await payerOf(tx, head, { payout, settings });
    if (partnerId === paidFromId) throw invalidField("branchAccountId", "This is the partner's own account");
    const carried = payoutOf(
      { partnerId, paidFromId, currencyId: head.currency_id, amount: amountFrom(head.r_amount) },
      {
        hawalaId: id,
        hawalaNo: head.hawala_no,
        senderName: head.sender_name,
        receiverName: head.receiver_name,
        businessDate: payout.transDate,
      },
    );
    const moved = await recordWithin(tx, { ...carried, actor: by.actor });
    const papers = await keepDocument(tx, { hawala_id: id, transaction_id: moved.id }, payout);
    const passed = { fields: standing("Passed", moved.id), act: "hawala.passed" } as const;
    await changeHawala(tx, head, { ...passed, actor: by.actor, payout: papers });
    return { id, moved };
  });
}

function requirePayable({ direction, status }: HawalaHead): void {
  if (direction === "outgoing") throw new Refusal("conflict", "An outgoing hawala is paid by the partner, not here");
  if (status === "Passed") throw alreadyPassed();
  if (status === "Cancelled") throw new Refusal("conflict", "This hawala has been cancelled. Mark it as pending first");
}

interface Settings {
  readonly cash_account_id: number;
  readonly branch_codes: readonly string[];
}

/** The account of the partner who sent it. */
async function partnerOf(tx: Tx, { sender_code }: HawalaHead, { cash_account_id }: Settings): Promise<number> {
  assert(sender_code !== null, "an incoming hawala has a sender code");
  const partner = await tx
    .selectFrom("accounts")
    .select("id")
    .where("code", "=", sender_code)
    .where("is_system", "=", false)
    .executeTakeFirst();
  if (partner === undefined) {
    throw new Refusal("conflict", `There is no account with the sender code ${sender_code}. Create the partner's account first`);
  }
  // Paid by a branch it would be a deposit on the branch, which is not everybody's to record.
  if (partner.id === cash_account_id)
    throw new Refusal("conflict", "The cash account is no partner. Correct the sender code first");
  return partner.id;
}

interface Paying {
  readonly payout: Payout;
  readonly settings: Settings;
}

/** The account that pays: the cash box, or the branch. Refuses what is no branch, and a branch of another currency. */
async function payerOf(tx: Tx, head: HawalaHead, { payout: { branchAccountId }, settings }: Paying): Promise<number> {
  if (branchAccountId === undefined || branchAccountId === null) return settings.cash_account_id;
  const branch = await tx
    .selectFrom("accounts")
    .innerJoin("currencies", "currencies.id", "accounts.currency_id")
    .select(["accounts.code", "accounts.currency_id", "currencies.code as currency"])
    .where("accounts.id", "=", branchAccountId)
    .where("accounts.is_system", "=", false)
    .executeTakeFirst();
  if (branch === undefined || !settings.branch_codes.includes(branch.code)) {
    throw invalidField("branchAccountId", `Choose a branch account (${settings.branch_codes.join(" or ")})`);
  }
  if (branch.currency_id !== head.currency_id) throw await currencyMismatch(tx, head, branch.currency);
  return branchAccountId;
}

async function currencyMismatch(tx: Tx, { currency_id }: HawalaHead, branchCurrency: string): Promise<Refusal> {
  const { code } = await tx.selectFrom("currencies").select("code").where("id", "=", currency_id).executeTakeFirstOrThrow();
  return invalidField(
    "branchAccountId",
    `Hawala currency (${code}) must match selected account currency (${branchCurrency}). Please select the correct account.`,
  );
}

/** Keeps what was seen of the receiver's papers, with the payout it was seen for. Answers how the audit log is to know it; null for none. */
async function keepDocument(
  tx: Tx,
  of: { readonly hawala_id: number; readonly transaction_id: number },
  payout: Payout,
): Promise<SeenPapers | null> {
  const { documentName = null, documentNumber = null, documentPhoto } = payout;
  const photo =
    documentPhoto === undefined || documentPhoto === null || documentPhoto === ""
      ? undefined
      : imageOf("documentPhoto", documentPhoto, "document");
  if (documentName === null && documentNumber === null && photo === undefined) return null;
  await tx
    .insertInto("hawala_payouts")
    .values({
      ...of,
      document_name: documentName,
      document_number: documentNumber,
      photo_type: photo?.mediaType ?? null,
      photo: photo?.content ?? null,
    })
    .execute();
  const photoSha256 = photo === undefined ? null : createHash("sha256").update(photo.content).digest("hex");
  return { documentName, documentNumber, photoType: photo?.mediaType ?? null, photoSha256 };
}
