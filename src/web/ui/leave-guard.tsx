import { useBlocker } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";

import { isReloading, watchUnsaved } from "#web/lib/unsaved.ts";

import { LeaveQuestion } from "./leave-question.tsx";

export interface LeaveGuardProps {
  readonly isDirty: () => boolean;
  /** Forgets what was typed, once the person has said so. */
  readonly onDiscard: () => void;
}

/** Asks before a page is left on which something was typed and not saved; the browser asks when its tab is closed. */
export function LeaveGuard({ isDirty, onDiscard }: LeaveGuardProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isDirty(),
    enableBeforeUnload: () => !isReloading() && isDirty(),
    withResolver: true,
  });
  const asksItself = useEffectEvent(isDirty);
  const discard = useEffectEvent(onDiscard);
  useEffect(() => watchUnsaved({ isDirty: () => asksItself(), discard: () => discard() }), []);
  const leave = (): void => {
    onDiscard();
    proceed?.();
  };
  return <LeaveQuestion asked={status === "blocked"} onStay={() => reset?.()} onLeave={leave} />;
}
