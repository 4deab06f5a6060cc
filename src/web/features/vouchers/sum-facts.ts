import { useTranslation } from "react-i18next";

import { useFormatAmount } from "#web/lib/format.ts";

import { hawalaRates } from "./rates.ts";
import type { Fact } from "./record-content.ts";
import type { VoucherRecord } from "./record.ts";

type SummedHawala = Extract<VoucherRecord, { kind: "hawala" }>["hawala"];

/** What a partner takes for an incoming hawala. */
const partnersCurrency = "GBP";

/** What lies between what was taken for a hawala and what its receiver gets. */
export function useSumFacts(): (hawala: SummedHawala) => readonly Fact[] {
  const { t } = useTranslation("vouchers");
  const formatAmount = useFormatAmount();
  return ({ direction, amount, amountCurrency, exchangeRate, currency, commission }) => {
    const taken = amountCurrency ?? (direction === "incoming" ? partnersCurrency : currency);
    const money = (figure: string, code: string): string => `${formatAmount(figure, code)} ${code}`;
    const rates = hawalaRates(exchangeRate, { from: taken, to: currency });
    const facts: Fact[] = [];
    if (direction === "incoming") facts.push({ label: t("facts.sent"), values: [money(amount, taken)], isFigure: true });
    if (rates.length > 0) facts.push({ label: t("facts.rate"), values: rates, isFigure: true });
    if (direction === "outgoing")
      facts.push({ label: t("facts.commission"), values: [money(commission, currency)], isFigure: true });
    return facts;
  };
}
