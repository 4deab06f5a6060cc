import type { FormErrors } from "@mantine/form";
import type { z } from "zod";

import type { AccountRow } from "#contract/accounts.ts";
import type { exchangeBody } from "#contract/transactions.ts";
import { amountText, largestAmount, type Amount } from "#kernel/amount.ts";
import { purchaseAmount, sellingAmount, type Deal, type Pair } from "#kernel/exchange.ts";
import { readAmount } from "#web/ui/amount/typed-amount.ts";
import { rateToSend, readRate } from "#web/ui/amount/typed-rate.ts";
import type { Unfinished } from "#web/ui/entry/form-resolver.ts";

import type { Posted } from "./likely-duplicate.tsx";
import { postedSide } from "./rules.ts";

/** The two panels: what is bought, and what is given for it. */
export const exchangeSides = ["purchase", "selling"] as const;
export type ExchangeSide = (typeof exchangeSides)[number];

/** The Exchange form as it is filled. Amounts and rate are text; accounts are the rows the pickers found. */
export interface ExchangeForm extends Record<string, unknown> {
  purchaseAccount: AccountRow | null;
  purchaseCurrencyId: number | null;
  /** Whether the person may choose the currency although it is not a company account's. */
  purchaseOpened: boolean;
  purchaseAmount: string;
  purchaseNarrative: string;
  sellingAccount: AccountRow | null;
  sellingCurrencyId: number | null;
  sellingOpened: boolean;
  sellingAmount: string;
  sellingNarrative: string;
  rate: string;
  /** The amount that decides; the other one follows from it and the rate. */
  typed: ExchangeSide;
  /** The amount that was computed and not typed. */
  computed: ExchangeSide | null;
  date: string;
}

export type ExchangeSent = Unfinished<z.input<typeof exchangeBody>>;

/** From the parts of an exchange's body to the fields of its form. */
export const exchangeFields = {
  outAccountId: "purchaseAccount",
  currencyId: "purchaseCurrencyId",
  dAmount: "purchaseAmount",
  transDescription: "purchaseNarrative",
  inAccountId: "sellingAccount",
  cCurrencyId: "sellingCurrencyId",
  cAmount: "sellingAmount",
  cTransDescription: "sellingNarrative",
  exRate: "rate",
  transDate: "date",
} as const;

export function blankExchange(today: string): ExchangeForm {
  return {
    purchaseAccount: null,
    purchaseCurrencyId: null,
    purchaseOpened: false,
    purchaseAmount: "",
    purchaseNarrative: "",
    sellingAccount: null,
    sellingCurrencyId: null,
    sellingOpened: false,
    sellingAmount: "",
    sellingNarrative: "",
    rate: "",
    typed: "purchase",
    computed: null,
    date: today,
  };
}

function otherSide(side: ExchangeSide): ExchangeSide {
  return side === "purchase" ? "selling" : "purchase";
}

/** The exchange as it is sent: the purchase account is out, the selling account in. */
export function exchangeSent(form: ExchangeForm): ExchangeSent {
  return {
    transType: "Exchange",
    outAccountId: form.purchaseAccount?.id,
    currencyId: form.purchaseCurrencyId,
    dAmount: form.purchaseAmount,
    transDescription: form.purchaseNarrative,
    inAccountId: form.sellingAccount?.id,
    cCurrencyId: form.sellingCurrencyId,
    cAmount: form.sellingAmount,
    cTransDescription: form.sellingNarrative,
    exRate: rateToSend(form.rate),
    transDate: form.date,
    referenceId: 0,
  };
}

/** The code of a currency by its id; undefined while it is unknown. */
export type CodeOf = (currencyId: number | null) => string | undefined;

/** The two currencies of the deal, once both are known and differ. */
export function pairOf(form: ExchangeForm, codeOf: CodeOf): Pair | undefined {
  const [from, to] = [codeOf(form.purchaseCurrencyId), codeOf(form.sellingCurrencyId)];
  return from === undefined || to === undefined || from === to ? undefined : { from, to };
}

/** A deal between two currencies of which amounts and rate are known. */
export interface PairedDeal extends Deal {
  readonly pair: Pair;
}

/** The deal as far as it can be read back: both amounts and the rate, whether or not they meet. */
export function dealOf(form: ExchangeForm, codeOf: CodeOf): PairedDeal | undefined {
  const pair = pairOf(form, codeOf);
  const [purchase, selling] = [positive(form.purchaseAmount), positive(form.sellingAmount)];
  const rate = readRate(form.rate);
  if (pair === undefined || purchase === undefined || selling === undefined || rate.kind !== "rate") return undefined;
  return { pair, purchase, selling, rate: rate.rate };
}

