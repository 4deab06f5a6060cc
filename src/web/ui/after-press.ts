import { useEffect, useRef } from "react";

/** So long a browser may think about a finger that is lifted, until it makes a click of it: the finger might come down a second time. */
const clickWithinMs = 400;

/**
 * Does what moves the page only while no pointer is down: at once, or after the release. Whatever moved away between press and release
 * got no click, and a Save button pressed to leave a field saved nothing. A finger leaves the field only after its release, just
 * before the click: with it the press is over when that has come, or will not come any more.
 */
export function useAfterPress(): (act: () => void) => void {
  const press = useRef<{ isDown: boolean; act?: (() => void) | undefined }>({ isDown: false });
  useEffect(() => {
    const state = press.current;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const down = ({ button }: PointerEvent): void => {
      if (button !== 0) return;
      clearTimeout(timer);
      state.isDown = true;
    };
    const endSoon = (withinMs: number): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const { act } = state;
        state.isDown = false;
        state.act = undefined;
        act?.();
      }, withinMs);
    };
    // The click of a mouse follows the release within the same task.
    const release = ({ pointerType }: PointerEvent): void => endSoon(["touch", "pen"].includes(pointerType) ? clickWithinMs : 0);
    const over = (): void => endSoon(0);
    window.addEventListener("pointerdown", down, true);
    window.addEventListener("pointerup", release, true);
    window.addEventListener("pointercancel", over, true);
    window.addEventListener("click", over, true);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("pointerdown", down, true);
      window.removeEventListener("pointerup", release, true);
      window.removeEventListener("pointercancel", over, true);
      window.removeEventListener("click", over, true);
    };
  }, []);
  return (act) => {
    if (press.current.isDown) press.current.act = act;
    else act();
  };
}
