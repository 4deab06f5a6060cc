import type { PartnerSettlement, SettlementDirection, SettlementHawala, SettlementMeans } from "#contract/partner-settlements.ts";
import { addAmounts, amountFrom, amountText, parseAmount, zeroAmount, type Amount } from "#kernel/amount.ts";
import { nearestDeals } from "#kernel/exchange-deal.ts";
import { purchaseAmount, sellingAmount, type Pair } from "#kernel/exchange.ts";
import { hawalaDirections } from "#kernel/hawala.ts";
import { isZero } from "#web/lib/format.ts";
import { readRate } from "#web/ui/amount/typed-rate.ts";
import type { DealCurrencies } from "#web/ui/entry/exchange-context.ts";

/** What stands in the form of a settlement. */
export interface TypedSettlement {
  readonly direction: SettlementDirection;
  readonly means: SettlementMeans;
  readonly counterAccountId: number | null;
  readonly currencyId: number | null;
  readonly amount: string;
  readonly counterCurrencyId: number | null;
  readonly rate: string;
  readonly date: string;
  /** The id of the last hawala that is covered, "" for none. */
  readonly through: string;
  readonly note: string;
}

/** His balances that are not zero. */
export function standingBalances({ balances }: PartnerSettlement): PartnerSettlement["balances"] {
  return balances.filter(({ balance }) => !isZero(balance));
}

/**
 * What the form begins with: all of the first balance that is not zero, by bank, up to the latest hawala. Where another balance is not
 * zero either it covers none: the hawalas of every currency would be covered, and those of one paid.
 */
export function firstSettlement(figures: PartnerSettlement): TypedSettlement {
  const { balances, latest, today } = figures;
  const standing = standingBalances(figures);
  const currencyId = (standing[0] ?? balances[0])?.currencyId ?? null;
  const { direction = "received", amount } = proposedOf(currencyId, figures);
  return {
    direction,
    means: "bank",
    counterAccountId: null,
    currencyId,
    amount,
    counterCurrencyId: currencyId,
    rate: "",
    date: today,
    through: latest === null || standing.length > 1 ? "" : String(latest.hawalaId),
    note: "",
  };
}

/** All of his balance in a currency, paid by whoever owes it; no amount and nobody where there is none. */
function proposedOf(
  currencyId: number | null,
  { balances, partner }: PartnerSettlement,
): { readonly direction?: SettlementDirection; readonly amount: string } {
  const owed = balances.find((one) => one.currencyId === currencyId);
  if (owed === undefined || isZero(owed.balance)) return { amount: "" };
  // A company account shows what it holds for us: what is above zero there he owes.
  const isOurs = owed.balance.startsWith("-") === (partner.type === "company");
  return { direction: isOurs ? "paid" : "received", amount: owed.balance.replace("-", "") };
}

/**
 * What changes with the currency of his account: an amount, and who pays it, that nobody has typed or chosen are those of the balance in
 * the new one. As figures of another currency they would be anybody's. What was paid in the same currency still is.
 */
export function withCurrency(
  typed: TypedSettlement,
  figures: PartnerSettlement,
  currencyId: number | null,
): Partial<TypedSettlement> {
  const [before, after] = [proposedOf(typed.currencyId, figures), proposedOf(currencyId, figures)];
  const isExchange = typed.counterCurrencyId !== typed.currencyId;
  const chosen = { currencyId, counterCurrencyId: isExchange ? typed.counterCurrencyId : currencyId };
  const typedAmount = parseAmount(typed.amount);
  const isProposed = typedAmount === undefined ? typed.amount === before.amount : typedAmount === parseAmount(before.amount);
  if (!isProposed) return chosen;
  const keepsDirection = typed.direction !== (before.direction ?? typed.direction);
  return { ...chosen, amount: after.amount, direction: keepsDirection ? typed.direction : (after.direction ?? typed.direction) };
}

/** Its currencies as those of an exchange: what he pays with is bought, what we pay with is sold. */
export function currenciesOf({ direction, currencyId, counterCurrencyId }: TypedSettlement): DealCurrencies {
  return direction === "received"
    ? { purchaseCurrencyId: counterCurrencyId, sellingCurrencyId: currencyId }
    : { purchaseCurrencyId: currencyId, sellingCurrencyId: counterCurrencyId };
}

/** The deal as far as it can be read. */
export interface SettlementDeal {
  readonly his: Amount;
  readonly counter: Amount;
  /** Amounts of his account that the rate does meet, where it does not meet this one. */
  readonly instead: readonly string[];
}

/** Works out what is paid for an amount of his account; undefined until amount and rate are there. */
export function dealOf(typed: TypedSettlement, codeOf: (id: number | null) => string): SettlementDeal | undefined {
  const his = parseAmount(typed.amount);
  if (his === undefined || his <= 0n) return undefined;
  if (typed.currencyId === typed.counterCurrencyId) return { his, counter: his, instead: [] };
  const read = readRate(typed.rate);
  if (read.kind !== "rate") return undefined;
  const { purchaseCurrencyId, sellingCurrencyId } = currenciesOf(typed);
  const pair: Pair = { from: codeOf(purchaseCurrencyId), to: codeOf(sellingCurrencyId) };
  if (typed.direction === "paid") return { his, counter: sellingAmount(his, read.rate, pair), instead: [] };
  const instead = nearestDeals(his, read.rate, pair).map(({ selling }) => amountText(selling));
  return { his, counter: purchaseAmount(his, read.rate, pair), instead };
}

