import { describe, expect, it } from "vitest";

import { changedFields, differingFields } from "./use-versioned-edit.ts";

const before = { name: "Pound", isActive: true, id: 4 as number | null, codes: ["1007", "2007"] };

describe("what differs between two states of a form", () => {
  it.each([
    [{ ...before }, []],
    [{ ...before, name: " Pound " }, []],
    [{ ...before, codes: ["1007", "2007"] }, []],
    [{ ...before, name: "Sterling", isActive: false }, ["name", "isActive"]],
    [{ ...before, id: null }, ["id"]],
    [{ ...before, codes: ["2007", "1007"] }, ["codes"]],
  ])("of %j is %j", (after, fields) => {
    expect(differingFields(before, after)).toEqual(fields);
  });

  it("is carried as it was typed, and nothing else is", () => {
    expect(changedFields(before, { ...before, name: "Sterling ", codes: [] })).toEqual({ name: "Sterling ", codes: [] });
  });
});
