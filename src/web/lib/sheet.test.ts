import { describe, expect, it } from "vitest";

import { amountCell, textCell } from "./sheet.ts";

describe("a text cell", () => {
  it.each(["=1+1", "+93700", "-2", "@SUM(A1)", "\tcmd", "\rcmd", "\ncmd"])("never starts a formula: %j", (text) => {
    expect(textCell(text)?.value).toBe(`'${text}`);
  });

  it("is otherwise what the person wrote", () => {
    expect(textCell("Ahmad = Co")?.value).toBe("Ahmad = Co");
  });

  it("is left empty for nothing", () => {
    expect(textCell(null)).toBeNull();
    expect(textCell("")).toBeNull();
  });
});

describe("an amount cell", () => {
  it("is a number that a sheet can sum", () => {
    expect(amountCell("-1234.50")).toMatchObject({ type: Number, value: -1234.5, format: "#,##0.00" });
  });

  it("is exact up to fifteen digits", () => {
    expect(amountCell("9999999999999.99")).toMatchObject({ type: Number, value: 9_999_999_999_999.99 });
  });

  it("becomes text where a sheet would round it", () => {
    expect(amountCell("99999999999999.99")).toMatchObject({ type: String, value: "99999999999999.99" });
    expect(amountCell("-99999999999999.99")).toMatchObject({ type: String, value: "'-99999999999999.99" });
  });
});
