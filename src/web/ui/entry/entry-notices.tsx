import { Alert, Button, Group, Text } from "@mantine/core";
import { IconAlertTriangle, IconCopyCheck, IconHistory } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { ApiError, isRecordedOtherwise, isServerFault, wordsOf } from "#web/lib/api-error.ts";
import { commandKey } from "#web/lib/command-key.ts";
import { useConnection } from "#web/lib/connection.ts";
import { formatInstant } from "#web/lib/instant.ts";
import { useOffice } from "#web/lib/session.ts";

import { useEntryAround } from "./entry-context.ts";
import classes from "./entry-notices.module.css";
import { onFirstPress } from "./second-press.ts";
import type { Restored } from "./use-draft.ts";
import type { Doubt } from "./use-entry-form.ts";

/** Why the latest save failed, or what should be looked at before it is sent. It stands beside the buttons, where the next decision falls. */
export function EntryNotices() {
  const around = useEntryAround();
  if (around === undefined) return null;
  const { failure, failureTitle, unanswered, doubt, onSave } = around;
  return (
    <div className={classes["notices"]}>
      {failure === undefined ? null : <SaveFailure error={failure} title={failureTitle} unanswered={unanswered} />}
      {doubt === undefined ? null : <DoubtNotice doubt={doubt} onSave={onSave} />}
    </div>
  );
}

interface SaveFailureProps {
  readonly error: unknown;
  /** What could not be done, where the server says so. */
  readonly title: string;
  readonly unanswered: boolean;
}

/** Why a save has failed; or that nobody knows, where what was sent may have been recorded. */
export function SaveFailure({ error, title, unanswered }: SaveFailureProps) {
  const { t } = useTranslation("ui");
  const connection = useConnection();
  const fault = error instanceof ApiError ? error : undefined;
  const isBack = fault?.isAway === true && connection === "up";
  const isUnknown = unanswered && !isServerFault(error);
  const text = isRecordedOtherwise(error) ? t("form.recordedEarlier") : wordsOf(error, isUnknown ? "" : title);
  return (
    <Alert
      color="red"
      role="alert"
      title={isUnknown ? t("form.unanswered.title") : title}
      icon={<IconAlertTriangle aria-hidden />}
      // The frame's own notice then says nothing new, and would lie over the buttons.
      data-says-away={fault?.isAway === true || undefined}
    >
      <Text size="sm">{isBack ? `${asSentence(text)} ${t("form.answersAgain")}` : text}</Text>
      {unanswered ? <Text size="sm">{t("form.unanswered.once")}</Text> : null}
      {fault === undefined || fault.requestId === "" ? null : (
        <Text size="xs" mt={4}>
          {t("form.request", { id: fault.requestId })}
        </Text>
      )}
    </Alert>
  );
}

/** The server's words end without a full stop, which is missed where another sentence follows. */
function asSentence(words: string): string {
  return words === "" || /\p{Sentence_Terminal}$/u.test(words) ? words : `${words}.`;
}

/** What should be looked at before a save, and how to save all the same. */
export function DoubtNotice({ doubt: { title, text, also }, onSave }: { readonly doubt: Doubt; readonly onSave: () => void }) {
  const { t } = useTranslation("ui");
  return (
    <Alert
      variant="default"
      role="alert"
      title={title}
      icon={<IconCopyCheck aria-hidden />}
      classNames={{ root: classes["doubt"] ?? "", icon: classes["sign"] ?? "" }}
    >
      <Text size="sm" component="div">
        <div>{text}</div>
        {also === undefined ? null : (
          <div>
            <strong>{also.title}:</strong> {also.text}
          </div>
        )}
      </Text>
      <Group gap="sm" mt="xs">
        <Button size="xs" variant="default" onClick={onFirstPress(onSave)}>
          {t("form.saveAnyway")}
        </Button>
        <Text size="xs" c="dimmed">
          {t("form.saveAnywayKeys", { ctrl: commandKey })}
        </Text>
      </Group>
    </Alert>
  );
}

interface RestoredNoticeProps {
  readonly restored: Restored;
  readonly onDiscard: () => void;
}

/** Says that the form goes on with what was typed before, and lets it be thrown away. */
export function RestoredNotice({ restored: { typedAt, partial, reshaped, unanswered }, onDiscard }: RestoredNoticeProps) {
  const { t } = useTranslation("ui");
  const { timeZone } = useOffice();
  return (
    <Alert role="status" py="xs" mb="md" color="accent" icon={<IconHistory aria-hidden />}>
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          <strong>{t("form.restored")}</strong> {t("form.restoredFrom", { time: formatInstant(typedAt, timeZone) })}{" "}
          {partial ? t("form.restoredPartly") : null} {reshaped ? t("form.restoredReshaped") : null}{" "}
          {unanswered ? t("form.restoredUnanswered") : null}
        </Text>
        <Button size="xs" variant="default" onClick={onDiscard}>
          {t("form.discardDraft")}
        </Button>
      </Group>
    </Alert>
  );
}
