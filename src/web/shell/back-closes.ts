import { useBlocker } from "@tanstack/react-router";
import { useEffect } from "react";

let open = 0;

/** Whether the way back closes what stands over the page: nothing is left by it, and no form below has to ask. */
export function isBackTaken(): boolean {
  return open > 0;
}

/** The way back closes what stands over the page, as people expect it of a telephone, and leaves no other page below it. */
export function useBackCloses(opened: boolean, close: () => void): void {
  useBlocker({
    disabled: !opened,
    enableBeforeUnload: false,
    shouldBlockFn: ({ action }) => {
      if (action !== "BACK") return false;
      close();
      return true;
    },
  });
  useEffect(() => {
    if (!opened) return undefined;
    open += 1;
    return () => {
      open -= 1;
    };
  }, [opened]);
}
