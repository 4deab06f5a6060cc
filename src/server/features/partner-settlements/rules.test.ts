import { expect, test } from "vitest";

import { settlePartner } from "#contract/partner-settlements.ts";
import { assert } from "#kernel/assert.ts";

import { settlementEvent } from "./rules.ts";

const partner = { id: 120, code: "2001", name: "London", type: "hawala_partner", isSystem: false } as const;

test.each([
  ["left out", {}, ""],
  ["null", { note: null }, ""],
  ["empty", { note: "" }, ""],
  ["given", { note: "June" }, ", June"],
])("a note that is %s is what the narrative ends with, and nothing else", (_, given, end) => {
  const typed = {
    partnerAccountId: 120,
    direction: "received",
    means: "bank",
    counterAccountId: 101,
    currencyId: 1,
    amount: "1000",
  };
  const body = settlePartner.body?.parse({ ...typed, ...given });
  assert(body !== undefined, "the call has a body");
  const currencyOf = () => ({ code: "AFN", positionAccountId: 900 });
  const { narrative } = settlementEvent(body, { partner, cashAccountId: 11, currencyOf, through: "LON-8" });
  expect(narrative).toBe(`Settlement with 2001 - London by bank, up to hawala LON-8${end}`);
});
