import { describe, expect, it } from "vitest";

import { hawalaRow, outgoingRow } from "#web/testing/hawalas.ts";

import { remarksOf } from "./pass-rules.ts";

describe("the remarks of a hawala", () => {
  const byHand = { importBatchId: null, importDate: null };

  it.each([
    ["imported without any", hawalaRow({ id: 1 }), "Imported from Excel file"],
    ["imported with its own", hawalaRow({ id: 1, remarks: "School fees" }), "School fees"],
    ["entered by hand without any", hawalaRow({ id: 1, ...byHand }), ""],
    ["entered by hand with its own", hawalaRow({ id: 1, ...byHand, remarks: "By telephone" }), "By telephone"],
    ["outgoing without any", outgoingRow({ id: 1 }), ""],
  ])("that was %s", (_what, hawala, shown) => {
    expect(remarksOf(hawala)).toBe(shown);
  });
});
