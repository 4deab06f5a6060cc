import { addAmounts, amountFrom, amountText, subtractAmounts, zeroAmount, type Amount } from "#kernel/amount.ts";

/** A movement of one account, as a person would write it into a khata. */
interface Movement {
  readonly accountId: number;
  readonly currencyId: number;
  readonly amount: Amount;
  readonly isDebit: boolean;
}

/** What was done to a transaction, in the order it was done. */
interface Act {
  readonly date: string;
  readonly transactionId: number;
  readonly sequence: number;
  readonly movements: readonly Movement[];
  /** Undone by a later act, or the undoing of an earlier one. */
  isCorrected: boolean;
}

/** What a transaction says of its two sides. */
export interface Recorded {
  readonly id: number;
  readonly date: string;
  readonly out: { readonly accountId: number; readonly currencyId: number; readonly amount: string };
  readonly into: { readonly accountId: number; readonly currencyId: number; readonly amount: string };
}

/** A line of a statement as it is compared: day, transaction, signed amount (debit negative) and the balance after it. */
export type PaperLine = readonly [date: string, transactionId: number, amount: string, balance: string];

export interface PaperStatement {
  readonly opening: string;
  readonly closing: string;
  readonly debits: string;
  readonly credits: string;
  readonly lines: readonly PaperLine[];
}

export interface PaperPeriod {
  readonly fromDate: string | undefined;
  readonly toDate: string | undefined;
  readonly corrected: boolean;
}

/**
 * Khatas kept on paper: every act is written down, and each statement is added up anew from all of them. It shares no code with
 * the product but the reading and printing of amounts.
 */
export class StatementPaper {
  /** The acts that moved an account. */
  readonly #acts = new Map<number, Act[]>();
  readonly #standing = new Map<number, Act>();
  #sequence = 0;
  readonly #companies: ReadonlySet<number>;
  /** The account in which a currency meets the others. */
  readonly #positionOf: (currencyId: number) => number;

  constructor(companies: Iterable<number>, positionOf: (currencyId: number) => number) {
    this.#companies = new Set(companies);
    this.#positionOf = positionOf;
  }

  /** Writes a transaction down, in place of what it said before. */
  post(recorded: Recorded): void {
    this.undo(recorded.id);
    const act = this.#written(recorded.id, recorded.date, this.#movementsOf(recorded));
    this.#standing.set(recorded.id, act);
  }

  /** Takes back what a transaction says. */
  undo(id: number): void {
    const standing = this.#standing.get(id);
    if (standing === undefined) return;
    standing.isCorrected = true;
    const mirrored = standing.movements.map((movement) => ({ ...movement, isDebit: !movement.isDebit }));
    this.#written(id, standing.date, mirrored).isCorrected = true;
    this.#standing.delete(id);
  }

  #written(transactionId: number, date: string, movements: readonly Movement[]): Act {
    this.#sequence += 1;
    const act: Act = { transactionId, date, movements, sequence: this.#sequence, isCorrected: false };
    for (const accountId of new Set(movements.map((movement) => movement.accountId))) {
      const acts = this.#acts.get(accountId);
      if (acts === undefined) this.#acts.set(accountId, [act]);
      else acts.push(act);
    }
    return act;
  }

  #movementsOf({ out, into }: Recorded): Movement[] {
    const outAmount = amountFrom(out.amount);
    const inAmount = amountFrom(into.amount);
    const sides = [
      { ...out, amount: outAmount, isDebit: true },
      { ...into, amount: inAmount, isDebit: false },
    ];
    if (out.currencyId === into.currencyId) return sides;
    return [
      ...sides,
      { accountId: this.#positionOf(out.currencyId), currencyId: out.currencyId, amount: outAmount, isDebit: false },
      { accountId: this.#positionOf(into.currencyId), currencyId: into.currencyId, amount: inAmount, isDebit: true },
    ];
  }

  /** The statement of an account, as it should be. */
  statement(
    accountId: number,
    currencyId: number,
    { fromDate = "0000", toDate = "9999", corrected }: PaperPeriod,
  ): PaperStatement {
    const inOrder = (this.#acts.get(accountId) ?? [])
      .filter((act) => act.date <= toDate && (corrected || !act.isCorrected))
      .toSorted((a, b) =>
        a.date === b.date ? a.transactionId - b.transactionId || a.sequence - b.sequence : a.date < b.date ? -1 : 1,
      );
    let [net, opening, debits, credits] = [zeroAmount, zeroAmount, zeroAmount, zeroAmount];
    const lines: PaperLine[] = [];
    for (const { date, transactionId, movements } of inOrder) {
      for (const { amount, isDebit } of movements.filter((one) => one.accountId === accountId && one.currencyId === currencyId)) {
        net = isDebit ? addAmounts(net, amount) : subtractAmounts(net, amount);
        if (date < fromDate) {
          opening = net;
          continue;
        }
        if (isDebit) debits = addAmounts(debits, amount);
        else credits = addAmounts(credits, amount);
        lines.push([date, transactionId, `${isDebit ? "-" : ""}${amountText(amount)}`, this.#shown(accountId, net)]);
      }
    }
    return {
      opening: this.#shown(accountId, opening),
      closing: this.#shown(accountId, net),
      debits: amountText(debits),
      credits: amountText(credits),
      lines,
    };
  }

  #shown(accountId: number, net: Amount): string {
    return amountText(this.#companies.has(accountId) ? net : (-net as Amount));
  }

  /** Every balance that is not zero at the end of a day, debits − credits, by "account/currency". */
  balancesAt(day: string): Map<string, Amount> {
    const nets = new Map<string, Amount>();
    for (const [accountId, acts] of this.#acts) {
      const movements = acts.filter(({ date }) => date <= day).flatMap((act) => act.movements);
      for (const { currencyId, amount, isDebit } of movements.filter((one) => one.accountId === accountId)) {
        const key = `${String(accountId)}/${String(currencyId)}`;
        const before = nets.get(key) ?? zeroAmount;
        nets.set(key, isDebit ? addAmounts(before, amount) : subtractAmounts(before, amount));
      }
    }
    return new Map([...nets].filter(([, net]) => net !== zeroAmount));
  }
}
