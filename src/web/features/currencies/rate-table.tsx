import { ScrollArea, Table } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { parseRate } from "#kernel/rate.ts";
import { formatRate } from "#web/lib/format.ts";
import { formatInstant } from "#web/lib/instant.ts";
import { useOffice } from "#web/lib/session.ts";

import classes from "./currencies.module.css";
import type { RateHistory } from "./queries.ts";
import { changeOf, percentText } from "./rules.ts";

interface RateTableProps {
  readonly code: string;
  readonly rates: RateHistory;
  /** Whether the last of them is the first that the currency had. */
  readonly isWhole: boolean;
}

/** Every rate, newest first, with its change against the one before, and who set it. */
export function RateTable({ code, rates, isWhole }: RateTableProps) {
  const { t } = useTranslation("currencies");
  const { timeZone } = useOffice();
  return (
    <ScrollArea.Autosize
      mah={320}
      type="auto"
      viewportProps={{ tabIndex: 0, role: "region", "aria-label": t("history.newest", { number: rates.length }) }}
    >
      <Table stickyHeader verticalSpacing={6} aria-label={t("history.rates")}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t("history.when")}</Table.Th>
            <Table.Th scope="col" className={classes["figure"] ?? ""}>
              {t("history.rate")}
            </Table.Th>
            <Table.Th scope="col" className={classes["figure"] ?? ""}>
              {t("history.change")}
            </Table.Th>
            <Table.Th scope="col">{t("history.by")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rates.map(({ rate, recordedAt, recordedBy }, index) => (
            <Table.Tr key={`${recordedAt} ${rate}`}>
              <Table.Td>{formatInstant(recordedAt, timeZone)}</Table.Td>
              <Table.Td className={classes["figure"] ?? ""} dir="ltr">
                {formatRate(rate)} {code}
              </Table.Td>
              <Table.Td className={classes["figure"] ?? ""} dir="ltr">
                {index < rates.length - 1 || isWhole ? <Change rate={rate} before={rates[index + 1]?.rate} /> : null}
              </Table.Td>
              <Table.Td>{recordedBy ?? t("history.nobody")}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}

function Change({ rate, before }: { readonly rate: string; readonly before: string | undefined }) {
  const { t } = useTranslation("currencies");
  const [now, then] = [parseRate(rate), before === undefined ? undefined : parseRate(before)];
  if (now === undefined || then === undefined) return t("history.first");
  const change = changeOf(now, then);
  return <span className={change < 0n ? classes["down"] : undefined}>{percentText(change)} %</span>;
}
