import type { SettlementBody, SettlementMeans } from "#contract/partner-settlements.ts";
import { mayRecord, type Role } from "#contract/permissions.ts";
import type { ReportAccount } from "#contract/reports.ts";
import { amountText, largestAmount, type Amount } from "#kernel/amount.ts";
import { amountsMeet, purchaseAmount, sellingAmount, type Pair } from "#kernel/exchange.ts";
import { rateOfOne } from "#kernel/rate.ts";
import { invalidField, Refusal } from "#kernel/refusal.ts";
import type { BusinessEvent, LedgerCurrency, Side } from "#ledger/transaction.ts";
import { asNarrative } from "#server/narrative.ts";
import { requireMeans } from "#server/settlement-means.ts";

/** What a settlement has to know of the office. */
export interface SettlementFacts {
  readonly partner: ReportAccount;
  readonly cashAccountId: number;
  readonly currencyOf: (id: number) => LedgerCurrency;
  /** The number of the last hawala that is covered. */
  readonly through: string | undefined;
}

const means: Readonly<Record<SettlementMeans, string>> = {
  cash: "in cash",
  bank: "by bank",
  reverse_hawala: "by reverse hawala",
  goods: "in goods",
};

/**
 * The entry that a settlement is in effect: through the cash account a Debit or Credit, within one currency a Transfer, else an
 * Exchange. Refuses an account that does not go with the means, and amounts that do not meet at the rate.
 */
export function settlementEvent(body: SettlementBody, facts: SettlementFacts): BusinessEvent {
  const { partner, cashAccountId, through } = facts;
  const throughCash = body.counterAccountId === cashAccountId;
  requireMeans(body.means, { isCash: throughCash, field: "counterAccountId" });
  const his: Side = { accountId: partner.id, currencyId: body.currencyId, amount: body.amount };
  const counter = counterSide(body, facts);
  const [out, into] = body.direction === "received" ? [counter, his] : [his, counter];
  const isExchange = out.currencyId !== into.currencyId;
  const words = asNarrative(
    [
      `Settlement with ${partner.code} - ${partner.name} ${means[body.means]}`,
      ...(through === undefined ? [] : [`up to hawala ${through}`]),
      ...(body.note === undefined || body.note === null ? [] : [body.note]),
    ].join(", "),
  );
  return {
    type: isExchange ? "Exchange" : throughCash ? cashType(body.direction === "received", partner) : "Transfer",
    out,
    in: into,
    rate: isExchange ? (body.exRate ?? rateOfOne) : rateOfOne,
    narrative: words,
    counterNarrative: words,
    businessDate: body.transDate,
    referenceId: 0,
  };
}

/** A company account is debited by Credit and credited by Debit; every other one the reverse. */
function cashType(isReceived: boolean, { type }: ReportAccount): "Debit" | "Credit" {
  return isReceived === (type !== "company") ? "Credit" : "Debit";
}

function counterSide(body: SettlementBody, { partner, currencyOf }: SettlementFacts): Side {
  const { counterAccountId: accountId, amount, currencyId, exRate } = body;
  const counterCurrencyId = body.counterCurrencyId ?? currencyId;
  if (counterCurrencyId === currencyId) {
    if (accountId === partner.id) {
      throw invalidField("counterAccountId", "Within one currency choose another account than the partner's own");
    }
    if (body.counterAmount !== undefined && body.counterAmount !== null && body.counterAmount !== amount) {
      throw invalidField("counterAmount", "Within one currency both amounts are the same");
    }
    if (exRate !== undefined && exRate !== null && exRate !== rateOfOne) {
      throw invalidField("exRate", "Within one currency the exchange rate is 1");
    }
    return { accountId, currencyId, amount };
  }
  if (exRate === undefined || exRate === null) throw invalidField("exRate", "Exchange rate is required");
  const [his, other] = [currencyOf(currencyId).code, currencyOf(counterCurrencyId).code];
  const isReceived = body.direction === "received";
  const pair: Pair = isReceived ? { from: other, to: his } : { from: his, to: other };
  const met = isReceived ? purchaseAmount(amount, exRate, pair) : sellingAmount(amount, exRate, pair);
  const counter = body.counterAmount ?? met;
  const deal = isReceived
    ? { purchase: counter, selling: amount, rate: exRate }
    : { purchase: amount, selling: counter, rate: exRate };
  if (counter <= 0n) throw invalidField("amount", "At this rate nothing is left of the amount");
  if (counter > largestAmount) {
    throw invalidField("exRate", `At this rate the other amount is more than ${amountText(largestAmount)}`);
  }
  if (!amountsMeet(deal, pair)) {
    const selling = sellingAmount(deal.purchase, exRate, pair);
    const field = isReceived ? "amount" : "counterAmount";
    throw invalidField(field, `At this rate ${text(deal.purchase, pair.from)} is ${text(selling, pair.to)}`);
  }
  return { accountId, currencyId: counterCurrencyId, amount: counter };
}

function text(amount: Amount, currency: string): string {
  return `${amountText(amount)} ${currency}`;
}

/** A settlement in cash within one currency is a Debit or Credit, and as those an admin's. */
export function refuseSettlementOf(role: Role, { type }: BusinessEvent, touchesCash: boolean): void {
  if (!mayRecord(role, type, touchesCash)) throw new Refusal("forbidden", "Only an admin may settle in cash");
}
