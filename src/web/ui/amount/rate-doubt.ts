import { useTranslation } from "react-i18next";

import { amountText, parseAmount } from "#kernel/amount.ts";
import type { Quote } from "#kernel/exchange-deal.ts";
import { rateDoubt } from "#kernel/exchange-rate.ts";
import { parseRate, type Rate } from "#kernel/rate.ts";
import { formatRate } from "#web/lib/format.ts";
import type { Doubt } from "#web/ui/entry/use-entry-form.ts";

/** What is odd about a rate, and the rate that was expected. */
interface RateDoubted extends Doubt {
  readonly text: string;
  readonly expected: string;
}

/** What rates are judged by. */
interface Measure {
  /** Null where the board does not know both currencies. */
  readonly boardRate: string | null;
  /** How far the office lets a rate stray from it. */
  readonly rateDeviationPercent: string;
}

/** Judges a rate, read as its quote says, by the board and by how far the office lets it stray; undefined where nothing is odd. */
export function useRateDoubt(): (rate: Rate, measure: Measure, quote: Quote) => RateDoubted | undefined {
  const { t } = useTranslation("ui");
  return (rate, { boardRate, rateDeviationPercent }, quote) => {
    const board = boardRate === null ? undefined : parseRate(boardRate);
    const limit = parseAmount(rateDeviationPercent);
    if (boardRate === null || board === undefined || board === 0n || limit === undefined) return undefined;
    const doubt = rateDoubt(rate, board, limit);
    if (doubt === undefined) return undefined;
    return {
      title:
        doubt.kind === "turned" ? t("rateDoubt.turned") : t(`rateDoubt.${doubt.kind}`, { percent: amountText(doubt.percent) }),
      text: t("rateDoubt.expected", { ...quote, rate: formatRate(boardRate) }),
      expected: boardRate,
    };
  };
}
