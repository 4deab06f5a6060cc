import { useNavigate } from "@tanstack/react-router";
import { useRef } from "react";

import type { Role } from "#contract/permissions.ts";
import { isTakenByInputMethod } from "#web/lib/composing.ts";
import { useWindowKeys } from "#web/lib/window-keys.ts";
import { isDialogOpen, isTypedInto } from "#web/ui/dialogs.ts";

import { entriesFor } from "./navigation.ts";

/** How long the letter may follow the G. */
const followsWithinMs = 1_500;

interface ShellKeys {
  readonly role: Role;
  readonly onPalette: () => void;
  readonly onSheet: () => void;
}

/**
 * The keys that work on every page: Ctrl+K, `?`, G and a letter, and Escape out of a field, without which the others could
 * not be pressed on a page that starts in one. Physical keys are meant, so that they lie where they are printed on a Persian
 * layout too.
 */
export function useShellKeys({ role, onPalette, onSheet }: ShellKeys): void {
  const navigate = useNavigate();
  const goPressedAt = useRef(Number.NEGATIVE_INFINITY);
  const go = (event: KeyboardEvent): void => {
    const letter = event.code.replace("Key", "");
    const awaited = event.timeStamp - goPressedAt.current < followsWithinMs;
    const entry = awaited ? entriesFor(role).find((candidate) => candidate.go === letter) : undefined;
    goPressedAt.current = entry === undefined && letter === "G" ? event.timeStamp : Number.NEGATIVE_INFINITY;
    if (entry === undefined) return;
    event.preventDefault();
    void navigate({ to: entry.to });
  };
  useWindowKeys((event) => {
    if (event.defaultPrevented || isTakenByInputMethod(event)) return;
    const isPalette = isPaletteKey(event);
    // Under a dialog it does nothing, and not what the browser does with it: that takes the focus off to a search of its own.
    if (isPalette) event.preventDefault();
    if (isDialogOpen()) return;
    if (isPalette) onPalette();
    else if (event.ctrlKey || event.metaKey || event.altKey) return;
    else if (isTypedInto(event.target)) {
      if (event.key === "Escape" && event.target instanceof HTMLElement) event.target.blur();
    } else if (isSheetKey(event)) {
      event.preventDefault();
      onSheet();
    } else go(event);
  });
}

function isPaletteKey(event: KeyboardEvent): boolean {
  return event.code === "KeyK" && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
}

/** The question mark of any layout, and the key that carries it on an English one. */
function isSheetKey(event: KeyboardEvent): boolean {
  return event.key === "?" || event.key === "؟" || (event.code === "Slash" && event.shiftKey);
}
