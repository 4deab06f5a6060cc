import fc from "fast-check";

import { incomingHawalaBody, outgoingHawalaBody, type HawalaBody } from "#contract/hawalas.ts";
import { addDays, type BusinessDate } from "#kernel/business-date.ts";
import type { LedgerBench } from "#test/support/ledger.ts";

import {
  converted,
  currencyCodes,
  isIncoming,
  textOf,
  type HawalaOracle,
  type PaperAccount,
  type PaperHawala,
  type PaperTransaction,
  type Slip,
} from "./hawala-oracle.ts";

/** The office that the histories play in, and what the present one has to do with. */
export interface World {
  readonly bench: LedgerBench;
  readonly oracle: HawalaOracle;
  readonly today: BusinessDate;
  readonly accounts: Readonly<Record<"dollars" | "euros" | "kabul" | "dubai" | "branch" | "dollarBranch", PaperAccount>>;
  /** Numbers that partners use in this history. */
  readonly numbers: string;
  readonly hawalas: PaperHawala[];
  readonly transactions: PaperTransaction[];
  readonly batches: number[];
}

export const drawn = {
  a: fc.nat(),
  b: fc.nat(),
  c: fc.nat(),
  minor: fc.oneof(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 90_000_000 })),
  rate: fc.constantFrom(500n, 1000n, 3000n, 69_800n, 277_125n),
  commission: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 50_000 })),
  currencyId: fc.constantFrom(1, 2, 3, 4),
  otherCurrencyId: fc.constantFrom(1, 2, 3, 4),
  /** Back from today; the day after tomorrow is too late. */
  daysAgo: fc.oneof({ weight: 40, arbitrary: fc.integer({ min: -1, max: 25 }) }, { weight: 1, arbitrary: fc.constant(-2) }),
  role: fc.constantFrom("admin", "admin", "admin", "operator", "operator", "operator", "operator", "user"),
} as const;
const anyDraw = fc.record(drawn);
export type Draw = typeof anyDraw extends fc.Arbitrary<infer Value> ? Value : never;

const recent = 15;
/** One of the latest, so that the same few are acted upon again and again; mostly one that can take it, now and then any. */
export function oneOf<Item>(
  items: readonly Item[],
  draw: number,
  canTakeIt: (item: Item) => boolean = () => true,
): Item | undefined {
  const able = draw % 8 === 0 ? [] : items.filter(canTakeIt);
  const latest = (able.length > 0 ? able : items).slice(-recent);
  return latest[(draw >> 3) % Math.max(1, latest.length)];
}

export function dayOf({ today }: World, { daysAgo }: Pick<Draw, "daysAgo">): BusinessDate {
  return addDays(today, -daysAgo);
}

const receivers = ["Laila Bakhtwal", "Karim Noor"] as const;

/** A partner's slip: its number from a small store, so that numbers come twice. */
export function incomingSlip(world: World, draw: Draw): Slip {
  const { kabul, dubai, branch } = world.accounts;
  return {
    number: `${world.numbers}${String(draw.a % 150)}`,
    receiver: receivers[0],
    sender: [kabul.code, kabul.code, dubai.code, dubai.code, kabul.code, branch.code, dubai.code, kabul.code, "NOBODY"][
      draw.b % 9
    ],
    payer: undefined,
    partner: undefined,
    amountCurrencyId: undefined,
    amount: BigInt(draw.minor),
    currencyId: draw.c % 3 === 0 ? draw.currencyId : 1,
    rAmount: BigInt(draw.minor) * 90n,
    commission: 0n,
    intoUsd: BigInt(draw.minor) * 2n,
    date: dayOf(world, draw),
  };
}

/** What a clerk copies from a message, where dollars may be left out. A sheet always says them. */
export function messageSlip(world: World, draw: Draw): Slip {
  const slip = incomingSlip(world, draw);
  return draw.minor % 4 === 0 ? { ...slip, intoUsd: undefined } : slip;
}

export function outgoingSlip(world: World, draw: Draw): Slip {
  const { dollars, euros, kabul, dubai } = world.accounts;
  const rate = draw.currencyId === draw.otherCurrencyId ? 1000n : draw.rate;
  return {
    number: "",
    receiver: receivers[0],
    sender: undefined,
    payer: [undefined, dollars.id, euros.id, kabul.id][draw.a % 4],
    partner: [undefined, kabul.id, dubai.id][draw.b % 3],
    amountCurrencyId: draw.currencyId,
    amount: BigInt(draw.minor),
    currencyId: draw.otherCurrencyId,
    rAmount: converted(BigInt(draw.minor), rate, BigInt(draw.commission)),
    commission: BigInt(draw.commission),
    intoUsd: undefined,
    date: dayOf(world, draw),
  };
}

export function bodyOf(slip: Slip, draw: Draw, given: bigint | undefined): HawalaBody {
  const parties = {
    senderName: "Nabi Sadatyar",
    // The same name in another notation is the same name.
    receiverName: draw.a % 2 === 0 ? slip.receiver : slip.receiver.toUpperCase().replace(" ", "  "),
    amount: textOf(slip.amount),
    transactionDate: slip.date,
  };
  if (slip.sender === undefined) {
    return outgoingHawalaBody.parse({
      ...parties,
      direction: "outgoing",
      // A correction keeps whom it leaves out.
      senderAccountId: slip.payer ?? null,
      partnerAccountId: slip.partner ?? null,
      currency: currencyCodes[slip.amountCurrencyId ?? 0],
      convertedCurrency: currencyCodes[slip.currencyId],
      exchangeRate:
        slip.amountCurrencyId === slip.currencyId
          ? "1"
          : `${String(draw.rate / 1000n)}.${String(draw.rate % 1000n).padStart(3, "0")}`,
      commission: textOf(slip.commission),
      convertedAmount: given === undefined ? undefined : textOf(given),
    });
  }
  return incomingHawalaBody.parse({
    ...parties,
    direction: "incoming",
    // The same number in another notation is the same number.
    hawalaNo: draw.c % 2 === 0 ? slip.number : slip.number.toLowerCase().replace("k", "k - "),
    senderCode: slip.sender,
    exchangeRate: "90",
    currency: currencyCodes[slip.currencyId],
    rAmount: textOf(slip.rAmount),
    rate: "60",
    intoUSD: slip.intoUsd === undefined ? null : textOf(slip.intoUsd),
  });
}

/** A converted amount that somebody worked out by hand: right, a hundredth off, or two. */
export function givenFor(slip: Slip, { c }: Draw): bigint | undefined {
  if (slip.sender !== undefined || c % 4 !== 0) return undefined;
  const given = slip.rAmount + ([1n, -1n, 2n][(c >> 2) % 4] ?? 0n);
  return given > 0n ? given : undefined;
}

/** Another slip, under another number; or the same hawala of another sender or to another receiver, whose payouts are then another's. */
export function correctedSlip(world: World, hawala: PaperHawala, draw: Draw): Slip {
  const slip = messageSlip(world, draw);
  if (!isIncoming(hawala)) return slip;
  const receiver = receivers[(draw.c >> 3) % receivers.length] ?? receivers[0];
  return [{ ...hawala.slip, sender: slip.sender }, { ...hawala.slip, receiver }, slip][draw.b % 3] ?? slip;
}
