import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { ListedTransaction } from "#contract/transactions.ts";
import { parseBusinessDate } from "#kernel/business-date.ts";
import { typeName } from "#web/lib/type-name.ts";
import { useBothCalendars } from "#web/ui/date/solar-words.ts";

import { AccountLink } from "./search-accounts.tsx";
import { partsOf, type Part } from "./search-changes.ts";
import { usePartWords } from "./search-part-words.ts";
import classes from "./search.module.css";

/** What a fact is called, and what it is. */
export type Fact = readonly [label: string, value: ReactNode];

/** Facts, one below the other. */
function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={classes["facts"]}>
      {facts.map(([label, value]) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

interface SummaryProps {
  readonly transaction: ListedTransaction;
  /** Facts of the place it stands in, below the others. */
  readonly also?: readonly Fact[];
}

/** A transaction in words and figures: both sides, amounts, rate, narratives, date. */
export function Summary({ transaction, also = [] }: SummaryProps) {
  const { t } = useTranslation("search");
  const words = usePartWords(new Map());
  const bothCalendars = useBothCalendars();
  const value = (part: Part): ReactNode => {
    if (part === "outAccountId") return <AccountLink sides={transaction} side="out" />;
    if (part === "inAccountId") return <AccountLink sides={transaction} side="in" />;
    const date = part === "transDate" ? parseBusinessDate(transaction.transDate) : undefined;
    if (date !== undefined)
      return (
        <>
          {date} <span className={classes["quiet"]}>{bothCalendars(date)}</span>
        </>
      );
    const text = words.value(transaction, part);
    return part.endsWith("Amount") ? <strong dir="ltr">{text}</strong> : <span dir="auto">{text}</span>;
  };
  // The amount names its currency, and a reference that there is none of is no fact.
  const shown = partsOf(transaction).filter(
    (part) => part !== "currencyId" && part !== "cCurrencyId" && (part !== "referenceId" || transaction.referenceId !== 0),
  );
  return (
    <Facts
      facts={[
        [t("results.id"), transaction.id],
        [t("results.type"), typeName(transaction.transType)],
        ...shown.map((part): Fact => [words.label(transaction.transType, part), value(part)]),
        ...also,
      ]}
    />
  );
}
