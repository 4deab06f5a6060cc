import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";

import { refusal, replying } from "#web/testing/replies.ts";
import { stage } from "#web/testing/stage.tsx";

import { DashboardPage } from "./dashboard-page.tsx";

afterEach(() => vi.unstubAllGlobals());

const balances = {
  body: [
    { currencyId: 1, currency: "AFN", symbol: "؋", balance: "969940.00" },
    { currencyId: 2, currency: "USD", symbol: "$", balance: "-200.50" },
  ],
};
const verified = { balanced: true, startedAt: "2026-03-20T20:30:00.000Z", finishedAt: "2026-03-20T20:30:01.000Z", faults: [] };
const cash = "GET /api/accounts/11/balances";
const books = "GET /api/verification";

const actions = () =>
  within(screen.getByRole("region", { name: "Quick actions" }))
    .getAllByRole("link")
    .map((link) => link.getAttribute("href"));

const hawalas = ["/transactions/hawala", "/transactions/pass-hawala", "/transactions/hawala-details"];

test("an admin sees the till, the books and every action", async () => {
  replying({ [cash]: balances, [books]: { body: verified } });
  await stage(<DashboardPage />);
  expect(screen.getByRole("heading", { level: 1, name: "Admin Dashboard" })).toBeDefined();
  expect(await screen.findByText("minus 200.50 USD")).toBeDefined();
  expect(screen.getByText("969,940.00 AFN")).toBeDefined();
  expect(await screen.findByText("Books balance")).toBeDefined();
  expect(screen.getByText(/Verified 21 Mar 2026, 01:00/)).toBeDefined();
  expect(actions()).toEqual([
    "/accounts/new",
    "/accounts/edit",
    "/currencies",
    "/currency-conversion",
    "/account-settings",
    "/users",
    "/hawala-serial",
    "/business-settings",
    "/transactions/transfer",
    "/transactions/exchange",
    ...hawalas,
    "/transactions/search",
    "/transactions/import-hawala",
    "/transactions/debit",
    "/transactions/credit",
  ]);
});

test("an operator sees the portfolio, the actions of the counter, and nothing to verify by hand", async () => {
  replying({ [cash]: balances, [books]: { body: null } });
  await stage(<DashboardPage />, { user: { role: "operator" } });
  expect(screen.getByRole("heading", { level: 1, name: "Currency Portfolio Overview" })).toBeDefined();
  expect(await screen.findByText("Not verified yet")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Verify now" })).toBeNull();
  expect(actions()).toEqual([
    "/transactions/transfer",
    "/transactions/exchange",
    ...hawalas,
    "/transactions/search",
    "/transactions/import-hawala",
  ]);
});

test("books that do not balance name what is wrong", async () => {
  const faults = ["Account 2001 holds 10.00 USD, its postings sum to 12.00"];
  replying({ [cash]: balances, [books]: { body: { ...verified, balanced: false, faults } } });
  await stage(<DashboardPage />);
  expect(await screen.findByText("Books do not balance")).toBeDefined();
  expect(screen.getByText(/1 fault found/)).toBeDefined();
  expect(screen.getByText(faults[0] ?? "")).toBeDefined();
});

test("an admin verifies the books by hand and sees the new result", async () => {
  replying({ [cash]: balances, [books]: { body: null }, "POST /api/verification": { body: verified } });
  const user = userEvent.setup();
  await stage(<DashboardPage />);
  await user.click(screen.getByRole("button", { name: "Verify now" }));
  expect(await screen.findByText("Books balance")).toBeDefined();
});

test("a panel that could not be loaded says why, with its request id, and can be tried again", async () => {
  let answer = refusal(500, "unexpected", "Something went wrong in the server.");
  replying({ [cash]: () => answer, [books]: { body: null } });
  const user = userEvent.setup();
  await stage(<DashboardPage />);
  const alert = within(await screen.findByRole("alert"));
  expect(alert.getByText("Something went wrong in the server.")).toBeDefined();
  expect(alert.getByText("Request id: request-1")).toBeDefined();
  answer = balances;
  await user.click(alert.getByRole("button", { name: "Retry" }));
  await waitFor(() => expect(screen.getByText("969,940.00 AFN")).toBeDefined());
});

test("an empty till says what brings money in, to those who may do it", async () => {
  replying({ [cash]: { body: balances.body.map((held) => ({ ...held, balance: "0.00" })) }, [books]: { body: null } });
  await stage(<DashboardPage />);
  expect(await screen.findByText("The till holds no money yet. A Credit brings in the first.")).toBeDefined();
});
