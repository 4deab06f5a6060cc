import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { accountBalances, type CurrencyBalance } from "#contract/accounts.ts";
import { mayRecord } from "#contract/permissions.ts";
import { amountFrom, zeroAmount } from "#kernel/amount.ts";
import { read } from "#web/lib/query.ts";
import { useOffice, useSession } from "#web/lib/session.ts";
import { LoadError } from "#web/shell/load-error.tsx";
import { Money } from "#web/ui/money.tsx";

import classes from "./dashboard.module.css";
import { Panel } from "./panel.tsx";

/** What the till holds, per currency. */
export function CashPanel() {
  const { t } = useTranslation("dashboard");
  const { cashAccountId } = useOffice();
  const { data, error, refetch } = useQuery(read(accountBalances, { params: { id: cashAccountId } }));
  return (
    <Panel title={t("cash.title")}>
      {data !== undefined ? (
        <Balances balances={data} />
      ) : error === null ? (
        <Waiting />
      ) : (
        <LoadError error={error} onRetry={() => void refetch()} />
      )}
    </Panel>
  );
}

function Balances({ balances }: { readonly balances: readonly CurrencyBalance[] }) {
  const { t } = useTranslation("dashboard");
  const { role } = useSession();
  const isEmpty = balances.every(({ balance }) => amountFrom(balance) === zeroAmount);
  return (
    <>
      <dl className={classes["balances"]}>
        {balances.map(({ currencyId, currency, balance }) => (
          <div key={currencyId} className={classes["balance"]}>
            <dt className={classes["code"]}>{currency}</dt>
            <dd className={classes["amount"]}>
              <Money value={balance} currency={currency} withoutCode />
            </dd>
          </div>
        ))}
      </dl>
      {isEmpty ? (
        <Text size="sm" c="dimmed" mt="sm">
          {mayRecord(role, "Credit", true) ? t("cash.empty") : t("cash.emptyOther")}
        </Text>
      ) : null}
    </>
  );
}

function Waiting() {
  return (
    <div className={classes["balances"]} aria-hidden>
      {["first", "second", "third", "fourth"].map((place) => (
        <Skeleton key={place} height={66} />
      ))}
    </div>
  );
}
