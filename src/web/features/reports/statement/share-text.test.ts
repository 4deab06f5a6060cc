import { expect, test } from "vitest";

import { cashBox, statementEntry, statementOf } from "#web/testing/reports.ts";

import { messageOf, mostListed, type MessageWords } from "./share-text.ts";

const words: MessageWords = {
  head: "Sarraf: 2002 - Farid",
  period: "March",
  opening: (amount) => `Opening: ${amount}`,
  totals: (debits, credits) => `${debits} / ${credits}`,
  closing: (amount) => `Balance: ${amount}`,
  entry: (date, amount, what) => `${date} ${amount} ${what}`,
  state: ({ state }) => (state === "standing" ? undefined : state),
};

test("a message of many entries, or of some that have not been read, has what they come to", () => {
  const many = Array.from({ length: mostListed + 1 }, () => statementEntry({}));
  const short = ["Sarraf: 2002 - Farid", "March", "Opening: 250.00 USD", "1,300.00 / 1,000.00", "Balance: -50.00 USD"].join("\n");
  expect(messageOf(statementOf(), many, words)).toBe(short);
  expect(messageOf(statementOf(), undefined, words)).toBe(short);
  expect(messageOf(statementOf(), many.slice(1), words).split("\n")).toHaveLength(mostListed + 4);
});

test("an entry that was taken back, and what took it back, say so: the customer must not take them for two payments", () => {
  const taken = [statementEntry({ state: "corrected" }), statementEntry({ state: "correction", debit: "1000.00", credit: null })];
  const lines = messageOf(statementOf(), [...taken, statementEntry({})], words)
    .split("\n")
    .slice(3, 6);
  expect(lines.map((line) => /\(\w+\)$/.exec(line)?.[0])).toEqual(["(corrected)", "(correction)", undefined]);
});

test("what a company account is debited with raises it", () => {
  const statement = statementOf({ account: cashBox, currency: "AFN" });
  const entry = statementEntry({ debit: "70.00", credit: null, narrative: "" });
  expect(messageOf(statement, [entry], words)).toContain("2026-03-10 +70.00 AFN Credit\n");
});
