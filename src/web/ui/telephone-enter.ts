import type { ComboboxStore } from "@mantine/core";
import type { KeyboardEvent } from "react";

import { isTakenByInputMethod } from "#web/lib/composing.ts";

/**
 * Chooses what is highlighted in an open list by the Enter of a telephone, which Mantine's list does not hear: its keyboard composes the word before
 * it still, and names no physical key. Every other Enter is the list's own.
 */
export function chooseByTelephone(event: KeyboardEvent, store: ComboboxStore): void {
  const isHeard = !event.nativeEvent.isComposing && event.code !== "";
  if (event.key !== "Enter" || event.ctrlKey || event.metaKey || isHeard || isTakenByInputMethod(event)) return;
  if (!store.dropdownOpened || store.getSelectedOptionIndex() === -1) return;
  event.preventDefault();
  store.clickSelectedOption();
}
