import { useTranslation } from "react-i18next";

import { amountFrom, type Amount } from "#kernel/amount.ts";
import { formatDigits, hasLongSymbol, useFormatAmount } from "#web/lib/format.ts";

import classes from "./money.module.css";

export interface MoneyProps {
  /** An amount, or its text as the server gives it. */
  readonly value: string | Amount;
  /** The code of its currency. */
  readonly currency: string;
  /** Leave the code out where the column or label already names the currency. */
  readonly withoutCode?: boolean;
}

/**
 * An amount of a currency: symbol, grouped digits, code; a negative one is red and has a minus sign. The order is
 * left-to-right in every language. Screen readers hear "minus 1,234.50 USD" instead of signs they may leave out.
 */
export function Money({ value, currency, withoutCode = false }: MoneyProps) {
  const { t } = useTranslation("ui");
  const formatAmount = useFormatAmount();
  const amount = typeof value === "string" ? amountFrom(value) : value;
  const digits = formatDigits((amount < 0n ? -amount : amount) as Amount);
  const negative = amount < 0n;
  return (
    <span
      dir="ltr"
      className={negative ? `${classes["money"]} ${classes["negative"]}` : classes["money"]}
      data-long={hasLongSymbol(currency) || undefined}
    >
      <span aria-hidden>
        {formatAmount(amount, currency)}
        {withoutCode ? null : <span className={classes["code"]}> {currency}</span>}
      </span>
      <span className={classes["spoken"]}>
        {negative ? t("money.negative", { digits, currency }) : t("money.positive", { digits, currency })}
      </span>
    </span>
  );
}
