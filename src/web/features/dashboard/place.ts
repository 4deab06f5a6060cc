import { useNavigate } from "@tanstack/react-router";
import { z } from "zod";

import { dashboardLists, type DashboardList } from "#contract/dashboard.ts";
import { dayInUrl, searchInUrl, useUrlState } from "#web/lib/url.ts";
import type { Period } from "#web/ui/date/periods.ts";

/** What the tiles of the system's health open. */
const healthLists = ["accounts", "currencies"] as const;
type Shown = DashboardList | (typeof healthLists)[number];

const dashboardState = z.object({
  fromDate: dayInUrl,
  toDate: dayInUrl,
  show: z.enum(["", ...dashboardLists, ...healthLists]).catch(""),
  currency: z.string().max(3).catch(""),
  q: searchInUrl,
});

/** The days that the figures are taken from. */
export type TimeFrame = Period;

export const everyDay: TimeFrame = { fromDate: "", toDate: "" };

/** Whether the frame leaves nothing out. */
export function isEveryDay({ fromDate, toDate }: TimeFrame): boolean {
  return fromDate === "" && toDate === "";
}

/** Where a person is on the dashboard, as the address says, and the ways on from there. */
export interface DashboardPlace {
  readonly frame: TimeFrame;
  /** The list that is open. */
  readonly shown: Shown | undefined;
  /** The code of the one currency that it is of; "" for all. */
  readonly currency: string;
  /** What is searched for in it. */
  readonly q: string;
  readonly choose: (frame: Partial<TimeFrame>) => void;
  /** Opens a list; a step that the back button takes back. */
  readonly open: (list: Shown, currency?: string) => void;
  readonly search: (q: string) => void;
  readonly close: () => void;
}

export function useDashboardPlace(): DashboardPlace {
  const [{ show, currency, q, ...frame }, set] = useUrlState(dashboardState);
  const navigate = useNavigate();
  return {
    frame,
    shown: show === "" ? undefined : show,
    currency,
    q,
    choose: set,
    open: (list, of = "") =>
      void navigate({ to: ".", search: { ...frame, show: list, currency: of }, replace: show !== "", resetScroll: false }),
    search: (wanted) => set({ q: wanted }),
    // No step of its own: going back must not open what was closed.
    close: () => void navigate({ to: ".", search: { ...frame }, replace: true, resetScroll: false }),
  };
}
