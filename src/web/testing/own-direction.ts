import { expect, onTestFinished } from "vitest";

import { fallbackLanguage, knownLanguage, type LanguageTag } from "#web/i18n/languages.ts";
import { noteDirection, noteLanguage } from "#web/lib/direction.ts";

/** Has the screens read from the right until the end of the test. */
export function readFromRight(): void {
  noteDirection("rtl");
  onTestFinished(() => noteDirection("ltr"));
}

/** Has what needs no catalogue, such as dates, figures and amounts in words, speak a language until the end of the test. */
export function spokenIn(tag: LanguageTag): void {
  const note = (language: LanguageTag): void => {
    noteLanguage(language);
    noteDirection(knownLanguage(language).direction);
  };
  note(tag);
  onTestFinished(() => note(fallbackLanguage.tag));
}

/**
 * Expects a value to run its own way by itself: what stands beside it keeps its place, and the block around it the edge that it begins
 * at.
 */
export function expectAlone(value: HTMLElement): void {
  expect(value.tagName).toBe("BDI");
  expect(value.closest("[dir=auto]")).toBeNull();
}
