import { expect, test } from "vitest";

import { amountFrom, amountText } from "./amount.ts";
import { convertedAmount, isConvertedAmount } from "./hawala.ts";
import { parseRate, rateOfOne } from "./rate.ts";

test.each([
  ["130.00", "70.77", "0.00", "9200.10"],
  ["100.00", "69.80", "50.00", "6930.00"],
  // 0.125, half away from zero.
  ["0.25", "0.5", "0.00", "0.13"],
  ["1.00", "1", "5.00", "-4.00"],
])("%s at %s less a commission of %s reaches the receiver as %s", (amount, at, commission, received) => {
  const rate = parseRate(at) ?? rateOfOne;
  expect(amountText(convertedAmount(amountFrom(amount), rate, amountFrom(commission)))).toBe(received);
});

test("a converted amount that a partner worked out stands within one hundredth, either way, and no further", () => {
  const accepted = ["9200.08", "9200.09", "9200.10", "9200.11", "9200.12"].filter((given) =>
    isConvertedAmount(amountFrom(given), amountFrom("9200.10")),
  );
  expect(accepted).toEqual(["9200.09", "9200.10", "9200.11"]);
});
