import { Alert, Button, Group, List, Text } from "@mantine/core";
import { IconCheck, IconUsers } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { onFirstPress } from "./second-press.ts";
import classes from "./version-conflict.module.css";

/** One thing that somebody else has changed meanwhile, in words. */
export interface ConflictingChange {
  readonly field: string;
  readonly before: string;
  readonly after: string;
  /** Says it all, where the values cannot be read out. */
  readonly sentence?: string | undefined;
  /** It was changed here as well. */
  readonly mineToo: boolean;
}

interface VersionConflictProps {
  /** What somebody else has saved, in the screen's own words. */
  readonly title?: string;
  /** The server's sentence, which names who saved and when; left out where it is on screen already. */
  readonly said?: string;
  readonly changes: readonly ConflictingChange[];
  /** What was typed is what is stored now: there is nothing to choose. */
  readonly isSaved: boolean;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
}

/**
 * Explains that somebody else has saved meanwhile, shows what they changed, and offers both ways on. Where that is what was typed, the
 * person's own save was most likely carried out and its answer lost: then it says that this is saved.
 */
export function VersionConflict({ isSaved, ...props }: VersionConflictProps) {
  return isSaved ? <SavedAlready {...props} /> : <Conflicting {...props} />;
}

type NoticeProps = Omit<VersionConflictProps, "isSaved">;

function SavedAlready({ said, onTakeTheirs }: NoticeProps) {
  const { t } = useTranslation("ui");
  return (
    <Alert
      ref={showWhole}
      role="alert"
      variant="outline"
      color="teal"
      mt="md"
      title={t("conflict.savedTitle")}
      icon={<IconCheck aria-hidden />}
      classNames={{ title: classes["title"] ?? "" }}
    >
      {said === undefined ? null : <Text size="sm">{said}</Text>}
      <Text size="sm">{t("conflict.saved")}</Text>
      <Button size="xs" mt="sm" onClick={onTakeTheirs}>
        {t("conflict.goOn")}
      </Button>
    </Alert>
  );
}

function Conflicting({ title, said, changes, onKeepMine, onTakeTheirs }: NoticeProps) {
  const { t } = useTranslation("ui");
  const worded = (text: string): string => (text === "" ? t("conflict.empty") : text);
  return (
    <Alert
      ref={showWhole}
      role="alert"
      variant="outline"
      color="orange"
      mt="md"
      title={title ?? t("conflict.title")}
      icon={<IconUsers aria-hidden />}
      classNames={{ title: classes["title"] ?? "" }}
    >
      {said === undefined ? null : <Text size="sm">{said}</Text>}
      <Text size="sm">{t("conflict.kept")}</Text>
      <Text size="sm" mt="xs" fw={600}>
        {changes.length === 0 ? t("conflict.nothingVisible") : t("conflict.changedMeanwhile")}
      </Text>
      <List size="sm">
        {changes.map(({ field, before, after, sentence, mineToo }) => (
          <List.Item key={field}>
            {sentence ?? t("conflict.change", { field, before: worded(before), after: worded(after) })}
            {mineToo ? <strong> ({t("conflict.yoursToo")})</strong> : null}
          </List.Item>
        ))}
      </List>
      <Group gap="xs" mt="sm">
        <Button size="xs" onClick={onKeepMine}>
          {t("conflict.keepMine")}
        </Button>
        <Button size="xs" variant="default" onClick={onFirstPress(onTakeTheirs)}>
          {t("conflict.takeTheirs")}
        </Button>
      </Group>
    </Alert>
  );
}

/** The notice appears at the foot of a form, out of sight or behind its buttons and the reason of the failed save. */
function showWhole(notice: HTMLElement | null): void {
  notice?.scrollIntoView({ block: "center" });
}
