import { Skeleton, Text, UnstyledButton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import type { AdminFigures, Dashboard, HawalaAmount } from "#contract/dashboard.ts";
import { formatCount } from "#web/lib/format.ts";
import { paths } from "#web/paths.ts";
import { WholeDates } from "#web/shell/whole-dates.tsx";
import { Money } from "#web/ui/amount/money.tsx";
import { isTurned } from "#web/ui/date/periods.ts";
import surfaces from "#web/ui/surfaces.module.css";

import classes from "./amounts-panel.module.css";
import { Panel } from "./panel.tsx";
import type { DashboardPlace, TimeFrame } from "./place.ts";

interface AmountsPanelProps {
  readonly figures: Dashboard | undefined;
  readonly frame: TimeFrame;
  readonly isAdmin: boolean;
  readonly onOpen: DashboardPlace["open"];
}

/** What the hawalas of the time frame come to, in each currency they are paid in, and for admins in dollars. */
export function AmountsPanel({ figures, frame, isAdmin, onOpen }: AmountsPanelProps) {
  const { t } = useTranslation("dashboard");
  const isUnknown = isTurned(frame);
  const amounts = isUnknown ? undefined : figures?.amounts;
  return (
    <Panel title={t("amounts.title")}>
      <div className={classes["amounts"]} data-with-total={isAdmin || undefined}>
        {isUnknown ? <Nothing>{t("filter.ended")}</Nothing> : null}
        {figures === undefined && !isUnknown ? <Waiting /> : null}
        {amounts?.length === 0 ? <Nothing role="status">{t("amounts.none")}</Nothing> : null}
        {amounts === undefined || amounts.length === 0 ? null : (
          <ul className={classes["currencies"]} aria-label={t("amounts.title")}>
            {amounts.map((amount) => (
              <Currency key={amount.currencyId} amount={amount} onOpen={onOpen} />
            ))}
          </ul>
        )}
        {isAdmin ? <TotalUsd usd={figures?.admin?.usd} frame={frame} /> : null}
      </div>
    </Panel>
  );
}

interface CurrencyProps {
  readonly amount: HawalaAmount;
  readonly onOpen: DashboardPlace["open"];
}

/** One currency; every figure opens its hawalas. */
function Currency({ amount, onOpen }: CurrencyProps) {
  const { t } = useTranslation("dashboard");
  const { currency, hawalas } = amount;
  return (
    <li className={classes["currency"]} data-currency={currency}>
      <div className={classes["head"]}>
        <span className={classes["code"]}>{currency}</span>
        <span className={classes["count"]}>{t("amounts.hawalas", { count: hawalas, number: formatCount(hawalas) })}</span>
      </div>
      <UnstyledButton
        className={`${classes["amount"] ?? ""} ${classes["figure"] ?? ""}`}
        aria-haspopup="dialog"
        title={t("amounts.open", { currency })}
        onClick={() => onOpen("standing", currency)}
      >
        <Money value={amount.amount} currency={currency} withoutCode mayWrap />
      </UnstyledButton>
      <dl className={classes["parts"]}>
        <dt>{t("amounts.pending")}</dt>
        <dd>
          <UnstyledButton
            className={classes["figure"] ?? ""}
            aria-haspopup="dialog"
            title={t("amounts.openPending", { currency })}
            onClick={() => onOpen("pending", currency)}
          >
            <Money value={amount.pending} currency={currency} withoutCode mayWrap />
          </UnstyledButton>
        </dd>
        <dt>{t("amounts.passed")}</dt>
        <dd>
          <UnstyledButton
            className={classes["figure"] ?? ""}
            aria-haspopup="dialog"
            title={t("amounts.openPassed", { currency })}
            onClick={() => onOpen("passed", currency)}
          >
            <Money value={amount.passed} currency={currency} withoutCode mayWrap />
          </UnstyledButton>
        </dd>
      </dl>
    </li>
  );
}

interface TotalUsdProps {
  readonly usd: AdminFigures["usd"] | undefined;
  readonly frame: TimeFrame;
}

/** The dollars that the default sender's hawalas come to, and what they are counted from. */
function TotalUsd({ usd, frame }: TotalUsdProps) {
  const { t } = useTranslation("dashboard");
  return (
    <div className={classes["usd"]}>
      <span className={classes["usdTitle"]}>{t("amounts.usd")}</span>
      <UsdFigure usd={usd} frame={frame} />
      <span className={classes["note"]}>{usd === undefined ? null : <UsdNote usd={usd} />}</span>
      {usd === undefined || usd.withoutUsd === 0 || isTurned(frame) ? null : (
        <span className={classes["without"]}>{t("amounts.withoutUsd", { count: usd.withoutUsd })}</span>
      )}
    </div>
  );
}

/** A link to the hawalas where the sender has an account and the frame does not end before they are counted. */
function UsdFigure({ usd, frame }: TotalUsdProps) {
  const { t } = useTranslation("dashboard");
  if (isTurned(frame)) return <span className={classes["amount"]}>{t("nothing")}</span>;
  if (usd === undefined) return <Skeleton height={30} width="70%" my={4} />;
  const total = <Money value={usd.totalUsd} currency="USD" withoutCode mayWrap />;
  const endsBefore = frame.toDate !== "" && frame.toDate < usd.countedFrom;
  if (usd.partnerAccountId === null || endsBefore) return <span className={classes["amount"]}>{total}</span>;
  return (
    <Link
      to={paths.hawalaDetails}
      search={{
        ...frame,
        fromDate: frame.fromDate > usd.countedFrom ? frame.fromDate : usd.countedFrom,
        partner: String(usd.partnerAccountId),
      }}
      title={t("amounts.openUsd", { code: usd.senderCode })}
      className={`${classes["amount"] ?? ""} ${classes["figure"] ?? ""}`}
    >
      {total}
    </Link>
  );
}

/** Whose dollars they are, and since when they are counted. */
function UsdNote({ usd: { partnerName, senderCode, countedFrom } }: { readonly usd: AdminFigures["usd"] }) {
  const { t } = useTranslation("dashboard");
  const said =
    partnerName === null
      ? t("amounts.usdNoteNoAccount", { code: senderCode, date: countedFrom })
      : t("amounts.usdNote", { partner: partnerName, code: senderCode, date: countedFrom });
  return <WholeDates>{said}</WholeDates>;
}

/** Why there are no amounts. */
function Nothing({ role, children }: { readonly role?: "status"; readonly children: string }) {
  return (
    <div className={surfaces["empty"]} role={role}>
      <Text size="sm" c="dimmed">
        {children}
      </Text>
    </div>
  );
}

function Waiting() {
  return (
    <div className={classes["currencies"]} aria-hidden>
      {["first", "second"].map((place) => (
        <Skeleton key={place} height={131} />
      ))}
    </div>
  );
}
