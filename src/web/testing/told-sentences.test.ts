import { expect, test } from "vitest";

import { sentencesIn, sentencesRaised } from "./told-sentences.ts";

test.each<[string, string, readonly string[]]>([
  ["a refusal", 'throw new Refusal("conflict", "It is late");', ["It is late"]],
  ["one with a value", "throw invalidField('day', `Day ${String(day)} is closed`);", ["Day {{}} is closed"]],
  ["one of several", "refuse(`It was ${isOver ? 'over' : 'short'} of us`);", ["It was over of us", "It was short of us"]],
  [
    "one with a constant",
    "const a = n > 1 ? `${n} are` : 'one is'; refuse(`Now ${a} left`);",
    ["Now {{}} are left", "Now one is left"],
  ],
  ["a schema that is described", 'x = text("Name is required").meta({ description: "It is his name" });', ["Name is required"]],
  ["what a cell lacks", 'fail(reading, field, "is missing");', ["{{}} is missing"]],
  ["what a cell has", "fail(reading, field, `${quoted(text)} is none`);", ['{{}} "{{}}" is none']],
  ["a fault by SQL", "sql`select 'Row ' || (a || 'x') || ' of ' || b as fault from c`;", ["Row {{}} of {{}}"]],
  ["part of a sentence", 'unchecked("the owner may not do it");', ["the owner may not do it"]],
  ["what a program logs", 'log.warn({ err }, "It was not done"); assert(a, "It is one"); throw new Error("It is none");', []],
  ["what is no sentence", 'head("Account Code"); query("select a from b where c"); import a from "It is one";', []],
])("%s is gathered, or left", (_name, source, expected) => {
  expect(sentencesIn("a.ts", source)).toEqual(expected.map((text) => ({ file: "a.ts", text })));
});

test("what a function of the database tells people is gathered by its error code", () => {
  const source =
    "raise exception 'It isn''t %', day using errcode = 'SD001'; raise exception 'No one %' using errcode = '28000';";
  expect(sentencesRaised("a.sql", source)).toEqual([{ file: "a.sql", text: "It isn't {{}}" }]);
});
