import type { Page } from "playwright-core";
import { expect } from "vitest";

import type { Role } from "#contract/permissions.ts";
import type { User } from "#contract/users.ts";

import { openAccount } from "./support/accounts.ts";
import { axe } from "./support/axe.ts";
import { picker } from "./support/entries.ts";
import { signIn, test as base } from "./support/fixtures.ts";
import type { Credentials, Office } from "./support/office.ts";
import { screenshot } from "./support/screenshot.ts";
import { visit } from "./support/visit.ts";

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

const noAccess = "No Access";

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
    users: "User Management",
  },
  operator: {
    dashboard: "Currency Portfolio Overview",
    person: ["operator at the counter", "Operator"],
    sections: ["Transactions", "Reports"],
    entries: [...counterPages, "Import Hawala"],
    parts: portfolio,
    users: noAccess,
    importing: "Import Hawala",
  },
  user: {
    dashboard: "Currency Portfolio Overview",
    person: ["user at the counter", "User"],
    sections: ["Account Operations", "Transactions", "Reports"],
    entries: [...accountPages, ...counterPages],
    parts: portfolio,
    users: noAccess,
    importing: noAccess,
  },
} as const satisfies Readonly<Record<Role, object>>;

const roles = Object.keys(views) as Role[];
const main = (page: Page) => page.getByRole("main");
const sidebar = (page: Page) => page.getByRole("navigation", { name: "Main navigation" });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

/** Notes every call of the page that the server refused to its role. */
function refusals(page: Page): readonly string[] {
  const refused: string[] = [];
  page.on("response", (response) => {
    if (response.status() === 403) refused.push(new URL(response.url()).pathname);
  });
  return refused;
}

/** Goes to a page as its role can: by its link, which is then marked as the open one, or else by its address. */
async function open(page: Page, path: string): Promise<void> {
  const link = sidebar(page).locator(`a[href="${path}"]`);
  if ((await link.count()) === 0) return visit(page, path);
  await link.click();
  await link.and(sidebar(page).locator('[aria-current="page"]')).waitFor();
}

/** Goes through every page that the sidebar offers to a role, and through those that it does not. */
async function walk(page: Page, office: Office, role: Exclude<Role, "admin">): Promise<void> {
  const { id } = await openAccount(office, { accountName: `Visited by ${role}` });
  // Between two pages that may tell of no access stands one that is everybody's: what is awaited is never there already.
  const pages = [
    ["/account-settings", noAccess],
    ["/accounts/new", "Accounts"],
    ["/business-settings", noAccess],
    ["/accounts/edit", "Old Account Edit"],
    ["/hawala-serial", noAccess],
    [`/accounts/view/${String(id)}`, "View Account"],
    ["/backups", noAccess],
    [`/accounts/edit/${String(id)}`, "Edit Account"],
    ["/transactions/import-hawala", views[role].importing],
    ["/currencies", "Currency Management"],
    ["/transactions/debit", noAccess],
    ["/currency-conversion", "Currency Conversion"],
    ["/transactions/credit", noAccess],
    ["/transactions/exchange", "Exchange"],
    ["/transactions/hawala", "Hawala Money Transfer"],
    ["/transactions/pass-hawala", "Pass Hawala"],
    ["/transactions/hawala-details", "Hawala Details"],
    ["/transactions/search", "Search Transactions"],
    ["/transactions/transfer", "Transfer"],
  ] as const;
  for (const [path, title] of pages) {
    await open(page, path);
    await heading(page, title).waitFor();
    expect(await page.title()).toBe(`${title} · Sarraf`);
    await expect.poll(() => main(page).getByRole("form").count()).toBe(formPages.has(title) ? 1 : 0);
  }
  const offered = await sidebar(page)
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  expect(["/dashboard", ...pages.map(([path]) => path)]).toEqual(expect.arrayContaining(offered));
}

test.for(roles)(
  "the role %s sees its own dashboard and sidebar, opens the pages that are its own, and is told plainly where one is not",
  async (role, { page, staff, office }) => {
    const view = views[role];
    const refused = refusals(page);
    await signIn(page, office, staff[role], "/users");
    await heading(page, view.users).waitFor();
    if (view.users === noAccess) {
      if (role === "user") await axe(page);
      await screenshot(page, `role-${role}-no-access`);
      await main(page).getByRole("link", { name: "Go to Dashboard" }).click();
    } else await sidebar(page).getByRole("link", { name: "Dashboard" }).click();
    await heading(page, view.dashboard).waitFor();
    expect(await page.title()).toBe(`${view.dashboard} · Sarraf`);
    await page.getByText("Account Management System").waitFor();
    expect(await sidebar(page).getByRole("link").allInnerTexts()).toEqual(["Dashboard", ...view.entries]);
    expect(await sidebar(page).getByRole("button").allInnerTexts()).toEqual([...view.sections]);
    for (const words of view.person) await page.getByRole("complementary").getByText(words, { exact: true }).waitFor();
    await main(page).getByText("$0.00").first().waitFor();
    expect(await main(page).getByRole("heading", { level: 2 }).allInnerTexts()).toEqual([...view.parts]);
    for (const name of ["Verify now", "Add account", "Download backup file"])
      expect(await main(page).getByRole("button", { name }).count()).toBe(role === "admin" ? 1 : 0);
    if (role === "operator") await axe(page);
    await screenshot(page, `role-${role}-dashboard`);

    // An administrator works on each page in the test of that page.
    await (role === "admin" ? open(page, "/transactions/transfer") : walk(page, office, role));
    // The Transfer offers the cash account only to those who may move cash.
    for (const side of ["Debit Account", "Credit Account"]) {
      await picker(page, side).fill("Cash at Shop");
      const cash = page.getByRole("option", { name: /11 Cash at Shop/ });
      await (role === "admin" ? cash : page.getByText("No account found.")).waitFor();
      expect(await cash.count()).toBe(role === "admin" ? 1 : 0);
      await page.keyboard.press("Escape");
    }
    expect(refused).toEqual([]);
  },
);

const formPages: ReadonlySet<string> = new Set([
  "Accounts",
  "Edit Account",
  "Transfer",
  "Exchange",
  "Currency Conversion",
  "Hawala Money Transfer",
]);

test("a role taken away is gone with the next call, which says so and leaves the menu within reach", async ({ page, office }) => {
  const credentials = await office.addUser("admin", "demoted");
  const desk = await office.signIn(office.admin);
  const users = (await desk.send("GET", "/api/users")) as User[];
  const id = users.find(({ username }) => username === "demoted")?.id ?? "";
  await signIn(page, office, credentials);
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
});
