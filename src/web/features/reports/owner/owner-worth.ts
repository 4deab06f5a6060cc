import { useTranslation } from "react-i18next";

import type { OwnerReport } from "#contract/report-balances.ts";
import { amountFrom, amountText, subtractAmounts } from "#kernel/amount.ts";
import { listed } from "#web/lib/direction.ts";
import { inItsOwnOrder } from "#web/lib/format.ts";

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

const accountsNamed = 4;

/** What the net worth is made of, and which accounts are not in it: what was paid to them is spent. */
export function useFormula({ expenseAccounts }: OwnerReport): string {
  const { t } = useTranslation("reports");
  const formula = t("owner.formula");
  if (expenseAccounts.length === 0) return formula;
  const named = expenseAccounts.slice(0, accountsNamed).map(({ code, name }) => inItsOwnOrder(`${code} ${name}`));
  const [accounts, more] = [listed(named), expenseAccounts.length - named.length];
  return t("owner.withoutSpent", { formula, accounts: more === 0 ? accounts : t("owner.moreAccounts", { accounts, more }) });
}
