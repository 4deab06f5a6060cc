import { useNavigate } from "@tanstack/react-router";
import { z } from "zod";

import type { HawalaFilters } from "#contract/hawala-lists.ts";
import { hawalaDirections, hawalaStatuses } from "#kernel/hawala.ts";
import { dayInUrl, idInUrl, searchInUrl, useUrlState } from "#web/lib/url.ts";

/** What every list of hawalas is narrowed by in its address; anything else counts as no filter. */
export const commonFilters = {
  fromDate: dayInUrl,
  toDate: dayInUrl,
  status: z.enum(["", ...hawalaStatuses]).catch(""),
  /** "" is what waits at the counter: incoming. */
  direction: z.enum(["", ...hawalaDirections, "all"]).catch(""),
};

const passState = z.object({ ...commonFilters, q: searchInUrl, selected: idInUrl });
type PassState = z.output<typeof passState>;
export type PassFilters = Omit<PassState, "selected">;

export const noFilter: PassFilters = { q: "", fromDate: "", toDate: "", status: "", direction: "" };

/** The filters as the call takes them. */
export function asked({ direction, ...filters }: PassFilters) {
  return { ...filters, direction: directionOf(direction) };
}

/** What the address means by a direction it does not say. */
export function directionOf(direction: PassFilters["direction"]): HawalaFilters["direction"] {
  return direction === "" ? "incoming" : direction;
}

/** Whether anything beyond the direction narrows the list. */
export function isFiltered({ direction: _direction, ...filters }: PassFilters): boolean {
  return Object.values(filters).some((value) => value !== "");
}

/** Where a person is on Pass Hawala, as the address says, and the ways on from there. */
export interface PassPlace {
  readonly filters: PassFilters;
  readonly selected: number | undefined;
  readonly filter: (change: Partial<PassFilters>) => void;
  /** Opens a hawala, with other filters where they would hide it. A step that the back button takes back. */
  readonly select: (id: number, change?: Partial<PassFilters>) => void;
  readonly unselect: () => void;
}

export function usePassPlace(): PassPlace {
  const [{ selected, ...filters }, set] = useUrlState(passState);
  const navigate = useNavigate();
  return {
    filters,
    selected: selected === "" ? undefined : Number.parseInt(selected, 10),
    filter: (change) => set(change),
    select: (chosen, change = {}) =>
      void navigate({
        to: ".",
        search: Object.fromEntries(
          Object.entries({ ...filters, ...change, selected: String(chosen) }).filter(([, value]) => value !== ""),
        ),
        replace: String(chosen) === selected,
        resetScroll: false,
      }),
    unselect: () => set({ selected: "" }),
  };
}
