/** An account as the paper ledger has it. */
export interface PaperAccount {
  readonly id: number;
  readonly code: string;
  readonly currencyId: number;
  readonly company: boolean;
  readonly branch: boolean;
  active: boolean;
}

/** So many hundredths of a currency, from the account that is debited to the one that is credited. */
export interface Line {
  readonly debit: number;
  readonly credit: number;
  readonly currencyId: number;
  readonly amount: bigint;
}

export interface PaperTransaction {
  readonly id: number;
  readonly hawalaId: number | undefined;
  /** The number and the receiver of its hawala when it was posted. */
  readonly paidAs: Pick<Slip, "number" | "receiver"> | undefined;
  version: number;
  date: string;
  lines: readonly Line[];
  deleted: boolean;
}

/** What a person writes on the slip of a hawala. */
export interface Slip {
  /** By its letters and digits; an outgoing one has ours. */
  readonly number: string;
  /** By the letters of the name. */
  readonly receiver: string;
  readonly sender: string | undefined;
  readonly payer: number | undefined;
  readonly partner: number | undefined;
  readonly amountCurrencyId: number | undefined;
  readonly amount: bigint;
  readonly currencyId: number;
  readonly rAmount: bigint;
  readonly commission: bigint;
  /** Of an incoming one; undefined where nobody said it. */
  readonly intoUsd: bigint | undefined;
  readonly date: string;
}

/** What the hawalas of a day and kind come to. */
interface DaySum {
  readonly count: number;
  readonly amount: bigint;
  readonly rAmount: bigint;
  readonly intoUsd: bigint;
  readonly withoutUsd: number;
}

const nothing: DaySum = { count: 0, amount: 0n, rAmount: 0n, intoUsd: 0n, withoutUsd: 0 };

export interface PaperHawala {
  readonly id: number;
  readonly batch: number | undefined;
  slip: Slip;
  status: string;
  version: number;
  live: number | undefined;
  paidFrom: number | undefined;
}

export const cash = 11;
const commissions = 12;
export const transit = 15;
const positionOf = (currencyId: number) => 20 + currencyId;
export const currencyCodes = ["", "AFN", "USD", "EUR", "PKR"];

/** Every way of a hawala: where it stands, what is asked, where it goes, and whether its transaction stays, goes or comes back. */
const ways = `
  Passed    pending   Pending   -
  Cancelled pending   Pending   .
  received  pending   pending   .
  completed pending   pending   .
  cancelled pending   pending   +
  Pending   cancelled Cancelled .
  Passed    cancelled Cancelled -
  sent      cancelled cancelled -
  received  cancelled cancelled -
  pending   cancelled cancelled -
  sent      received  received  .
  pending   received  received  .
  sent      completed completed .
  received  completed completed .
  pending   completed completed .`
  .trim()
  .split("\n")
  .map((line) => line.trim().split(/\s+/) as [from: string, asked: string, to: string, transaction: "-" | "." | "+"]);

export function wayOf(status: string, asked: string) {
  return ways.find(([from, act]) => from === status && act === asked);
}

/**
 * The office on paper: slips of hawalas, a list of transactions, and every balance added up from them. It shares no code with the
 * product; numbers of rows it is told, everything else it says by itself.
 */
export class HawalaOracle {
  readonly accounts = new Map<number, PaperAccount>();
  readonly hawalas = new Map<number, PaperHawala>();
  readonly transactions = new Map<number, PaperTransaction>();
  readonly undone = new Set<number>();
  /** Debits less credits, by account, currency and day; and over all days. */
  readonly days = new Map<string, bigint>();
  readonly nets = new Map<string, bigint>();
  readonly lastDay: string;
  nextNumber = 1001;

  constructor(lastDay: string) {
    this.lastDay = lastDay;
  }

  post(transaction: PaperTransaction): void {
    this.transactions.set(transaction.id, transaction);
    this.book(transaction, 1n);
  }

  /** Strikes a transaction out, writes it in again, or has it say something else. */
  correct(transaction: PaperTransaction, to: Partial<Pick<PaperTransaction, "date" | "lines" | "deleted">>): void {
    if (!transaction.deleted) this.book(transaction, -1n);
    Object.assign(transaction, { ...to, version: transaction.version + 1 });
    if (!transaction.deleted) this.book(transaction, 1n);
  }

  private book({ lines, date }: PaperTransaction, sign: bigint): void {
    const add = (sums: Map<string, bigint>, key: string, amount: bigint) => sums.set(key, (sums.get(key) ?? 0n) + amount);
    for (const { debit, credit, currencyId, amount } of lines) {
      for (const [account, net] of [
        [debit, sign * amount],
        [credit, -sign * amount],
      ] as const) {
        add(this.nets, `${String(account)}/${String(currencyId)}`, net);
        add(this.days, `${String(account)}/${String(currencyId)}/${date}`, net);
      }
    }
  }

