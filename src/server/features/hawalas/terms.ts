import type { OutgoingHawalaBody } from "#contract/hawalas.ts";
import type { Tx } from "#db/client.ts";
import { amountFrom, amountText, largestAmount, zeroAmount, type Amount } from "#kernel/amount.ts";
import { assert } from "#kernel/assert.ts";
import { convertedAmount, isConvertedAmount } from "#kernel/hawala.ts";
import { rateFrom, rateOfOne, type Rate } from "#kernel/rate.ts";
import { invalidField } from "#kernel/refusal.ts";
import type { HawalaHead } from "#server/hawala/head.ts";
import { amountGiven } from "#server/http/input.ts";

/** What of an outgoing hawala is money. */
export interface Terms {
  readonly amount: Amount;
  /** The code of what the sender pays in. */
  readonly currency: string;
  /** The code of what the receiver gets, and of the commission. */
  readonly convertedCurrency: string;
  readonly rate: Rate;
  readonly commission: Amount;
  readonly converted: Amount;
}

/** The terms of an outgoing hawala as they are stored. */
export async function storedTerms(tx: Tx, head: HawalaHead): Promise<Terms> {
  const ids = [head.amount_currency_id ?? head.currency_id, head.currency_id];
  const known = await tx.selectFrom("currencies").select(["id", "code"]).where("id", "in", ids).execute();
  const [currency, convertedCurrency] = ids.map((id) => known.find((row) => row.id === id)?.code);
  assert(currency !== undefined && convertedCurrency !== undefined, "the currencies of a hawala are there");
  return {
    amount: amountFrom(head.amount),
    currency,
    convertedCurrency,
    rate: rateFrom(head.exchange_rate),
    commission: amountFrom(head.commission),
    converted: amountFrom(head.r_amount),
  };
}

/**
 * The terms that a body asks for; what it leaves out is as stored. Refuses two names of one thing that say different things, a
 * missing rate between other currencies than those stored, another rate than 1 within one, a converted amount that is off by more
 * than a hundredth or larger than any amount, and one that the commission uses up.
 */
export function termsOf(body: OutgoingHawalaBody, stored?: Terms): Terms {
  const currencies = currenciesOf(body, stored);
  const { currency, convertedCurrency } = currencies;
  const sameCurrency = currency === convertedCurrency;
  const samePair = stored?.currency === currency && stored.convertedCurrency === convertedCurrency;
  const firstRate = stored === undefined && sameCurrency ? rateOfOne : undefined;
  const rate = body.exchangeRate ?? (samePair ? stored.rate : firstRate);
  if (rate === undefined) throw invalidField("exchangeRate", "Exchange rate is required");
  if (sameCurrency && rate !== rateOfOne) throw invalidField("exchangeRate", "Within one currency the exchange rate is 1");
  const { amount } = body;
  const commission = commissionOf(body, convertedCurrency, stored);
  const computed = leftForReceiver(amount, rate, commission);
  const isAsStored = samePair && amount === stored.amount && rate === stored.rate && commission === stored.commission;
  const given = givenConverted(body);
  if (given === undefined)
    return { ...currencies, amount, rate, commission, converted: isAsStored ? stored.converted : computed };
  const isRight = given.amount > zeroAmount && isConvertedAmount(given.amount, computed);
  if (!isRight || (sameCurrency && given.amount !== computed)) {
    const expected = `${amountText(computed)} ${convertedCurrency}`;
    throw invalidField(given.field, `At this rate and commission the converted amount is ${expected}`);
  }
  return { ...currencies, amount, rate, commission, converted: given.amount };
}

function currenciesOf(body: OutgoingHawalaBody, stored: Terms | undefined): Pick<Terms, "currency" | "convertedCurrency"> {
  const currency = body.amountCurrency ?? body.currency;
  const convertedCurrency = body.convertedCurrency ?? stored?.convertedCurrency;
  assert(convertedCurrency !== undefined, "an entry says its converted currency or takes the usual one");
  if (body.currency === currency || body.currency === convertedCurrency) return { currency, convertedCurrency };
  const either = `${currency}, which is paid in, or ${convertedCurrency}, which the receiver gets`;
  throw invalidField("currency", `The currency is ${either}; send amountCurrency and convertedCurrency as they are meant`);
}

/** The commission of another currency would be another one: it is said anew. */
function commissionOf({ commission }: OutgoingHawalaBody, convertedCurrency: string, stored: Terms | undefined): Amount {
  if (commission !== undefined) return commission;
  if (stored === undefined || stored.commission === zeroAmount) return zeroAmount;
  if (stored.convertedCurrency === convertedCurrency) return stored.commission;
  const was = `${amountText(stored.commission)} ${stored.convertedCurrency}`;
  throw invalidField("commission", `The commission was ${was}; give it in ${convertedCurrency}`);
}

function leftForReceiver(amount: Amount, rate: Rate, commission: Amount): Amount {
  const computed = convertedAmount(amount, rate, commission);
  if (computed <= zeroAmount && commission === zeroAmount) {
    throw invalidField("exchangeRate", "At this rate nothing is left for the receiver");
  }
  if (computed <= zeroAmount) throw invalidField("commission", "The commission leaves nothing for the receiver");
  if (computed > largestAmount) {
    throw invalidField("exchangeRate", `At this rate the converted amount is more than ${amountText(largestAmount)}`);
  }
  return computed;
}

interface Given {
  readonly field: "convertedAmount" | "rAmount";
  readonly amount: Amount;
}

/** The converted amount by whichever of its names. */
function givenConverted(body: OutgoingHawalaBody): Given | undefined {
  const [first, second] = (["convertedAmount", "rAmount"] as const).flatMap((field) => {
    const figure = body[field] ?? undefined;
    return figure === undefined ? [] : [{ field, amount: amountGiven(field, figure) }];
  });
  if (first !== undefined && second !== undefined && first.amount !== second.amount) {
    throw invalidField(second.field, "rAmount is another name of convertedAmount; send one of them");
  }
  return first;
}
