import type { dari } from "./dari.ts";

/** A heading of a file, by its English. */
export type Head = keyof (typeof dari)["heads"];
/** What the program itself says in a cell, by its English. */
export type Word = keyof (typeof dari)["words"];
/** One that nothing is put into. */
export type PlainWord = Exclude<Word, `${string}{${string}`>;
/** What the sheet of an .xlsx file is called, by its English. */
export type SheetName = keyof (typeof dari)["sheets"];

/** The names in the braces of a phrase. */
type Named<Phrase> = Phrase extends `${string}{${infer Name}}${infer Rest}` ? Name | Named<Rest> : never;
type Part = string | Said<Word>;

/** Words of the program's own, to be said in the language of the file. A text that somebody typed is none, though it read the same. */
export interface Said<Phrase extends Head | Word = Head | Word> {
  /** In English. What is put into it stands in braces by name: "Balance {currency}". */
  readonly phrase: Phrase;
  readonly parts: Readonly<Record<string, Part>>;
}

type Parts<Phrase> = [Named<Phrase>] extends [never] ? [] : [parts: Readonly<Record<Named<Phrase>, Part>>];

/** Marks the program's own words, with what is put into them. */
export function said<Phrase extends Head | Word>(phrase: Phrase, ...[parts]: Parts<Phrase>): Said<Phrase> {
  return { phrase, parts: parts ?? {} };
}

/** What was written about an amount: where nobody wrote anything, the books hold it in English words, whatever language the desk spoke. */
export interface Narrated {
  readonly narrative: string;
  readonly amount: string;
}
