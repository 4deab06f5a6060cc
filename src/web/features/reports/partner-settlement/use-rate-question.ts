import { useQueryClient } from "@tanstack/react-query";
import { useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { quoteOf } from "#kernel/exchange-deal.ts";
import { useRateDoubt } from "#web/ui/amount/rate-doubt.ts";
import { readRate } from "#web/ui/amount/typed-rate.ts";
import { useCurrency } from "#web/ui/currency-select.tsx";
import { contextQuery, useExchangeContext, type Context } from "#web/ui/entry/exchange-context.ts";
import { noteShown } from "#web/ui/entry/second-press.ts";
import type { Doubt } from "#web/ui/entry/use-entry-form.ts";

import { currenciesOf, type TypedSettlement } from "./rules.ts";

interface Asked {
  /** What may be recorded as it is once this has been seen; nothing where it was typed on. */
  readonly about: TypedSettlement | undefined;
  /** What stood in it when the question came. */
  readonly shownWith: TypedSettlement;
  readonly doubt: Doubt;
}

/** Says beforehand that the rate is not what the board has, and asks about it once: the same settlement wanted again is recorded. */
export function useRateQuestion(typed: TypedSettlement) {
  const { t } = useTranslation(["ui", "partnerSettlement"]);
  const client = useQueryClient();
  const doubtBy = useSettlementDoubt(typed);
  const { data } = useExchangeContext(currenciesOf(typed));
  const [asked, setAsked] = useState<Asked>();
  const now = useRef<TypedSettlement>(undefined);
  useLayoutEffect(() => {
    now.current = typed;
    return () => void (now.current = undefined);
  }, [typed]);
  const isAsked = asked !== undefined && asked.about === typed;
  const query = contextQuery(currenciesOf(typed));
  return {
    /** What is odd, before it is asked about. */
    seen: isAsked ? undefined : doubtBy(data),
    asked: asked?.shownWith === typed ? asked.doubt : undefined,
    /** Whether it may be recorded now; otherwise it is asked about, or was given up. A question that cannot be asked keeps nobody from it. */
    isAnswered: async (): Promise<boolean> => {
      if (isAsked || query === undefined) return true;
      const doubt = doubtBy(await client.ensureQueryData(query).catch(() => undefined));
      // Left meanwhile, or typed on, which is said: what was wanted has been given up.
      if (now.current === undefined) return false;
      if (now.current === typed && doubt === undefined) return true;
      const typedOn: Doubt = { title: t("ui:form.typedOn"), text: t("partnerSettlement:record.typedOn") };
      if (now.current === typed && doubt !== undefined) setAsked({ about: typed, shownWith: typed, doubt });
      else setAsked({ about: undefined, shownWith: now.current, doubt: typedOn });
      noteShown();
      return false;
    },
  };
}

/** A rate that the board does not bear out, as a reason to look again. */
function useSettlementDoubt(typed: TypedSettlement): (context: Context | undefined) => Doubt | undefined {
  const { purchaseCurrencyId, sellingCurrencyId } = currenciesOf(typed);
  const from = useCurrency(purchaseCurrencyId)?.code;
  const to = useCurrency(sellingCurrencyId)?.code;
  const rateDoubtOf = useRateDoubt();
  return (context) => {
    const read = readRate(typed.rate);
    if (context === undefined || from === undefined || to === undefined || read.kind !== "rate") return undefined;
    return rateDoubtOf(read.rate, context, quoteOf({ from, to }));
  };
}
