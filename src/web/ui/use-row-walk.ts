import type { Range } from "@tanstack/react-virtual";
import { useLayoutEffect, useState, type FocusEvent, type KeyboardEvent, type RefObject } from "react";

/** Where an arrow leads: a row, and in it the part that the focus was on. */
interface Aim {
  readonly index: number;
  readonly part: string;
}

interface WalkInput {
  readonly list: RefObject<HTMLElement | null>;
  readonly count: number;
  /** Brings a row into sight, of which only those in sight exist. */
  readonly show: (index: number) => void;
}

/** The arrow keys inside a list whose rows carry `data-index`, and what can be focused in them `data-part`. */
export function useRowWalk({ list, count, show }: WalkInput) {
  const [aim, setAim] = useState<Aim>();
  const [held, setHeld] = useState<number>();
  // The row may only just have come into being.
  useLayoutEffect(() => {
    if (aim === undefined) return;
    const row = `[data-index="${String(aim.index)}"]`;
    const part = list.current?.querySelector<HTMLElement>(`${row} [data-part="${aim.part}"]`);
    (part ?? list.current?.querySelector<HTMLElement>(`${row} [data-part="view"]`))?.focus();
  }, [list, aim]);
  const go = (next: Aim): void => {
    if (next.index < 0 || next.index >= count) return;
    show(next.index);
    setHeld(next.index);
    setAim(next);
  };
  return {
    /** The row with the focus: it stays, wherever the page is scrolled to. */
    held,
    enter: () => go({ index: 0, part: "view" }),
    /** Puts the focus into a row, by its place in the list. */
    focus: (index: number) => go({ index, part: "view" }),
    listeners: {
      onKeyDown: (event: KeyboardEvent<HTMLElement>): void => {
        const { target } = event;
        const steps = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
        const index = indexOf(target);
        if (steps === 0 || index === undefined || !(target instanceof HTMLElement)) return;
        event.preventDefault();
        go({ index: index + steps, part: target.dataset["part"] ?? "view" });
      },
      onFocus: (event: FocusEvent): void => setHeld(indexOf(event.target)),
      onBlur: (): void => setHeld(undefined),
    },
  };
}

function indexOf(target: EventTarget): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>("[data-index]") : null;
  return row === null ? undefined : Number.parseInt(row.dataset["index"] ?? "", 10);
}

/** Which rows exist of a list in sight: some beyond its edges, and the one with the focus, wherever it is. */
export function rowsAround({ startIndex, endIndex, count }: Range, beyond: number, held: number | undefined): number[] {
  const [from, to] = [Math.max(0, startIndex - beyond), Math.min(count - 1, endIndex + beyond)];
  const indexes = Array.from({ length: Math.max(0, to - from + 1) }, (_unused, offset) => from + offset);
  if (held === undefined || held >= count || (held >= from && held <= to)) return indexes;
  return [...indexes, held].toSorted((left, right) => left - right);
}
