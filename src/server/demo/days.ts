import type { Amount } from "#kernel/amount.ts";
import { assert } from "#kernel/assert.ts";
import { addDays, type BusinessDate } from "#kernel/business-date.ts";
import { sellingAmount } from "#kernel/exchange.ts";
import { rateFrom, rateOfOne, type Rate } from "#kernel/rate.ts";
import { amountInWords } from "#kernel/words.ts";
import type { BusinessEvent, Side } from "#ledger/transaction.ts";

import { AFN, EUR, PKR, USD } from "./accounts.ts";
import type { Chooser } from "./random.ts";

/** An account as the days need it. */
export interface OpenedAccount {
  readonly id: number;
  readonly name: string;
  readonly currencyId: number;
  readonly accountType: string;
  readonly isExpense: boolean;
}

export interface DemoOffice {
  readonly cashAccountId: number;
  readonly accounts: readonly OpenedAccount[];
  readonly today: BusinessDate;
}

const dayCount = 90;
const codeOf: Readonly<Record<number, string>> = { [AFN]: "AFN", [USD]: "USD", [EUR]: "EUR", [PKR]: "PKR" };
/** What a customer usually brings, in whole units: least and most. */
const usual: Readonly<Record<number, readonly [number, number]>> = {
  [AFN]: [2_000, 180_000],
  [USD]: [50, 4_000],
  [EUR]: [50, 3_000],
  [PKR]: [10_000, 400_000],
};
/** What is spent at once, in whole afghani. */
const usualExpense = [1_000, 25_000] as const;
/** Pairs the counter deals in: what is bought, what is given, the rate in thousandths and how far it wanders. */
const deals = [
  { buys: USD, gives: AFN, rate: 69_800, wander: 600 },
  { buys: USD, gives: AFN, rate: 69_800, wander: 600 },
  { buys: AFN, gives: USD, rate: 70_200, wander: 600 },
  { buys: EUR, gives: AFN, rate: 75_900, wander: 700 },
  { buys: PKR, gives: AFN, rate: 251, wander: 4 },
  { buys: EUR, gives: USD, rate: 1_085, wander: 10 },
  { buys: USD, gives: PKR, rate: 277_500, wander: 900 },
] as const;

/** The events of the office in the order of its business days. The first day brings the owner's capital. */
export function demoDays(office: DemoOffice, choose: Chooser): readonly BusinessEvent[] {
  const books = openBooks(office);
  const events: BusinessEvent[] = [];
  for (let index = 0; index < dayCount; index++) {
    const day = addDays(office.today, index - dayCount + 1);
    const isFriday = new Date(`${day}T00:00:00Z`).getUTCDay() === 5;
    const count = index === 0 ? 0 : choose.between(isFriday ? 3 : 18, isFriday ? 6 : 34);
    const wanted = index === 0 ? openingOf(office, day) : Array.from({ length: count }, () => eventOf(office, day, choose));
    events.push(...wanted.filter(books.takes));
  }
  return events;
}

/** What stands on which account, so that the office pays out only what it has and lends only so much. */
function openBooks({ cashAccountId, accounts }: DemoOffice): { takes(event: BusinessEvent): boolean } {
  const debits = new Map<string, bigint>();
  const typeOf = new Map(accounts.map((account) => [account.id, account.accountType]));
  const standing = ({ accountId, currencyId }: Side): bigint => debits.get(`${String(accountId)}/${String(currencyId)}`) ?? 0n;
  const move = ({ accountId, currencyId }: Side, amount: bigint): void => {
    const key = `${String(accountId)}/${String(currencyId)}`;
    debits.set(key, (debits.get(key) ?? 0n) + amount);
  };
  return {
    takes({ out, in: into }) {
      const cashIsShort = into.accountId === cashAccountId && standing(into) < into.amount;
      const isCustomer = out.accountId !== cashAccountId && typeOf.get(out.accountId) !== "company";
      const owesTooMuch = isCustomer && standing(out) + out.amount > creditLimit(out.currencyId);
      if (cashIsShort || owesTooMuch) return false;
      move(out, out.amount);
      move(into, -into.amount);
      return true;
    },
  };
}

/** A known customer may owe the house this much. */
function creditLimit(currencyId: number): bigint {
  const [, most] = usual[currencyId] ?? [0, 0];
  return BigInt(most) * 25n;
}

function openingOf(office: DemoOffice, day: BusinessDate): readonly BusinessEvent[] {
  const capital = office.accounts.find((account) => account.name === "Owner's Capital");
  assert(capital !== undefined, "the demo office has an owner");
  const cash = office.cashAccountId;
  const paidIn = entry(
    "Credit",
    { out: cash, into: capital.id },
    { currencyId: USD, amount: units(450_000), day, narrative: "Capital paid in" },
  );
  // The stock is older than the books, and stands in them at what it cost: what it has gained since is what the house has earned so far.
  const exchanged: readonly (readonly [number, number, string])[] = [
    [AFN, 30_000_000, "85"],
    [EUR, 40_000, "1.02"],
    [PKR, 9_000_000, "278"],
  ];
  return [
    paidIn,
    ...exchanged.map(([buys, amount, rate]) =>
      exchange(
        { office, day },
        { buys, gives: USD, amount: units(amount), rate: rateFrom(rate), narrative: "Stock brought in, at what it cost" },
      ),
    ),
  ];
}

