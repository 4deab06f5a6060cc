import { useBlocker } from "@tanstack/react-router";

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
}
