import { VisuallyHidden } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { ReportAccount } from "#contract/reports.ts";
import { inItsOwnOrder, isZero } from "#web/lib/format.ts";
import { paths } from "#web/paths.ts";

import classes from "./report-table.module.css";

/** "2001 - Karim Ahmadi". */
export function nameOf({ code, name }: Pick<ReportAccount, "code" | "name">): string {
  return `${code} - ${name}`;
}

/** The same among others to choose from: whether a code has letters or figures, it stands at the same side of its name. */
export function nameInChoice({ code, name }: Pick<ReportAccount, "code" | "name">): string {
  return [code, name].map(inItsOwnOrder).join(" - ");
}

interface StatementLinkProps {
  readonly account: ReportAccount;
  readonly currencyId: number;
  /** What assistive technology calls it. */
  readonly label: string;
  readonly toDate?: string;
  /** Whether a press anywhere in the row opens it. */
  readonly isRow?: boolean;
}

/** The code of an account, which opens its statement in a currency, and its name. */
export function StatementLink({ account, currencyId, label, toDate = "", isRow = false }: StatementLinkProps) {
  return (
    <>
      <Link
        to={paths.accountStatement}
        search={{ account: String(account.id), currency: String(currencyId), to: toDate }}
        className={`${classes["link"] ?? ""} ${isRow ? (classes["ofRow"] ?? "") : ""}`}
        aria-label={label}
        dir="ltr"
      >
        {account.code}
      </Link>{" "}
      <span dir="auto">{account.name}</span>
    </>
  );
}

interface FigureLinkProps {
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
  /** What the figure is, and what it opens: heard before it. */
  readonly label: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A figure that opens what it is made of. */
export function FigureLink({ to, search, label, className = "", children }: FigureLinkProps) {
  return (
    <Link to={to} search={search} className={`${classes["figureLink"] ?? ""} ${className}`}>
      <VisuallyHidden component="span">{label} </VisuallyHidden>
      {children}
    </Link>
  );
}

/** What a shown balance means: who owes whom, what we hold, or what was spent. */
export function useStanding(): (account: ReportAccount, balance: string, isSpent?: boolean) => string {
  const { t } = useTranslation("reports");
  return ({ type, isSystem }, balance, isSpent = false) => {
    const isNegative = balance.startsWith("-");
    if (isZero(balance)) return t("stands.even");
    if (isSystem) return "";
    if (isSpent) return t("stands.spent");
    if (type === "company") return isNegative ? t("stands.missing") : t("stands.weHold");
    return isNegative ? t("stands.owesUs") : t("stands.weOwe");
  };
}
