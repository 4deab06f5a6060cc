import { useTranslation } from "react-i18next";

import { amountText, parseAmount } from "#kernel/amount.ts";
import type { Quote } from "#kernel/exchange-deal.ts";
import { rateDoubt, type RateDoubt } from "#kernel/exchange-rate.ts";
import { parseRate, type Rate } from "#kernel/rate.ts";
import { formatRate } from "#web/lib/format.ts";

/** What is odd about a rate, and the rate that was expected. */
export interface Doubted {
  readonly doubt: RateDoubt;
  readonly expected: string;
}

/** What rates are judged by. */
interface Measure {
  /** Null where the board does not know both currencies. */
  readonly boardRate: string | null;
  /** How far the office lets a rate stray from it. */
  readonly rateDeviationPercent: string;
}

/** Judges a rate by the board and by how far the office lets it stray; undefined where nothing is odd. */
export function doubtAbout(rate: Rate, { boardRate, rateDeviationPercent }: Measure): Doubted | undefined {
  const board = boardRate === null ? undefined : parseRate(boardRate);
  const limit = parseAmount(rateDeviationPercent);
  if (boardRate === null || board === undefined || board === 0n || limit === undefined) return undefined;
  const doubt = rateDoubt(rate, board, limit);
  return doubt === undefined ? undefined : { doubt, expected: boardRate };
}

/** What is odd about a rate, in a title and a sentence that names the expected one. */
export function useDoubtWords(): (doubted: Doubted, quote: Quote) => { readonly title: string; readonly text: string } {
  const { t } = useTranslation("ui");
  return ({ doubt, expected }, quote) => ({
    title: doubt.kind === "turned" ? t("rateDoubt.turned") : t(`rateDoubt.${doubt.kind}`, { percent: amountText(doubt.percent) }),
    text: t("rateDoubt.expected", { ...quote, rate: formatRate(expected) }),
  });
}
