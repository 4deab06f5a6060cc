import { NativeSelect } from "@mantine/core";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import type { PartnerSettlement, SettlementHawala } from "#contract/partner-settlements.ts";
import { ReadingFailed } from "#web/features/reports/report-states.tsx";
import { mostPrinted } from "#web/features/reports/whole-report.ts";
import { formatCount, inItsOwnOrder } from "#web/lib/format.ts";

import { byDay } from "./rules.ts";
import type { OpenHawalas } from "./use-open-hawalas.ts";

interface ThroughSelectProps {
  readonly figures: PartnerSettlement;
  readonly open: OpenHawalas;
  readonly value: string;
  readonly onChange: (through: string) => void;
}

/** Up to which hawala it goes: the latest, the last one of an earlier day, or none; and then which one of that day. */
export function ThroughSelect({ figures: { latest }, open, value, onChange }: ThroughSelectProps) {
  const { t } = useTranslation("partnerSettlement");
  const days = useMemo(() => byDay(open.rows), [open.rows]);
  const chosen = days.find(({ hawalas }) => hawalas.some((hawala) => valueOf(hawala) === value));
  const earlier = days.filter(({ last }) => last.hawalaId !== latest?.hawalaId);
  return (
    <>
      <div>
        <NativeSelect
          label={t("record.through")}
          description={open.isTooLong ? t("record.throughTooLong", { most: formatCount(mostPrinted) }) : undefined}
          inputWrapperOrder={["label", "input", "description"]}
          value={chosen === undefined ? value : valueOf(chosen.last)}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          data={[
            ...(latest === null
              ? []
              : [{ value: valueOf(latest), label: t("record.throughLatest", { number: latest.hawalaNo }) }]),
            ...earlier.map(({ day, last }) => ({ value: valueOf(last), label: inARow(day, last.hawalaNo) })),
            { value: "", label: t("record.throughNone") },
          ]}
        />
        <ReadingFailed {...open.reading} failed={t("record.throughFailed")} />
      </div>
      {chosen === undefined || chosen.hawalas.length === 1 ? null : (
        <NativeSelect
          label={t("record.throughLast")}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          data={chosen.hawalas.map((hawala) => ({
            value: valueOf(hawala),
            label: inARow(hawala.hawalaNo, hawala.paidOn ?? ""),
          }))}
        />
      )}
    </>
  );
}

/** Whatever a number begins with, it stands at the same side of the day as those above and below it. */
function inARow(...parts: readonly string[]): string {
  return parts.map(inItsOwnOrder).join(" · ");
}

function valueOf({ hawalaId }: Pick<SettlementHawala, "hawalaId">): string {
  return String(hawalaId);
}
