import { z } from "zod";

import { dayInUrl, searchInUrl, useUrlState } from "#web/lib/url.ts";

const text = z.string().catch("");

const auditState = z.object({
  userId: text,
  action: text,
  /** A kind of object, or one of it. */
  object: text,
  fromDate: dayInUrl,
  toDate: dayInUrl,
  q: searchInUrl,
});
export type AuditFilters = z.output<typeof auditState>;

export const noAuditFilter: AuditFilters = { userId: "", action: "", object: "", fromDate: "", toDate: "", q: "" };

export function useAuditFilters() {
  return useUrlState(auditState);
}

/** Whether anything narrows the list. */
export function isNarrowed(filters: AuditFilters): boolean {
  return Object.values(filters).some((value) => value !== "");
}

/** The kind of an object filter: "account:101" → "account". */
export function kindIn(object: string): string {
  return object.split(":")[0] ?? "";
}
