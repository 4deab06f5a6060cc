import { expect, test } from "vitest";

import { assert } from "./assert.ts";
import { invalidField, Refusal } from "./refusal.ts";

test("a refused field is named twice: in the sentence for the person, and beside its path for the form", () => {
  const refusal = invalidField("dAmount", "Amount is required");
  expect(refusal).toBeInstanceOf(Refusal);
  expect(refusal).toMatchObject({
    name: "Refusal",
    code: "invalid",
    message: "Amount is required",
    details: { issues: [{ path: "dAmount", message: "Amount is required" }] },
  });
});

test("what cannot be otherwise stops the act when it is otherwise, and says what it was: it is no refusal", () => {
  const attempt = (): void => {
    assert(0, "the books balance");
  };
  expect(attempt).toThrow("Assertion failed: the books balance");
  expect(attempt).not.toThrow(Refusal);
  expect(() => {
    assert(1, "the books balance");
  }).not.toThrow();
});
