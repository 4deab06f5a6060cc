import { describe, expect, it } from "vitest";

import type { Account } from "#contract/accounts.ts";
import { changedFields } from "#web/ui/entry/use-versioned-edit.ts";

import { accountFormOf, emptyAccountForm, statusesOnCreation, statusesOnEdit, typesOffered } from "./rules.ts";

const stored: Account = {
  id: 101,
  accountCode: "2001",
  accountName: "Farid",
  lastName: "Noori",
  fatherName: null,
  tazkiraNumber: null,
  email: null,
  phone: "0700000001",
  dateOfBirth: null,
  currencyId: 2,
  currency: "USD",
  address: null,
  accountType: "personal",
  accountStatus: "active",
  hasPicture: false,
  hasSignature: false,
  version: 3,
  createdAt: "2026-01-01T00:00:00Z",
  updatedAt: "2026-01-01T00:00:00Z",
  picture: null,
  signature: null,
};
const form = accountFormOf(stored);

describe("the form of an account", () => {
  it("starts as an active customer in the currency with id 1", () => {
    expect(emptyAccountForm).toMatchObject({ currencyId: 1, accountType: "customer", accountStatus: "active" });
  });

  it("shows what is missing as empty text", () => {
    expect(form).toMatchObject({ accountName: "Farid", fatherName: "", picture: "", currencyId: 2 });
  });

  it("sends the changed fields alone", () => {
    expect(changedFields(form, { ...form, phone: "0799", lastName: "" })).toEqual({ phone: "0799", lastName: "" });
    expect(changedFields(form, form)).toEqual({});
  });

  it("sends an empty text for a removed picture", () => {
    const pictured = { ...form, picture: "data:image/png;base64,AAAA" };
    expect(changedFields(pictured, { ...pictured, picture: "" })).toEqual({ picture: "" });
  });
});

describe("the choices", () => {
  it("of a new account are four types and four statuses", () => {
    expect(typesOffered("customer")).toEqual(["customer", "company", "partner", "hawala_partner"]);
    expect(statusesOnCreation).toEqual(["active", "inactive", "suspended", "closed"]);
  });

  it("of an edit leave closed out", () => {
    expect(statusesOnEdit("active")).toEqual(["active", "inactive", "suspended"]);
  });

  it("hold what an account already is", () => {
    expect(typesOffered("personal")).toEqual(["personal", "customer", "company", "partner", "hawala_partner"]);
    expect(statusesOnEdit("closed")).toContain("closed");
  });
});
