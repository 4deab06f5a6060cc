import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { Hawala } from "#contract/hawalas.ts";
import { useSession } from "#web/lib/session.ts";
import { paths } from "#web/paths.ts";
import { Money } from "#web/ui/amount/money.tsx";

import classes from "./hawala-row.module.css";
import { StatusBadge } from "./status-badge.tsx";

interface HawalaRowProps {
  readonly hawala: Hawala;
  /** What can be done with it. */
  readonly action?: ReactNode;
}

/** The words for what a hawala lacks: admins read Unknown, everybody else N/A. */
export function useHawalaWords() {
  const { t } = useTranslation("dashboard");
  const { role } = useSession();
  return {
    numberOf: ({ id, hawalaNo }: Pick<Hawala, "id" | "hawalaNo">): string =>
      hawalaNo.trim() === "" ? t("hawala.number", { id }) : hawalaNo,
    nameOf: (name: string): string =>
      name.trim() === "" ? (role === "admin" ? t("hawala.unknown") : t("hawala.notAvailable")) : name,
  };
}

/** One hawala in a few lines: which, between whom, how much, and where it stands. Its number leads to where it is paid. */
export function HawalaRow({ hawala, action }: HawalaRowProps) {
  const { t } = useTranslation("dashboard");
  const { numberOf, nameOf } = useHawalaWords();
  const { receiverLocation, senderCode } = hawala;
  return (
    <div className={classes["row"]}>
      <div className={classes["who"]}>
        <div className={classes["first"]}>
          <Link
            to={paths.passHawala}
            search={{ selected: String(hawala.id) }}
            className={classes["number"]}
            aria-label={t("list.open", { number: numberOf(hawala) })}
            dir="ltr"
          >
            {numberOf(hawala)}
          </Link>
          <StatusBadge status={hawala.hawalaStatus} />
          <span dir="ltr" className={classes["quiet"]}>
            {hawala.transactionDate}
          </span>
        </div>
        <div className={classes["names"]}>
          <bdi>{nameOf(hawala.receiverName)}</bdi>
          {receiverLocation === null || receiverLocation === "" ? null : (
            <span className={classes["quiet"]}>
              {" · "}
              <bdi>{receiverLocation}</bdi>
            </span>
          )}
          <span className={classes["from"]}>
            {t("hawala.from")} <bdi>{nameOf(hawala.senderName)}</bdi>
            {senderCode === null ? null : ` (${senderCode})`}
          </span>
        </div>
      </div>
      <div className={classes["amounts"]}>
        <span className={classes["amount"]}>
          <Money value={hawala.rAmount} currency={hawala.currency} />
        </span>
        <span className={classes["quiet"]}>
          <Money value={hawala.amount} currency={hawala.amountCurrency ?? "GBP"} withoutCode />
        </span>
      </div>
      {action === undefined ? null : <div className={classes["action"]}>{action}</div>}
    </div>
  );
}
