import { useCallback, useEffect, useRef } from "react";

import { isTextField } from "#web/lib/text-field.ts";

/** Whoever neither comes into a field nor puts anything into it for so long has looked up, and sees what comes. */
const pauseMs = 600;
/** What puts something into a field, and what comes before that. */
const signsOfTyping = ["pointerdown", "focusin", "input"];

/**
 * Does what takes the focus once nobody is in the midst of typing: at once, or at the first pause. The rest of a name or of an amount would
 * go where nobody meant it, a field for a password among others.
 */
export function useAfterTyping(): (act: () => void) => void {
  const typed = useRef<{ readonly field: Element; readonly at: number }>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const note = ({ target }: Event): void => {
      if (isTextField(target)) typed.current = { field: target, at: performance.now() };
    };
    for (const sign of signsOfTyping) window.addEventListener(sign, note, { capture: true });
    return () => {
      clearTimeout(timer.current);
      for (const sign of signsOfTyping) window.removeEventListener(sign, note, { capture: true });
    };
  }, []);
  return useCallback((act) => {
    const look = (): void => {
      const { field, at } = typed.current ?? { field: undefined, at: 0 };
      const left = field === document.activeElement ? at + pauseMs - performance.now() : 0;
      if (left > 0) timer.current = setTimeout(look, left);
      else act();
    };
    clearTimeout(timer.current);
    look();
  }, []);
}
