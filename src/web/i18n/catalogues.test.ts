import { describe, expect, test } from "vitest";

import { textsOf } from "#web/testing/texts-of.ts";

import { en } from "./en.ts";
import { fa, refusals as refusalsInDari } from "./fa.ts";
import { ps, refusals as refusalsInPashto } from "./ps.ts";

const english = new Map(textsOf(en));
/** What stands for values, and the tags around parts of a text: `{{count}}`, `<who>`. */
const fixedIn = (text: string): readonly string[] =>
  [...text.matchAll(/\{\{[^}]+\}\}|<\/?\w+\/?>/g)].map(([part]) => part).toSorted();

/** Latin words that stand in every language: keys of a keyboard, endings and kinds of files, codes, names, and what is typed as it stands. */
const latin = new Set([
  ..."Alt+R Ctrl+Enter Enter Esc Shift+Enter Shift+L T V".split(" "),
  ..."csv ods xls xlsx GIF JPEG PNG WebP sarraf-recovery-codes.txt".split(" "),
  ..."AC1000 AC1001 GBP HWL TXN- USD YYYY-MM-DD A B A5".split(" "),
  ..."IANA ISO QR SHA-256 PostgreSQL Chrome Aegis Google Authenticator Password Asia Kabul".split(" "),
  ..."DATA_DIR FILE audit.key npm run restore".split(" "),
  // The account of that name.
  ..."Cash Over and Short".split(" "),
]);
/** What is found by typing is found in English, too. */
const isTyped = (key: string): boolean => /(?:^|\.)words\./.test(key);
const latinIn = (text: string): readonly string[] =>
  [...text.replaceAll(/\{\{[^}]+\}\}|<\/?\w+\/?>/g, "").matchAll(/[A-Za-z][\w+.-]*/g)].map(([word]) => word.replace(/\.$/, ""));

/** How a language is written, and what its catalogue has to be held to besides. */
const languages = [
  {
    tag: "fa-AF",
    catalogue: fa,
    refusals: refusalsInDari,
    foreignLetters: /[يكىة]/u,
    // What is one sentence in English and two in the language, which has no word that stands for both.
    several: ["Add the first one", "This may have been entered already"],
  },
  { tag: "ps-AF", catalogue: ps, refusals: refusalsInPashto, foreignLetters: /[گكىة]|\u0654/u, several: ["Add the first one"] },
] as const;

describe.each(languages)("the catalogue of $tag", ({ catalogue, refusals, foreignLetters, several }) => {
  const texts = textsOf(catalogue);
  const words = new Map(texts);

  test("has every text of the English one, and none besides", () => {
    expect(texts.map(([key]) => key).toSorted()).toEqual([...english.keys()].toSorted());
    expect(texts.filter(([key, text]) => text.trim() === "" && english.get(key) !== "")).toEqual([]);
  });

  test("has the values and tags of the English texts in its own", () => {
    const wrong = texts.filter(([key, text]) => fixedIn(text).join() !== fixedIn(english.get(key) ?? "").join());
    expect(wrong).toEqual([]);
  });

  test("is written as Kabul writes: with its own letters, Latin figures, and Latin letters only where they are names", () => {
    expect(texts.filter(([, text]) => foreignLetters.test(text))).toEqual([]);
    expect(texts.filter(([, text]) => /[٠-٩۰-۹]/.test(text))).toEqual([]);
    expect(texts.filter(([, text]) => /(?<!\d),|[,;?](?!\d)/.test(text))).toEqual([]);
    const foreign = texts.flatMap(([key, text]) =>
      isTyped(key)
        ? []
        : latinIn(text)
            .filter((word) => !latin.has(word))
            .map((word) => `${key}: ${word}`),
    );
    expect(foreign).toEqual([]);
  });

  test("keeps keys that are pressed together in their order: a value before a plus would go to its other side", () => {
    const together = texts.filter(([, text]) => text.includes("{{ctrl}}"));
    expect(together.length).toBeGreaterThan(0);
    expect(together.filter(([, text]) => /(?<!\u2066)\{\{ctrl\}\}|\{\{ctrl\}\}(?![A-Za-z+]+\u2069)/.test(text))).toEqual([]);
  });

  test("has the same words for a sentence on every screen and in what the server says", () => {
    const withoutEnd = (text: string): string => text.replace(/\.$/, "");
    const said = [...english].map(([key, text]) => [text, words.get(key) ?? ""] as const);
    const known = new Map<string, Set<string>>();
    for (const [text, translation] of [...said, ...Object.entries(refusals.sentences)]) {
      const sentence = withoutEnd(text);
      if (sentence.split(" ").length >= 4) known.set(sentence, (known.get(sentence) ?? new Set()).add(withoutEnd(translation)));
    }
    const differing = [...known].filter(([, ways]) => ways.size > 1);
    const told = JSON.stringify(differing.map(([sentence, ways]) => [sentence, ...ways]));
    expect(new Set(differing.map(([sentence]) => sentence)), told).toEqual(new Set(several));
  });

  test("finds every page by its English name, too", () => {
    const typed: Readonly<Record<string, string>> = catalogue.shell.palette.words;
    const lost = Object.entries(en.shell.pages).filter(
      ([page, name]) => !(name.toLowerCase().match(/[a-z]{3,}/g) ?? []).every((word) => typed[page]?.includes(word)),
    );
    expect(lost).toEqual([]);
  });
});
