import { expect, test } from "vitest";

import { practices } from "./practice.ts";

test("what the waiting process practises on is read whole, in steps of which each is short", () => {
  const steps = practices();
  expect(steps.length).toBeGreaterThan(2);
  for (const step of steps) expect(step).not.toThrow();
});
