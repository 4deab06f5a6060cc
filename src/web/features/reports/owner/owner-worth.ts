import { useTranslation } from "react-i18next";

import type { OwnerReport } from "#contract/report-balances.ts";
import { amountFrom, amountText, subtractAmounts } from "#kernel/amount.ts";

/** The net worth, what changed since yesterday, and how much of that the business and the rates did. */
export function useWorth({ netWorth, change, changeByRates }: OwnerReport) {
  const { t } = useTranslation("reports");
  const byBusiness = amountText(subtractAmounts(amountFrom(change), amountFrom(changeByRates)));
  return [
    [t("owner.netWorth"), netWorth],
    [t("owner.change"), change],
    [t("owner.byBusiness"), byBusiness],
    [t("owner.byRates"), changeByRates],
  ] as const;
}
