import { en } from "./en.ts";

/** Every catalogue there is, by its language tag. Whoever adds one here has added the language: the profile offers it by itself. */
export const catalogues = { en } as const;

/** What the screens speak where nothing else is chosen, or where there is no catalogue of what was. */
export const fallbackLanguage = "en";

/** A language of the screens. */
export interface Language {
  readonly tag: string;
  /** Its name in the language itself. */
  readonly name: string;
  readonly direction: "ltr" | "rtl";
}

const rightToLeft: ReadonlySet<string> = new Set(["ar", "fa", "prs", "ps", "ur"]);

/** The languages whose catalogue exists. */
export const languages: readonly Language[] = Object.keys(catalogues).map(languageOf);

/** The language of a tag; the fallback where there is no catalogue of it. */
export function knownLanguage(tag: string): Language {
  return languageOf(Object.hasOwn(catalogues, tag) ? tag : fallbackLanguage);
}

function languageOf(tag: string): Language {
  return {
    tag,
    name: new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag,
    direction: rightToLeft.has(tag.split("-")[0] ?? "") ? "rtl" : "ltr",
  };
}
