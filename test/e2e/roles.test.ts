import type { Page } from "playwright-core";
import { expect } from "vitest";

import type { Role } from "#contract/permissions.ts";
import type { User } from "#contract/users.ts";

import { openAccount } from "./support/accounts.ts";
import { axe } from "./support/axe.ts";
import { overflow, picker } from "./support/entries.ts";
import { signIn } from "./support/fixtures.ts";
import { arrived, test as base, told } from "./support/hawalas.ts";
import type { Credentials, Office } from "./support/office.ts";
import { screenshot } from "./support/screenshot.ts";
import { expectBooksBalance } from "./support/searching.ts";
import { drawnChart } from "./support/shown.ts";
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

const wide = { width: 1440, height: 900 };
const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const card = (page: Page, name: string, figure: number) =>
  part(page, "Hawalas").getByRole("button", { name: new RegExp(`^${name}\\s*${String(figure)}\\b`) });
const at = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

test("an admin sees how the office stands, narrows it, and cancels what waits", async ({
  page,
  office,
  partners: { desk, london },
}) => {
  const early = await arrived(desk, { transactionDate: "2026-03-01", receiverName: "Nadia Farahi" });
  const paid = await arrived(desk, { transactionDate: "2026-03-02" });
  await desk.send("POST", `/api/hawala/pass/${String(paid.id)}`);
  await signIn(page, office, office.admin);
  await card(page, "Total Hawala", 2).waitFor();
  await drawnChart(page, /^AFN in cash from/).waitFor();
  await screenshot(page, "dashboard");
  await part(page, "Books").getByRole("button", { name: "Verify now" }).click();
  await page.getByText("Books balance").waitFor();
  const filter = part(page, "Time Frame Filter");
  await filter.getByRole("button", { name: "Time Frame Filter" }).click();
  await axe(page);
  await part(page, "Total Hawala Amounts by Currency").getByText("$262.86").first().waitFor();
  await part(page, "Cash at shop").getByText("90,800.00").first().waitFor();

  // Another desk enters one, and it is here without anything being pressed.
  const late = await arrived(desk);
  await card(page, "Total Hawala", 3).waitFor();
  await part(page, "Recent Hawala Transactions")
    .getByRole("link", { name: `Open hawala ${late.hawalaNo}` })
    .waitFor();

  await filter.getByLabel("Start Date").fill("2026-03-01");
  await filter.getByLabel("End Date").fill("2026-03-02");
  await filter.getByText("Filtering hawala data from 2026-03-01 to 2026-03-02 · 2 transactions shown").waitFor();
  await filter.getByText("Active", { exact: true }).waitFor();
  await card(page, "Pending Hawala", 1).click();
  const list = dialog(page, "Pending Hawala");
  await list.getByText("Showing 1 of 1 transactions").waitFor();
  await page.setViewportSize(narrow);
  await axe(page);
  await page.setViewportSize(wide);
  await list.getByRole("searchbox").fill("nadia");
  await list.getByRole("button", { name: `Cancel hawala ${early.hawalaNo}` }).click();
  await dialog(page, `Cancel hawala ${early.hawalaNo}?`).getByRole("button", { name: "Cancel Hawala" }).click();
  await told(page, "Hawala Cancelled Successfully", "Hawala has been cancelled and associated transaction deleted.");
  await list.getByText("No transactions match your search.").waitFor();
  await screenshot(page, "dashboard-list");
  await page.keyboard.press("Escape");
  await list.waitFor({ state: "detached" });
  await card(page, "Cancelled Hawala", 1).waitFor();
  expect(at(page)).toEqual({ fromDate: "2026-03-01", toDate: "2026-03-02" });

  const days = part(page, "Hawalas per day");
  await days.getByText("Table", { exact: true }).click();
  await days.getByRole("link", { name: "Show only 2026-03-02" }).click();
  await filter.getByText(/ · 1 transaction shown$/).waitFor();

  const balances = part(page, "Balances");
  await balances.getByText(london.accountName).waitFor();
  await balances.getByRole("button", { name: "Add account" }).click();
  await dialog(page, "Add Account Balance").getByLabel("Account code").fill("1007");
  await axe(page);
  await page.keyboard.press("Enter");
  await page.getByText("Account 1007 added successfully").waitFor();
  await balances.getByText("Herat branch").waitFor();

  const health = part(page, "System Health Monitor");
  await health.getByRole("button", { name: /^Total Accounts/ }).click();
  await dialog(page, "Account Details").getByText("London").waitFor();
  await axe(page);
  await page.keyboard.press("Escape");

  await page.setViewportSize(narrow);
  await expect.poll(() => overflow(page)).toBe(0);
  await expectBooksBalance(desk);
});
