import { describe, expect, test } from "vitest";

import { transactionTypes, type TransactionType } from "#kernel/transaction-type.ts";

import { knownRole, mayCall, mayCorrect, mayRecord, roles, type Access } from "./permissions.ts";

describe("a role", () => {
  test.each(["admin", "operator", "user"])("that is stored as %s is that one", (role) => expect(knownRole(role)).toBe(role));

  test.each(["Admin", "owner", "", "toString"])("that is stored as %j is none of ours and counts as the least", (role) => {
    expect(knownRole(role)).toBe("user");
  });
});

describe("a call", () => {
  test.each([
    ["public", ["admin", "operator", "user"]],
    ["session", ["admin", "operator", "user"]],
    ["everyone", ["admin", "operator", "user"]],
    ["staff", ["admin", "operator"]],
    ["admin", ["admin"]],
  ] as const)("for %s is open to %j alone", (access: Access, admitted) => {
    expect(roles.filter((role) => mayCall(role, access))).toEqual(admitted);
  });
});

/** What moves cash over the counter, by type and by whether the cash account is one of its sides. */
const ofCash = ["Debit", "Debit with cash", "Credit", "Credit with cash", "Transfer with cash"];
const others = ["Transfer", "Hawala", "Hawala with cash", "Exchange", "Exchange with cash"];

type Rule = (type: TransactionType, touchesCash: boolean) => boolean;

function allowed(rule: Rule): readonly string[] {
  return transactionTypes.flatMap((type) => [
    ...(rule(type, false) ? [type] : []),
    ...(rule(type, true) ? [`${type} with cash`] : []),
  ]);
}

describe("entries", () => {
  test.each([
    ["admin", [...ofCash, ...others]],
    ["operator", others],
    ["user", others],
  ] as const)("that the role %s may record", (role, entries) => {
    expect(new Set(allowed((type, touchesCash) => mayRecord(role, type, touchesCash)))).toEqual(new Set(entries));
  });

  test.each([
    ["admin", [...ofCash, ...others]],
    ["operator", others],
    ["user", []],
  ] as const)("that the role %s may edit, delete and recover", (role, entries) => {
    expect(new Set(allowed((type, touchesCash) => mayCorrect(role, type, touchesCash)))).toEqual(new Set(entries));
  });
});
