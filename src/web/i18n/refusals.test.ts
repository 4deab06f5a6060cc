import { afterEach, describe, expect, test } from "vitest";

import { noteDirection } from "#web/lib/direction.ts";

import { inWordsOf, reasonInLanguage, refusalInLanguage, speakRefusals, type RefusalTable } from "./refusals.ts";

const table: RefusalTable = {
  sentences: {
    "Is this (really) 1+1? [a-z]* $": "So?",
    "{{what}} costs $ {{price}}.00 (each)": "[{{price}}] {{what}} $&",
    "There is no {{what}}": "no {{what}}!",
    "There is no account {{code}}": "no account, {{code}}!",
    "{{code}} - {{name}} is {{said:status}}": "{{said:status}}: {{code}}, {{name}}",
    "{{count}} came": "came: {{count}}",
    "{{count}} went": "went: {{count}}",
    "One of ({{list:codes}})": "({{list:codes}})",
    "Look: {{said:fault}}": "L: {{said:fault}}",
  },
  parts: { ", ": "; ", " and ": " + ", " or ": " | ", closed: "SHUT", open: "OPEN", "{{user}} at {{when}}": "{{when}} {{user}}" },
};

afterEach(() => {
  speakRefusals(undefined);
  noteDirection("ltr");
});

describe("a sentence of the server in another language", () => {
  test.each([
    ["Is this (really) 1+1? [a-z]* $", "So?"],
    ["Tea (green) costs $ 5.00 (each)", "[5] Tea (green) $&"],
    ["There is no account 7", "no account, 7!"],
    ["There is no bill", "no bill!"],
    ["1 - Ali is closed", "SHUT: 1, Ali"],
    ["1 - Ali - Khan is closed", "SHUT: 1, Ali - Khan"],
    ["1 - Ali is open and closed", "OPEN + SHUT: 1, Ali"],
    ["3 came, 2 went", "came: 3; went: 2"],
    ["One of (1 or 2)", "(1 | 2)"],
    ["One of (1)", "(1)"],
    ["Look: 3 came", "L: came: 3"],
    ["Look: ali at 10:00", "L: 10:00 ali"],
    ["$& costs $ $1.00 (each)", "[$1] $& $&"],
  ])("%s", (english, other) => {
    expect(inWordsOf(table, english)).toBe(other);
  });

  test.each([
    "is this (really) 1+1? [a-z]* $",
    "Is this really 11 a",
    "Nobody knows this",
    "There is no ",
    "1 - Ali is unheard of",
    "Look at the figures",
    "ali at 10:00",
    "Look: nobody knows this",
    "3 came, nobody knows",
    "closed",
    "",
    "toString",
    "__proto__",
  ])("stays as it is where the table does not have it: %s", (english) => {
    expect(inWordsOf(table, english)).toBe(english);
  });

  test("comes to an end where a text could be looked at in very many ways", () => {
    const long = `${" - ".repeat(30_000)} is ${" is ".repeat(30_000)}`;
    expect(inWordsOf(table, long)).toBe(long);
  });

  test("has its values in their own order where screens are read from the right", () => {
    noteDirection("rtl");
    expect(inWordsOf(table, "There is no account 2026-03-21")).toBe("no account, \u20682026-03-21\u2069!");
  });
});

test("the server's words are those of the language that is spoken", () => {
  expect(refusalInLanguage("There is no bill")).toBe("There is no bill");
  speakRefusals(table);
  expect(refusalInLanguage("There is no bill")).toBe("no bill!");
  speakRefusals(undefined);
  expect(refusalInLanguage("There is no bill")).toBe("There is no bill");
});

test("a reason is said in the language that is spoken where the server gave it, and stays where it was typed", () => {
  const [ofServer, typed] = ["Is this (really) 1+1? [a-z]* $", "There is no bill"];
  expect([ofServer, typed].map(reasonInLanguage)).toEqual([ofServer, typed]);
  speakRefusals(table);
  expect([ofServer, typed, "There is no {{what}}"].map(reasonInLanguage)).toEqual(["So?", typed, "There is no {{what}}"]);
});
