import { expect, test } from "vitest";

import { spokenIn } from "#web/testing/own-direction.ts";

import { listed, onwards } from "./direction.ts";

test.each([
  ["en", "USD, AFN", "→"],
  ["fa-AF", "USD، AFN", "←"],
] as const)("words in a row and what leads on are written as %s is read", (language, row, arrow) => {
  spokenIn(language);
  expect(listed(["USD", "AFN"])).toBe(row);
  expect(onwards()).toBe(arrow);
});
