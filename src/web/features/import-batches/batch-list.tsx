import { Card, Skeleton, Stack, Text, Title } from "@mantine/core";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";

import type { ImportBatch } from "#contract/import-batches.ts";
import { LoadError } from "#web/shell/load-error.tsx";
import { ReadOn } from "#web/shell/read-on.tsx";
import surfaces from "#web/ui/surfaces.module.css";

import { BatchRow } from "./batch-row.tsx";
import classes from "./import.module.css";
import { UndoDialog } from "./undo-dialog.tsx";
import { readBatches } from "./use-preview.ts";

interface BatchListProps {
  /** An import was taken back: what was said of a sheet before that need not hold any more. */
  readonly onUndone: () => void;
}

/** The sheets that were imported, the latest first. */
export function BatchList({ onUndone }: BatchListProps) {
  const { t } = useTranslation("importHawala");
  const heading = useId();
  const [undone, setUndone] = useState<ImportBatch>();
  const list = useInfiniteQuery({
    ...readBatches,
    placeholderData: keepPreviousData,
    refetchOnMount: "always",
  });
  const batches = list.data?.pages.flatMap((page) => page.rows) ?? [];
  // As it stands now: other desks correct and pay its hawalas while the question is open.
  const asked = batches.find(({ id }) => id === undone?.id) ?? undone;
  return (
    <section aria-labelledby={heading}>
      <Title order={2} id={heading} size="h4" mb="xs">
        {t("batches.heading")}
      </Title>
      {list.isError && !list.isFetchNextPageError ? (
        <LoadError title={t("batches.failed")} error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {list.isPending ? <Skeleton height={88} role="status" aria-label={t("batches.loading")} /> : null}
      {list.data === undefined ? null : (
        <Stack gap="sm">
          <Card withBorder padding={0}>
            {batches.length === 0 ? (
              <div className={surfaces["empty"]} role="status">
                <Text fw={600}>{t("batches.none")}</Text>
                <Text size="sm" c="dimmed">
                  {t("batches.noneNext")}
                </Text>
              </div>
            ) : (
              <ul className={classes["batches"]} aria-labelledby={heading}>
                {batches.map((batch) => (
                  <BatchRow key={batch.id} batch={batch} onUndo={() => setUndone(batch)} />
                ))}
              </ul>
            )}
          </Card>
          <ReadOn list={list} label={t("batches.more")} failed={t("batches.moreFailed")} />
        </Stack>
      )}
      <UndoDialog batch={asked} onClose={() => setUndone(undefined)} onUndone={onUndone} />
    </section>
  );
}
