import { useEffect, useRef } from "react";

/**
 * Does what moves the page only while no pointer is down: at once, or after the release. Whatever moved away between press and release
 * got no click, and a Save button pressed to leave a field saved nothing.
 */
export function useAfterPress(): (act: () => void) => void {
  const press = useRef<{ isDown: boolean; act?: (() => void) | undefined }>({ isDown: false });
  useEffect(() => {
    const state = press.current;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const down = ({ button }: PointerEvent): void => {
      if (button === 0) state.isDown = true;
    };
    const release = (): void => {
      state.isDown = false;
      // The click follows the release within the same task.
      timer = setTimeout(() => {
        const { act } = state;
        state.act = undefined;
        act?.();
      });
    };
    window.addEventListener("pointerdown", down, true);
    window.addEventListener("pointerup", release, true);
    window.addEventListener("pointercancel", release, true);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("pointerdown", down, true);
      window.removeEventListener("pointerup", release, true);
      window.removeEventListener("pointercancel", release, true);
    };
  }, []);
  return (act) => {
    if (press.current.isDown) press.current.act = act;
    else act();
  };
}
