import { Alert, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { turnedRateText } from "#kernel/exchange-rate.ts";
import { parseRate, rateText } from "#kernel/rate.ts";
import { formatRate } from "#web/lib/format.ts";
import { useOffice } from "#web/lib/session.ts";
import { typedRate } from "#web/ui/amount/typed-rate.ts";

import { changeOf, isBeyond, measureCode, percentText } from "./rules.ts";

interface RateReadingProps {
  readonly code: string;
  /** As it stands in the field. */
  readonly typed: string;
  /** The rate that holds now, where there is one. */
  readonly present?: string;
}

/** Reads a rate back both ways, so that a wrong direction is seen; a large change of it is asked about, not refused. */
export function RateReading({ code, typed, present }: RateReadingProps) {
  const { t } = useTranslation("currencies");
  const { rateDeviationPercent } = useOffice();
  const rate = typedRate(typed);
  const before = present === undefined ? undefined : parseRate(present);
  if (rate === undefined || code === "" || code === measureCode) return null;
  const words = { code, rate: formatRate(rateText(rate)), inverse: formatRate(turnedRateText(rate)) };
  const reading = t("form.reading", words);
  if (before === undefined || before === rate) return <Reading>{reading}</Reading>;
  const change = changeOf(rate, before);
  const against = { percent: percentText(change), rate: formatRate(rateText(before)) };
  if (!isBeyond(change, rateDeviationPercent)) {
    return (
      <Reading>
        {reading}
        <br />
        {t("form.change", against)}
      </Reading>
    );
  }
  return (
    <>
      <Reading>{reading}</Reading>
      <Alert color="orange" variant="outline" role="status" icon={<IconAlertTriangle aria-hidden />} p="xs">
        <Text size="sm">{t("form.deviates", against)}</Text>
      </Alert>
    </>
  );
}

function Reading({ children }: { readonly children: React.ReactNode }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  );
}
