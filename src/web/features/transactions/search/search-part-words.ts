import { useTranslation } from "react-i18next";

import type { TransactionType } from "#kernel/transaction-type.ts";
import { formatAmount, formatDigits, formatRate } from "#web/lib/format.ts";
import { useCurrencies } from "#web/ui/currency-select.tsx";

import { useAccountWords, type AccountsById } from "./search-accounts.tsx";
import type { Edited, Part } from "./search-changes.ts";

/** How a part of a transaction is called, and how its value reads. */
export interface PartWords {
  readonly label: (type: TransactionType, part: Part) => string;
  readonly value: (transaction: Edited, part: Part) => string;
}

export function usePartWords(accounts: AccountsById): PartWords {
  const { t } = useTranslation("search");
  const currencies = useCurrencies();
  const accountWords = useAccountWords(accounts);
  const code = (id: number): string => currencies.find((currency) => currency.id === id)?.code ?? t("results.unknownCurrency");
  const money = (amount: string, currencyId: number): string => {
    const known = currencies.find((currency) => currency.id === currencyId)?.code;
    return known === undefined ? formatDigits(amount) : `${formatAmount(amount, known)} ${known}`;
  };
  const value = (shown: Edited, part: Part): string => {
    switch (part) {
      case "outAccountId":
      case "inAccountId":
        return accountWords(shown[part]);
      case "dAmount":
        return money(shown.dAmount, shown.currencyId);
      case "cAmount":
        return money(shown.cAmount, shown.cCurrencyId);
      case "currencyId":
      case "cCurrencyId":
        return code(shown[part]);
      case "exRate":
        return formatRate(shown.exRate);
      case "referenceId":
        return shown.referenceId === 0 ? "" : String(shown.referenceId);
      case "transDescription":
      case "cTransDescription":
      case "transDate":
        return shown[part];
    }
  };
  return {
    label: (type, part) => {
      if (part === "exRate" || part === "transDate" || part === "referenceId") return t(`fields.${part}`);
      return t(`fields.${part}.${type}`);
    },
    value: (shown, part) => {
      const words = value(shown, part);
      return words === "" ? t("details.empty") : words;
    },
  };
}
