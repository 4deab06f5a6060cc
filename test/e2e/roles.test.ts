import type { Page } from "playwright-core";
import { describe, expect } from "vitest";

import type { Role } from "#contract/permissions.ts";
import type { User } from "#contract/users.ts";

import { openAccount } from "./support/accounts.ts";
import { axe } from "./support/axe.ts";
import { picker } from "./support/entries.ts";
import { fillSignIn, test as base } from "./support/fixtures.ts";
import type { Credentials } from "./support/office.ts";
import {
  booksAndSettings,
  callsOfAdmins,
  callsOfEveryone,
  callsOfStaff,
  prepare,
  wronglyAnswered,
} from "./support/role-calls.ts";
import { screenshot } from "./support/screenshot.ts";

/** One person of each role, whom the administrator has added. */
const test = base.extend("staff", { scope: "file" }, async ({ office }): Promise<Readonly<Record<Role, Credentials>>> => {
  return { admin: office.admin, operator: await office.addUser("operator"), user: await office.addUser("user") };
});

const narrow = { width: 390, height: 844 };
const accountPages = ["New Account", "Old Account Edit", "Currency", "Currency Conversion"];
const adminPages = ["Account Number Settings", "Users", "Hawala Serial Numbers", "Business Settings", "Backups"];
const counterPages = ["Transfer", "Exchange", "Hawala Money Transfer", "Pass Hawala", "Hawala Details", "Search Transactions"];

const portfolio = [
  "Account 2001 Balance",
  "Account Balance",
  "Time Frame Filter",
  "Total Hawala Amounts by Currency",
  "Hawalas per day",
  "Recent Hawala Transactions",
  "Books",
] as const;

/** What each role sees of this release. */
const views = {
  admin: {
    dashboard: "Admin Dashboard",
    person: ["admin", "Admin"],
    sections: ["Account Operations", "Transactions", "Reports"],
    entries: [...accountPages, ...adminPages, ...counterPages, "Import Hawala", "Debit", "Credit"],
    parts: [
      "Time Frame Filter",
      "Total Hawala Amounts by Currency",
      "Hawalas per day",
      "Recent Hawala Transactions",
      "Cash at shop",
      "Books",
      "Balances",
      "System Health Monitor",
    ],
    numbers: "Account Number Settings",
    business: "Business Settings",
    users: "User Management",
    serial: "Hawala Serial Number Management",
    debit: "Debit Transaction",
    credit: "Credit Transaction",
  },
  operator: {
    dashboard: "Currency Portfolio Overview",
    person: ["operator at the counter", "Operator"],
    sections: ["Transactions", "Reports"],
    entries: [...counterPages, "Import Hawala"],
    parts: portfolio,
    numbers: "No Access",
    business: "No Access",
    users: "No Access",
    serial: "No Access",
    debit: "No Access",
    credit: "No Access",
  },
  user: {
    dashboard: "Currency Portfolio Overview",
    person: ["user at the counter", "User"],
    sections: ["Account Operations", "Transactions", "Reports"],
    entries: [...accountPages, ...counterPages],
    parts: portfolio,
    numbers: "No Access",
    business: "No Access",
    users: "No Access",
    serial: "No Access",
    debit: "No Access",
    credit: "No Access",
  },
} as const satisfies Readonly<Record<Role, object>>;

const roles = Object.keys(views) as Role[];
const main = (page: Page) => page.getByRole("main");
const sidebar = (page: Page) => page.getByRole("navigation", { name: "Main navigation" });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

/** Signs in on the sign-in screen, as a person does. */
async function enter(page: Page, credentials: Credentials): Promise<void> {
  await page.context().clearCookies();
  await page.goto("/");
  await fillSignIn(page, credentials);
  await sidebar(page).waitFor();
}

/** Notes every call of the page that the server refused to its role. */
function refusals(page: Page): readonly string[] {
  const refused: string[] = [];
  page.on("response", (response) => {
    if (response.status() === 403) refused.push(new URL(response.url()).pathname);
  });
  return refused;
}

