import { SimpleGrid, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { hawalaTotals } from "#contract/hawala-lists.ts";
import { SectionCard } from "#web/features/hawalas/section-card.tsx";
import { formatCount } from "#web/lib/format.ts";
import { read } from "#web/lib/query.ts";
import { LoadError } from "#web/shell/load-error.tsx";
import { MayBeOld } from "#web/shell/may-be-old.tsx";

import { countsOf } from "./serial-rules.ts";
import classes from "./serial.module.css";

const counters = ["total", "completed", "pending"] as const;

/** How many hawalas of both directions there are, how many are paid out, and how many wait. */
export function SerialCounters() {
  const { t } = useTranslation("hawalaSerial");
  const totals = useQuery(read(hawalaTotals, { query: { direction: "all" } }));
  const { data, error, isFetching, refetch } = totals;
  const counts = data === undefined ? undefined : countsOf(data);
  return (
    <SectionCard title={t("counters.heading")}>
      <MayBeOld readings={[totals]} />
      {error !== null && counts === undefined && !isFetching ? (
        <LoadError title={t("counters.failed")} error={error} onRetry={() => void refetch()} />
      ) : (
        <SimpleGrid cols={3} spacing="sm" component="dl" m={0} className={classes["counters"] ?? ""}>
          {counters.map((name) => (
            <div key={name}>
              <dt>{t(`counters.${name}`)}</dt>
              <dd>{counts === undefined ? <Skeleton height={28} width={64} /> : formatCount(counts[name])}</dd>
            </div>
          ))}
        </SimpleGrid>
      )}
    </SectionCard>
  );
}
