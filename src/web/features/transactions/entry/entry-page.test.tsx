import { screen, waitFor, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { labelled } from "#web/testing/labelled.ts";
import { officeAccounts, replyingOffice, writesOf } from "#web/testing/office.ts";
import { refusal, type Replies } from "#web/testing/replies.ts";
import { accountRow } from "#web/testing/rows.ts";
import { setText } from "#web/testing/set-text.ts";
import { stage } from "#web/testing/stage.tsx";
import { transactionRow } from "#web/testing/transactions.ts";

import { CreditPage } from "./credit-page.tsx";
import { DebitPage } from "./debit-page.tsx";

const recorded = { status: 201, body: { id: 1, balances: [] } };

async function entry(page: React.ReactElement, replies: Replies = {}) {
  const fetched = replyingOffice({ "POST /api/transactions": recorded, ...replies });
  await stage(page);
  const field = (name: string) => labelled(new RegExp(`^${name}( \\*)?$`));
  await screen.findByRole("option", { name: "USD - US Dollar" });
  return { user: userEvent.setup({ delay: null }), field, sent: () => writesOf(fetched) };
}

async function choose(user: UserEvent, code: string): Promise<void> {
  const field = labelled(/^Account( \*)?$/);
  await user.click(field);
  await user.paste(code);
  await user.keyboard("{Enter}");
  await waitFor(() => expect(field.value).toContain(" - "));
}

/** Where the money of Farid's account goes or comes from. */
const sidesOf = (type: "Debit" | "Credit") =>
  type === "Debit" ? { outAccountId: 102, inAccountId: 11 } : { outAccountId: 11, inAccountId: 102 };

describe.each([
  {
    title: "Debit Transaction",
    page: <DebitPage />,
    type: "Debit",
    done: "Debit transaction created successfully",
    failed: "Failed to create debit transaction",
  },
  {
    title: "Credit Transaction",
    page: <CreditPage />,
    type: "Credit",
    done: "Credit transaction created successfully",
    failed: "Failed to create credit transaction",
  },
] as const)("the $title page", ({ title, page, type, done, failed }) => {
  it.each([
    ["2002", 102, sidesOf(type)],
    ["3001", 101, type === "Debit" ? { outAccountId: 11, inAccountId: 101 } : { outAccountId: 101, inAccountId: 11 }],
  ])("records account %s (%i) against the cash", async (code, _id, sides) => {
    const { user, field, sent } = await entry(page);
    expect(screen.getByRole("heading", { level: 1, name: title })).toBeDefined();
    await choose(user, code);
    setText(field("Amount"), "1200.5");
    setText(field("Narrative"), "Cash");
    expect(field("Amount Description").value).toBe("One Thousand Two Hundred Point Five Zero");
    expect(field("Exchange Rate").value).toBe("1");
    await user.dblClick(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Success")).toBeDefined();
    expect(screen.getByText(done)).toBeDefined();
    expect(sent()).toHaveLength(1);
    expect(sent()[0]?.body).toMatchObject({
      transType: type,
      ...sides,
      dAmount: "1200.5",
      cAmount: "1200.5",
      currencyId: 2,
      exRate: "1",
      transDescription: "Cash",
      cTransDescription: "One Thousand Two Hundred Point Five Zero",
      transDate: "2026-03-21",
    });
    expect(field("Amount").value).toBe("");
  });

  it("shows the server's reason, or its own words when the server has none", async () => {
    const message = "The account 2002 - Farid is suspended; it takes no postings";
    let answer = refusal(409, "conflict", message);
    const { user, field } = await entry(page, { "POST /api/transactions": () => answer });
    await choose(user, "2002");
    setText(field("Amount"), "5");
    setText(field("Narrative"), "Cash");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.getAllByText(message).length).toBe(2));
    expect(field("Narrative").value).toBe("Cash");
    answer = refusal(500, "unexpected", "");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.getAllByText(failed).length).toBeGreaterThan(1));
  });

  it("is filled with the last one by Ctrl+Shift+L, on the day that stands in the form; what looks entered already is asked about", async () => {
    const other = transactionRow({ id: 7, transType: type, ...sidesOf(type), dAmount: "5.00", transDate: "2026-03-20" });
    const { user, field, sent } = await entry(page, {
      "GET /api/transactions/search": (_body, { searchParams }) => ({
        body: searchParams.get("transactionDate") === "2026-03-20" ? [other] : [],
      }),
    });
    await choose(user, "2002");
    setText(field("Amount"), "5");
    setText(field("Narrative"), "Cash");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText(done)).toBeDefined();
    await user.click(field("Date"));
    await user.keyboard("-{Control>}{Shift>}[KeyL]{/Shift}{/Control}");
    expect([field("Account"), field("Amount"), field("Narrative")].map(({ value }) => value)).toEqual([
      "2002 - Farid",
      "5",
      "Cash",
    ]);
    expect(field("Date").value).toBe("2026-03-20");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("This may have been entered already")).toBeDefined();
    expect(sent()).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: "Save anyway" }));
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]?.body).toMatchObject({ ...sidesOf(type), dAmount: "5", transDate: "2026-03-20" });
    expect(sent()[1]?.idempotencyKey).not.toBe(sent()[0]?.idempotencyKey);
  });
});

