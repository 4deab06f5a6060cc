/** A language of the screens. */
interface Described {
  /** As the document and the translator call it. */
  readonly tag: string;
  /** Its name in the language itself; no browser knows all of them. */
  readonly name: string;
  readonly direction: "ltr" | "rtl";
  /** How browsers call what its readers read, without the country. */
  readonly spokenAs: readonly string[];
}

/** The languages that there is a catalogue of. The first one is in the page itself; what speaks the others is named in `speech.ts`. */
export const languages = [
  { tag: "en", name: "English", direction: "ltr", spokenAs: ["en"] },
  { tag: "fa-AF", name: "دری", direction: "rtl", spokenAs: ["fa", "prs"] },
  { tag: "ps-AF", name: "پښتو", direction: "rtl", spokenAs: ["ps"] },
] as const satisfies readonly Described[];

export type Language = (typeof languages)[number];
export type LanguageTag = Language["tag"];

/** What the screens speak where nothing else is wanted, or where what is wanted cannot be had. */
export const fallbackLanguage = languages[0];

/** The language of a tag; the fallback where there is none of it. */
export function knownLanguage(tag: string): Language {
  return languages.find((language) => language.tag === tag) ?? fallbackLanguage;
}

/** The first of the languages that somebody reads, the dearest first, which there is a catalogue of. */
export function languageAmong(read: readonly string[]): Language {
  const found = read
    .map((tag) => tag.toLowerCase().split(/[-_@]/)[0] ?? "")
    .map((spoken) => languages.find(({ spokenAs }: Described) => spokenAs.includes(spoken)))
    .find((language) => language !== undefined);
  return found ?? fallbackLanguage;
}
