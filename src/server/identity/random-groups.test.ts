import { expect, test } from "vitest";

import { randomGroups } from "./random-groups.ts";

test("groups of five characters, none of which looks like another one, and never the same twice", () => {
  const texts = Array.from({ length: 200 }, () => randomGroups(4));
  for (const text of texts) expect(text).toMatch(/^[a-hjkmnp-z2-9]{5}(?:-[a-hjkmnp-z2-9]{5}){3}$/);
  expect(new Set(texts).size).toBe(texts.length);
  expect(new Set(texts.join("").replaceAll("-", "")).size).toBe(31);
});
