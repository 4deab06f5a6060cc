import { describe, expect, test } from "vitest";
import { z } from "zod";

import "#contract/messages.ts";
import { accountStatuses } from "#kernel/account-type.ts";
import { hawalaDirections, hawalaStatuses } from "#kernel/hawala.ts";
import { transactionTypes } from "#kernel/transaction-type.ts";
import { hole, sentencesIn, sentencesRaised, type ToldSentence } from "#web/testing/told-sentences.ts";

import { refusals as dari } from "./fa/refusals.ts";
import { refusals as pashto } from "./ps/refusals.ts";
import { inWordsOf, type RefusalTable } from "./refusals.ts";

const sources = import.meta.glob<string>(["../../{contract,kernel,ledger,server}/**/*.ts", "!**/*.test.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const functions = import.meta.glob<string>("../../db/schema.sql", { query: "?raw", import: "default", eager: true });

const onCommandLine = "is said on the command line";
const atStart = "is said where the server starts, or does not";
const forPrograms = "is said to a program: no screen asks so";
const inFiles = "stands in a file, for which the server has a table of its own";
const inBooks = "stays in the books in the words it was recorded with";

/** What no screen shows, by the beginning of the path, and why. */
const unshown: Readonly<Record<string, string>> = {
  "server/cli/": onCommandLine,
  "server/demo/": "is what an invented office has in its books",
  "server/backup/restore.ts": onCommandLine,
  "server/backup/emptiness.ts": onCommandLine,
  "server/backup/target.ts": onCommandLine,
  "server/backup/unfinished.ts": onCommandLine,
  "server/identity/lost-password.ts": onCommandLine,
  "server/identity/lost-second-factor.ts": onCommandLine,
  "server/identity/user-named.ts": onCommandLine,
  "server/main.ts": atStart,
  "server/start.ts": atStart,
  "server/config.ts": atStart,
  "server/clock.ts": atStart,
  "server/audit-key.ts": atStart,
  "server/report-source.ts": atStart,
  "server/jobs/": "stands in the server's log",
  "server/metrics.ts": forPrograms,
  "server/features/metrics/": forPrograms,
  "server/features/documentation/": "is the documentation of the calls, for who programs",
  "server/http/headers.ts": forPrograms,
  "server/http/json-body.ts": forPrograms,
  "server/http/if-match.ts": forPrograms,
  "server/http/idempotency.ts": forPrograms,
  "server/features/accounts/export.ts": inFiles,
  "server/features/dashboard/export.ts": inFiles,
  "server/features/reports/export.ts": inFiles,
  "server/features/reports/statement-sheet.ts": inFiles,
  "server/features/partner-settlements/reconcile-export.ts": inFiles,
  "server/spreadsheet/account-types.ts": inFiles,
  "server/spreadsheet/dari.ts": inFiles,
  "server/spreadsheet/pashto.ts": inFiles,
  "server/hawala/postings.ts": inBooks,
  "server/hawala-sheet/header.ts: rate|": "is what a column may be headed with",
  "server/hawala-sheet/header.ts: into usd|": "is what a column may be headed with",
  "server/hawala-sheet/list.ts: (TRUE or FALSE)": "is what stands in the file",
  "server/backup/folder.ts: DATA_DIR": atStart,
  "server/backup/folder.ts: BACKUP_DIR": atStart,
  "server/backup/catalogue.ts": "is asked of the database",
  "server/backup/parts.ts": "passes between the threads of the server",
  "server/backup/prove.ts: sarraf": "names a connection to the database",
  "server/backup/turn.ts: sarraf": "names a connection to the database",
  "server/spreadsheet/file.ts: the process": "stands in the server's log",
};

const asDone = "says that something was done, which screens say in words of their own";

/** What no screen asks for or shows, sentence by sentence, and why. */
const unshownSentences: Readonly<Record<string, string>> = {
  "Give at most 100 ids, separated by commas": forPrograms,
  "Choose en, fa-AF or ps-AF": forPrograms,
  "Filter must be one of {{}}": forPrograms,
  "Direction must be one of incoming, outgoing, all": forPrograms,
  "Direction must be one of outgoing, incoming": forPrograms,
  "List must be one of passed, outstanding, outgoing, corrected": forPrograms,
  "Side must be one of owes-us, we-owe": forPrograms,
  "A data URL of a PNG, JPEG, GIF or WebP of at most 2 MiB": "is the documentation of a call",
  "The selling amount is the purchase amount × the rate, or ÷ the rate where purchase/selling is one of {{}}; a hundredth more or less is taken":
    "is the documentation of a call",
  "rate and exchangeRate differ": forPrograms,
  "rAmount is another name of convertedAmount; send one of them": forPrograms,
  "The currency is {{}}, which is paid in, or {{}}, which the receiver gets; send amountCurrency and convertedCurrency as they are meant":
    forPrograms,
  "Send the body as JSON (Content-Type: application/json), or a file as multipart/form-data where the call takes one":
    forPrograms,
  "The body does not have the announced length": forPrograms,
  "Send the request as JSON": forPrograms,
  "Send the file as multipart/form-data": forPrograms,
  "Send one file, as the field file": forPrograms,
  "sarraf second factor: {{}}": "is what a secret is bound to",
  "Signed out": asDone,
  "Currency deleted successfully": asDone,
  "The import of {{}} was undone": asDone,
  "Two-step sign-in is off": asDone,
  "Session ended": asDone,
  "Sessions ended: {{}}": asDone,
  "Account number setting deleted successfully": asDone,
  "User deleted successfully": asDone,
  "Imported from Excel file": inBooks,
  "Cash over at the close of {{}}: {{}}": inBooks,
  "Cash short at the close of {{}}: {{}}": inBooks,
  "by reverse hawala": inBooks,
  "Settlement with {{}} - {{}} {{}}": inBooks,
  "up to hawala {{}}": inBooks,
};

/** What is put together of words where no rule sees it: what the server writes, and what the table has of it. */
const putTogether: Readonly<Record<string, readonly string[]>> = {
  "This must be at {{}} {{}}": ["This must be at least {{least}}", "This must be at most {{most}}"],
  "Transaction {{}}: a {{}} a hawala": [
    "Transaction {{id}}: a {{said:type}} with a hawala",
    "Transaction {{id}}: a {{said:type}} without a hawala",
  ],
  "{{}} code": ["wrong code", "used code"],
  "{{}} {{}} is no number": ['{{said:field}} "{{text}}" is no number'],
  "{{}} {{}} can be read in more than one way; use a point before the decimals": [
    '{{said:field}} "{{text}}" can be read in more than one way; use a point before the decimals',
  ],
  "{{}} and {{}}": [" and "],
};

/** Sentences of one word or two between their values, which do not read like any: whatever measures, and what a sheet says otherwise. */
const short: ReadonlySet<string> = new Set([
  "At least 1 character",
  "At least {{count}} characters",
  "At most 1 character",
  "At least 1 entry",
  "At least {{count}} entries",
  "At most 1 entry",
  "At most {{count}} entries",
  "wrong password",
  "{{said:field}}: none",
  "{{said:field}}: {{value}}",
]);

function pathOf(path: string): string {
  return path.replace(/^(?:\.\.\/)+/, "");
}

function normal(key: string): string {
  return key.replaceAll(/\{\{[^}]+\}\}/g, hole);
}

const everything: readonly ToldSentence[] = [
  ...Object.entries(sources).flatMap(([path, source]) => sentencesIn(pathOf(path), source)),
  ...Object.entries(functions).flatMap(([path, source]) => sentencesRaised(pathOf(path), source)),
];

const places = Object.keys(unshown);

const valuesOf = (text: string): readonly string[] => [...new Set(text.match(/\{\{[^}]*\}\}/g))].toSorted();

