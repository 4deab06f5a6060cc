import { z } from "zod";

import { commonFilters, directionOf } from "#web/features/hawalas/pass-place.ts";
import { idInUrl, useUrlState } from "#web/lib/url.ts";

const detailsState = z.object({
  ...commonFilters,
  /** Who sent them, or is to pay them out. */
  partner: idInUrl,
  /** "1": those that a branch has paid; the branch accounts are offered in place of the partners. */
  byBranch: z.enum(["", "1"]).catch(""),
  branch: idInUrl,
  /** The import that they came with. */
  batch: idInUrl,
  /** The code of the currency that the receiver gets. */
  currency: z.string().max(3).catch(""),
});
export type DetailsFilters = z.output<typeof detailsState>;

export const noDetailsFilter: DetailsFilters = {
  fromDate: "",
  toDate: "",
  status: "",
  direction: "",
  partner: "",
  byBranch: "",
  branch: "",
  batch: "",
  currency: "",
};

export function useDetailsFilters() {
  return useUrlState(detailsState);
}

/** The filters as the calls take them: a partner or a branch, whichever is offered; all branches until one is chosen. */
export function askedOf({ direction, partner, byBranch, branch, batch, ...filters }: DetailsFilters) {
  const ofBranch = branch === "" ? { byBranch } : { branchAccountId: branch };
  const account = byBranch === "" ? { partnerAccountId: partner } : ofBranch;
  return { ...filters, direction: directionOf(direction), ...account, batchId: batch };
}

/** Whether anything narrows the list, or shows another one. */
export function isNarrowed(filters: DetailsFilters): boolean {
  return Object.values(filters).some((value) => value !== "");
}
