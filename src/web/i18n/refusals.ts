import { inItsOwnOrder } from "#web/lib/format.ts";

/**
 * What the server says, in another language, by what it says in English. Where it puts values in, both have `{{name}}`. A value that
 * is words of the server's own is `{{said:name}}`: it is looked up here as well, and what has no words here is not this sentence.
 * `{{list:name}}` is values with " and " or " or " between them.
 */
export interface RefusalTable {
  /** Whole sentences; several of them may be said one after the other, with commas. */
  readonly sentences: Readonly<Record<string, string>>;
  /** What stands within a sentence, and what joins several: ", ", " and ", " or ". */
  readonly parts: Readonly<Record<string, string>>;
}

/** The sentence in the language of the table, with its values; as the server has said it where the table does not have it. */
export function inWordsOf(table: RefusalTable, message: string): string {
  return sentenceIn(compiled(table), message) ?? message;
}

let spoken: RefusalTable | undefined;

/** Says in whose words the server's are shown from now on; undefined for its own. */
export function speakRefusals(table: RefusalTable | undefined): void {
  spoken = table;
}

/** What the server has said, in the language of the screens. */
export function refusalInLanguage(message: string): string {
  return spoken === undefined ? message : inWordsOf(spoken, message);
}

/**
 * Why something was done. The server gives a few reasons of its own, none of which has values; all others were typed by somebody, and stay
 * as they were typed: "Amount: 500" would get half of its words changed.
 */
export function reasonInLanguage(reason: string): string {
  return spoken === undefined ? reason : (compiled(spoken).sentences.whole.get(reason) ?? reason);
}

type Kind = "said" | "list" | "value";

/** A sentence with values: what stands between them in English, and which values they are. */
interface Template {
  readonly fixed: readonly string[];
  readonly holes: readonly { readonly name: string; readonly kind: Kind }[];
  readonly translation: string;
}

interface Texts {
  readonly whole: ReadonlyMap<string, string>;
  /** The one with the longest fixed text first: it says most of the sentence itself. */
  readonly templates: readonly Template[];
}

interface Compiled {
  readonly sentences: Texts;
  readonly parts: Texts;
}

const known = new WeakMap<RefusalTable, Compiled>();

function compiled(table: RefusalTable): Compiled {
  const before = known.get(table);
  if (before !== undefined) return before;
  const made = { sentences: textsOf(table.sentences), parts: textsOf(table.parts) };
  known.set(table, made);
  return made;
}

const hole = /\{\{(?:(said|list):)?(\w+)\}\}/g;

function textsOf(record: Readonly<Record<string, string>>): Texts {
  const templates = Object.entries(record).flatMap(([english, translation]): Template[] => {
    const holes = [...english.matchAll(hole)].map(([, kind, name = ""]) => ({ name, kind: (kind ?? "value") as Kind }));
    // Split without the groups, which would come along.
    return holes.length === 0 ? [] : [{ fixed: english.split(/\{\{[^}]+\}\}/), holes, translation }];
  });
  const fixedLength = ({ fixed }: Template): number => fixed.join("").length;
  return {
    whole: new Map(Object.entries(record).filter(([english]) => !english.includes("{{"))),
    templates: templates.toSorted((left, right) => fixedLength(right) - fixedLength(left)),
  };
}

function sentenceIn(words: Compiled, message: string): string | undefined {
  const one = (text: string): string | undefined => words.sentences.whole.get(text) ?? filled(words, words.sentences, text);
  return words.sentences.whole.get(message) ?? listed(words, message, { joined: ", ", wordsOf: one }) ?? one(message);
}

/** What is the server's own within a sentence: a word, several of them, or a sentence of its own. */
function saidIn(words: Compiled, text: string): string | undefined {
  const one = (part: string): string | undefined =>
    words.parts.whole.get(part) ??
    words.sentences.whole.get(part) ??
    filled(words, words.parts, part) ??
    filled(words, words.sentences, part);
  return words.parts.whole.get(text) ?? listed(words, text, { joined: /, | and /, wordsOf: one }) ?? one(text);
}

interface Listing {
  readonly joined: string | RegExp;
  readonly wordsOf: (part: string) => string | undefined;
}

/** Several with what joins them between, where each of them is known; undefined otherwise, or of one alone. */
function listed({ parts }: Compiled, text: string, { joined, wordsOf }: Listing): string | undefined {
  const pieces = text.split(joined);
  if (pieces.length < 2) return undefined;
  let rest = text;
  let result = "";
  for (const piece of pieces) {
    const words = wordsOf(piece);
    if (words === undefined) return undefined;
    rest = rest.slice(piece.length);
    const joint = [...joints].find((one) => rest.startsWith(one)) ?? "";
    result += words + (parts.whole.get(joint) ?? joint);
    rest = rest.slice(joint.length);
  }
  return result;
}

const joints = [", ", " and ", " or "] as const;

/** The translation of the first template that the text is one of, with its values; undefined where it is of none. */
function filled(words: Compiled, { templates }: Texts, text: string): string | undefined {
  for (const template of templates) {
    const values = valuesIn(template, text);
    if (values === undefined) continue;
    const told = new Map<string, string>();
    const isKnown = template.holes.every(({ name, kind }, index) => {
      const value = toldAs(words, kind, values[index] ?? "");
      if (value !== undefined) told.set(name, value);
      return value !== undefined;
    });
    if (isKnown) return template.translation.replaceAll(hole, (_match, _kind, name: string) => told.get(name) ?? "");
  }
  return undefined;
}

function toldAs(words: Compiled, kind: Kind, value: string): string | undefined {
  if (kind === "said") return saidIn(words, value);
  if (kind === "value") return inItsOwnOrder(value);
  return listed(words, value, { joined: / and | or /, wordsOf: inItsOwnOrder }) ?? inItsOwnOrder(value);
}

/**
 * The values of a text that has the fixed texts of a template in their order; undefined of any other text. Each value ends where the
 * next fixed text first stands: that takes one look at each letter, whatever the values are.
 */
function valuesIn({ fixed }: Template, text: string): readonly string[] | undefined {
  const [first = "", ...others] = fixed;
  const last = others.at(-1) ?? "";
  if (!text.startsWith(first) || !text.endsWith(last)) return undefined;
  const values: string[] = [];
  let at = first.length;
  for (const [index, next] of others.entries()) {
    const end = index === others.length - 1 ? text.length - last.length : text.indexOf(next, at + 1);
    if (end <= at) return undefined;
    values.push(text.slice(at, end));
    at = end + next.length;
  }
  return values;
}
