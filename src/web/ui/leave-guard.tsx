import { useBlocker } from "@tanstack/react-router";

import { LeaveQuestion } from "./leave-question.tsx";

/** Asks before a page is left on which something was typed and not saved; the browser asks when its tab is closed. */
export function LeaveGuard({ isDirty }: { readonly isDirty: () => boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isDirty(),
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  return <LeaveQuestion asked={status === "blocked"} onStay={() => reset?.()} onLeave={() => proceed?.()} />;
}
