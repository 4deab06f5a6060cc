import { Badge, Card, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { AccountStatement } from "#contract/reports.ts";
import { useStanding } from "#web/features/reports/names.tsx";
import table from "#web/features/reports/report-table.module.css";
import classes from "#web/features/reports/reports.module.css";
import { paths } from "#web/paths.ts";
import { Money } from "#web/ui/amount/money.tsx";

interface StatementHeadProps {
  readonly statement: AccountStatement;
  readonly onCurrency: (currencyId: string) => void;
}

/** Whose khata it is, what it began with, what came and went, and what is left; and what the account has in other currencies. */
export function StatementHead({ statement, onCurrency }: StatementHeadProps) {
  const { t } = useTranslation(["reports", "ui"]);
  const { account, currency, currencyId, holdings } = statement;
  const { opening, debits, credits, closing } = useFigures(statement);
  return (
    <Card withBorder component="section" aria-label={t("reports:statement.summary")} className={classes["summary"] ?? ""}>
      <div className={classes["whose"]}>
        <Title order={2} size="h4">
          {account.isSystem ? (
            account.code
          ) : (
            <Link
              to={paths.viewAccount(account.id)}
              className={table["link"]}
              aria-label={t("reports:statement.openAccount", { code: account.code })}
            >
              {account.code}
            </Link>
          )}{" "}
          <span dir="auto">{account.name}</span>
        </Title>
        <Badge variant="light" color="gray" tt="none">
          {account.isSystem ? t("reports:office") : t(`ui:accountTypes.${account.type}`)}
        </Badge>
      </div>
      <dl className={classes["figures"]}>
        {[opening, debits, credits, closing].map(([label, value, note]) => (
          <Figure key={label} label={label} note={note}>
            <Money value={value} currency={currency} />
          </Figure>
        ))}
      </dl>
      {holdings.length < 2 ? null : (
        <div role="group" aria-label={t("reports:statement.holdings")} className={classes["holdings"]}>
          {holdings.map((held) => (
            <button
              key={held.currencyId}
              type="button"
              className={classes["holding"]}
              aria-pressed={held.currencyId === currencyId}
              onClick={() => onCurrency(String(held.currencyId))}
            >
              <Money value={held.balance} currency={held.currency} />
            </button>
          ))}
        </div>
      )}
    </Card>
  );
}

type Labelled = readonly [label: string, value: string, note: string];

/** The four figures of a statement by their names, and what the balances mean. A company account has what came in and went out. */
export function useFigures({ account, opening, closing, debits, credits }: AccountStatement) {
  const { t } = useTranslation("reports");
  const standing = useStanding();
  const isCompany = account.type === "company";
  return {
    opening: [t("statement.opening"), opening, standing(account, opening)] as Labelled,
    debits: [isCompany ? t("statement.debitsOfCompany") : t("statement.debits"), debits, ""] as Labelled,
    credits: [isCompany ? t("statement.creditsOfCompany") : t("statement.credits"), credits, ""] as Labelled,
    closing: [t("statement.closing"), closing, standing(account, closing)] as Labelled,
  };
}

function Figure({ label, note, children }: { readonly label: string; readonly note: string; readonly children: ReactNode }) {
  return (
    <div className={classes["figure"]}>
      <dt>{label}</dt>
      <dd>
        {children}
        <Text component="span" size="xs" c="dimmed">
          {note}
        </Text>
      </dd>
    </div>
  );
}
