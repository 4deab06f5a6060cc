import { Skeleton, Stack, Text } from "@mantine/core";
import { IconListSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { accountBalances } from "#contract/accounts.ts";
import { read } from "#web/lib/query.ts";
import { paths } from "#web/paths.ts";
import { ButtonLink } from "#web/shell/button-link.tsx";
import { LoadError } from "#web/shell/load-error.tsx";
import { MayBeOld } from "#web/shell/may-be-old.tsx";
import { Money } from "#web/ui/amount/money.tsx";
import { useCurrencies } from "#web/ui/currency-select.tsx";

import { FactCard } from "./fact-card.tsx";
import classes from "./view-page.module.css";

/** What the account holds, one line per currency, which opens its statement. */
export function AccountBalances({ id }: { readonly id: number }) {
  const { t } = useTranslation("accounts");
  const balances = useQuery(read(accountBalances, { params: { id } }));
  const currencies = useCurrencies();
  const nameOf = (currencyId: number): string | undefined => currencies.find((known) => known.id === currencyId)?.name;
  return (
    <FactCard title={t("view.balances")}>
      {balances.isPending ? (
        <Stack gap="xs">
          <Skeleton height={24} />
          <Skeleton height={24} />
        </Stack>
      ) : null}
      {balances.isError && balances.data === undefined ? (
        <LoadError title={t("view.balancesFailed")} error={balances.error} onRetry={() => void balances.refetch()} />
      ) : null}
      <MayBeOld readings={[balances]} />
      {balances.data?.length === 0 ? <Text c="dimmed">{t("view.noBalances")}</Text> : null}
      <ul className={classes["balances"]} aria-label={t("view.balances")}>
        {(balances.data ?? []).map(({ currencyId, currency, balance }) => (
          <li key={currencyId} className={classes["balance"]}>
            <Link
              to={paths.accountStatement}
              search={{ account: String(id), currency: String(currencyId) }}
              className={classes["statement"]}
              aria-label={t("view.statement", { currency: nameOf(currencyId) ?? currency })}
            >
              {nameOf(currencyId) ?? currency}
            </Link>
            <Money value={balance} currency={currency} mayWrap />
          </li>
        ))}
      </ul>
      <ButtonLink
        to={paths.search}
        search={{ searchWhat: "All", accountId: String(id) }}
        size="xs"
        variant="default"
        mt="sm"
        w="fit-content"
        leftSection={<IconListSearch size={14} aria-hidden />}
      >
        {t("view.transactions")}
      </ButtonLink>
    </FactCard>
  );
}