/** Hawalas up to the end of a day, the latest first. */
interface HawalaDay {
  readonly day: string;
  readonly last: SettlementHawala;
  readonly hawalas: readonly SettlementHawala[];
}

/**
 * Hawalas, given with the latest first, by the day up to which each goes. One that was dated back is of the day on which those before it
 * had arrived: up to its own day it would take them along.
 */
export function byDay(hawalas: readonly SettlementHawala[]): readonly HawalaDay[] {
  const days: { day: string; last: SettlementHawala; hawalas: SettlementHawala[] }[] = [];
  for (const hawala of hawalas.toReversed()) {
    const [day, arrived] = [hawala.paidOn ?? "", days.at(-1)];
    if (arrived === undefined || day > arrived.day) days.push({ day, last: hawala, hawalas: [hawala] });
    else {
      arrived.last = hawala;
      arrived.hawalas.unshift(hawala);
    }
  }
  return days.toReversed();
}

/** Hawalas of one currency and direction that a settlement covers and does not pay. */
interface Unpaid extends Pick<SettlementHawala, "currency" | "direction"> {
  readonly count: number;
  readonly amount: Amount;
}

/** What is covered in a currency in which he has a balance, and of which nothing is paid. The hawalas come with the latest first. */
export function unpaidOf(
  typed: TypedSettlement,
  figures: PartnerSettlement,
  hawalas: readonly SettlementHawala[],
): readonly Unpaid[] {
  const { partner } = figures;
  const paid = counterAccountOf(typed, figures) === partner.id ? [typed.currencyId, typed.counterCurrencyId] : [typed.currencyId];
  const last = hawalas.findIndex(({ hawalaId }) => String(hawalaId) === typed.through);
  const covered = last === -1 ? [] : hawalas.slice(last);
  return standingBalances(figures)
    .filter(({ currencyId }) => !paid.includes(currencyId))
    .flatMap(({ currencyId, currency }) =>
      hawalaDirections.map((direction) => {
        const rows = covered.filter((hawala) => hawala.currencyId === currencyId && hawala.direction === direction);
        const amount = rows.reduce((sum, { rAmount }) => addAmounts(sum, amountFrom(rAmount)), zeroAmount);
        return { currency, direction, count: rows.length, amount };
      }),
    )
    .filter(({ count }) => count > 0);
}

/** What listed hawalas of one currency come to. */
interface ListedSum extends Pick<SettlementHawala, "currencyId" | "currency"> {
  readonly amount: Amount;
  /** Of those that say what they come to in dollars; undefined where none does. */
  readonly dollars: Amount | undefined;
  readonly withoutDollars: number;
}

/** What a list of hawalas comes to, in the order of the currencies. */
export function sumsOf(hawalas: readonly SettlementHawala[]): readonly ListedSum[] {
  const sums = new Map<number, ListedSum>();
  for (const { currencyId, currency, rAmount, intoUSD } of hawalas) {
    const { amount = zeroAmount, dollars, withoutDollars = 0 } = sums.get(currencyId) ?? {};
    sums.set(currencyId, {
      currencyId,
      currency,
      amount: addAmounts(amount, amountFrom(rAmount)),
      dollars: intoUSD === null ? dollars : addAmounts(dollars ?? zeroAmount, amountFrom(intoUSD)),
      withoutDollars: withoutDollars + (intoUSD === null ? 1 : 0),
    });
  }
  return [...sums.values()].sort((one, other) => one.currencyId - other.currencyId);
}

/** Through whose account it goes; null where none is chosen yet. */
export function counterAccountOf(
  { means, counterAccountId }: TypedSettlement,
  { cashAccountId }: PartnerSettlement,
): number | null {
  return means === "cash" ? cashAccountId : counterAccountId;
}

/** Which field is wrong, by the name of its text; undefined where the form can be sent. */
export function faultOf(typed: TypedSettlement): "amount" | "account" | "rate" | undefined {
  const amount = parseAmount(typed.amount);
  if (amount === undefined || amount <= 0n || typed.currencyId === null) return "amount";
  if (typed.counterAccountId === null && typed.means !== "cash") return "account";
  return typed.currencyId !== typed.counterCurrencyId && readRate(typed.rate).kind !== "rate" ? "rate" : undefined;
}

/** The body of the call. */
export function sentSettlement(typed: TypedSettlement, figures: PartnerSettlement) {
  const { partner, lastSettlement, state } = figures;
  const read = readRate(typed.rate);
  const isExchange = typed.currencyId !== typed.counterCurrencyId;
  return {
    partnerAccountId: partner.id,
    direction: typed.direction,
    means: typed.means,
    counterAccountId: counterAccountOf(typed, figures) ?? 0,
    currencyId: typed.currencyId ?? 0,
    amount: typed.amount,
    ...(isExchange && read.kind === "rate" ? { counterCurrencyId: typed.counterCurrencyId, exRate: read.text } : {}),
    transDate: typed.date,
    throughHawalaId: typed.through === "" ? null : Number.parseInt(typed.through, 10),
    lastSettlementId: lastSettlement?.id ?? null,
    seenState: state,
    note: typed.note,
  };
}