  /** The shown balance of an account in a currency, as text. */
  shown(accountId: number, currencyId: number): string {
    const net = this.nets.get(`${String(accountId)}/${String(currencyId)}`) ?? 0n;
    return textOf(accountId === cash || this.accounts.get(accountId)?.company === true ? net : -net);
  }

  partnerOf({ slip }: PaperHawala): PaperAccount | undefined {
    return [...this.accounts.values()].find(({ code }) => code === slip.sender);
  }

  transactionsOf(hawala: PaperHawala): PaperTransaction[] {
    return [...this.transactions.values()].filter(({ hawalaId }) => hawalaId === hawala.id);
  }

  /** Our next number: the first from the series on that no outgoing hawala has. */
  issue(): string {
    const used = new Set([...this.hawalas.values()].filter((known) => !isIncoming(known)).map(({ slip }) => slip.number));
    while (used.has(`HWL${String(this.nextNumber)}`)) this.nextNumber += 1;
    this.nextNumber += 1;
    return `HWL${String(this.nextNumber - 1)}`;
  }

  /** What carries a payout. */
  payout(hawala: PaperHawala, paidFrom: number): Line[] {
    const { currencyId, rAmount } = hawala.slip;
    return [{ debit: this.partnerOf(hawala)?.id ?? 0, credit: paidFrom, currencyId, amount: rAmount }];
  }

  taken({ sender, number }: Pick<Slip, "sender" | "number">, but?: number): PaperHawala | undefined {
    return [...this.hawalas.values()].find(
      ({ id, slip }) => id !== but && sender !== undefined && slip.sender === sender && slip.number === number,
    );
  }

  isActive(accountId: number | undefined): boolean {
    return accountId === undefined || this.accounts.get(accountId)?.active !== false;
  }

  /** Whether the accounts of a deleted transaction take postings. Its commission and positions are the house's own. */
  mayReturn(transaction: PaperTransaction | undefined): boolean {
    return transaction?.lines.every(({ debit, credit }) => this.isActive(debit) && this.isActive(credit)) ?? false;
  }

  rowsOf(batch: number): PaperHawala[] {
    return [...this.hawalas.values()].filter((hawala) => hawala.batch === batch);
  }

  /** Counts and sums by day, as `hawala_days` should have them; what comes to nothing is left out. */
  hawalaDays(): Map<string, string> {
    const sums = new Map<string, DaySum>();
    for (const { slip, status, paidFrom } of this.hawalas.values()) {
      const direction = slip.sender === undefined ? "outgoing" : "incoming";
      const key = [direction, slip.date, slip.sender ?? "", slip.partner ?? 0, paidFrom ?? 0, status, slip.currencyId].join("|");
      const { count, amount, rAmount, intoUsd, withoutUsd } = sums.get(key) ?? nothing;
      sums.set(key, {
        count: count + 1,
        amount: amount + slip.amount,
        rAmount: rAmount + slip.rAmount,
        intoUsd: intoUsd + (slip.intoUsd ?? 0n),
        withoutUsd: withoutUsd + (direction === "incoming" && slip.intoUsd === undefined ? 1 : 0),
      });
    }
    const told = [...sums].map(([key, { count, amount, rAmount, intoUsd, withoutUsd }]) => {
      return [key, [count, textOf(amount), textOf(rAmount), textOf(intoUsd), withoutUsd].join("|")] as const;
    });
    return new Map(told);
  }
}

export function isIncoming({ slip }: Pick<PaperHawala, "slip">): boolean {
  return slip.sender !== undefined;
}

/** What carries an outgoing hawala: within one currency the payer owes both shares, between two the positions stand between. */
export function bookingLines(slip: Slip): Line[] {
  const { payer = cash, partner = transit, amountCurrencyId = 0, currencyId, rAmount, commission } = slip;
  const same = amountCurrencyId === currencyId;
  const main = same
    ? [{ debit: payer, credit: partner, currencyId, amount: rAmount }]
    : [
        { debit: payer, credit: positionOf(amountCurrencyId), currencyId: amountCurrencyId, amount: slip.amount },
        { debit: positionOf(currencyId), credit: partner, currencyId, amount: rAmount },
      ];
  const from = same ? payer : positionOf(currencyId);
  return commission > 0n ? [...main, { debit: from, credit: commissions, currencyId, amount: commission }] : main;
}

/** amount × rate − commission in hundredths, a half rounded up; the rate in thousandths. */
export function converted(amount: bigint, rateThousandths: bigint, commission: bigint): bigint {
  return (2n * amount * rateThousandths + 1000n) / 2000n - commission;
}

/** Hundredths as text. */
export function textOf(hundredths: bigint): string {
  const digits = (hundredths < 0n ? -hundredths : hundredths).toString().padStart(3, "0");
  return `${hundredths < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
