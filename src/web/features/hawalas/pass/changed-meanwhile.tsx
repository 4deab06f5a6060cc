import { Alert, Button, List, Text } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import type { Ref } from "react";
import { useTranslation } from "react-i18next";

import { listed } from "#web/lib/direction.ts";
import { onFirstPress } from "#web/ui/entry/second-press.ts";

import { useHawalaHistory } from "./barrier.tsx";
import type { ShownHawala } from "./pass-acts.ts";
import type { ChangedFact } from "./use-seen.ts";

interface ChangedMeanwhileProps {
  /** The hawala as the person has seen it. */
  readonly seen: ShownHawala;
  readonly changes: readonly ChangedFact[];
  readonly onTakeOver: () => void;
  readonly ref: Ref<HTMLDivElement>;
}

/** Says what another desk has changed of the hawala that is open, and takes it over at a press. */
export function ChangedMeanwhile({ seen, changes, onTakeOver, ref }: ChangedMeanwhileProps) {
  const { t } = useTranslation("passHawala");
  const { data = [] } = useHawalaHistory(seen.id, true);
  const users = listed([...new Set(data.filter(({ version }) => version > seen.version).map(({ actor }) => actor))]);
  const worded = (text: string): string => (text === "" ? t("history.empty") : text);
  return (
    <Alert
      ref={ref}
      tabIndex={-1}
      role="alert"
      color="orange"
      variant="outline"
      icon={<IconUsers aria-hidden />}
      title={users === "" ? t("meanwhile.title") : t("meanwhile.titleBy", { users })}
      styles={{ title: { color: "var(--mantine-color-text)" } }}
    >
      <List size="sm">
        {changes.map(({ name, before, after }) => (
          <List.Item key={name}>{t("meanwhile.change", { name, before: worded(before), after: worded(after) })}</List.Item>
        ))}
      </List>
      <Text size="sm" mt="xs">
        {t("meanwhile.kept")}
      </Text>
      <Button size="xs" mt="sm" onClick={onFirstPress(onTakeOver)}>
        {t("meanwhile.takeOver")}
      </Button>
    </Alert>
  );
}
