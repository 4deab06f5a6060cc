import { useCallback, useEffect, useMemo, useRef } from "react";

/**
 * For what an answer does to the page besides telling (close a dialog, go elsewhere): done only while the component that asked still
 * stands. After that, what it would close or leave is something else.
 */
export function useWhileHere(): <Given extends readonly unknown[]>(act: (...given: Given) => void) => (...given: Given) => void {
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => void (isHere.current = false);
  }, []);
  return useCallback(
    (act) =>
      (...given) => {
        if (isHere.current) act(...given);
      },
    [],
  );
}

/** One question after the other, of which only the latest still wants its answer. */
export interface LatestQuestion {
  /** Begins a question. What it returns says whether the answer is still wanted. */
  readonly ask: () => () => boolean;
  /** What was asked is not wanted any more: something else has been chosen, or the person has left. */
  readonly drop: () => void;
}

/** For answers that may come after something else was asked or chosen, or after the component has gone. */
export function useLatestQuestion(): LatestQuestion {
  const latest = useRef(0);
  const question = useMemo((): LatestQuestion => {
    const drop = (): void => void (latest.current += 1);
    const ask = (): (() => boolean) => {
      drop();
      const asked = latest.current;
      return () => latest.current === asked;
    };
    return { ask, drop };
  }, []);
  useEffect(() => question.drop, [question]);
  return question;
}
