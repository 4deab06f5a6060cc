import { useMemo } from "react";

import type { PartnerSettlement, SettlementHawala } from "#contract/partner-settlements.ts";
import { settlementReport } from "#web/features/reports/pages.ts";
import { readTogether, type Reading } from "#web/features/reports/report-states.tsx";
import { useWholeReport } from "#web/features/reports/whole-report.ts";

/** What a settlement could cover. */
export interface OpenHawalas {
  /** The latest first, by the number of the transaction. */
  readonly rows: readonly SettlementHawala[];
  /** Whether these are all there are. */
  readonly isRead: boolean;
  /** There are more than could be read: the oldest are missing. */
  readonly isTooLong: boolean;
  readonly reading: Reading;
}

/** Every open hawala of a partner, paid for him or by him, up to the latest one of the figures: what came since is in none of them. */
export function useOpenHawalas({ partner, latest, state }: PartnerSettlement): OpenHawalas {
  const whose = { partnerAccountId: String(partner.id) };
  const asked = { isAsked: latest !== null, onceFor: state ?? "" };
  const passed = useWholeReport(settlementReport, { ...whose, list: "passed" }, asked);
  const outgoing = useWholeReport(settlementReport, { ...whose, list: "outgoing" }, asked);
  const last = latest?.transactionId ?? 0;
  const rows = useMemo(
    () =>
      [passed.data, outgoing.data]
        .flatMap((report) => report?.pages.flatMap((page) => page.rows) ?? [])
        .filter((row) => placeOf(row) <= last)
        .toSorted((left, right) => placeOf(right) - placeOf(left)),
    [passed.data, outgoing.data, last],
  );
  const isTooLong = [passed, outgoing].some(({ data }) => data?.isTooLong === true);
  const isRead = latest === null || (passed.data !== undefined && outgoing.data !== undefined);
  return { rows, isRead, isTooLong, reading: readTogether(passed, [outgoing]) };
}

function placeOf({ transactionId }: SettlementHawala): number {
  return transactionId ?? 0;
}
