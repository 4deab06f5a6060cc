import { z } from "zod";

import { amountText, largestAmount, parseAmount, zeroAmount, type Amount } from "#kernel/amount.ts";
import { parseBusinessDate, type BusinessDate } from "#kernel/business-date.ts";
import { largestCommission } from "#kernel/hawala.ts";
import { largestId } from "#kernel/id.ts";
import { largestRate, parseRate, smallestRate, type Rate } from "#kernel/rate.ts";

/** What is said of a figure that is no amount. */
export const notAnAmount = "An amount is digits with at most two decimals";

/** An amount that leaves: decimal text with two places. */
export const amountReply = z.string().meta({ description: "Amount, two decimals", example: "1234.50" });

/** A rate that leaves: decimal text with eight places. */
export const rateReply = z.string().meta({ description: "Exchange rate, eight decimals", example: "69.80000000" });

/** A figure that comes in, as text or as a JSON number; what it may be is judged by whoever reads it. `error` is said of anything else. */
export function figureInput(error?: z.core.$ZodErrorMap | string) {
  return z.union([z.string().max(40), z.number()], error === undefined ? {} : { error });
}

/** A decimal that comes in. `required` is said when it is missing. */
function decimalInput(required: string) {
  return figureInput((issue) =>
    issue.input === undefined || issue.input === null ? required : "Give the figure as text or number",
  );
}

/**
 * A positive amount that comes in. `required` is said when it is missing, `positive` when it is zero or negative.
 * More than two decimals, exponents, commas and amounts above 999,999,999,999,999.99 are refused.
 */
export function amountInput(required: string, positive = "Amount must be greater than 0") {
  return decimalInput(required)
    .transform((value, context): Amount => {
      const text = String(value).trim();
      const amount = parseAmount(text);
      const fault = text === "" ? required : amountFault(amount, positive);
      if (fault === undefined && amount !== undefined) return amount;
      context.addIssue({ code: "custom", message: fault ?? required });
      return z.NEVER;
    })
    .meta({ description: "Positive amount with at most two decimals, as text or number", example: "1234.50" });
}

function amountFault(amount: Amount | undefined, positive: string): string | undefined {
  if (amount === undefined) return notAnAmount;
  if (amount <= 0n) return positive;
  return amount > largestAmount ? `Amount must be at most ${amountText(largestAmount)}` : undefined;
}

/** A commission that comes in, 0 to 99,999,999.99; an empty one is none. Left out or null it is undefined. */
export const optionalCommission = figureInput()
  .nullish()
  .transform((value, context): Amount | undefined => {
    if (value === undefined || value === null) return undefined;
    const text = String(value).trim();
    const commission = text === "" ? zeroAmount : parseAmount(text);
    if (commission !== undefined && commission >= 0n && commission <= largestCommission) return commission;
    context.addIssue({
      code: "custom",
      message: commission === undefined ? "A commission is digits with at most two decimals" : commissionBounds,
    });
    return z.NEVER;
  })
  .meta({ description: "Commission with at most two decimals, as text or number", example: "5.00" });

/** A commission that comes in, and is nothing where it is missing. */
export const commissionInput = optionalCommission.transform((commission): Amount => commission ?? zeroAmount);
const commissionBounds = `Commission must be from 0 to ${amountText(largestCommission)}`;

/** A rate that comes in: 0.000001 to 1,000,000,000 with at most eight decimals. */
export function rateInput(required: string) {
  return decimalInput(required)
    .transform((value, context): Rate => {
      const text = String(value).trim();
      const rate = parseRate(text);
      const fault = text === "" ? required : rateFault(text, rate);
      if (fault === undefined && rate !== undefined) return rate;
      context.addIssue({ code: "custom", message: fault ?? required });
      return z.NEVER;
    })
    .meta({ description: "Exchange rate with at most eight decimals, as text or number", example: "69.8" });
}

const positiveRate = "Exchange rate must be greater than 0";

function rateFault(text: string, rate: Rate | undefined): string | undefined {
  if (rate === undefined) return text.startsWith("-") ? positiveRate : "A rate is digits with at most eight decimals";
  if (rate <= 0n) return positiveRate;
  if (rate < smallestRate) return "Exchange rate must be at least 0.000001";
  return rate > largestRate ? "Exchange rate must be at most 1000000000" : undefined;
}

/** A day that exists, "YYYY-MM-DD". */
export const dateInput = z
  .string()
  .transform((text, context): BusinessDate => {
    const date = parseBusinessDate(text);
    if (date !== undefined) return date;
    context.addIssue({ code: "custom", message: "Give the date as YYYY-MM-DD, a day that exists" });
    return z.NEVER;
  })
  .meta({ description: "A day, YYYY-MM-DD", example: "2026-03-21" });

/** A day that may be left out; null says the same as leaving it out. */
export const optionalDate = dateInput.nullish().transform((date) => date ?? undefined);

const notAnId = "Not a valid id";

/** The id of a row. */
export function idInput(required: string) {
  return z.int({ error: required }).min(1, required).max(largestId, required);
}

/** The id of a row that may be left out. */
export const optionalId = z.int(notAnId).min(1, notAnId).max(largestId, notAnId).nullish();

/** The id of a row in an address: digits, and nothing else that a number could be read from. `fault` is said of anything else. */
export function idInAddress(fault: string) {
  const digits = z.string(fault).regex(/^\d{1,10}$/, fault);
  return z
    .union([z.int(fault), digits.transform((id) => Number.parseInt(id, 10))], { error: fault })
    .pipe(z.int(fault).min(1, fault).max(largestId, fault));
}

/** The same as a filter; an empty one means "no filter". */
export function idFilter(fault: string) {
  return z
    .union([z.literal("").transform(() => undefined), z.int(), z.string().regex(/^\d{1,10}$/, fault)], { error: fault })
    .transform((id) => (id === undefined ? undefined : Number(id)))
    .pipe(z.int(fault).min(1, fault).max(largestId, fault).optional())
    .optional();
}

/** An id of a query string; an empty one means "no filter". */
export const idQuery = idFilter(notAnId);

/** The `:id` of a path. */
export const idParams = z.object({ id: idInAddress(notAnId) });
