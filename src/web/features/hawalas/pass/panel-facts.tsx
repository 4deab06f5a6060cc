import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { Hawala } from "#contract/hawalas.ts";
import { parseBusinessDate } from "#kernel/business-date.ts";
import { amountCurrencyOf, remarksOf } from "#web/features/hawalas/pass-rules.ts";
import { StatusBadge } from "#web/features/hawalas/status-badge.tsx";
import { formatRate } from "#web/lib/format.ts";
import { formatInstant } from "#web/lib/instant.ts";
import { useOffice } from "#web/lib/session.ts";
import { Money } from "#web/ui/amount/money.tsx";
import { useBothCalendars } from "#web/ui/date/solar-words.ts";

import classes from "./panel.module.css";

/** What a fact is called, and what it is; null for nothing. */
export type Fact = readonly [label: string, value: ReactNode];

/** Facts, one below the other; an em dash where there is nothing. */
export function FactList({ facts }: { readonly facts: readonly Fact[] }) {
  const { t } = useTranslation("passHawala");
  return (
    <dl className={classes["facts"]}>
      {facts.map(([label, value]) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          {/* A name in another script runs its own way, and begins where the others do all the same. */}
          <dd>{value === null || value === "" ? t("nothing") : typeof value === "string" ? <bdi>{value}</bdi> : value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** A day, and how people at the counter name it. */
export function Day({ date }: { readonly date: string }) {
  const bothCalendars = useBothCalendars();
  const day = parseBusinessDate(date);
  return (
    <>
      <span dir="ltr">{date}</span> {day === undefined ? null : <span className={classes["quiet"]}>{bothCalendars(day)}</span>}
    </>
  );
}

/** Everything that is known of a hawala. What its direction does not have is not there; what nobody filled in is a dash. */
export function HawalaFacts({ hawala }: { readonly hawala: Hawala }) {
  const { t } = useTranslation("passHawala");
  const { timeZone } = useOffice();
  const isIncoming = hawala.direction === "incoming";
  const recorded = { user: hawala.processedBy, when: formatInstant(hawala.createdAt, timeZone) };
  const partner = (
    <Fragment key="partner">
      {hawala.partnerCode} - <bdi>{hawala.partnerName}</bdi>
    </Fragment>
  );
  const dollars: Fact[] = [
    [t("fields.rate"), hawala.rate === null ? null : formatRate(hawala.rate)],
    [t("fields.intoUSD"), hawala.intoUSD === null ? null : <Money key="intoUSD" value={hawala.intoUSD} currency="USD" />],
  ];
  const entered: Fact[] = [
    [t("fields.commission"), <Money key="commission" value={hawala.commission} currency={hawala.currency} />],
    [t("fields.partner"), hawala.partnerName === null ? t("fields.noPartner") : partner],
  ];
  return (
    <FactList
      facts={[
        [t("fields.hawalaNo"), hawala.hawalaNo],
        [t("fields.senderName"), hawala.senderName],
        ...(isIncoming ? [[t("fields.senderCode"), hawala.senderCode] as const] : []),
        [t("fields.senderLocation"), hawala.senderLocation],
        [t("fields.senderPhone"), hawala.senderPhone],
        [t("fields.receiverName"), hawala.receiverName],
        [t("fields.receiverLocation"), hawala.receiverLocation],
        [t("fields.receiverPhone"), hawala.receiverPhone],
        [t("fields.amount"), <Money key="amount" value={hawala.amount} currency={amountCurrencyOf(hawala)} />],
        [t("fields.rAmount"), <Money key="rAmount" value={hawala.rAmount} currency={hawala.currency} />],
        [t("fields.exchangeRate"), formatRate(hawala.exchangeRate)],
        ...(isIncoming ? dollars : entered),
        [t("fields.status"), <StatusBadge key="status" status={hawala.hawalaStatus} />],
        [t("fields.remarks"), remarksOf(hawala)],
        [t("fields.transactionDate"), <Day key="day" date={hawala.transactionDate} />],
        [t("fields.recorded"), t("fields.byAt", recorded)],
      ]}
    />
  );
}
