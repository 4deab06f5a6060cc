import { Button, Group, Modal, Text } from "@mantine/core";
import { useEffect, useEffectEvent, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { onFirstPress } from "./second-press.ts";

/** What a form says of itself to those who ask before it is left. */
export interface Leaving {
  /** Something was typed that has not been saved, as far as is known. */
  readonly isDirty: () => boolean;
  /** It is on its way to the server just now. */
  readonly sending?: boolean;
  /** It was sent without an answer: it may have been saved, and saving it again records it only once. */
  readonly unanswered?: boolean;
}

/** The question, what leaving does, and the two answers. */
export interface LeaveWords {
  readonly title: string;
  readonly text: string;
  readonly stay: string;
  readonly leave: string;
}

interface LeaveQuestionProps {
  readonly asked: boolean;
  /** What was typed is on its way to the server: leaving does not lose it. */
  readonly sending?: boolean;
  /** What was typed may have been saved. */
  readonly unanswered?: boolean;
  readonly words?: LeaveWords | undefined;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/**
 * Asks whether something typed may be lost. While it is being saved, or where no answer came, nobody is told that: whoever believed it
 * would enter it once more. It may stand over another dialog: its title is in its body, since two dialogs with a header each would be
 * two banners of one page.
 */
export function LeaveQuestion({ asked, sending = false, unanswered = false, words, onStay, onLeave }: LeaveQuestionProps) {
  const usual = useLeaveWords({ sending, unanswered });
  const { title, text, stay, leave } = words ?? usual;
  return (
    <Modal.Root opened={asked} onClose={onStay} centered>
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body pt="md">
          <Modal.Title mb="sm">{title}</Modal.Title>
          <Text size="sm">{text}</Text>
          <Group justify="flex-end" mt="md">
            <Button variant="default" data-autofocus onClick={onStay}>
              {stay}
            </Button>
            <Button {...(sending ? { variant: "default" } : { color: "red" })} onClick={onFirstPress(onLeave)}>
              {leave}
            </Button>
          </Group>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function useLeaveWords({ sending, unanswered }: Required<Omit<Leaving, "isDirty">>): LeaveWords {
  const { t } = useTranslation("ui");
  if (sending)
    return {
      title: t("form.leaveSendingTitle"),
      text: t("form.leaveSendingText"),
      stay: t("form.staySending"),
      leave: t("form.leaveSending"),
    };
  if (unanswered)
    return {
      title: t("form.unanswered.title"),
      text: t("form.unanswered.leaveText"),
      stay: t("form.unanswered.stay"),
      leave: t("form.unanswered.leave"),
    };
  return { title: t("form.leaveTitle"), text: t("form.leaveText"), stay: t("form.stay"), leave: t("form.leave") };
}

/** Closes a question once its answer does not matter any more: what was typed has been saved. */
export function useNeedlessQuestion({ isDirty, sending = false }: Leaving, asked: boolean, close: () => void): void {
  const look = useEffectEvent(() => {
    if (!isDirty()) close();
  });
  useEffect(() => {
    if (asked && !sending) look();
  }, [asked, sending]);
}

/** How a form that stands on a page is closed: at once where nothing would be lost, otherwise after the question, which has to be drawn. */
export function useAskedClose(
  leaving: Leaving,
  onClose: () => void,
): { readonly close: () => void; readonly question: ReactNode } {
  const [asked, setAsked] = useState(false);
  const leave = (): void => {
    setAsked(false);
    onClose();
  };
  // After the drawing: closing moves the focus at once.
  useNeedlessQuestion(leaving, asked, () => queueMicrotask(leave));
  const { isDirty, sending = false, unanswered = false } = leaving;
  return {
    close: () => (isDirty() ? setAsked(true) : onClose()),
    question: <LeaveQuestion asked={asked} {...{ sending, unanswered }} onStay={() => setAsked(false)} onLeave={leave} />,
  };
}
