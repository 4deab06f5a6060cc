import type { z } from "zod";

import type { Hawala, incomingHawalaBody } from "#contract/hawalas.ts";
import { amountText, largestAmount, subtractAmounts, zeroAmount, type Amount } from "#kernel/amount.ts";
import { divideByRate, multiplyByRate } from "#kernel/rate.ts";
import { shortRate } from "#web/lib/format.ts";
import { rateToSend, typedRate } from "#web/ui/amount/typed-rate.ts";
import type { Unfinished } from "#web/ui/entry/form-resolver.ts";

import {
  blankParties,
  boardRateText,
  orNull,
  partiesOf,
  partiesSent,
  positiveAmount,
  type Board,
  type Parties,
} from "./entry-rules.ts";

/** The currency that a partner's customers pay in. */
export const pounds = "GBP";
/** The currency that a partner settles in. */
export const dollars = "USD";
/** What most receivers are paid in. */
const payoutCurrencyId = 1;

/** The form of an incoming hawala. What is null follows from the other fields: it was not typed. */
export type IncomingForm = Parties & {
  hawalaNo: string;
  senderCode: string;
  /** In pounds. */
  amount: string;
  /** Units of the currency per pound. */
  exchangeRate: string | null;
  currencyId: number | null;
  rAmount: string | null;
  /** Units of the currency per US dollar. */
  rate: string | null;
  intoUSD: string | null;
  remarks: string;
  date: string;
};

export type IncomingSent = Unfinished<z.input<typeof incomingHawalaBody>>;

/** From the parts of the body to the fields of the form. */
export const incomingFields = { currency: "currencyId", transactionDate: "date" } as const;

export function blankIncoming(today: string, senderCode: string): IncomingForm {
  return {
    hawalaNo: "",
    senderCode,
    ...blankParties,
    amount: "",
    exchangeRate: null,
    currencyId: payoutCurrencyId,
    rAmount: null,
    rate: null,
    intoUSD: null,
    remarks: "",
    date: today,
  };
}

/** A stored incoming hawala as its form shows it. What it has not got stays empty: nobody guesses at it years later. */
export function incomingOf(stored: Hawala): IncomingForm {
  return {
    hawalaNo: stored.hawalaNo,
    senderCode: stored.senderCode ?? "",
    ...partiesOf(stored),
    amount: stored.amount,
    exchangeRate: shortRate(stored.exchangeRate),
    currencyId: stored.currencyId,
    rAmount: stored.rAmount,
    rate: stored.rate === null ? "" : shortRate(stored.rate),
    intoUSD: stored.intoUSD ?? "",
    remarks: stored.remarks,
    date: stored.transactionDate,
  };
}

/** The figures as they stand in their fields, typed or computed; "" where nothing can be computed yet. */
export interface Figures {
  readonly exchangeRate: string;
  readonly rAmount: string;
  readonly rate: string;
  readonly intoUSD: string;
  /** What amount × exchange rate and receiver amount ÷ rate give, whatever was typed. */
  readonly computed: { readonly rAmount: Amount | undefined; readonly intoUSD: Amount | undefined };
}

/** The figures of an incoming hawala as they follow from each other and from the board. */
export function figuresOf(form: IncomingForm, { idOf, rateOf }: Board): Figures {
  const board = rateOf(form.currencyId);
  const exchangeRate = form.exchangeRate ?? boardRateText(rateOf(idOf(pounds)), board);
  const rate = form.rate ?? boardRateText(rateOf(idOf(dollars)), board);
  const [perPound, perDollar] = [typedRate(exchangeRate), typedRate(rate)];
  const amount = positiveAmount(form.amount);
  const receives = amount === undefined || perPound === undefined ? undefined : inBounds(multiplyByRate(amount, perPound));
  const rAmount = form.rAmount ?? textOf(receives);
  const paid = positiveAmount(rAmount);
  const inDollars = paid === undefined || perDollar === undefined ? undefined : inBounds(divideByRate(paid, perDollar));
  return {
    exchangeRate,
    rAmount,
    rate,
    intoUSD: form.intoUSD ?? textOf(inDollars),
    computed: { rAmount: receives, intoUSD: inDollars },
  };
}

function inBounds(amount: Amount): Amount | undefined {
  return amount > 0n && amount <= largestAmount ? amount : undefined;
}

function textOf(amount: Amount | undefined): string {
  return amount === undefined ? "" : amountText(amount);
}

/** The form with the rates that stand in it as if they were typed. */
export function withRatesHeld(form: IncomingForm, board: Board): IncomingForm {
  const { exchangeRate, rate } = figuresOf(form, board);
  return { ...form, exchangeRate, rate };
}

/** The hawala as it is sent. */
export function incomingSent(form: IncomingForm, board: Board): IncomingSent {
  const { exchangeRate, rAmount, rate, intoUSD } = figuresOf(form, board);
  return {
    direction: "incoming",
    hawalaNo: form.hawalaNo,
    senderCode: form.senderCode,
    ...partiesSent(form),
    amount: form.amount,
    exchangeRate: rateToSend(exchangeRate),
    currency: board.codeOf(form.currencyId) ?? "",
    rAmount,
    rate: orNull(rateToSend(rate)),
    intoUSD: orNull(intoUSD),
    remarks: orNull(form.remarks),
    transactionDate: form.date,
  };
}

/** The fields by which another hawala may be the same one. */
export const identityFields: ReadonlySet<keyof IncomingForm> = new Set([
  "hawalaNo",
  "senderName",
  "receiverName",
  "currencyId",
  "rAmount",
  "date",
]);

/** The fields that have to meet. */
export const figureFields: ReadonlySet<keyof IncomingForm> = new Set([
  "amount",
  "exchangeRate",
  "currencyId",
  "rAmount",
  "rate",
  "intoUSD",
]);

/** A figure that was typed and is not what the others give. */
export interface OddFigure {
  readonly field: "rAmount" | "intoUSD";
  readonly computed: Amount;
}

const wholeUnit = 100n;
/** Half a percent, as a fraction: one in two hundred. */
const tolerated = 200n;

/** The typed figures that are further than one unit and half a percent from what the others give, as with a partner's sheet. */
export function oddFigures(form: IncomingForm, board: Board): readonly OddFigure[] {
  const { computed } = figuresOf(form, board);
  return (["rAmount", "intoUSD"] as const).flatMap((field) => {
    const typed = positiveAmount(form[field] ?? "");
    const expected = computed[field];
    return typed === undefined || expected === undefined || isNear(typed, expected) ? [] : [{ field, computed: expected }];
  });
}

function isNear(typed: Amount, expected: Amount): boolean {
  const difference = subtractAmounts(typed, expected);
  const size = difference < zeroAmount ? -difference : difference;
  return size <= wholeUnit || size * tolerated <= expected;
}
