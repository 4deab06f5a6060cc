import { createContext, use } from "react";

import type { Doubt } from "./use-entry-form.ts";

/** What the foot of an entry form shows of the form around it. */
export interface EntryAround {
  /** It is on its way to the server: until it is answered the form takes no input. */
  readonly sending: boolean;
  readonly failure: unknown;
  /** What could not be done, in the screen's own words. */
  readonly failureTitle: string;
  /** Nobody knows whether what stands in the form has been recorded. */
  readonly unanswered: boolean;
  /** Does what gives up what stands in the form; where that may have been recorded, once the person has been asked. */
  readonly askFirst: (act: () => void) => void;
  readonly doubt: Doubt | undefined;
  readonly onSave: () => void;
  /** Undefined where nothing can be printed. */
  readonly onSaveAndPrint: (() => void) | undefined;
  /** Undefined where there is no last entry. */
  readonly onRepeat: (() => void) | undefined;
}

export const EntryContext = createContext<EntryAround | undefined>(undefined);

/** The entry form around a component; undefined outside one. */
export function useEntryAround(): EntryAround | undefined {
  return use(EntryContext);
}

/** How often the form around has been filled anew, by itself and not by typing. */
export const RoundContext = createContext(0);
