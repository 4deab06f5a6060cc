import { useEffect, useEffectEvent } from "react";

/** Hears the keys that are pressed anywhere on the page for as long as the component stands. */
export function useWindowKeys(pressed: (event: KeyboardEvent) => void): void {
  const tell = useEffectEvent(pressed);
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => tell(event);
    window.addEventListener("keydown", hear);
    return () => window.removeEventListener("keydown", hear);
  }, []);
}
