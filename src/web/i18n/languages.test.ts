import { expect, test } from "vitest";

import { knownLanguage, languageAmong, languages } from "./languages.ts";

test("each language is called by its own name", () => {
  // Of Pashto the country would be named, too: Pakistan has it as well.
  const nameOf = (tag: string) => new Intl.DisplayNames([tag], { type: "language" }).of(tag)?.replace(/ \(.+\)$/, "");
  for (const { tag, name } of languages) expect(name).toBe(nameOf(tag));
  expect(languages.map(({ direction }) => direction)).toEqual(["ltr", "rtl", "rtl"]);
});

test("a language without a catalogue, or no language at all, falls back to English", () => {
  for (const tag of ["xx", "fa-AF-x", "", "toString", "__proto__"]) expect(knownLanguage(tag).tag).toBe("en");
  expect(knownLanguage("fa-AF").name).toBe("دری");
});

test.each([
  [["fa"], "fa-AF"],
  [["fa-IR"], "fa-AF"],
  [["prs-AF"], "fa-AF"],
  [["FA-af"], "fa-AF"],
  [["ps-AF", "fa-AF", "en"], "ps-AF"],
  [["ps"], "ps-AF"],
  [["ur-PK", "fa-AF"], "fa-AF"],
  [["en-GB", "fa-AF"], "en"],
  [["en-US@posix"], "en"],
  [["fat", "fil"], "en"],
  [["ur"], "en"],
  [[], "en"],
])("who reads %j is spoken to in %s", (read, tag) => {
  expect(languageAmong(read).tag).toBe(tag);
});
