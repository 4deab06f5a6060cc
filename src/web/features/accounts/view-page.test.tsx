import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, test } from "vitest";

import { getAccount, type Account, type AccountVersion } from "#contract/accounts.ts";
import { queryKeys } from "#web/lib/query.ts";
import { replyingOffice } from "#web/testing/office.ts";
import { readFromRight } from "#web/testing/own-direction.ts";
import { refusal, type Replies } from "#web/testing/replies.ts";
import { accountRow } from "#web/testing/rows.ts";
import { stage } from "#web/testing/stage.tsx";

import { ViewAccountPage } from "./view-page.tsx";

const picture = "data:image/png;base64,AAAA";

const stored: Account = {
  ...accountRow({ id: 103, accountCode: "2003", accountName: "Zahra", lastName: "Karimi", accountType: "hawala_partner" }),
  fatherName: "Karim",
  dateOfBirth: "1985-03-21",
  phone: "0700 1",
  address: "Shahr-e Naw",
  hasPicture: true,
  picture,
  signature: null,
};

async function view(replies: Replies = {}, id = "103") {
  const fetched = replyingOffice({
    "GET /api/accounts/103": { body: stored },
    "GET /api/accounts/103/history": { body: [] },
    "GET /api/accounts/103/balances": { body: [{ currencyId: 2, currency: "USD", symbol: "$", balance: "-75.00" }] },
    ...replies,
  });
  const staged = await stage(<ViewAccountPage />, { at: `/accounts/view/${id}`, pattern: "/accounts/view/$id" });
  return { ...staged, fetched };
}

const card = (name: string) => screen.getByRole("region", { name });

