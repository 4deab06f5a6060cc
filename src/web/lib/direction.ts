import type { Language, LanguageTag } from "#web/i18n/languages.ts";

let direction: Language["direction"] = "ltr";
let language: LanguageTag = "en";

/** Notes from which side the screens are read. */
export function noteDirection(latest: Language["direction"]): void {
  direction = latest;
}

/** Notes which language the screens speak. */
export function noteLanguage(tag: LanguageTag): void {
  language = tag;
}

/** The language that the screens speak, for what is drawn anew with it anyway. */
export const spokenLanguage = (): LanguageTag => language;

/** The same for what a browser itself puts into words; its figures are those of all amounts. */
export const spokenByBrowser = (): string => `${language}-u-nu-latn`;

/** Whether the screens are read from the right. */
export const isReadFromRight = (): boolean => direction === "rtl";

/** Words in a row, as a sentence lists them: the comma of a script that is read from the right is turned round. */
export const listed = (words: readonly string[]): string => words.join(isReadFromRight() ? "، " : ", ");

/** Points from what was to what is, in the direction of reading: an arrow among letters is not turned round with them. */
export const onwards = (): "→" | "←" => (isReadFromRight() ? "←" : "→");
