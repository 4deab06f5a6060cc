import { expect, test, vi } from "vitest";

import { decimalKeysOf } from "./decimal-keys.ts";
import { readAmount } from "./typed-amount.ts";

test.each([
  ["en-US", "decimal"],
  ["fa-AF", "decimal"],
  ["ps", "decimal"],
  ["de-DE", "text"],
  ["en-DE", "text"],
  ["tr-TR", "text"],
] as const)("where the language is %s the keys of a number are %s, among which there is a decimal point", (language, keys) => {
  expect(decimalKeysOf(language)).toBe(keys);
  const typed = new Intl.NumberFormat(language).format(12.5);
  if (keys === "decimal") expect(readAmount(typed)).toMatchObject({ kind: "amount", text: "12.5" });
  else expect(readAmount(typed)).toMatchObject({ kind: "fault" });
});

test("a browser that names no language has keys, too", async () => {
  vi.stubGlobal("navigator", { language: "C" });
  vi.resetModules();
  expect((await import("./decimal-keys.ts")).decimalKeys).toBe("decimal");
});
