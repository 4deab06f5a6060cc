import { ActionIcon, Button, Text } from "@mantine/core";
import { IconArrowBackUp, IconCopy, IconListDetails } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import type { ImportBatch } from "#contract/import-batches.ts";
import { copyText } from "#web/lib/copy-text.ts";
import { formatCount } from "#web/lib/format.ts";
import { formatInstant } from "#web/lib/instant.ts";
import { useOffice } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { paths } from "#web/paths.ts";
import { ButtonLink } from "#web/shell/button-link.tsx";
import { WholeDates } from "#web/shell/whole-dates.tsx";
import badges from "#web/ui/status-badge.module.css";

import classes from "./import.module.css";
import { CurrencySum } from "./preview-facts.tsx";
import { kilobytesText } from "./rules.ts";

interface BatchRowProps {
  readonly batch: ImportBatch;
  readonly onUndo: () => void;
}

const shownHash = 12;

/** One import: its file, who imported it, what came of it, and the way back. */
export function BatchRow({ batch, onUndo }: BatchRowProps) {
  const { t } = useTranslation("importHawala");
  const { timeZone } = useOffice();
  const isUndone = batch.undoneAt !== null;
  return (
    <li className={classes["batch"]} aria-label={t("batches.label", { id: batch.id })} data-undone={isUndone || undefined}>
      <div className={classes["batchFacts"]}>
        <div className={classes["batchHead"]}>
          <Text fw={600} className={classes["fileName"] ?? ""}>
            <bdi>{batch.fileName}</bdi>
          </Text>
          <span className={badges["badge"]} data-colour={isUndone ? "grey" : "green"}>
            {t(isUndone ? "batches.undone" : "batches.imported")}
          </span>
        </div>
        <Text size="sm" c="dimmed">
          {t("batches.by", { when: formatInstant(batch.importedAt, timeZone), user: batch.importedBy })} ·{" "}
          {t("batches.partner", { code: batch.senderCode })} ·{" "}
          <WholeDates>{t("batches.date", { date: batch.transactionDate })}</WholeDates>
        </Text>
        {batch.undoneAt === null ? null : (
          <Text size="sm" c="dimmed">
            {t("batches.undoneBy", { when: formatInstant(batch.undoneAt, timeZone), user: batch.undoneBy ?? "" })}
          </Text>
        )}
        <Counts batch={batch} />
        <Sums batch={batch} />
        <FileFacts batch={batch} />
      </div>
      {isUndone ? null : <Ways batch={batch} onUndo={onUndo} />}
    </li>
  );
}

function Counts({ batch }: { readonly batch: ImportBatch }) {
  const { t } = useTranslation("importHawala");
  const { importedCount, duplicateCount, changedCount, skippedCount, pendingCount } = batch;
  const told = [
    ["imported", importedCount],
    ["duplicates", duplicateCount],
    ["changed", changedCount],
    ["skipped", skippedCount],
  ] as const;
  const words = told
    .filter(([name, count]) => name === "imported" || count > 0)
    .map(([name, count]) => t(`batches.counts.${name}`, { count, shown: formatCount(count) }));
  const pending = t("batches.counts.pending", { pending: formatCount(pendingCount), imported: formatCount(importedCount) });
  return <Text size="sm">{[...words, ...(batch.undoneAt === null ? [pending] : [])].join(" · ")}</Text>;
}

function Sums({ batch }: { readonly batch: ImportBatch }) {
  return (
    <ul className={classes["sums"]}>
      {batch.totals.map((total) => (
        <li key={total.currency}>
          <CurrencySum total={total} />
        </li>
      ))}
    </ul>
  );
}

function FileFacts({ batch: { id, sheetName, fileSize, sha256 } }: { readonly batch: ImportBatch }) {
  const { t } = useTranslation("importHawala");
  const copy = async (): Promise<void> => {
    if (await copyText(sha256)) toast.success(t("batches.copied"), sha256);
    else toast.error(t("batches.notCopied"), sha256);
  };
  return (
    <Text size="xs" c="dimmed" component="div" className={classes["hash"] ?? ""}>
      <span>{t("batches.sheet", { sheet: sheetName, size: kilobytesText(fileSize) })}</span>
      <span dir="ltr" title={sha256}>
        {t("batches.hash", { short: `${sha256.slice(0, shownHash)}…` })}
      </span>
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label={t("batches.copyHash", { id })} onClick={() => void copy()}>
        <IconCopy size={14} aria-hidden />
      </ActionIcon>
    </Text>
  );
}

/** To its hawalas, and back to before it; why there is no way back, where there is none. */
function Ways({ batch: { id, importedCount, pendingCount }, onUndo }: BatchRowProps) {
  const { t } = useTranslation("importHawala");
  const moved = importedCount - pendingCount;
  return (
    <div className={classes["ways"]}>
      <ButtonLink
        to={paths.hawalaDetails}
        search={{ batch: String(id) }}
        variant="default"
        size="xs"
        leftSection={<IconListDetails size={14} aria-hidden />}
        aria-label={t("batches.showOf", { id })}
      >
        {t("batches.show")}
      </ButtonLink>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconArrowBackUp size={14} aria-hidden />}
        disabled={moved > 0}
        aria-label={t("batches.undoOf", { id })}
        onClick={onUndo}
      >
        {t("batches.undo")}
      </Button>
      {moved === 0 ? null : (
        <Text size="xs" c="dimmed" className={classes["reason"] ?? ""}>
          {t("batches.cannotUndo", { count: moved, shown: formatCount(moved) })}
        </Text>
      )}
    </div>
  );
}
