import { useEffect, useState, type ReactNode } from "react";

import { painted } from "#web/lib/painted.ts";

let lastTurn = Promise.resolve();

interface InTurnProps {
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/** Charts are drawn one after another, each taking tens of milliseconds: between two of them a press is answered. */
export function InTurn({ fallback, children }: InTurnProps) {
  const [isOn, setIsOn] = useState(false);
  useEffect(() => {
    let isGone = false;
    const begin = async (before: Promise<void>): Promise<void> => {
      await before;
      if (isGone) return;
      await painted();
      if (!isGone) setIsOn(true);
    };
    lastTurn = begin(lastTurn);
    return () => {
      isGone = true;
    };
  }, []);
  return isOn ? children : fallback;
}
