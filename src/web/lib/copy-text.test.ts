import { expect, test, vi } from "vitest";

import { copyText } from "./copy-text.ts";

/** A browser with this clipboard, and this answer to the older way. */
function browser(clipboard: object | undefined, copies: () => boolean): void {
  vi.stubGlobal("navigator", { clipboard });
  Object.assign(document, { execCommand: copies });
}

test("a text goes to the clipboard", async () => {
  const writeText = vi.fn(async () => undefined);
  browser({ writeText }, () => false);
  expect(await copyText("abcde-fghjk")).toBe(true);
  expect(writeText).toHaveBeenCalledWith("abcde-fghjk");
});

test.each([
  ["has no clipboard", undefined],
  ["refuses it", { writeText: () => Promise.reject(new Error("not allowed")) }],
])("where the browser %s the older way is tried, and its answer is told", async (_what, clipboard) => {
  const set = vi.fn();
  browser(clipboard, () => document.dispatchEvent(Object.assign(new Event("copy"), { clipboardData: { setData: set } })));
  expect(await copyText("abcde-fghjk")).toBe(true);
  expect(set).toHaveBeenCalledWith("text/plain", "abcde-fghjk");
  browser(clipboard, () => false);
  expect(await copyText("abcde-fghjk")).toBe(false);
});
