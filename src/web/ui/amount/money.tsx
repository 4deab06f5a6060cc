import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { amountFrom, type Amount } from "#kernel/amount.ts";
import { useCurrencySymbols } from "#web/lib/currency-symbols.ts";
import { bareAmount, formatDigits, hasLongSymbol } from "#web/lib/format.ts";

import classes from "./money.module.css";

export interface MoneyProps {
  /** An amount, or its text as the server gives it. */
  readonly value: string | Amount;
  /** The code of its currency. */
  readonly currency: string;
  /** Leave the code out where the column or label already names the currency. */
  readonly withoutCode?: boolean;
  /** Where its place may be too narrow for it: it goes on between two of its groups on the next line, and stays whole. */
  readonly mayWrap?: boolean;
}

/** Commas are no place where a browser ends a line; a possible end after each of them adds nothing to what is read or copied. */
function wrapped(text: string): ReactNode[] {
  return text.split(/(?<=,)/).flatMap((group, index) => (index === 0 ? [group] : [<wbr key={index} />, group]));
}

/**
 * An amount of a currency: symbol, grouped digits, code; a negative one is red and has a minus sign. The order is
 * left-to-right in every language. Screen readers hear "minus 1,234.50 USD" instead of signs they may leave out.
 */
export function Money({ value, currency, withoutCode = false, mayWrap = false }: MoneyProps) {
  const { t } = useTranslation("ui");
  useCurrencySymbols();
  const amount = typeof value === "string" ? amountFrom(value) : value;
  const digits = formatDigits((amount < 0n ? -amount : amount) as Amount);
  const negative = amount < 0n;
  const text = bareAmount(amount, currency);
  return (
    <span
      dir="ltr"
      className={negative ? `${classes["money"]} ${classes["negative"]}` : classes["money"]}
      data-wraps={mayWrap || hasLongSymbol(currency) || undefined}
    >
      <span aria-hidden>
        {mayWrap ? wrapped(text) : text}
        {withoutCode ? null : <span className={classes["code"]}> {currency}</span>}
      </span>
      <span className={classes["spoken"]}>
        {negative ? t("money.negative", { digits, currency }) : t("money.positive", { digits, currency })}
      </span>
    </span>
  );
}