/** A typed amount that an entry can have; undefined for nothing, zero and what is no amount. */
export function positive(typed: string): Amount | undefined {
  const reading = readAmount(typed);
  return reading.kind === "amount" && reading.amount > 0n ? reading.amount : undefined;
}

/**
 * The form with the other amount computed from the one that was typed last, by the pair table. What was computed before and
 * cannot be computed any more is emptied, so that no figure stands there that belongs to another deal; what was typed stays.
 */
export function computed(form: ExchangeForm, codeOf: CodeOf): ExchangeForm {
  const { typed } = form;
  const other = otherSide(typed);
  const pair = pairOf(form, codeOf);
  const amount = positive(form[`${typed}Amount`]);
  const rate = readRate(form.rate);
  const known = pair !== undefined && amount !== undefined && rate.kind === "rate";
  const result = known ? (typed === "purchase" ? sellingAmount : purchaseAmount)(amount, rate.rate, pair) : undefined;
  if (result !== undefined && result <= largestAmount)
    return { ...form, [`${other}Amount`]: amountText(result), computed: other };
  if (form.computed !== other) return form;
  return { ...form, [`${other}Amount`]: "", computed: null };
}

/** The form after an amount was typed. Emptying it gives way to the other amount, where that one was typed as well. */
export function withAmount(form: ExchangeForm, side: ExchangeSide, text: string): ExchangeForm {
  const other = otherSide(side);
  const givesWay = text === "" && form.computed === null && form[`${other}Amount`] !== "";
  return {
    ...form,
    [`${side}Amount`]: text,
    typed: givesWay ? other : side,
    computed: form.computed === side ? null : form.computed,
  };
}

/** Whether the currency of a side can be chosen: a company account holds any, every other one is asked for its own first. */
export function choosesCurrency(form: ExchangeForm, side: ExchangeSide): boolean {
  const account = form[`${side}Account`];
  return account !== null && (account.accountType === "company" || form[`${side}Opened`]);
}

/**
 * The form after an account was chosen. The currency is the account's own; only where a company account would stand in the
 * currency of the other side is none proposed, since the person has to say which one it is then.
 */
export function withAccount(form: ExchangeForm, side: ExchangeSide, account: AccountRow | null): ExchangeForm {
  const own = account?.currencyId ?? null;
  const isFree = account?.accountType === "company" && own === form[`${otherSide(side)}CurrencyId`];
  return { ...form, [`${side}Account`]: account, [`${side}CurrencyId`]: isFree ? null : own, [`${side}Opened`]: false };
}

/** The form after a narrative was typed: that of the purchase is that of the sale too, until the latter is given its own. */
export function withNarrative(form: ExchangeForm, side: ExchangeSide, text: string): ExchangeForm {
  if (side === "selling") return { ...form, sellingNarrative: text };
  const isMirrored = form.sellingNarrative === form.purchaseNarrative;
  return { ...form, purchaseNarrative: text, sellingNarrative: isMirrored ? text : form.sellingNarrative };
}

/** The field that says that both sides have one currency: where a currency can be chosen, otherwise the account's. */
export function sameCurrencyField(form: ExchangeForm): keyof ExchangeForm {
  if (choosesCurrency(form, "selling")) return "sellingCurrencyId";
  return choosesCurrency(form, "purchase") ? "purchaseCurrencyId" : "sellingAccount";
}

/** The form with the amounts of a deal that meets; the purchase amount decides from then on. */
export function withDeal(form: ExchangeForm, { purchase, selling }: Deal): ExchangeForm {
  const amounts = { purchaseAmount: amountText(purchase), sellingAmount: amountText(selling) };
  return { ...form, ...amounts, typed: "purchase", computed: "selling" };
}

/** What an exchange would post; undefined while something is missing. */
export function postedExchange(form: ExchangeForm): Posted | undefined {
  const sides = exchangeSides.flatMap((side) => {
    const [account, currencyId] = [form[`${side}Account`], form[`${side}CurrencyId`]];
    const amount = positive(form[`${side}Amount`]);
    if (account === null || currencyId === null || amount === undefined) return [];
    return [postedSide(account, side === "purchase" ? "out" : "in", { currencyId, amount })];
  });
  return sides.length === exchangeSides.length ? { sides, date: form.date } : undefined;
}

/** Whether an account or a currency is still missing, which the screen says in one sentence. */
export function lacksSide(errors: FormErrors): boolean {
  return exchangeSides.some((side) => [`${side}Account`, `${side}CurrencyId`].some((field) => Boolean(errors[field])));
}