function eventOf(office: DemoOffice, day: BusinessDate, choose: Chooser): BusinessEvent {
  const kind = choose.between(1, 100);
  const customers = office.accounts.filter(
    (account) => !["company", "hawala_partner"].includes(account.accountType) && account.name !== "Owner's Capital",
  );
  const customer = choose.oneOf(customers);
  const atTheCounter = { office, who: customer, moment: { day, choose } };
  if (kind <= 20) return overTheCounter("Debit", atTheCounter, choose.oneOf(withdrawalWords));
  if (kind <= 44) return dealOf(office, day, choose);
  if (kind <= 50) return expense(office, { day, choose });
  const transferred = kind <= 66 ? transfer(customers, day, choose) : undefined;
  return transferred ?? overTheCounter("Credit", atTheCounter, choose.oneOf(depositWords));
}

function expense(office: DemoOffice, moment: Moment): BusinessEvent {
  const companies = office.accounts.filter((account) => account.accountType === "company");
  const who = moment.choose.oneOf(companies);
  return overTheCounter("Credit", { office, who, moment }, `${who.name}, ${moment.day.slice(0, 7)}`);
}

interface Moment {
  readonly day: BusinessDate;
  readonly choose: Chooser;
}

const depositWords = ["Cash deposit", "Deposit at the counter", "Paid in by his brother", "From the sale of carpets"] as const;
const withdrawalWords = [
  "Withdrawal",
  "Paid out at the counter",
  "School fees",
  "For the wedding",
  "Paid to the bearer of his letter",
] as const;
const transferWords = [
  "By telephone",
  "For goods from Kandahar",
  "Loan returned",
  "Share of the shop",
  "Rent of the store",
] as const;

/** Money between an account and the cash: Credit brings it in for a customer, and pays it out for an expense. */
function overTheCounter(type: "Debit" | "Credit", { office, who, moment }: AtTheCounter, narrative: string): BusinessEvent {
  const cash = office.cashAccountId;
  const cashIsOut = (type === "Credit") !== (who.accountType === "company");
  const sides = cashIsOut ? { out: cash, into: who.id } : { out: who.id, into: cash };
  const amount = who.isExpense ? roundAmount(usualExpense, moment.choose) : usualAmount(who.currencyId, moment.choose);
  return entry(type, sides, { currencyId: who.currencyId, amount, day: moment.day, narrative });
}

interface AtTheCounter {
  readonly office: DemoOffice;
  readonly who: OpenedAccount;
  readonly moment: Moment;
}

function transfer(customers: readonly OpenedAccount[], day: BusinessDate, choose: Chooser): BusinessEvent | undefined {
  const from = choose.oneOf(customers);
  const others = customers.filter((account) => account.currencyId === from.currencyId && account.id !== from.id);
  if (others.length === 0) return undefined;
  const to = choose.oneOf(others);
  const side = { currencyId: from.currencyId, amount: usualAmount(from.currencyId, choose) };
  const narrative = choose.oneOf(transferWords);
  return event(
    "Transfer",
    { out: { accountId: from.id, ...side }, into: { accountId: to.id, ...side } },
    { day, narrative, counterNarrative: narrative },
  );
}

/** Mostly over the counter, cash for cash; now and then within a customer's account. */
function dealOf(office: DemoOffice, day: BusinessDate, choose: Chooser): BusinessEvent {
  const { buys, gives, rate, wander } = choose.oneOf(deals);
  const thousandths = choose.between(rate - wander, rate + wander);
  const at = (BigInt(thousandths) * 100_000n) as Rate;
  return exchange({ office, day }, { buys, gives, amount: usualAmount(buys, choose), rate: at });
}

interface Deal {
  readonly buys: number;
  readonly gives: number;
  readonly amount: Amount;
  readonly rate: Rate;
  readonly narrative?: string;
}

function exchange({ office, day }: { office: DemoOffice; day: BusinessDate }, deal: Deal): BusinessEvent {
  const pair = { from: codeOf[deal.buys] ?? "", to: codeOf[deal.gives] ?? "" };
  const cash = office.cashAccountId;
  const out = { accountId: cash, currencyId: deal.buys, amount: deal.amount };
  const into = { accountId: cash, currencyId: deal.gives, amount: sellingAmount(deal.amount, deal.rate, pair) };
  const { narrative = `Bought ${pair.from}, gave ${pair.to}` } = deal;
  return event("Exchange", { out, into }, { day, narrative, counterNarrative: narrative, rate: deal.rate });
}

function entry(
  type: "Debit" | "Credit",
  { out, into }: { readonly out: number; readonly into: number },
  {
    currencyId,
    amount,
    day,
    narrative,
  }: { readonly currencyId: number; readonly amount: Amount; readonly day: BusinessDate; readonly narrative: string },
): BusinessEvent {
  const side = { currencyId, amount };
  return event(
    type,
    { out: { accountId: out, ...side }, into: { accountId: into, ...side } },
    { day, narrative, counterNarrative: amountInWords(amount) },
  );
}

function event(
  type: BusinessEvent["type"],
  { out, into }: { readonly out: Side; readonly into: Side },
  {
    day,
    rate = rateOfOne,
    narrative,
    counterNarrative,
  }: { readonly day: BusinessDate; readonly rate?: Rate; readonly narrative: string; readonly counterNarrative: string },
): BusinessEvent {
  return { type, out, in: into, rate, narrative, counterNarrative, businessDate: day, referenceId: 0 };
}

function usualAmount(currencyId: number, choose: Chooser): Amount {
  return roundAmount(usual[currencyId] ?? [50, 4_000], choose);
}

/** A round amount, as people bring it. */
function roundAmount([least, most]: readonly [number, number], choose: Chooser): Amount {
  const step = most > 50_000 ? 500 : 10;
  return units(Math.max(step, Math.round(choose.between(least, most) / step) * step));
}

function units(whole: number): Amount {
  return (BigInt(whole) * 100n) as Amount;
}
