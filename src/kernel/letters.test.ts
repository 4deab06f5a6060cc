import { describe, expect, test } from "vitest";

import { foldLetters, isSameName, plainName, withoutStraySigns, withoutUnseen } from "./letters.ts";

describe("letters of another keyboard", () => {
  test.each([
    ["علي", "علی"],
    ["على", "علی"],
    ["كريم", "کریم"],
    ["يكى كي", "یکی کی"],
    ["سپوږمۍ ګل", "سپوږمۍ ګل"],
    ["Karim ۵", "Karim ۵"],
    ["", ""],
  ])("%j are %j", (typed, folded) => expect(foldLetters(typed)).toBe(folded));
});

describe("characters that nobody sees", () => {
  test.each([
    ["نبي\u200Cزاده", "نبيزاده"],
    ["\u200D\u200Eعلي\u200F", "علي"],
    ["محمـــد", "محمد"],
    ["A B\u00A0C", "A B\u00A0C"],
  ])("of %j leave %j", (typed, seen) => expect(withoutUnseen(typed)).toBe(seen));
});

describe("names that are compared", () => {
  test.each([
    ["  Karim   KHAN ", "karim khan"],
    ["كريم محمـد", "کریم محمد"],
    ["نبی\u200Cزاده", "نبیزاده"],
    ["\u2067Omid\u2069", "omid"],
  ])("%j is %j", (written, compared) => expect(plainName(written)).toBe(compared));
});

test.each([
  ["علي يوسفي\u200Cپور", "علی یوسفی پور", true],
  ["محمدعلی", "محمد  علی", true],
  ["علی احمدی", "علی احمد", false],
])("%j and %j are one name: %j", (one, other, are) => expect(isSameName(one, other)).toBe(are));

test("signs that come along with a copied text are taken out of it, drawn letters are plain ones, and nothing else changes", () => {
  expect(withoutStraySigns("\u202A+93\u2066 770\u2069\u202C فرید\u200C\u200E")).toBe("+93 770 فرید\u200C\u200E");
  expect(withoutStraySigns("ﻋﺒﺪ ﷲ ﻻﺭﻯ")).toBe("عبد الله لارى");
  expect(withoutStraySigns("\uFEFFکر\u00ADیم\u061C خان\u200B\u2060 \u200Dالف")).toBe("کریم خان \u200Dالف");
});
