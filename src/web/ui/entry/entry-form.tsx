import { useEffect, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { toast } from "#web/lib/toast.ts";
import { useWindowKeys } from "#web/lib/window-keys.ts";
import { isUnderDialog } from "#web/ui/dialogs.ts";

import { focusFirstField } from "./enter-order.ts";
import { EntryContext, RoundContext, type EntryAround } from "./entry-context.ts";
import { RestoredNotice } from "./entry-notices.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import { LeaveQuestion } from "./leave-question.tsx";
import { isSecondPress } from "./second-press.ts";
import type { EntryFormState } from "./use-entry-form.ts";

export interface EntryFormProps<Values> {
  readonly entry: EntryFormState<Values>;
  readonly label: string;
  /** What could not be done, in the screen's own words: the heading over the server's message. */
  readonly failureTitle: string;
  readonly children: ReactNode;
}

/**
 * The `<form>` of an entry: focus on its first field, the notice of a restored draft, and a question before typed input is
 * left. Why a save failed or waits, and the last entry once more, are shown by the {@link FormActions} inside it.
 */
export function EntryForm<Values>({ entry, label, failureTitle, children }: EntryFormProps<Values>) {
  const { t } = useTranslation("ui");
  const { ref } = entry.formProps;
  const { sending, failure, unanswered, doubt, restored, save, repeatLast } = entry;
  const repeat = (): void => {
    const undo = repeatLast?.();
    if (undo !== undefined) toast.success(t("form.repeated"), undefined, { label: t("form.undo"), run: undo });
  };
  const { askFirst, question } = useAskedFirst(unanswered);
  const around: EntryAround = {
    sending,
    failure,
    failureTitle,
    unanswered,
    askFirst,
    doubt,
    onSave: save,
    onSaveAndPrint: entry.saveAndPrint,
    onRepeat: repeatLast === undefined ? undefined : repeat,
  };
  useWindowKeys((event) => {
    if (!isHeard(event, ref.current)) return;
    if (isRepeatKey(event)) {
      event.preventDefault();
      // A key that is held down is one decision, and what it replaced can be taken back.
      if (!event.repeat) repeat();
    } else if (event.key === "Enter" && isAround(event.target, ref.current) && !event.repeat && !isSecondPress()) {
      if (event.shiftKey && entry.saveAndPrint !== undefined) entry.saveAndPrint();
      else save();
    }
  });
  useEffect(() => focusFirstField(ref.current), [ref]);
  return (
    <EntryContext value={around}>
      <form {...entry.formProps} aria-label={label} aria-busy={entry.saving}>
        {restored === undefined ? null : <RestoredNotice restored={restored} onDiscard={() => askFirst(entry.discard)} />}
        <RoundContext value={entry.round}>{children}</RoundContext>
      </form>
      <LeaveGuard isDirty={entry.isDirty} sending={sending} unanswered={unanswered} onDiscard={entry.discard} />
      {question}
    </EntryContext>
  );
}

/** Asks before something is given up that may have been recorded. The question has to be drawn. */
function useAskedFirst(unanswered: boolean): { readonly askFirst: EntryAround["askFirst"]; readonly question: ReactNode } {
  const [asked, setAsked] = useState<{ readonly act: () => void }>();
  const go = (): void => {
    setAsked(undefined);
    asked?.act();
  };
  return {
    askFirst: (act) => (unanswered ? setAsked({ act }) : act()),
    question: <LeaveQuestion asked={asked !== undefined} unanswered onStay={() => setAsked(undefined)} onLeave={go} />,
  };
}

/** Keys with Ctrl that are meant for this form: pressed inside it, or while no control has the focus and no dialog stands over it. */
function isHeard(event: KeyboardEvent, form: HTMLFormElement | null): boolean {
  if (form === null || event.defaultPrevented || !(event.ctrlKey || event.metaKey)) return false;
  if (isAround(event.target, form)) return !isUnderDialog(form);
  return event.target instanceof Node && form.contains(event.target);
}

/** What the form stands in: a press on a blank spot puts the focus on the page's content, or on the dialog. */
function isAround(target: EventTarget | null, form: HTMLFormElement | null): boolean {
  return target instanceof Node && target !== form && target.contains(form);
}

/** Ctrl+Shift+L: the last entry once more. A physical key, so that it works on a Persian layout. */
function isRepeatKey(event: KeyboardEvent): boolean {
  return event.shiftKey && (event.code === "KeyL" || event.key.toLowerCase() === "l");
}
