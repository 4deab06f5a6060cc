import { Anchor, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { currencyUse, type Currency, type CurrencyUse } from "#contract/currencies.ts";
import { refusalInLanguage } from "#web/i18n/refusals.ts";
import { formatCount } from "#web/lib/format.ts";
import { read } from "#web/lib/query.ts";
import { paths } from "#web/paths.ts";
import { LoadError } from "#web/shell/load-error.tsx";

import classes from "./currencies.module.css";

/** How much a currency is used, and whether it could be deleted. */
export function UseFacts({ currency }: { readonly currency: Currency }) {
  const { t } = useTranslation("currencies");
  const use = useQuery({ ...read(currencyUse, { params: { id: currency.id } }), refetchOnMount: "always" });
  return (
    <Stack component="section" gap="sm" aria-label={t("history.use")}>
      <Title order={3} size="h4">
        {t("history.use")}
      </Title>
      {use.isError ? (
        <LoadError title={t("history.useFailed")} error={use.error} onRetry={() => void use.refetch()} />
      ) : use.data === undefined ? (
        <Skeleton height={92} />
      ) : (
        <Facts use={use.data} currencyId={currency.id} />
      )}
    </Stack>
  );
}

interface FactsProps {
  readonly use: CurrencyUse;
  readonly currencyId: number;
}

function Facts({ use, currencyId }: FactsProps) {
  const { t } = useTranslation("currencies");
  const words = ({ count, isMore }: CurrencyUse["accounts"]): string => {
    const counted = formatCount(count);
    return isMore ? t("history.moreThan", { number: counted }) : counted;
  };
  const facts = [
    [
      t("history.accounts"),
      <Anchor key="accounts" component={Link} to={paths.accountsIn(currencyId)} inherit underline="always">
        {words(use.accounts)}
      </Anchor>,
    ],
    [t("history.balances"), words(use.balances)],
    [t("history.transactions"), words(use.transactions)],
    [t("history.hawalas"), words(use.hawalas)],
    [t("history.numberSetting"), use.hasNumberSetting ? t("history.yes") : t("history.no")],
  ] as const;
  return (
    <>
      <dl className={classes["facts"]}>
        {facts.map(([label, value]) => (
          <div key={label} className={classes["fact"]}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Text size="sm" c="dimmed">
        {use.keptBecause === null ? t("history.free") : refusalInLanguage(use.keptBecause)}
      </Text>
    </>
  );
}
