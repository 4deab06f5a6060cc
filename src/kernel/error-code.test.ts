import { expect, test } from "vitest";

import { codeOf, constraintOf } from "./error-code.ts";

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
