import { useTranslation } from "react-i18next";

import { amountText, type Amount } from "#kernel/amount.ts";
import { quoteOf } from "#kernel/exchange-deal.ts";
import type { Pair } from "#kernel/exchange.ts";
import { formatDigits, formatRate } from "#web/lib/format.ts";

import type { Doubted } from "./exchange-context.ts";

/** "500.00 USD": an amount as a sentence has it. */
export function inWords(amount: Amount, code: string): string {
  return `${formatDigits(amount)} ${code}`;
}

/** What is odd about a rate, in a title and a sentence that names the expected one. */
export function useDoubtWords(): (doubted: Doubted, pair: Pair) => { readonly title: string; readonly text: string } {
  const { t } = useTranslation("exchange");
  return ({ doubt, expected }, pair) => ({
    title: doubt.kind === "turned" ? t("doubt.turned") : t(`doubt.${doubt.kind}`, { percent: amountText(doubt.percent) }),
    text: t("doubt.expected", { ...quoteOf(pair), rate: formatRate(expected) }),
  });
}
