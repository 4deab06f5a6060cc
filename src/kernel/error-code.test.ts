import { expect, test } from "vitest";

import { codeOf, constraintOf, isFull } from "./error-code.ts";

const broken = Object.assign(new Error("duplicate key"), { code: "23505", constraint: "accounts_code_key" });

test("an error of the database says its code and the constraint it is about", () => {
  expect(codeOf(broken)).toBe("23505");
  expect(constraintOf(broken)).toBe("accounts_code_key");
});

test("an error without them, and anything else that is thrown, has neither", () => {
  for (const thrown of [
    new Error("boom"),
    Object.assign(new Error("boom"), { code: 5, constraint: 5 }),
    "23505",
    undefined,
    null,
  ]) {
    expect(codeOf(thrown)).toBeUndefined();
    expect(constraintOf(thrown)).toBeUndefined();
  }
});

test("a disk without room, a spent quota and a file that may not grow are full; no other fault is", () => {
  for (const code of ["ENOSPC", "EDQUOT", "EFBIG"]) expect(isFull(Object.assign(new Error("write"), { code }))).toBe(true);
  for (const thrown of [Object.assign(new Error("write"), { code: "EROFS" }), new Error("write"), undefined]) {
    expect(isFull(thrown)).toBe(false);
  }
});
