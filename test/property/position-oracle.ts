/** A deal as anyone at the counter would write it down; amounts in hundredths. */
export interface PaperDeal {
  readonly id: number;
  readonly date: string;
  readonly userId: string;
  readonly boughtId: number;
  readonly bought: bigint;
  readonly soldId: number;
  readonly sold: bigint;
  readonly deleted: boolean;
}

/** A rate of the board, in the order of recording; hundred-millionths. */
export interface PaperRate {
  readonly currencyId: number;
  readonly date: string;
  readonly perUsd: bigint;
}

/** A fraction in lowest terms, its denominator positive. */
interface Fraction {
  readonly top: bigint;
  readonly bottom: bigint;
}

export function fraction(top: bigint, bottom: bigint): Fraction {
  const sign = bottom < 0n ? -1n : 1n;
  let [left, right] = [top < 0n ? -top : top, bottom < 0n ? -bottom : bottom];
  while (right !== 0n) [left, right] = [right, left % right];
  const divisor = left === 0n ? 1n : left;
  return { top: (sign * top) / divisor, bottom: (sign * bottom) / divisor };
}

/** To whole hundredths; a half goes away from zero. */
export function rounded({ top, bottom }: Fraction): bigint {
  const [size, whole] = [top < 0n ? -top : top, (top < 0n ? -top : top) / bottom];
  const up = 2n * (size - whole * bottom) >= bottom ? whole + 1n : whole;
  return top < 0n ? -up : up;
}

/** What somebody's deals of a period came to. */
interface PaperSums {
  readonly bought: bigint;
  readonly sold: bigint;
  readonly deals: number;
  readonly realised: bigint;
}

/** What a currency's deals came to. */
interface PaperPosition {
  readonly opening: bigint;
  readonly closing: bigint;
  readonly cost: bigint;
  /** Of one person, or of everybody. */
  ofUser(userId: string | undefined): PaperSums;
}

interface PaperPeriod {
  readonly fromDate: string;
  readonly toDate: string;
}

/**
 * Positions from scratch, every time: each unit in stock has the average price of all of them, as a fraction; a deal that goes
 * through zero is written down as two. No code of the product is in it.
 */
export function paperPosition(
  currencyId: number,
  books: { readonly deals: readonly PaperDeal[]; readonly rates: readonly PaperRate[]; readonly baseId: number },
  { fromDate, toDate }: PaperPeriod,
): PaperPosition | undefined {
  const own = books.deals
    .filter((deal) => !deal.deleted && deal.date <= toDate && (deal.boughtId === currencyId || deal.soldId === currencyId))
    .toSorted((left, right) => (left.date === right.date ? left.id - right.id : left.date < right.date ? -1 : 1));
  if (own.length === 0) return undefined;
  const stock = new Stock();
  let opening = 0n;
  const lines = own.map((deal) => {
    const units = deal.boughtId === currencyId ? deal.bought : -deal.sold;
    const gained = stock.move(units, worthOf(deal, books.rates, books.baseId));
    if (deal.date < fromDate) opening = stock.units;
    return { deal, units, gained };
  });
  const ofUser = (userId: string | undefined): PaperSums => {
    const counted = lines.filter(({ deal }) => deal.date >= fromDate && (userId === undefined || deal.userId === userId));
    const sum = (figure: (line: (typeof lines)[number]) => bigint) => counted.reduce((total, line) => total + figure(line), 0n);
    return {
      deals: counted.length,
      bought: sum(({ units }) => (units > 0n ? units : 0n)),
      sold: sum(({ units }) => (units < 0n ? -units : 0n)),
      realised: sum(({ gained }) => gained),
    };
  };
  return { opening, closing: stock.units, cost: stock.worth, ofUser };
}

/** Units in stock, or owed to others, and what they are in the books at; both are counted upwards. */
class Stock {
  #side: "long" | "short" = "long";
  #count = 0n;
  #worth = 0n;

  get units(): bigint {
    return this.#side === "long" ? this.#count : -this.#count;
  }

  get worth(): bigint {
    return this.#side === "long" ? this.#worth : -this.#worth;
  }

  /** Takes in (positive) or gives out units for what they are worth together; says what was gained on those already there. */
  move(units: bigint, worth: bigint): bigint {
    const [side, count] = units > 0n ? (["long", units] as const) : (["short", -units] as const);
    if (this.#count === 0n) this.#side = side;
    if (side === this.#side) {
      this.#count += count;
      this.#worth += worth;
      return 0n;
    }
    const closed = count < this.#count ? count : this.#count;
    const price = fraction(this.#worth, this.#count);
    const share = rounded(fraction(price.top * closed, price.bottom));
    const part = rounded(fraction(worth * closed, count));
    const gained = this.#side === "long" ? part - share : share - part;
    this.#count -= closed;
    this.#worth -= share;
    if (count > closed) {
      this.#side = side;
      this.#count = count - closed;
      this.#worth = worth - part;
    }
    return gained;
  }
}

/**
 * In the base currency; between two others, what was given at the last rates on or before the day, else those of the first day: those that
 * were recorded last, whatever hour a clock that was set back gave them.
 */
function worthOf(deal: PaperDeal, rates: readonly PaperRate[], baseId: number): bigint {
  if (deal.boughtId === baseId) return deal.bought;
  if (deal.soldId === baseId) return deal.sold;
  const perUsd = (currencyId: number): bigint => {
    const own = rates.filter((rate) => rate.currencyId === currencyId);
    const dates = own.map(({ date }) => date).toSorted();
    const day = dates.findLast((date) => date <= deal.date) ?? dates[0];
    return own.findLast(({ date }) => date === day)?.perUsd ?? 0n;
  };
  return rounded(fraction(deal.sold * perUsd(baseId), perUsd(deal.soldId)));
}
