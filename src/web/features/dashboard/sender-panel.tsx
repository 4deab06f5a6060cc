import { Skeleton, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import type { Dashboard } from "#contract/dashboard.ts";
import { useOffice } from "#web/lib/session.ts";
import { paths } from "#web/paths.ts";
import { Money } from "#web/ui/amount/money.tsx";

import classes from "./balances-card.module.css";
import { Panel } from "./panel.tsx";

/** What the account of the default sender code holds, per currency. */
export function SenderPanel({ figures }: { readonly figures: Dashboard | undefined }) {
  const { t } = useTranslation("dashboard");
  const office = useOffice();
  const code = figures?.senderCode ?? office.senderCode;
  return (
    <Panel title={t("sender.title", { code })}>
      {figures === undefined ? (
        <Stack gap="sm" aria-hidden>
          <Skeleton height={22} width="40%" />
          <Skeleton height={64} />
        </Stack>
      ) : (
        <Held code={code} balances={figures.senderBalances} />
      )}
    </Panel>
  );
}

interface HeldProps {
  readonly code: string;
  readonly balances: Dashboard["senderBalances"];
}

function Held({ code, balances }: HeldProps) {
  const { t } = useTranslation("dashboard");
  const [first] = balances;
  if (first === undefined)
    return (
      <Text size="sm" c="dimmed" role="status">
        {t("sender.none", { code })}
      </Text>
    );
  return (
    <>
      <Link to={paths.accounts} search={{ q: code }} title={t("sender.open", { code })} className={classes["name"]}>
        {first.accountName.trim() === "" ? t("hawala.notAvailable") : first.accountName}
      </Link>
      <ul className={classes["held"]} aria-label={t("sender.title", { code })}>
        {balances.map(({ currencyId, currency, totalBalance }) => (
          <li key={currencyId} className={classes["card"]}>
            <span className={classes["code"]}>{currency}</span>
            <span className={classes["amount"]}>
              <Money value={totalBalance} currency={currency} withoutCode mayWrap />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
