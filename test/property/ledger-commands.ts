import fc from "fast-check";

import { transactionBody, type RecordedTransaction, type TransactionBody } from "#contract/transactions.ts";
import { amountText, type Amount } from "#kernel/amount.ts";
import { addDays, type BusinessDate } from "#kernel/business-date.ts";
import { cashAccountId } from "#test/support/ledger.ts";

import { exactSelling, type KnownAccount, type LedgerOracle } from "./ledger-oracle.ts";

const kinds = [
  "transfer",
  "credit",
  "debit",
  "exchange",
  "edit",
  "backdate",
  "delete",
  "recover",
  "retry",
  "sameKeyAtOnce",
  "editRace",
] as const;
export const anyCommand = fc.record({
  kind: fc.constantFrom(...kinds),
  from: fc.nat(6),
  to: fc.nat(6),
  currencyId: fc.constantFrom(1, 2, 3, 4),
  otherCurrencyId: fc.constantFrom(1, 2, 3, 4),
  minor: fc.oneof(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 100_000_000 })),
  rate: fc.constantFrom("0.5", "3", "69.8", "70.2", "277.125"),
  daysAgo: fc.nat(40),
  target: fc.nat(),
  /** Whether PostgreSQL dies while this is under way. */
  crashes: fc.oneof({ weight: 299, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
});
export type Command = typeof anyCommand extends fc.Arbitrary<infer Value> ? Value : never;

/** One history, and what is known of it on paper. */
export interface World {
  readonly oracle: LedgerOracle;
  readonly accounts: readonly KnownAccount[];
  readonly today: BusinessDate;
  /** Requests that were answered, to be sent again. */
  readonly answered: { readonly key: string; readonly body: TransactionBody; readonly answer: RecordedTransaction }[];
  nextKey: number;
}

/** What a command asks for; undefined where that is impossible. */
export function bodyOf(world: World, command: Command): TransactionBody | undefined {
  const { oracle, accounts } = world;
  const from = accounts[command.from % accounts.length];
  const to = accounts[command.to % accounts.length];
  if (from === undefined || to === undefined) return undefined;
  const shared = {
    currencyId: command.currencyId,
    dAmount: amountText(BigInt(command.minor) as Amount),
    transDate: addDays(world.today, -command.daysAgo),
    transDescription: `history ${command.kind}`,
  };
  if (command.kind === "exchange") {
    if (command.currencyId === command.otherCurrencyId) return undefined;
    const cAmount = exactSelling(command);
    if (cAmount === "0.00") return undefined;
    return transactionBody.parse({
      ...shared,
      transType: "Exchange",
      outAccountId: from.id,
      inAccountId: to.id,
      cCurrencyId: command.otherCurrencyId,
      cAmount,
      exRate: command.rate,
    });
  }
  if (command.kind === "credit" || command.kind === "debit") {
    const transType = command.kind === "credit" ? "Credit" : "Debit";
    const cashIsOut = (transType === "Credit") !== from.company;
    if (!oracle.holds(from.id, command.currencyId)) return undefined;
    return transactionBody.parse({
      ...shared,
      transType,
      outAccountId: cashIsOut ? cashAccountId : from.id,
      inAccountId: cashIsOut ? from.id : cashAccountId,
    });
  }
  if (from.id === to.id || !oracle.holds(from.id, command.currencyId) || !oracle.holds(to.id, command.currencyId))
    return undefined;
  return transactionBody.parse({ ...shared, transType: "Transfer", outAccountId: from.id, inAccountId: to.id });
}

/** The target with other amounts, accounts and day (edit) or another day alone (backdate). Its type stays. */
export function editedBody(world: World, command: Command, id: number): TransactionBody | undefined {
  const entry = world.answered.find(({ answer }) => answer.id === id);
  const known = world.oracle.transactions.get(id);
  if (entry === undefined || known === undefined) return undefined;
  const transDate = addDays(world.today, -command.daysAgo);
  if (command.kind === "backdate") {
    const amounts = {
      outAccountId: known.out,
      inAccountId: known.into,
      currencyId: known.currencyId,
      cCurrencyId: known.cCurrencyId,
    };
    return transactionBody.parse({
      ...amounts,
      transType: entry.body.transType,
      dAmount: amountText(known.dAmount),
      cAmount: amountText(known.cAmount),
      exRate: known.rate,
      transDate,
      transDescription: "moved",
    });
  }
  const kindOf = { Exchange: "exchange", Transfer: "transfer", Credit: "credit", Debit: "debit" } as const;
  return bodyOf(world, { ...command, kind: kindOf[entry.body.transType] });
}
