import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import type { AccountRow } from "#contract/accounts.ts";
import { DebitPage } from "#web/features/transactions/entry/debit-page.tsx";
import { TransferPage } from "#web/features/transactions/entry/transfer-page.tsx";
import { ExchangePage } from "#web/features/transactions/exchange/exchange-page.tsx";
import { labelled } from "#web/testing/labelled.ts";
import { officeAccounts, replyingOffice, writesOf } from "#web/testing/office.ts";
import { setText } from "#web/testing/set-text.ts";
import { stage } from "#web/testing/stage.tsx";

/** Opens a page whose office can be changed by another desk while an account of it is chosen. */
async function open(page: React.ReactElement) {
  let rows = officeAccounts;
  const fetched = replyingOffice({
    "GET /api/accounts": (_body, { searchParams }) => {
      const q = searchParams.get("q") ?? "";
      const ids = searchParams.get("ids")?.split(",");
      return { body: rows.filter(({ id, accountCode }) => ids?.includes(String(id)) ?? accountCode.includes(q)) };
    },
    "POST /api/transactions": { status: 201, body: { id: 1, balances: [] } },
  });
  const { client } = await stage(page);
  await waitFor(() => expect(screen.getAllByRole("option", { name: "USD - US Dollar" }).length).toBeGreaterThan(0));
  const user = userEvent.setup({ delay: null });
  const field = (name: string) => labelled(new RegExp(`^${name}( \\*)?$`));
  const choose = async (name: string, code: string): Promise<void> => {
    await user.click(field(name));
    await user.paste(code);
    await user.keyboard("{Enter}");
    await waitFor(() => expect(field(name).value).toContain(`${code} - `));
  };
  const change = (code: string, to: Partial<AccountRow>): Promise<void> => {
    rows = rows.map((row) => (row.accountCode === code ? { ...row, ...to } : row));
    return client.invalidateQueries({ queryKey: ["accounts"] });
  };
  return { user, field, choose, change, sent: () => writesOf(fetched).map(({ body }) => body) };
}

describe("an account that another desk changes while it is chosen", () => {
  it("turns the sentence and the entry of a Debit with its type", async () => {
    const { user, field, choose, change, sent } = await open(<DebitPage />);
    await choose("Account", "2002");
    setText(field("Amount"), "60");
    setText(field("Narrative"), "Cash");
    await screen.findByText(/^You pay out \$60.00/, { selector: "[aria-live]" });
    await change("2002", { accountType: "company" });
    await screen.findByText(/^\$60.00 USD comes from 2002/, { selector: "[aria-live]" });
    await screen.findByRole("row", { name: /2002 - Farid.*940\.00/ });
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(sent()).toMatchObject([{ outAccountId: 11, inAccountId: 102 }]));
  });

  it("turns the preview of a Transfer with its type", async () => {
    const { field, choose, change } = await open(<TransferPage />);
    await choose("Debit Account", "2002");
    setText(field("Debit Amount"), "60");
    await screen.findByRole("row", { name: /2002 - Farid.*940\.00/ });
    await change("2002", { accountType: "company" });
    await screen.findByRole("row", { name: /2002 - Farid.*1,060\.00/ });
  });

  it.each([
    { type: "Debit", name: "Account", page: <DebitPage /> },
    { type: "Transfer", name: "Credit Account", page: <TransferPage /> },
    { type: "Exchange", name: "Purchase Account", page: <ExchangePage /> },
  ])("is called in a $type as it is called by now, and shows its picture", async ({ name, page }) => {
    const { choose, change } = await open(page);
    await choose(name, "2002");
    await screen.findByRole("row", { name: /2002 - Farid/ });
    await change("2002", { accountName: "Fereydun", hasPicture: true });
    await screen.findByRole("row", { name: /2002 - Fereydun/ });
    const picture = async () => (await screen.findByRole("img", { name: /2002 - Fereydun/ })).getAttribute("src");
    expect(await picture()).toMatch(/\?v=1$/);
    await change("2002", { version: 2 });
    await waitFor(async () => expect(await picture()).toMatch(/\?v=2$/));
  });

  it("is called so in the sentence of a Transfer", async () => {
    const { field, choose, change } = await open(<TransferPage />);
    await choose("Debit Account", "2002");
    await choose("Credit Account", "2003");
    setText(field("Debit Amount"), "60");
    await change("2003", { accountName: "Zohra" });
    await screen.findByText(/2003 - Zohra/, { selector: "[aria-live]" });
  });

  it.each([
    { type: "Debit", name: "Account", page: <DebitPage /> },
    { type: "Transfer", name: "Debit Account", page: <TransferPage /> },
    { type: "Transfer", name: "Credit Account", page: <TransferPage /> },
    { type: "Exchange", name: "Selling Account", page: <ExchangePage /> },
  ])("says at the field of a $type ($name) that it takes no postings any more, and takes it back", async ({ name, page }) => {
    const { field, choose, change } = await open(page);
    await choose(name, "2002");
    await change("2002", { accountStatus: "suspended" });
    await screen.findByText("2002 - Farid is suspended.");
    expect(field(name).getAttribute("aria-invalid")).toBe("true");
    await change("2002", { accountStatus: "active" });
    await waitFor(() => expect(screen.queryByText("2002 - Farid is suspended.")).toBeNull());
  });
});
