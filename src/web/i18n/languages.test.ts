import { expect, test } from "vitest";

import { catalogues, knownLanguage, languages } from "./languages.ts";

test("the languages on offer are those whose catalogue exists, each by its own name", () => {
  expect(languages.map(({ tag }) => tag)).toEqual(Object.keys(catalogues));
  expect(languages[0]).toEqual({ tag: "en", name: "English", direction: "ltr" });
});

test("a language without a catalogue, or no language at all, falls back to English", () => {
  for (const tag of ["xx", "fa-AF-x", "", "toString", "__proto__"]) expect(knownLanguage(tag).tag).toBe("en");
});
