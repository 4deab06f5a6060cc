import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";

import { balancesAsked, dashboardParts, dialog, part, type Calls } from "#web/testing/dashboard.tsx";
import { writesOf } from "#web/testing/office.ts";
import { refusal } from "#web/testing/replies.ts";

import { BalancesCard } from "./balances-card.tsx";

const open = (replies: Calls = {}) => dashboardParts(<BalancesCard />, replies);

describe("the Balances card", () => {
  const codes = () =>
    part("Balances")
      .getAllByRole("listitem")
      .map((item) => /Holder of \d{4}|\d{4}/.exec(item.textContent ?? "")?.[0]);
  const userId = "3f3b1c0a-0000-4000-8000-000000000001";
  const sharedKey = "sarraf-dashboard-accounts";
  const keyOf = (user: string) => `${sharedKey}:${user}`;
  const kept = () => localStorage.getItem(keyOf(userId));

  async function adding(user: Awaited<ReturnType<typeof open>>["user"], typed: string) {
    await user.click(part("Balances").getByRole("button", { name: "Add account" }));
    const window = await dialog("Add Account Balance");
    if (typed !== "") await user.type(window.getByLabelText("Account code"), typed);
    await user.click(window.getByRole("button", { name: "Add" }));
    return window;
  }

  test("begins with the default sender, blue, and is asked for by a POST", async () => {
    const { fetched } = await open();
    expect(await part("Balances").findByText("1,250.00 USD")).toBeDefined();
    expect(codes()).toEqual(["Holder of 2001"]);
    expect(writesOf(fetched)).toMatchObject([{ address: "/api/account-balances", body: { accountCodes: ["2001"] } }]);
  });

  test("takes up to four accounts, in this browser, two beside each other from the fourth on", async () => {
    const { user } = await open();
    for (const code of ["2002", " 2006 "]) {
      await adding(user, code);
      await screen.findByText(`Account ${code.trim()} added successfully`);
    }
    expect(part("Balances").getByRole("list").dataset["columns"]).toBe("1");
    await adding(user, "۲۰۰۴");
    await screen.findByText("Account 2004 added successfully");
    await waitFor(() => expect(codes()).toEqual(["2001", "2002", "2006", "2004"].map((code) => `Holder of ${code}`)));
    expect(part("Balances").getByRole("list").dataset["columns"]).toBe("2");
    expect(part("Balances").getByText("minus 50.00 USD")).toBeDefined();
    expect(JSON.parse(kept() ?? "[]")).toEqual(["2001", "2002", "2006", "2004"]);
    const window = await adding(user, "2005");
    await window.findByText("Maximum 4 accounts allowed");
  });

  test.each([
    ["", "Please enter an account code"],
    ["2001", "Account code already added"],
    ["9999", "No account has the code 9999"],
  ])("refuses %j, saying why, and keeps what was typed", async (typed, fault) => {
    const { user } = await open();
    const window = await adding(user, typed);
    await window.findByText(fault);
    const field = window.getByLabelText<HTMLInputElement>("Account code");
    expect(field.value).toBe(typed);
    expect(field.placeholder).toBe("Enter account code (e.g., 2002)");
    expect(kept()).toBeNull();
    await user.click(window.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("adds nothing once that was cancelled, and leaves the dialog alone that was opened since", async () => {
    const late = Promise.withResolvers<void>();
    const answered = vi.fn(async (body: unknown) => {
      if (JSON.stringify(body).includes("2002")) await late.promise;
      return balancesAsked(body);
    });
    const { user } = await open({ "POST /api/account-balances": answered });
    const first = await adding(user, "2002");
    await user.click(first.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const second = await adding(user, "");
    late.resolve();
    await user.type(second.getByLabelText("Account code"), "2003{Enter}");
    await screen.findByText("Account 2003 added successfully");
    expect(screen.queryByText("Account 2002 added successfully")).toBeNull();
    await waitFor(() => expect(codes()).toEqual(["Holder of 2001", "Holder of 2003"]));
  });

  test("lets accounts be removed but the last, and says so", async () => {
    const { user } = await open();
    await adding(user, "2002");
    await user.click(await part("Balances").findByRole("button", { name: "Remove account 2001" }));
    await screen.findByText("Account 2001 removed");
    // The second half of a double click, under which the next one has moved.
    fireEvent.click(part("Balances").getByRole("button", { name: "Remove account 2002" }), { detail: 2 });
    expect(screen.queryByText("At least one account must remain")).toBeNull();
    await waitFor(() => expect(codes()).toEqual(["Holder of 2002"]));
    await user.click(part("Balances").getByRole("button", { name: "Remove account 2002" }));
    await screen.findByText("At least one account must remain");
    expect(codes()).toEqual(["Holder of 2002"]);
  });

  test.each([
    ["of this person", { [keyOf(userId)]: ["2003", "9999"] }, ["Holder of 2003", "9999"]],
    ["of somebody else", { [keyOf("another")]: ["2003"] }, ["Holder of 2001"]],
    ["that is none", { [keyOf(userId)]: [] }, ["Holder of 2001"]],
    ["that this person had made for the whole browser", { [sharedKey]: { userId, codes: ["2003"] } }, ["Holder of 2003"]],
    ["that somebody else had made for it", { [sharedKey]: { userId: "another", codes: ["2003"] } }, ["Holder of 2001"]],
    [
      "that this person has made since then",
      { [keyOf(userId)]: ["2002"], [sharedKey]: { userId, codes: ["2003"] } },
      ["Holder of 2002"],
    ],
  ])("reads the choice %s", async (_whose, choices, shown) => {
    for (const [key, choice] of Object.entries(choices)) localStorage.setItem(key, JSON.stringify(choice));
    await open();
    await part("Balances").findByText("1,250.00 USD");
    expect(codes()).toEqual(shown);
    expect(screen.queryAllByText("No account has this code.")).toHaveLength(shown.includes("9999") ? 1 : 0);
  });

  test.each([
    ["leaves what others have chosen in this browser, as it is kept now and as it was", "another", true],
    ["takes what this person had chosen for the whole browser along", userId, false],
  ])("%s", async (_what, whose, isLeft) => {
    const [theirs, shared] = [JSON.stringify(["2004"]), JSON.stringify({ userId: whose, codes: ["2003"] })];
    localStorage.setItem(keyOf("a third"), theirs);
    localStorage.setItem(sharedKey, shared);
    const { user } = await open();
    await adding(user, "2002");
    await screen.findByText("Account 2002 added successfully");
    expect(localStorage.getItem(keyOf("a third"))).toBe(theirs);
    expect(localStorage.getItem(sharedKey)).toBe(isLeft ? shared : null);
    expect(JSON.parse(kept() ?? "[]")).toEqual([isLeft ? "2001" : "2003", "2002"]);
  });

  test("begins anew where something unreadable was kept, and says why balances could not be read", async () => {
    localStorage.setItem(keyOf(userId), "{");
    localStorage.setItem(sharedKey, "{");
    const { user } = await open({ "POST /api/account-balances": refusal(503, "unavailable", "The database is away.") });
    expect(await screen.findByText("The balances could not be read")).toBeDefined();
    const window = await adding(user, "2002");
    expect(await window.findByText("The database is away.")).toBeDefined();
  });
});
