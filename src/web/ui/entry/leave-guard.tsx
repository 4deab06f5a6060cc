import { useBlocker } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";

import { isReloading, watchUnsaved } from "#web/lib/unsaved.ts";
import { subjectParameters } from "#web/paths.ts";
import { isBackTaken } from "#web/shell/back-closes.ts";

import { LeaveQuestion, useNeedlessQuestion, type LeaveWords, type Leaving } from "./leave-question.tsx";

export interface LeaveGuardProps extends Leaving {
  /** Forgets what was typed, once the person has said so. */
  readonly onDiscard: () => void;
  /** What is asked, where leaving means something else than that a text or its saving is left. */
  readonly words?: LeaveWords;
}

interface Address {
  readonly pathname: string;
  readonly search: Readonly<Record<string, unknown>>;
}

/** Tells whether two addresses are of one page. */
function pageOf({ pathname, search }: Address): string {
  const subject = subjectParameters[pathname];
  return JSON.stringify([pathname, subject === undefined ? undefined : search[subject]]);
}

/**
 * Asks before a page is left on which something was typed and not saved; the browser asks when its tab is closed. Saved while it asks,
 * the page is left as the person wanted.
 */
export function LeaveGuard({ isDirty, sending = false, unanswered = false, onDiscard, words }: LeaveGuardProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ action, current, next }) =>
      !(action === "BACK" && isBackTaken()) && pageOf(current) !== pageOf(next) && isDirty(),
    enableBeforeUnload: () => !isReloading() && isDirty(),
    withResolver: true,
  });
  const asksItself = useEffectEvent(isDirty);
  const isSending = useEffectEvent(() => sending);
  const isUnanswered = useEffectEvent(() => unanswered);
  const discard = useEffectEvent(onDiscard);
  useEffect(
    () =>
      watchUnsaved({
        isDirty: () => asksItself(),
        isSending: () => isSending(),
        isUnanswered: () => isUnanswered(),
        discard: () => discard(),
      }),
    [],
  );
  const asked = status === "blocked";
  useNeedlessQuestion({ isDirty, sending }, asked, () => proceed?.());
  const leave = (): void => {
    onDiscard();
    proceed?.();
  };
  return <LeaveQuestion asked={asked} {...{ sending, unanswered, words }} onStay={() => reset?.()} onLeave={leave} />;
}
