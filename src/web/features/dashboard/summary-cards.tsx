import { Skeleton, UnstyledButton } from "@mantine/core";
import { IconActivity, IconArrowsExchange2, IconCircleCheck, IconCircleX, IconClockHour4, type Icon } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { dashboardCards, dashboardLists, type Dashboard, type DashboardCard, type DashboardList } from "#contract/dashboard.ts";
import { formatCount } from "#web/lib/format.ts";
import { isTurned } from "#web/ui/date/periods.ts";

import { percentOf } from "./figures.ts";
import type { DashboardPlace, TimeFrame } from "./place.ts";
import classes from "./summary-cards.module.css";

const icons: Readonly<Record<DashboardCard, Icon>> = {
  total: IconArrowsExchange2,
  pending: IconClockHour4,
  passed: IconCircleCheck,
  cancelled: IconCircleX,
  today: IconActivity,
};

/** The cards a role has: what happened today is for admins. */
function cardsFor(isAdmin: boolean): readonly DashboardCard[] {
  return dashboardCards.filter((card) => isAdmin || card !== "today");
}

/** The lists that a role can open. Of a frame that is turned round there is only the one that takes no notice of it. */
export function listsFor(isAdmin: boolean, frame: TimeFrame): readonly DashboardList[] {
  return dashboardLists.filter((list) => (list === "today" ? isAdmin : !isTurned(frame)));
}

/** How many hawalas a list has, of a currency or of all (""); undefined where the figures do not tell. */
export function figureOf(list: DashboardList, currency: string, figures: Dashboard | undefined): number | undefined {
  if (currency !== "")
    return list === "standing" ? figures?.amounts.find((amount) => amount.currency === currency)?.hawalas : undefined;
  if (list === "today") return figures?.admin?.todaysActivity;
  if (list !== "standing") return figures?.hawalas[list === "total" ? "all" : list];
  return figures === undefined ? undefined : figures.hawalas.pending + figures.hawalas.passed;
}

interface SummaryCardsProps {
  readonly figures: Dashboard | undefined;
  readonly frame: TimeFrame;
  readonly isAdmin: boolean;
  readonly onOpen: DashboardPlace["open"];
}

/** How many hawalas there are and where they stand; each card opens the list behind its figure. */
export function SummaryCards({ figures, frame, isAdmin, onOpen }: SummaryCardsProps) {
  const { t } = useTranslation("dashboard");
  const lists = listsFor(isAdmin, frame);
  return (
    <section aria-label={t("cards.label")}>
      <ul className={classes["cards"]} data-count={cardsFor(isAdmin).length}>
        {cardsFor(isAdmin).map((card) => (
          <li key={card}>
            <Card
              card={card}
              figures={figures}
              isAdmin={isAdmin}
              onOpen={lists.includes(card) ? () => onOpen(card) : undefined}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface CardProps extends Pick<SummaryCardsProps, "figures" | "isAdmin"> {
  readonly card: DashboardCard;
  /** Undefined where there is no figure, and so no list behind it. */
  readonly onOpen: (() => void) | undefined;
}

function Card({ card, figures, isAdmin, onOpen }: CardProps) {
  const { t } = useTranslation("dashboard");
  const Sign = icons[card];
  const figure = figureOf(card, "", figures);
  const isUnknown = onOpen === undefined;
  return (
    <UnstyledButton
      className={classes["card"] ?? ""}
      data-card={card}
      aria-haspopup="dialog"
      aria-disabled={isUnknown}
      onClick={onOpen}
    >
      <span className={classes["words"]}>
        <span className={classes["label"]}>{t(`cards.${card}`)}</span>
        <span className={classes["figure"]}>
          {isUnknown ? (
            t("nothing")
          ) : figure === undefined ? (
            <Skeleton component="span" display="block" height={28} width={72} />
          ) : (
            formatCount(figure)
          )}
        </span>
        <span className={classes["note"]}>{isUnknown ? null : <Note card={card} figures={figures} isAdmin={isAdmin} />}</span>
      </span>
      <span className={classes["sign"]} aria-hidden>
        <Sign size={20} stroke={1.8} />
      </span>
    </UnstyledButton>
  );
}

/** What the figure is measured by. */
function Note({ card, figures, isAdmin }: Pick<CardProps, "card" | "figures" | "isAdmin">) {
  const { t } = useTranslation("dashboard");
  if (figures === undefined) return null;
  if (card === "today") return t("cards.todayNote");
  const { all, [card === "total" ? "all" : card]: part } = figures.hawalas;
  if (card !== "total") return t("cards.share", { percent: percentOf(part, all) });
  return isAdmin ? t("cards.partners") : t("cards.sender", { code: figures.senderCode });
}
