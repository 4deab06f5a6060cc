import { useRef, useState } from "react";

import { sheetExtensions } from "#contract/import-batches.ts";
import { largestSheet } from "#kernel/hawala-sheet.ts";
import { useLatestQuestion } from "#web/lib/late-answers.ts";

/** What can be wrong with files that were chosen, before anything is sent. */
export type SheetFault = "oneFile" | "invalidType" | "tooLarge" | "unreadable";

/** The largest sheet in megabytes, as it is told. */
export const largestSheetMb = String(largestSheet / 1024 / 1024);

/** A partner's sheet as it was when it was chosen: what is previewed is what is imported. */
export interface ChosenSheet {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly content: Blob;
  /** Another one for each choice, so that the same file chosen again is another. */
  readonly choice: number;
}

/** How far the choice of a sheet has come. */
interface Choice<Fault> {
  readonly file?: ChosenSheet;
  /** The name of the one that is still being read. */
  readonly reading?: string;
  readonly fault?: Fault;
}

/**
 * The choice of one sheet. What is in it is read at once, so that saving it anew elsewhere changes nothing here. While it is read no
 * sheet is chosen, not even the one before; another choice or a removal drops it. `Own` are faults of the page's own.
 */
export function useChosenSheet<Own extends string = never>() {
  const [{ file, reading, fault }, put] = useState<Choice<SheetFault | Own>>({});
  const choices = useRef(0);
  const { ask, drop } = useLatestQuestion();
  const leave = (left: Choice<SheetFault | Own>): void => {
    drop();
    put(left);
  };
  return {
    file,
    reading,
    fault,
    refuse: (wrong: Own): void => leave({ fault: wrong }),
    remove: (): void => leave({}),
    /** Takes the only file, or says what is wrong with what was chosen. */
    choose: async (files: readonly File[]): Promise<void> => {
      const [only, ...others] = files;
      const isWanted = ask();
      // A folder without files was dropped.
      if (only === undefined || others.length > 0) return put({ fault: "oneFile" });
      const wrong = faultOf(only);
      if (wrong !== undefined) return put({ fault: wrong });
      put({ reading: only.name });
      const bytes = await only.arrayBuffer().catch(() => undefined);
      if (!isWanted()) return;
      if (bytes === undefined) return put({ fault: "unreadable" });
      choices.current += 1;
      put({ file: { name: only.name, size: bytes.byteLength, content: new Blob([bytes]), choice: choices.current } });
    },
  };
}

/** What speaks against a file by its name and size alone; undefined for nothing. */
function faultOf({ name, size }: File): SheetFault | undefined {
  const lower = name.toLowerCase();
  if (!sheetExtensions.some((extension) => lower.endsWith(extension))) return "invalidType";
  return size > largestSheet ? "tooLarge" : undefined;
}
