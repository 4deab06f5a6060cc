import { useEffect, useRef, type RefObject } from "react";

interface Over {
  /** The transaction that a dialog asks about; undefined while none does. */
  readonly askedAbout: number | undefined;
  /** The transaction whose details are open; undefined while none are. */
  readonly selected: number | undefined;
}

/** The row that something was opened from. */
interface Origin {
  readonly id: number;
  /** Where it stood when it was last seen. */
  readonly index: number;
}

/**
 * Gives the focus back to the results once no dialog and no details stand over them: to the number of the transaction whose details were
 * open, and where its row has gone, as after Delete, to the one that took its place. Otherwise the next key would begin at the head of
 * the page. Where the row of a dialog is still there, the dialog itself goes back to what opened it.
 */
export function useFocusBack(results: RefObject<HTMLElement | null>, { askedAbout, selected }: Over): void {
  const origin = useRef<Origin>(undefined);
  const wasOpen = useRef(false);
  useEffect(() => {
    const list = results.current;
    const over = askedAbout ?? selected;
    wasOpen.current = over === undefined ? wasOpen.current : selected !== undefined;
    if (over !== undefined) {
      origin.current = originOf(list, over, origin.current);
      return;
    }
    if (origin.current === undefined) return;
    const opener = openerOf(list, origin.current.id);
    if (opener === null) focusBeside(list, origin.current.index);
    else if (wasOpen.current) opener.focus();
    origin.current = undefined;
  }, [results, askedAbout, selected]);
}

function rowsOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>("tbody [role=row]") ?? [])];
}

function openerOf(list: HTMLElement | null, id: number): HTMLElement | null {
  return list?.querySelector<HTMLElement>(`[data-opens="${String(id)}"]`) ?? null;
}

function originOf(list: HTMLElement | null, id: number, before: Origin | undefined): Origin {
  const opener = openerOf(list, id);
  const index = rowsOf(list).findIndex((row) => row.contains(opener));
  return index >= 0 || before?.id !== id ? { id, index } : before;
}

/** Puts the focus on the row at this place, the last one where there are fewer, or on the heading where there is none. */
function focusBeside(list: HTMLElement | null, index: number): void {
  const rows = rowsOf(list);
  const row = index < 0 ? undefined : rows[Math.min(index, rows.length - 1)];
  const place = row?.querySelector<HTMLElement>("[data-opens]") ?? list?.querySelector<HTMLElement>("h2");
  place?.focus();
}
