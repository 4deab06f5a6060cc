import { expect, it } from "vitest";

import { currencyColour } from "./currency-colour.ts";

it("the four currencies of the first day have colours of their own", () => {
  expect([1, 2, 3, 4, 5].map(currencyColour)).toEqual(["blue", "green", "orange", "purple", "grey"]);
});
