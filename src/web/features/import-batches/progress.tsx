import { Button, Group, Progress, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { placeInstead } from "#web/lib/page-heading.ts";

import type { ImportState } from "./use-import.ts";

/** What is under way is seen from its first moment. */
const leastShown = 2;

/** How far the sending of the file is, and what is done with it then. */
export function ImportProgress({ state }: { readonly state: ImportState }) {
  const { t } = useTranslation("importHawala");
  const { busy, file, previewing, importing } = state;
  if (busy === undefined || file === undefined) return null;
  const sent = (busy === "previewing" ? previewing.sent : importing.sent) ?? 0;
  const percent = Math.floor(sent * 100);
  const isSending = percent < 100;
  const words = previewing.isAnew
    ? t("progress.anew", { file: file.name })
    : isSending
      ? t("progress.sending", { file: file.name, percent })
      : t(busy === "previewing" ? "progress.reading" : "progress.writing", { file: file.name });
  return (
    <div>
      <Group justify="space-between" gap="xs" mb={4}>
        <Text size="sm" c="dimmed" role="status" dir="auto">
          {words}
        </Text>
        {busy === "previewing" ? (
          <Button ref={placeInstead} variant="subtle" color="gray" size="compact-sm" onClick={previewing.stop}>
            {t("form.stop")}
          </Button>
        ) : null}
      </Group>
      <Progress.Root size="sm">
        <Progress.Section value={Math.max(percent, leastShown)} striped={!isSending} animated={!isSending} aria-label={words} />
      </Progress.Root>
    </div>
  );
}
