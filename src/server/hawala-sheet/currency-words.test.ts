import { describe, expect, test } from "vitest";

import { currencyOf } from "./currency-words.ts";

const office = ["AFN", "USD", "EUR", "PKR"];

describe("a currency as partners write it", () => {
  test.each([
    ["AFN", "AFN"],
    ["afn", "AFN"],
    [" AFN ", "AFN"],
    ["Afghani", "AFN"],
    ["AFGHANIS", "AFN"],
    ["AF", "AFN"],
    ["Afs.", "AFN"],
    ["A.F.N", "AFN"],
    ["؋", "AFN"],
    ["افغانی", "AFN"],
    ["افغاني", "AFN"],
    ["افغانۍ", "AFN"],
    ["افغانیو", "AFN"],
    ["افغانى", "AFN"],
    ["افغـــانی", "AFN"],
    ["\u200Fافغانی", "AFN"],
    ["USD", "USD"],
    ["$", "USD"],
    ["US$", "USD"],
    ["US Dollar", "USD"],
    ["dollars", "USD"],
    ["دالر", "USD"],
    ["ډالر", "USD"],
    ["ډالرو", "USD"],
    ["امریکایي ډالر", "USD"],
    ["دلار", "USD"],
    ["EUR", "EUR"],
    ["Euro", "EUR"],
    ["€", "EUR"],
    ["یورو", "EUR"],
    ["يورو", "EUR"],
    ["PKR", "PKR"],
    ["kaldar", "PKR"],
    ["کلدار", "PKR"],
    ["كلدار", "PKR"],
    ["کلدارې", "PKR"],
    ["کلدارو", "PKR"],
    ["Rs", "PKR"],
    ["Rs.", "PKR"],
    ["₨", "PKR"],
    ["Pak Rupees", "PKR"],
    ["rupees", "PKR"],
  ])("%j is %s", (text, code) => expect(currencyOf(text, office)).toBe(code));

  test.each(["", "AED", "Dirham", "AFNUSD", "AFN/USD", "US", "Dollar AFN", "12", "GBP", "£", "constructor", "__proto__"])(
    "%j is none of the office's",
    (text) => {
      expect(currencyOf(text, office)).toBeUndefined();
    },
  );

  test("is any code the office holds, and none it does not", () => {
    expect(currencyOf("aed", [...office, "AED"])).toBe("AED");
    expect(currencyOf("Dollar", ["AFN"])).toBeUndefined();
    expect(currencyOf("£", [...office, "GBP"])).toBe("GBP");
    expect(currencyOf("پونډو", [...office, "GBP"])).toBe("GBP");
  });

  test("is never guessed between two rupees", () => {
    expect(currencyOf("Rs", [...office, "INR"])).toBeUndefined();
    expect(currencyOf("Kaldar", [...office, "INR"])).toBe("PKR");
    expect(currencyOf("INR", [...office, "INR"])).toBe("INR");
  });
});