/** Whether a table has a sentence. What is whole may also be one of its templates: "At most 255 characters". */
function translatedIn(table: RefusalTable): (text: string) => boolean {
  const all = { ...table.parts, ...table.sentences };
  const translated = new Set(Object.keys(all).map(normal));
  return (text) => {
    const together = putTogether[text];
    if (together !== undefined) return together.every((key) => all[key] !== undefined);
    return translated.has(text) || (!text.includes(hole) && inWordsOf(table, text) !== text);
  };
}

describe.each<[string, RefusalTable, RegExp]>([
  ["Dari", dari, /[\u064A\u0643]/u],
  ["Pashto", pashto, /\u06AF|\u0643|\u0654/u],
])("what the server says, in %s", (_language, refusals, foreignLetters) => {
  const table: Readonly<Record<string, string>> = { ...refusals.parts, ...refusals.sentences };
  const isTranslated = translatedIn(refusals);

  test("every sentence of the server that a screen can show is there", () => {
    expect(everything.length).toBeGreaterThan(450);
    const missing = everything
      .filter(({ text }) => unshownSentences[text] === undefined && !isTranslated(text))
      .map(({ file, text }) => `${file}: ${text}`)
      .filter((sentence) => !places.some((place) => sentence.startsWith(place)));
    expect(missing).toEqual([]);
  });

  test("every sentence that is there is said by the server, and so is everything that is left out", () => {
    const said = new Set(everything.map(({ text }) => text));
    const together = new Set(Object.values(putTogether).flat());
    const isSaid = (key: string): boolean => said.has(normal(key)) || together.has(key) || short.has(key);
    expect(Object.keys(refusals.sentences).filter((key) => !isSaid(key))).toEqual([]);
    expect([...Object.keys(unshownSentences), ...Object.keys(putTogether)].filter((text) => !said.has(text))).toEqual([]);
    const sentences = everything.map(({ file, text }) => `${file}: ${text}`);
    expect(places.filter((place) => !sentences.some((sentence) => sentence.startsWith(place)))).toEqual([]);
  });

  test("each has the values of the English one, and no sentence is in the table twice", () => {
    const differing = Object.entries(table).filter(
      ([english, words]) => valuesOf(english).join(" ") !== valuesOf(words).join(" "),
    );
    expect(differing).toEqual([]);
    expect(Object.keys(table)).toHaveLength(Object.keys(refusals.sentences).length + Object.keys(refusals.parts).length);
    expect(Object.values(table).filter((words) => words.trim() === "" && words !== " ")).toEqual([]);
  });

  test("no text has letters, figures or signs that the office writes otherwise", () => {
    expect(Object.values(table).filter((words) => foreignLetters.test(words))).toEqual([]);
    expect(Object.values(table).filter((words) => /[\u06F0-\u06F9\u0660-\u0669?;]/u.test(words))).toEqual([]);
  });

  test.each([...transactionTypes, ...accountStatuses, ...hawalaStatuses, ...hawalaDirections, "passed"])(
    "the word %s has one within sentences",
    (word) => expect(refusals.parts[word]).toBeDefined(),
  );

  test.each([
    z.string().min(1),
    z.string().min(2),
    z.string().max(1),
    z.string().max(0),
    z.array(z.number()).max(1),
    z.array(z.number()).max(0),
    z.array(z.number()).min(9),
    z.number().max(-1),
    z.number().min(9),
    z.int(),
    z.boolean(),
    z.object({}),
    z.enum(["a", "b"]),
  ])("what a schema says of a value beyond its bounds is there", (schema) => {
    const messages = ["", "abc", 5, 0.5, [1, 2], null, undefined, {}, true].flatMap((value) =>
      (schema.safeParse(value).error?.issues ?? []).map(({ message }) => message),
    );
    expect(messages).not.toEqual([]);
    expect(messages.filter((message) => inWordsOf(refusals, message) === message)).toEqual([]);
  });
});
