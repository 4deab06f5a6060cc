import { describe, expect, it } from "vitest";
import { z } from "zod";

import { fieldErrors, formResolver } from "./form-resolver.ts";

const schema = z.object({
  outAccountId: z.int("Debit account is required"),
  dAmount: z.string().min(1, "Amount is required").regex(/^\d+$/, "Digits only"),
  inner: z.object({ rows: z.array(z.string().min(1, "A row is empty")) }),
});

interface Form {
  account: number | null;
  amount: string;
}

const resolve = formResolver(
  schema,
  (form: Form) => ({ outAccountId: form.account, dAmount: form.amount, inner: { rows: ["a", ""] } }),
  { outAccountId: "account", dAmount: "amount" },
);

describe("the form resolver", () => {
  it("says the schema's own words at the field the person sees", () => {
    expect(resolve({ account: null, amount: "12" })).toEqual({
      account: "Debit account is required",
      "inner.rows.1": "A row is empty",
    });
  });

  it("keeps the first fault of each field", () => {
    expect(resolve({ account: 1, amount: "" })).toMatchObject({ amount: "Amount is required" });
  });

  it("finds nothing wrong with what the schema accepts", () => {
    const plain = formResolver(z.object({ name: z.string() }), (form: { name: string }) => form);
    expect(plain({ name: "Farid" })).toEqual({});
  });

  it("puts the server's faults at the same fields", () => {
    const issues = [
      { path: "outAccountId", message: "This account is closed" },
      { path: "outAccountId", message: "second" },
      { path: "elsewhere", message: "Other" },
    ];
    expect(fieldErrors(issues, { outAccountId: "account" })).toEqual({ account: "This account is closed", elsewhere: "Other" });
  });
});
