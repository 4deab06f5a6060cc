import { describe, expect, test } from "vitest";

import { en } from "./en.ts";
import { fa } from "./fa.ts";

/** The texts of a catalogue, each by its key. */
function textsOf(part: object, path = ""): readonly (readonly [key: string, text: string])[] {
  return Object.entries(part).flatMap(([name, value]: [string, unknown]) => {
    const key = path === "" ? name : `${path}.${name}`;
    return typeof value === "string" ? [[key, value] as const] : textsOf(value as object, key);
  });
}

const english = new Map(textsOf(en));
/** What stands for values, and the tags around parts of a text: `{{count}}`, `<who>`. */
const fixedIn = (text: string): readonly string[] =>
  [...text.matchAll(/\{\{[^}]+\}\}|<\/?\w+\/?>/g)].map(([part]) => part).toSorted();

/** Latin words that stand in every language: keys of a keyboard, endings and kinds of files, codes, names, and what is typed as it stands. */
const latin = new Set([
  ..."Alt+R Ctrl+Enter Enter Esc Shift+Enter Shift+L T".split(" "),
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

describe.each([["fa-AF", fa]] as const)("the catalogue of %s", (_tag, catalogue) => {
  const texts = textsOf(catalogue);

  test("has every text of the English one, and none besides", () => {
    expect(texts.map(([key]) => key).toSorted()).toEqual([...english.keys()].toSorted());
    expect(texts.filter(([key, text]) => text.trim() === "" && english.get(key) !== "")).toEqual([]);
  });

  test("has the values and tags of the English texts in its own", () => {
    const wrong = texts.filter(([key, text]) => fixedIn(text).join() !== fixedIn(english.get(key) ?? "").join());
    expect(wrong).toEqual([]);
  });

  test("is written as Kabul writes: with Persian letters, Latin figures, and Latin letters only where they are names", () => {
    expect(texts.filter(([, text]) => /[يكىة]/.test(text))).toEqual([]);
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
});
