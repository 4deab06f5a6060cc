import { noteOwnWords, type BrowserWords } from "#web/lib/browser-words.ts";
import { noteDirection, noteLanguage } from "#web/lib/direction.ts";
import { fetchPart } from "#web/lib/fetched-part.ts";
import { watched } from "#web/lib/watched.ts";

import { fallbackLanguage, knownLanguage, type LanguageTag } from "./languages.ts";
import { speakRefusals } from "./refusals.ts";
import { i18n } from "./setup.ts";

/** What a language is spoken with. */
interface Speech {
  readonly texts: Readonly<Record<string, object>>;
  /** What the server says in English, by what it is in this language. */
  readonly refusals: Parameters<typeof speakRefusals>[0];
  /** Of a language that not every browser knows. */
  readonly ownWords?: BrowserWords;
}

/** Where the languages come from that are not in the page itself: a file of their own each, which nobody fetches who does not speak it. */
const fetched: Readonly<Record<Exclude<LanguageTag, "en">, () => Promise<Speech>>> = {
  "fa-AF": async () => {
    const { fa, refusals } = await import("./fa.ts");
    return { texts: fa, refusals };
  },
  "ps-AF": async () => {
    const { ps, refusals, pashtoWords } = await import("./ps.ts");
    return { texts: ps, refusals, ownWords: pashtoWords };
  },
};

/** What is spoken, and what should be and cannot. */
interface Spoken {
  readonly tag: LanguageTag;
  readonly failed: { readonly tag: LanguageTag; readonly error: unknown } | undefined;
}

const spoken = watched<Spoken>({ tag: fallbackLanguage.tag, failed: undefined });
const early = new Map<LanguageTag, Promise<Speech>>();
const known = new Map<LanguageTag, Speech>();
let wanted: LanguageTag = fallbackLanguage.tag;

/** The language that the screens speak by now. */
export function useSpoken(): Spoken {
  return spoken.useValue();
}

/** Has a language come that will be spoken soon, while the page asks the server who is there. */
export function fetchSpeech(tag: LanguageTag): void {
  if (tag === "en" || early.has(tag)) return;
  const coming = fetched[tag]();
  early.set(tag, coming);
  // Whoever speaks it hears of it.
  coming.catch(() => {});
}

/** Speaks a language: at once where it is here, else when it has come, and English until then. Of several the last one is meant. */
export async function speak(tag: LanguageTag): Promise<void> {
  wanted = tag;
  const here = known.get(tag);
  if (tag === "en" || here !== undefined) {
    begin(tag, here);
    return;
  }
  try {
    const speech = await speechOf(tag);
    known.set(tag, speech);
    for (const [noun, texts] of Object.entries(speech.texts)) i18n.addResourceBundle(tag, noun, texts);
    if (wanted === tag) begin(tag, speech);
  } catch (error) {
    if (wanted === tag) spoken.set({ tag: spoken.get().tag, failed: { tag, error } });
  }
}

/** A page that has just come needs not ask whether the server is there; where that was wrong, it does as for any other part. */
async function speechOf(tag: Exclude<LanguageTag, "en">): Promise<Speech> {
  const coming = early.get(tag);
  if (coming === undefined) return fetchPart(fetched[tag]);
  return coming.catch(() => {
    early.delete(tag);
    return fetchPart(fetched[tag]);
  });
}

function begin(tag: LanguageTag, speech: Speech | undefined): void {
  const { direction } = knownLanguage(tag);
  // Before anything is drawn in it.
  noteDirection(direction);
  noteLanguage(tag);
  noteOwnWords(speech?.ownWords);
  speakRefusals(speech?.refusals);
  document.documentElement.lang = tag;
  document.documentElement.dir = direction;
  if (i18n.language !== tag) void i18n.changeLanguage(tag);
  const { tag: before, failed } = spoken.get();
  if (before !== tag || failed !== undefined) spoken.set({ tag, failed: undefined });
}
