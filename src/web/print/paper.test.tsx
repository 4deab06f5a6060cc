import { expect, it, vi } from "vitest";

import { pageRule } from "#web/testing/page-rule.ts";
import { stage } from "#web/testing/stage.tsx";

import { Paper } from "./paper.tsx";

const sheet = (
  <Paper size="80mm" label="Voucher">
    Sheet
  </Paper>
);

it("a roll is cut behind what stands on the sheet when it is printed, also where that was drawn a moment ago", async () => {
  const millimetre = 96 / 25.4;
  const height = vi.spyOn(HTMLElement.prototype, "getBoundingClientRect");
  height.mockReturnValue(new DOMRect(0, 0, 80 * millimetre, 150 * millimetre));
  const { unmount } = await stage(sheet);
  expect(pageRule()).toContain("80mm 152mm");
  // "COPY 1", and when it was printed: no frame has been drawn since, and nobody was told of the new height.
  height.mockReturnValue(new DOMRect(0, 0, 80 * millimetre, 158 * millimetre));
  window.dispatchEvent(new Event("beforeprint"));
  expect(pageRule()).toContain("80mm 160mm");
  unmount();
  window.dispatchEvent(new Event("beforeprint"));
  expect(pageRule()).toBe("");
});
