import { expect, test } from "vitest";

import type { Role } from "#contract/permissions.ts";

import { dashboardEntry, entriesFor, isCurrent, sectionsFor, type Entry } from "./navigation.ts";

const seen = (role: Role) => sectionsFor(role).map((section) => [section.name, ...section.entries.map((entry) => entry.name)]);
const entry = (name: string) => {
  const entries: readonly Entry<string>[] = [dashboardEntry, ...sectionsFor("admin").flatMap((section) => section.entries)];
  return entries.find((candidate) => candidate.name === name) ?? dashboardEntry;
};

const hawalas = ["hawalaEntry", "passHawala", "hawalaDetails"];
const reports = [
  "reports",
  "accountStatement",
  "accountBalances",
  "owner",
  "dailyBook",
  "trialBalance",
  "currencyPosition",
  "partnerSettlement",
];

test("an admin sees every page, an operator no account operations, a user neither debit nor credit", () => {
  expect(seen("admin")).toEqual([
    [
      "accountOperations",
      "newAccount",
      "accounts",
      "currencies",
      "currencyConversion",
      "accountSettings",
      "users",
      "hawalaSerial",
      "businessSettings",
      "backups",
    ],
    ["transactions", "transfer", "exchange", ...hawalas, "search", "importHawala", "debit", "credit"],
    [...reports, "auditLog"],
  ]);
  expect(seen("operator")).toEqual([["transactions", "transfer", "exchange", ...hawalas, "search", "importHawala"], reports]);
  expect(seen("user")).toEqual([
    ["accountOperations", "newAccount", "accounts", "currencies", "currencyConversion"],
    ["transactions", "transfer", "exchange", ...hawalas, "search"],
    reports,
  ]);
});

test("a letter after G leads to one page, and to none that the role does not see", () => {
  const letters = (role: Role) => entriesFor(role).flatMap(({ name, go }) => (go === undefined ? [] : [`${go} ${name}`]));
  const everyones = ["T transfer", "E exchange", "W hawalaEntry", "P passHawala", "H hawalaDetails", "S search"];
  expect(letters("admin")).toEqual([
    "D dashboard",
    "A accounts",
    ...everyones,
    "I importHawala",
    "K accountStatement",
    "R dailyBook",
  ]);
  expect(letters("operator")).toEqual(["D dashboard", ...everyones, "I importHawala", "K accountStatement", "R dailyBook"]);
  expect(letters("user")).toEqual(["D dashboard", "A accounts", ...everyones, "K accountStatement", "R dailyBook"]);
});

test("the sections start open, but for the reports", () => {
  expect(sectionsFor("admin").map((section) => section.startsOpen)).toEqual([true, true, false]);
});

test("an entry is marked on its own page and on those that belong to it", () => {
  expect(isCurrent(entry("dashboard"), "/")).toBe(true);
  expect(isCurrent(entry("dashboard"), "/dashboard")).toBe(true);
  expect(isCurrent(entry("dashboard"), "/accounts/new")).toBe(false);
  expect(isCurrent(entry("accounts"), "/accounts/view/7")).toBe(true);
  expect(isCurrent(entry("accounts"), "/accounts/edit")).toBe(true);
  expect(isCurrent(entry("newAccount"), "/accounts/edit")).toBe(false);
});
