import { inBrowser } from "#web/lib/browser-storage.ts";
import { watched } from "#web/lib/watched.ts";

import { knownLanguage, languageAmong, languages, type LanguageTag } from "./languages.ts";

/** In place of a tag: as the browser has it. */
export const languageOfBrowser = "auto";
const storageKey = "sarraf-language";
const kept = (): LanguageTag | undefined => languages.find(({ tag }) => tag === inBrowser.textOf(storageKey))?.tag;
const chosen = watched(kept());
// Another tab has changed it.
window.addEventListener("storage", ({ key }) => {
  if (key === storageKey) chosen.set(kept());
});

/** The language of this browser: what was last chosen in it, else the first of its own that there is a catalogue of. */
export function browserLanguage(): LanguageTag {
  return chosen.get() ?? languageAmong(navigator.languages).tag;
}

/** Keeps a language for this browser, whoever sits at it next. */
export function keepLanguage(tag: LanguageTag): void {
  if (tag !== kept()) inBrowser.keep(storageKey, tag);
  chosen.set(tag);
}

/** The language that a preference asks for. */
export function useWanted(preference: string): LanguageTag {
  const here = chosen.useValue();
  if (preference === languageOfBrowser) return here ?? languageAmong(navigator.languages).tag;
  return knownLanguage(preference).tag;
}