// Both pages are one, but for the words and the sides.
describe("an entry page", () => {
  it("says what is missing", async () => {
    const { user, sent } = await entry(<DebitPage />);
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(screen.getByText("Account is required")).toBeDefined();
    expect(screen.getByText("Narrative is required")).toBeDefined();
    expect(screen.getByText("Amount must be greater than 0")).toBeDefined();
    expect(await screen.findByText("Please select an account")).toBeDefined();
    expect(screen.queryByText("Currency is required")).toBeNull();
    expect(sent()).toHaveLength(0);
  });

  it("lets only a company account choose its currency", async () => {
    const { user, field } = await entry(<DebitPage />);
    expect(field("Currency").disabled).toBe(true);
    await choose(user, "1004");
    expect(field("Currency").value).toBe("1");
    expect(field("Currency").disabled).toBe(true);
    await choose(user, "3001");
    expect(field("Currency").disabled).toBe(false);
  });

  it("changes the order of the label with Code and Name", async () => {
    const { user, field } = await entry(<DebitPage />);
    await choose(user, "2002");
    expect(field("Account").value).toBe("2002 - Farid");
    await user.click(screen.getByRole("radio", { name: "Name" }));
    expect(field("Account").value).toBe("Farid - 2002");
  });

  it("offers to open an account that is missing, and chooses it", async () => {
    const shirin = { ...accountRow({ id: 900, accountCode: "AC1900", accountName: "Shirin" }), picture: null, signature: null };
    const { user, field } = await entry(<DebitPage />, { "POST /api/accounts": { status: 201, body: shirin } });
    await user.click(field("Account"));
    await user.paste("Shirin");
    await user.click(await screen.findByRole("option", { name: "New customer “Shirin”" }));
    const dialog = within(await screen.findByRole("dialog", { name: "New Customer" }));
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(field("Account").value).toBe("AC1900 - Shirin"));
  });

  it("does not offer the cash account, which is always the other side", async () => {
    const { user } = await entry(<DebitPage />);
    await user.click(screen.getByRole("combobox", { name: /^Account/ }));
    await screen.findByRole("option", { name: /Azizi Bank/ });
    expect(screen.queryByRole("option", { name: /Cash at Shop/ })).toBeNull();
  });
});

describe("what the entry pages read back", () => {
  it("names the direction of the money", async () => {
    const { user, field } = await entry(<DebitPage />);
    await choose(user, "2002");
    setText(field("Amount"), "200");
    expect(screen.getByText("You pay out $200.00 USD in cash and debit 2002 - Farid.")).toBeDefined();
    expect(await screen.findByRole("row", { name: /2002 - Farid.*1,000\.00 USD.*800\.00 USD/ })).toBeDefined();
    expect(await screen.findByRole("row", { name: /Cash at Shop.*5,000\.00 USD.*4,800\.00 USD/ })).toBeDefined();
  });

  it("says when the office does not know the account's currency", async () => {
    const stranger = accountRow({ id: 105, accountCode: "9005", accountName: "Laila", currencyId: 77, currency: "CHF" });
    const { user, field } = await entry(<CreditPage />, {
      "GET /api/accounts": { body: [...officeAccounts, stranger], headers: { "x-total-count": "6" } },
    });
    await choose(user, "9005");
    setText(field("Amount"), "5");
    setText(field("Narrative"), "Cash");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.getAllByText("Currency not found for selected account").length).toBe(2));
  });
});
