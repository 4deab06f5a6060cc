import { expect, onTestFinished } from "vitest";

import { noteDirection } from "#web/lib/direction.ts";

/** Has the screens read from the right until the end of the test. */
export function readFromRight(): void {
  noteDirection("rtl");
  onTestFinished(() => noteDirection("ltr"));
}

/**
 * Expects a value to run its own way by itself: what stands beside it keeps its place, and the block around it the edge that it begins
 * at.
 */
export function expectAlone(value: HTMLElement): void {
  expect(value.tagName).toBe("BDI");
  expect(value.closest("[dir=auto]")).toBeNull();
}
