import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import type { SheetImport } from "#contract/import-batches.ts";
import { refusalInLanguage } from "#web/i18n/refusals.ts";
import { formatCount } from "#web/lib/format.ts";
import { LeftOutLines } from "#web/ui/left-out-lines.tsx";

import classes from "./import.module.css";

/** How long the result stands before the file, the preview and the result are cleared. */
const clearAfterMs = 3_000;

interface ResultDialogProps {
  readonly result: SheetImport | undefined;
  /** Clears the file, the preview and the result. */
  readonly onClear: () => void;
}

/** What an import came to. It clears by itself, but not while somebody is busy in it, nor below another dialog. */
export function ResultDialog({ result, onClear }: ResultDialogProps) {
  const { t } = useTranslation(["importHawala", "common"]);
  const [isHeld, setHeld] = useState(false);
  const [isCovered, setCovered] = useState(false);
  const stays = isHeld || isCovered;
  const clear = useEffectEvent(onClear);
  useEffect(() => {
    if (result === undefined || stays) return undefined;
    const timer = setTimeout(() => clear(), clearAfterMs);
    return () => clearTimeout(timer);
  }, [result, stays]);
  const close = (): void => {
    setHeld(false);
    onClear();
  };
  return (
    <Modal
      opened={result !== undefined}
      onClose={close}
      title={t("importHawala:result.title")}
      centered
      closeButtonProps={{ "aria-label": t("common:close") }}
      returnFocus={false}
      // The dialog may appear under a pointer at rest, and always takes the focus: only what a person does holds it.
      onPointerMove={({ movementX, movementY }) => {
        if (movementX !== 0 || movementY !== 0) setHeld(true);
      }}
      onPointerLeave={() => setHeld(false)}
      onKeyDown={({ key }) => {
        if (key !== "Escape" && key !== "Enter") setHeld(true);
      }}
      onFocus={() => setCovered(false)}
      onBlur={({ currentTarget, relatedTarget }) => setCovered(relatedTarget !== null && !currentTarget.contains(relatedTarget))}
    >
      {result === undefined ? null : (
        <Stack gap="md">
          <Text size="sm">{refusalInLanguage(result.message)}</Text>
          <Counts result={result} />
          {result.errors.length === 0 ? null : <Faults result={result} />}
          <LeftOutLines of={result} />
          <Group justify="space-between" gap="sm" wrap="nowrap">
            <Text size="xs" c="dimmed">
              {t("importHawala:result.stays")}
            </Text>
            <Button data-autofocus flex="none" onClick={close}>
              {t("importHawala:result.close")}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

function Counts({ result }: { readonly result: SheetImport }) {
  const { t } = useTranslation("importHawala");
  const counts = [
    ["imported", result.importedCount],
    ["duplicates", result.duplicateCount],
    ["changed", result.changed],
  ] as const;
  return (
    <dl className={classes["counts"]}>
      {counts.map(([name, count]) => (
        <div key={name}>
          <dt>{t(`result.${name}`)}</dt>
          <dd>{formatCount(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Faults({ result }: { readonly result: SheetImport }) {
  const { t } = useTranslation("importHawala");
  return (
    <div>
      <Text size="sm" fw={600}>
        {t("result.skipped")}
      </Text>
      {/* A list that scrolls has to be reached by the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={classes["faults"]} tabIndex={0}>
        {result.errors.map(({ cell, message }) => (
          <li key={`${cell} ${message}`}>
            <bdi>{t("preview.note", { cell, message: refusalInLanguage(message) })}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}
