import { describe, expect, it } from "vitest";

import { blankFilters, filterQuery, isAsked, sameSearch, searchedFor } from "./search-rules.ts";

const typed = { ...blankFilters, searchWhat: "Transfer" as const };

describe("a search", () => {
  it("asks for something as soon as a kind or a field is given", () => {
    expect(isAsked(blankFilters)).toBe(false);
    expect(isAsked(typed)).toBe(true);
    expect(isAsked({ ...blankFilters, referenceId: "7" })).toBe(true);
  });

  it("takes Persian digits, grouped amounts and calculations as what they mean", () => {
    const wanted = searchedFor({ ...typed, referenceId: " ۱۲۳ ", amount: "=1000*1.5", narrative: " rent " });
    expect(wanted).toMatchObject({ referenceId: "123", amount: "1500", narrative: "rent" });
    expect(searchedFor({ ...typed, referenceId: " #2,181" }).referenceId).toBe("2181");
    expect(searchedFor({ ...blankFilters, amount: "۱,۲۵۰" })).toMatchObject({ searchWhat: "All", amount: "1250" });
  });

  it("does not guess what a comma means that separates no thousands", () => {
    expect(searchedFor({ ...typed, referenceId: "12,5", amount: "12,50" })).toMatchObject({
      referenceId: "12,5",
      amount: "12,50",
    });
  });

  it("names a type to the server only where one type is meant", () => {
    expect(filterQuery(typed)).toMatchObject({ transType: "Transfer" });
    for (const searchWhat of ["", "All", "Deleted"] as const)
      expect(filterQuery({ ...typed, searchWhat })).toMatchObject({ transType: "" });
    expect(filterQuery(typed)).not.toHaveProperty("searchWhat");
  });

  it("is the same as another when every field is", () => {
    expect(sameSearch(typed, { ...typed })).toBe(true);
    expect(sameSearch(typed, { ...typed, narrative: "x" })).toBe(false);
  });
});
