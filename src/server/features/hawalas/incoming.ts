import type { Insertable } from "kysely";

import type { HawalaBody, IncomingHawalaBody } from "#contract/hawalas.ts";
import type { Tx } from "#db/client.ts";
import type { Hawalas } from "#db/types.gen.ts";
import { amountText, type Amount } from "#kernel/amount.ts";
import { constraintOf } from "#kernel/error-code.ts";
import { hawalaKey } from "#kernel/hawala-number.ts";
import { rateText, type Rate } from "#kernel/rate.ts";
import { invalidField, Refusal } from "#kernel/refusal.ts";
import type { AskedBy } from "#ledger/answered-key.ts";
import { auditHawala, type HawalaHead } from "#server/hawala/head.ts";
import { defaultSenderCode, hawalaDay } from "#server/office.ts";

import type { Done } from "./act.ts";
import { checkAccounts, keptOr, requireCurrency } from "./rules.ts";

const longestNumber = 50;

/** The columns that a person fills in; the others are the office's own. */
export type Fields = Omit<Insertable<Hawalas>, "direction" | "status" | "created_by" | "hawala_no" | "normal_no">;

/** Writes down what a partner announced. It posts nothing until it is passed. */
export async function enterIncoming(tx: Tx, body: IncomingHawalaBody, { actor }: AskedBy): Promise<Done> {
  const fields = await incomingFields(tx, body);
  const row = { ...fields, direction: "incoming", status: "Pending", created_by: actor.userId };
  const { id } = await refusingTakenNumber(body, tx.insertInto("hawalas").values(row).returning("id").executeTakeFirstOrThrow());
  await auditHawala(tx, id, { act: "hawala.created", actor });
  return { id, moved: undefined };
}

/** The columns of an incoming hawala. Refuses what no hawala can have; what is left out stays as the head has it. */
export async function incomingFields(
  tx: Tx,
  body: IncomingHawalaBody,
  head?: HawalaHead,
): Promise<Fields & Pick<Insertable<Hawalas>, "hawala_no" | "normal_no">> {
  const normalNo = hawalaKey(body.hawalaNo);
  if (normalNo === "") throw invalidField("hawalaNo", "A hawala number has at least one letter or digit");
  // A few signs stand for many letters.
  if (normalNo.length > longestNumber) throw invalidField("hawalaNo", `At most ${String(longestNumber)} letters and digits`);
  const currency = await requireCurrency(tx, { code: body.currency, field: "currency" }, head);
  await checkAccounts(tx, { receiverAccountId: body.receiverAccountId });
  return {
    ...sharedFields(body, head),
    hawala_no: body.hawalaNo,
    normal_no: normalNo,
    sender_code: body.senderCode ?? head?.sender_code ?? (await defaultSenderCode(tx)),
    exchange_rate: rateText(body.exchangeRate),
    currency_id: currency.id,
    r_amount: amountText(body.rAmount),
    rate: keptOr(textOr(body.rate, rateText), head?.rate),
    into_usd: keptOr(textOr(body.intoUSD, amountText), head?.into_usd),
    remarks: keptOr(body.remarks, head?.remarks) ?? "",
    transaction_date: await hawalaDay(tx, body.transactionDate ?? head?.transaction_date),
  };
}

/** The columns that both directions fill in alike. */
export function sharedFields(body: HawalaBody, head?: HawalaHead) {
  return {
    sender_name: body.senderName,
    sender_location: keptOr(body.senderLocation, head?.sender_location),
    sender_phone: keptOr(body.senderPhone, head?.sender_phone),
    receiver_name: body.receiverName,
    receiver_location: keptOr(body.receiverLocation, head?.receiver_location),
    receiver_phone: keptOr(body.receiverPhone, head?.receiver_phone),
    receiver_account_id: keptOr(body.receiverAccountId, head?.receiver_account_id),
    amount: amountText(body.amount),
  };
}

function textOr<Value extends Amount | Rate>(
  value: Value | null | undefined,
  text: (value: Value) => string,
): string | null | undefined {
  return value === null || value === undefined ? value : text(value);
}

/** Says in words that the partner's number is there already: it stands once per sender code. */
export async function refusingTakenNumber<Result>(body: IncomingHawalaBody, written: Promise<Result>): Promise<Result> {
  try {
    return await written;
  } catch (error) {
    if (constraintOf(error) !== "hawalas_incoming_number") throw error;
    const message = `The hawala number ${body.hawalaNo} exists already for this sender code`;
    throw new Refusal("conflict", message, { issues: [{ path: "hawalaNo", message }] });
  }
}
