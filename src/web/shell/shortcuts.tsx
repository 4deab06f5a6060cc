import { createContext, use, useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";

import { assert } from "#kernel/assert.ts";
import { useSession } from "#web/lib/session.ts";

import { useBackCloses } from "./back-closes.ts";
import { KeySheet } from "./key-sheet.tsx";
import { Palette } from "./palette.tsx";
import { useShellKeys } from "./shell-keys.ts";

interface Shortcuts {
  readonly openPalette: () => void;
  readonly openSheet: () => void;
}

const ShortcutsContext = createContext<Shortcuts | undefined>(undefined);

/** How a button opens what has a key as well. */
export function useShortcuts(): Shortcuts {
  const shortcuts = use(ShortcutsContext);
  assert(shortcuts !== undefined, "shortcuts stand around every page");
  return shortcuts;
}

/** The keys of every page, the palette and the key sheet. */
export function ShortcutsProvider({ children }: { readonly children: ReactNode }) {
  const { role } = useSession();
  const [shown, setShown] = useState<"palette" | "sheet">();
  const beforePalette = useRef<Element>(null);
  const close = (): void => setShown(undefined);
  const shortcuts: Shortcuts = {
    openPalette: () => {
      beforePalette.current = document.activeElement;
      setShown("palette");
    },
    openSheet: () => setShown("sheet"),
  };
  useBackCloses(shown !== undefined, close);
  useShellKeys({ role, onPalette: shortcuts.openPalette, onSheet: shortcuts.openSheet });
  const sheetAfterPalette = (): void => {
    // The sheet gives the focus back to what has it now: the field of the palette would be gone by then.
    if (beforePalette.current instanceof HTMLElement) beforePalette.current.focus({ preventScroll: true });
    // At once, as by a press: otherwise it looks only after it has taken the focus itself.
    flushSync(shortcuts.openSheet);
  };
  // Both come with the page and not on demand: a server that is away must not keep anybody from what the keys are for.
  return (
    <ShortcutsContext value={shortcuts}>
      {children}
      <Palette opened={shown === "palette"} onClose={close} onSheet={sheetAfterPalette} />
      <KeySheet opened={shown === "sheet"} onClose={close} />
    </ShortcutsContext>
  );
}