describe("the View Account page", () => {
  it("shows the account with its type in words, its currency by name, and its balances", async () => {
    await view();
    await screen.findByRole("heading", { level: 2, name: "Zahra Karimi" });
    expect(screen.getAllByText("Hawala partner").length).toBeGreaterThan(0);
    expect((await screen.findAllByText("US Dollar")).length).toBeGreaterThan(0);
    expect(screen.getAllByText("Active").length).toBeGreaterThan(0);
    expect(await within(card("Balances")).findByText(/^-\$75\.00/)).toBeDefined();
    expect(within(card("Balances")).getByRole("link", { name: "Statement in US Dollar" }).getAttribute("href")).toBe(
      "/reports/account-statement?account=103&currency=2",
    );
    expect(within(card("Personal Information")).getByText("Karim")).toBeDefined();
    expect(within(card("Personal Information")).getByText("1985-03-21").parentElement?.textContent).toContain("Hamal 1364");
    expect(within(card("Contact Information")).getByText("Shahr-e Naw")).toBeDefined();
    expect(within(card("Account Information")).getAllByText("1 Mar 2026, 04:30")).toHaveLength(2);
    expect(screen.getByRole("link", { name: "Edit Account" }).getAttribute("href")).toBe("/accounts/edit/103");
    expect(screen.getByRole("link", { name: "Back to Accounts" }).getAttribute("href")).toBe("/accounts/edit");
  });

  it("shows the images there are, and each one larger", async () => {
    await view();
    const user = userEvent.setup({ delay: null });
    await user.click(await screen.findByRole("button", { name: "Show the picture larger" }));
    const dialog = await screen.findByRole("dialog", { name: "Picture of Zahra Karimi" });
    expect(within(dialog).getByRole("img").getAttribute("src")).toBe(picture);
    expect(screen.queryByRole("button", { name: "Show the signature larger" })).toBeNull();
  });

  it("puts away a larger image that another desk removes, and opens the next one to nobody who did not ask", async () => {
    const { client } = await view();
    const becomes = (change: Partial<Account>) =>
      client.setQueryData(queryKeys.of(getAccount, { params: { id: 103 } }), { ...stored, ...change });
    const user = userEvent.setup({ delay: null });
    await user.click(await screen.findByRole("button", { name: "Show the picture larger" }));
    await screen.findByRole("dialog");
    becomes({ picture: null, hasPicture: false });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    becomes({});
    await screen.findByRole("button", { name: "Show the picture larger" });
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it.each(["999", "abc", "0"])("says that there is no account %s", async (id) => {
    await view({}, id);
    expect(await screen.findByRole("heading", { name: "Account Not Found" })).toBeDefined();
    expect(screen.getByText("The account you're looking for doesn't exist.")).toBeDefined();
    expect(screen.getByRole("link", { name: "Back to Accounts" }).getAttribute("href")).toBe("/accounts/edit");
  });

  it("offers to try again when the account or its balances could not be loaded", async () => {
    const away = refusal(503, "unavailable", "The database is away");
    await view({ "GET /api/accounts/103": away });
    expect(await screen.findByText("The account could not be loaded.")).toBeDefined();
    cleanup();
    await view({ "GET /api/accounts/103/balances": away });
    expect(await screen.findByText("The balances could not be loaded.")).toBeDefined();
    expect(screen.getByRole("heading", { level: 2, name: "Zahra Karimi" })).toBeDefined();
  });
});

describe("the history of an account", () => {
  const opened: AccountVersion = {
    version: 1,
    action: "created",
    actor: "farzana",
    recordedAt: "2026-03-01T06:00:00.000Z",
    changes: [
      { field: "accountName", before: null, after: "Zahra" },
      { field: "accountType", before: null, after: "customer" },
    ],
  };
  const changed: AccountVersion = {
    version: 2,
    action: "changed",
    actor: "walid",
    recordedAt: "2026-03-02T06:00:00.000Z",
    changes: [
      { field: "phone", before: "0700 1", after: null },
      { field: "accountStatus", before: "active", after: "suspended" },
      { field: "accountType", before: "customer", after: "hawala_partner" },
      { field: "picture", before: null, after: "replaced" },
      { field: "signature", before: null, after: "removed" },
    ],
  };
  const pictured: AccountVersion = { ...changed, version: 4, changes: [{ field: "picture", before: null, after: "added" }] };
  const path = "GET /api/accounts/103/history";

  it("says who did what and when, with what was there before and after", async () => {
    await view({ [path]: { body: [pictured, { ...changed, version: 3, changes: [] }, changed, opened] } });
    const history = within(await screen.findByRole("region", { name: "History" }));
    expect((await history.findAllByText("Changed by walid")).length).toBe(3);
    expect(history.getByText("Opened by farzana")).toBeDefined();
    expect(history.getByText("1 Mar 2026, 10:30 · version 1")).toBeDefined();
    expect(history.getByText("Saved without a change")).toBeDefined();
    expect(history.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      "Picture: added",
      "Phone: 0700 1 → (empty)",
      "Account Status: Active → Suspended",
      "Account Type: Customer → Hawala partner",
      "Picture: a new image",
      "Signature: removed",
      "Account Name: Zahra",
      "Account Type: Customer",
    ]);
  });

  it("points from what was to what is also where the screens are read from the right", async () => {
    readFromRight();
    await view({ [path]: { body: [changed] } });
    const history = within(await screen.findByRole("region", { name: "History" }));
    const [phone] = await history.findAllByRole("listitem");
    expect(phone?.textContent).toBe("Phone: 0700 1 ← (empty)");
  });

  it("brings earlier changes on demand", async () => {
    await view({
      [path]: (_body, { searchParams }) =>
        searchParams.get("cursor") === "older"
          ? { body: [opened] }
          : { body: [changed], headers: { "x-total-count": "2", "x-next-cursor": "older" } },
    });
    const user = userEvent.setup({ delay: null });
    await user.click(await screen.findByRole("button", { name: "Show earlier changes" }));
    expect(await screen.findByText("Opened by farzana")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Show earlier changes" })).toBeNull();
  });

  it("says that there is none, and that it could not be loaded", async () => {
    await view({ [path]: { body: [] } });
    expect(await screen.findByText("Nothing has been changed since the office began.")).toBeDefined();
    cleanup();
    let isAway = true;
    await view({ [path]: () => (isAway ? refusal(503, "unavailable", "The database is away") : { body: [opened] }) });
    expect(await screen.findByText("The history could not be loaded.")).toBeDefined();
    isAway = false;
    await userEvent.setup({ delay: null }).click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByText("Opened by farzana")).toBeDefined();
  });
});

test("an account leads to its transactions", async () => {
  await view();
  const link = await screen.findByRole("link", { name: "Transactions of this account" });
  expect(link.getAttribute("href")).toBe("/transactions/search?searchWhat=All&accountId=103");
});