describe.each(roles)("the role %s", (role) => {
  const view = views[role];

  test("sees its own dashboard and sidebar, and nothing of the others'", async ({ page, staff }) => {
    const refused = refusals(page);
    await enter(page, staff[role]);
    await heading(page, view.dashboard).waitFor();
    expect(await page.title()).toBe(`${view.dashboard} · Sarraf`);
    expect(await sidebar(page).getByRole("link").allInnerTexts()).toEqual(["Dashboard", ...view.entries]);
    expect(await sidebar(page).getByRole("button").allInnerTexts()).toEqual([...view.sections]);
    for (const words of view.person) await page.getByRole("complementary").getByText(words, { exact: true }).waitFor();
    await main(page).getByText("$0.00").first().waitFor();
    expect(await main(page).getByRole("heading", { level: 2 }).allInnerTexts()).toEqual([...view.parts]);
    for (const name of ["Verify now", "Add account", "Download backup file"])
      expect(await main(page).getByRole("button", { name }).count()).toBe(role === "admin" ? 1 : 0);
    await axe(page);
    await screenshot(page, `role-${role}-dashboard`);
    await page.setViewportSize(narrow);
    await page.getByRole("button", { name: "Open menu" }).click();
    await expect.poll(() => sidebar(page).getByRole("link").allInnerTexts()).toEqual(["Dashboard", ...view.entries]);
    expect(refused).toEqual([]);
  });

  test("opens the pages that are its own, offered or by their address, and is told plainly where one is not", async ({
    page,
    staff,
    office,
  }) => {
    const { id } = await openAccount(office, { accountName: `Visited by ${role}` });
    const refused = refusals(page);
    await enter(page, staff[role]);
    for (const [path, title] of [
      ["/dashboard", view.dashboard],
      ["/accounts/new", "Accounts"],
      ["/accounts/edit", "Old Account Edit"],
      [`/accounts/view/${String(id)}`, "View Account"],
      [`/accounts/edit/${String(id)}`, "Edit Account"],
      ["/currencies", "Currency Management"],
      ["/currency-conversion", "Currency Conversion"],
      ["/account-settings", view.numbers],
      ["/business-settings", view.business],
      ["/users", view.users],
      ["/hawala-serial", view.serial],
      ["/profile", "My Profile"],
      ["/transactions/transfer", "Transfer"],
      ["/transactions/exchange", "Exchange"],
      ["/transactions/hawala", "Hawala Money Transfer"],
      ["/transactions/pass-hawala", "Pass Hawala"],
      ["/transactions/hawala-details", "Hawala Details"],
      ["/transactions/search", "Search Transactions"],
      ["/transactions/debit", view.debit],
      ["/transactions/credit", view.credit],
    ] as const) {
      const link = sidebar(page).locator(`a[href="${path}"]`);
      await ((await link.count()) > 0 ? link.click() : page.goto(path));
      await heading(page, title).waitFor();
      await expect.poll(() => main(page).getByRole("form").count()).toBe(formsOf(title));
    }
    expect(refused).toEqual([]);
    if (view.credit !== "No Access") return;
    await screenshot(page, `role-${role}-no-access`);
    await main(page).getByRole("link", { name: "Go to Dashboard" }).click();
    await heading(page, view.dashboard).waitFor();
  });

  test("is offered the cash account for a transfer only where it may move cash", async ({ page, staff }) => {
    await enter(page, staff[role]);
    await sidebar(page).getByRole("link", { name: "Transfer", exact: true }).click();
    for (const side of ["Debit Account", "Credit Account"]) {
      await picker(page, side).fill("Cash at Shop");
      const cash = page.getByRole("option", { name: /11 Cash at Shop/ });
      await (role === "admin" ? cash : page.getByText("No account found.")).waitFor();
      expect(await cash.count()).toBe(role === "admin" ? 1 : 0);
      await page.keyboard.press("Escape");
    }
  });
});

const formPages = ["Currency Conversion", "Account Number Settings", "Business Settings", "Hawala Money Transfer"];
const formsOf = (title: string): number =>
  ["Accounts", "Edit Account", "Transfer", "Exchange", "Debit Transaction", "Credit Transaction", ...formPages].includes(title)
    ? 1
    : 0;

test("the server refuses to each role what its screens hide, and nothing else", async ({ page, office, staff }) => {
  const ground = await prepare(office);
  const before = await booksAndSettings(ground.desk);
  const staffCalls = callsOfStaff(ground);
  const adminCalls = callsOfAdmins(ground);

  await enter(page, staff.user);
  expect(await wronglyAnswered(page, [...staffCalls, ...adminCalls], "403 forbidden")).toEqual([]);
  expect(await booksAndSettings(ground.desk)).toEqual(before);
  expect(await wronglyAnswered(page, callsOfEveryone(ground, "user"), "done")).toEqual([]);

  await enter(page, staff.operator);
  const afterUser = await booksAndSettings(ground.desk);
  expect(await wronglyAnswered(page, adminCalls, "403 forbidden")).toEqual([]);
  expect(await booksAndSettings(ground.desk)).toEqual(afterUser);
  expect(await wronglyAnswered(page, [...callsOfEveryone(ground, "operator"), ...staffCalls], "done")).toEqual([]);

  await enter(page, staff.admin);
  expect(await wronglyAnswered(page, [...callsOfEveryone(ground, "admin"), ...adminCalls], "done")).toEqual([]);
});

test("a role taken away is gone with the next call, and a deactivated person is out", async ({ page, office }) => {
  const credentials = await office.addUser("admin", "demoted");
  const desk = await office.signIn(office.admin);
  const users = (await desk.send("GET", "/api/users")) as User[];
  const id = users.find(({ username }) => username === "demoted")?.id ?? "";
  await enter(page, credentials);
  await heading(page, "Admin Dashboard").waitFor();

  // The page hears of it by itself; until the press has been answered it does not.
  const pressed = Promise.withResolvers<void>();
  await page.route(/\/api\/(?:auth\/me|dashboard)/, async (route) => {
    await pressed.promise;
    await route.continue();
  });
  await desk.send("PATCH", `/api/users/${id}`, { role: "user" });
  await page.getByRole("button", { name: "Verify now" }).click();
  const refusal = page.getByRole("alert").filter({ hasText: "You do not have permission to do this" });
  await refusal.waitFor();
  pressed.resolve();
  await heading(page, views.user.dashboard).waitFor();
  await screenshot(page, "role-taken-away");
  // The refusal stays on the screen until it is closed, and nothing is out of reach meanwhile.
  await page.setViewportSize(narrow);
  await page.getByRole("button", { name: "Open menu" }).click();
  await expect.poll(() => sidebar(page).getByRole("link").allInnerTexts()).toEqual(["Dashboard", ...views.user.entries]);
  await page.getByRole("button", { name: "Close menu" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(await refusal.isVisible()).toBe(true);

  await desk.send("PATCH", `/api/users/${id}/status`, { isActive: false });
  await page.reload();
  await page.getByText("Sign in to manage your accounts").waitFor();
  await fillSignIn(page, credentials);
  await page.getByRole("alert").getByText("Invalid username or password").waitFor();
});
