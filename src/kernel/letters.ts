import { latinDigits } from "./digits.ts";

const arabicYeh = /[يى]/gu;
const arabicKaf = /ك/gu;
/** Signs that embed, isolate or turn round a direction, as a class of a pattern has them. */
export const directionSigns = String.raw`\u202A-\u202E\u2066-\u2069`;
/** With them: soft hyphen, Arabic letter mark, space and joiner without a width, mark of the order of bytes. */
const straySigns = new RegExp(String.raw`[${directionSigns}\u00AD\u061C\u200B\u2060\uFEFF]`, "gu");
/** Arabic letters, and words up to the name of God, in the shape that their place in a word gives them. */
const drawnLetters = /[\uFB50-\uFDF2\uFE70-\uFEFC]+/gu;
/** Joiners, direction marks and the letter stretcher. */
const unseen = /[\u200C-\u200F\u0640]/gu;

/**
 * The text with the yeh and kaf of an Arabic keyboard (ي, ى, ك) as those of a Persian one (ی, ک): the same word is typed on either.
 * Everything else stays. `fold_text` of the database, by which texts are searched, folds these as well, and letters of Pashto beside them
 * (ګ, ې, ۍ, ئ): a search may find too much, while two names that are compared should not be one by mistake.
 */
export function foldLetters(text: string): string {
  return text.replaceAll(arabicYeh, "ی").replaceAll(arabicKaf, "ک");
}

/** The text without the characters that make no difference to a search: the stored text is searched without them. */
export function withoutUnseen(text: string): string {
  return text.replaceAll(unseen, "");
}

/** What only a search takes for one letter. */
const alike: Readonly<Record<string, string>> = {
  ...lettersAs("ی", "ېۍئ"),
  ...lettersAs("گ", "ګ"),
  ...lettersAs("ه", "ةۀ"),
  ...lettersAs("ا", "أإآٱ"),
};
const alikeLetters = new RegExp(`[${Object.keys(alike).join("")}]`, "gu");

function lettersAs(letter: string, others: string): Readonly<Record<string, string>> {
  return Object.fromEntries([...others].map((other) => [other, letter]));
}

/** The text as `fold_text` of the database has it: for what is searched without asking there, as short lists are. */
export function searchedText(text: string): string {
  return latinDigits(withoutUnseen(foldLetters(text.toLowerCase()))).replaceAll(
    alikeLetters,
    (letter) => alike[letter] ?? letter,
  );
}

/**
 * The text without what nobody sees or types, and what comes along when a text is copied: {@link directionSigns}, which could disguise
 * an entry, and signs that would keep a name from being found by what is seen of it. Drawn letters are plain ones, for the same reason.
 */
export function withoutStraySigns(text: string): string {
  return withoutDrawnLetters(text.replaceAll(straySigns, ""));
}

/**
 * The text with letters as they are typed where old programs, and copies out of a printed page, have how each is drawn: "ﻋﻠﻲ" is "علي",
 * "عبدﷲ" is "عبدالله". They look alike, and who looks for one would not find the other.
 */
export function withoutDrawnLetters(text: string): string {
  return text.replaceAll(drawnLetters, (drawn) => drawn.normalize("NFKC"));
}

/** A name as it is compared: however it was written, with whatever letters and marks. */
export function plainName(name: string): string {
  return withoutUnseen(foldLetters(name.normalize("NFKC")))
    .toLowerCase()
    .replaceAll(/\p{Cf}/gu, "")
    .replaceAll(/\s+/gu, " ")
    .trim();
}

/** Whether two texts are one name, however each was written: the parts of "یوسفی پور" are joined in "یوسفی‌پور", which may lose its joiner. */
export function isSameName(one: string, other: string): boolean {
  return plainName(one).replaceAll(" ", "") === plainName(other).replaceAll(" ", "");
}
