import { Anchor } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { searchTransactions, type Transaction } from "#contract/transactions.ts";
import type { AccountType } from "#kernel/account-type.ts";
import { amountFrom, amountText, type Amount } from "#kernel/amount.ts";
import { formatAmount } from "#web/lib/format.ts";
import { formatInstant } from "#web/lib/instant.ts";
import { read } from "#web/lib/query.ts";
import { useOffice } from "#web/lib/session.ts";
import { typeName } from "#web/lib/type-name.ts";
import { paths } from "#web/paths.ts";
import { WholeDates } from "#web/shell/whole-dates.tsx";
import { useCurrencies } from "#web/ui/currency-select.tsx";
import { readDate } from "#web/ui/date/typed-date.ts";
import type { Doubt } from "#web/ui/entry/use-entry-form.ts";

/** One side of an entry as it would be posted. */
export interface PostedSide {
  readonly accountId: number;
  readonly accountType: AccountType;
  /** How the account is called in the warning. */
  readonly account: string;
  readonly side: "out" | "in";
  readonly currencyId: number;
  readonly amount: Amount;
}

/** An entry as it would be posted. */
export interface Posted {
  readonly sides: readonly PostedSide[];
  /** The business date. */
  readonly date: string;
}

/** Two of the same amount on one account and day are rare; more than these need not be looked through. */
const limit = 20;
const debounceMs = 250;
/** How old the answer asked for while typing may be when it is saved. */
const freshMs = 5_000;

/**
 * Which sides tell a duplicate. The house's own accounts are moved by the same amounts all day, so they count only where
 * nobody else is part of the entry, and then together.
 */
function tellingSides(sides: readonly PostedSide[]): readonly PostedSide[] {
  const others = sides.filter((side) => side.accountType !== "company");
  return others.length > 0 ? others : sides.slice(0, 1);
}

function queryOf({ accountId, amount }: PostedSide, date: string) {
  const query = { accountId: String(accountId), amount: amountText(amount), transactionDate: date, limit };
  return read(searchTransactions, { query });
}

/** Whether a transaction moved this account by the same amount of the same currency in the same direction. */
function isSame(transaction: Transaction, { accountId, side, currencyId, amount }: PostedSide): boolean {
  const { outAccountId, dAmount, inAccountId, cAmount } = transaction;
  if (side === "out")
    return outAccountId === accountId && transaction.currencyId === currencyId && amountFrom(dAmount) === amount;
  return inAccountId === accountId && transaction.cCurrencyId === currencyId && amountFrom(cAmount) === amount;
}

/**
 * What a save is asked about beforehand: another transaction that moved the same account by the same amount of the same
 * currency, in the same direction and on the same day. `postedOf` says what an entry would post.
 */
export function useLikelyDuplicate<Form>(
  postedOf: (form: Form) => Posted | undefined,
): (form: Form) => Promise<Doubt | undefined> {
  const client = useQueryClient();
  const { t } = useTranslation("transactions");
  return async (form) => {
    const posted = postedOf(form);
    const date = posted === undefined ? undefined : readDate(posted.date);
    if (posted === undefined || date === undefined) return undefined;
    const { sides } = posted;
    const telling = tellingSides(sides);
    const found = await Promise.all(telling.map((side) => client.fetchQuery({ ...queryOf(side, date), staleTime: freshMs })));
    const wanted = telling.every((side) => side.accountType === "company") ? sides : undefined;
    for (const [index, side] of telling.entries()) {
      const other = found[index]?.find((row) => (wanted ?? [side]).every((needed) => isSame(row, needed)));
      if (other !== undefined) return { title: t("duplicate.title"), text: <Other transaction={other} side={side} /> };
    }
    return undefined;
  };
}

/** Asks for likely duplicates while the entry is being typed, so that saving it need not wait for the answer. */
export function useDuplicatesAhead(posted: Posted | undefined): void {
  const [settled] = useDebouncedValue(JSON.stringify(asked(posted)), debounceMs);
  const current = JSON.stringify(asked(posted)) === settled;
  const date = posted === undefined ? undefined : readDate(posted.date);
  const telling = posted === undefined || date === undefined || !current ? [] : tellingSides(posted.sides);
  const distinct = telling.filter(({ amount }) => amount > 0n);
  useQueries({ queries: distinct.map((side) => ({ ...queryOf(side, date ?? ""), staleTime: freshMs })) });
}

function asked(posted: Posted | undefined): unknown {
  return posted?.sides.map(({ accountId, amount }) => [accountId, amountText(amount), posted.date]);
}

function Other({ transaction, side }: { readonly transaction: Transaction; readonly side: PostedSide }) {
  const { t } = useTranslation("transactions");
  const { timeZone } = useOffice();
  const currency = useCurrencies().find(({ id }) => id === side.currencyId)?.code ?? "";
  const { id, transType, transDate, userCreated, dateCreated, transDescription } = transaction;
  return (
    <>
      {/* In a tab of its own: what has been typed here is not left. */}
      <Anchor href={paths.transaction(id)} target="_blank" rel="noreferrer" size="sm" underline="always">
        {t("duplicate.other", { type: typeName(transType), id })}
      </Anchor>{" "}
      <WholeDates>
        {t(`duplicate.${side.side}`, {
          amount: `${formatAmount(side.amount, currency)} ${currency}`,
          account: side.account,
          date: transDate,
        })}
      </WholeDates>{" "}
      {t("duplicate.entered", { user: userCreated, time: formatInstant(dateCreated, timeZone) })}{" "}
      {transDescription === "" ? null : <q dir="auto">{transDescription}</q>}
    </>
  );
}
