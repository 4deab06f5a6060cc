import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import type { AccountRow, CurrencyBalance } from "#contract/accounts.ts";
import { leaveDraft } from "#web/testing/drafts.ts";
import { labelled } from "#web/testing/labelled.ts";
import { officeAccount, officeAccounts, replyingOffice, writesOf } from "#web/testing/office.ts";
import { accountRow } from "#web/testing/rows.ts";
import { setText } from "#web/testing/set-text.ts";
import { stage } from "#web/testing/stage.tsx";

import { CreditPage } from "./credit-page.tsx";
import { DebitPage } from "./debit-page.tsx";
import { TransferPage } from "./transfer-page.tsx";

const afghani: CurrencyBalance = { currencyId: 1, currency: "AFN", symbol: "؋", balance: "5000.00" };
const nothingInDollars: CurrencyBalance = { currencyId: 2, currency: "USD", symbol: "$", balance: "0.00" };

/** Nadia's account is in AFN and has been opened in USD by an exchange. */
const nadia = accountRow({
  id: 106,
  accountCode: "1006",
  accountName: "Nadia",
  currencyId: 1,
  currency: "AFN",
  balances: [afghani, nothingInDollars],
});

/** Opens a page of the office that has Nadia as well; her row may be older than what is answered about her balances. */
async function open(page: React.ReactElement, row = nadia) {
  const rows = [...officeAccounts, row];
  const fetched = replyingOffice({
    "GET /api/accounts": (_body, { searchParams }) => {
      const q = searchParams.get("q") ?? "";
      const ids = searchParams.get("ids")?.split(",");
      return { body: rows.filter(({ id, accountCode }) => ids?.includes(String(id)) ?? accountCode.includes(q)) };
    },
    [`GET /api/accounts/${String(nadia.id)}/balances`]: { body: nadia.balances },
    "POST /api/transactions": { status: 201, body: { id: 1, balances: [] } },
  });
  await stage(page);
  await screen.findByRole("option", { name: "USD - US Dollar" });
  const field = (name: string) => labelled(new RegExp(`^${name}( \\*)?$`));
  const user = userEvent.setup({ delay: null });
  const choose = async (name: string, code: string): Promise<void> => {
    await user.click(field(name));
    await user.paste(code);
    await user.keyboard("{Enter}");
    await waitFor(() => expect(field(name).value).toContain(`${code} - `));
  };
  const offered = () => [...field("Currency").querySelectorAll("option")].map(({ textContent }) => textContent);
  return { user, field, choose, offered, sent: () => writesOf(fetched).map(({ body }) => body) };
}

/** Opens Transfer with 45 in the currency of the debit account, as a draft that is there already. */
async function openTransfer(debitAccount: AccountRow, creditAccount: AccountRow) {
  const words = { debitNarrative: "Rent", creditNarrative: "Rent" };
  const { currencyId } = debitAccount;
  leaveDraft("transfer", { ...words, debitAccount, creditAccount, amount: "45", currencyId, date: "2026-03-21" });
  const page = await open(
    <TransferPage />,
    [debitAccount, creditAccount].find(({ id }) => id === nadia.id),
  );
  await waitFor(() => expect(page.field("Debit Account").value).toContain(debitAccount.accountCode));
  await waitFor(() => expect(page.field("Credit Account").value).toContain(creditAccount.accountCode));
  return page;
}

describe.each([
  { type: "Debit", page: <DebitPage /> },
  { type: "Credit", page: <CreditPage /> },
])("a $type of an account that holds a further currency", ({ type, page }) => {
  it("can be recorded in it: the field is open, offers what is held and comes before the amount", async () => {
    const { user, field, choose, offered, sent } = await open(page);
    await choose("Account", "1006");
    await waitFor(() => expect(document.activeElement).toBe(field("Currency")));
    expect(field("Currency").value).toBe("1");
    expect(offered()).toEqual(["AFN - Afghan Afghani", "USD - US Dollar"]);
    await user.selectOptions(field("Currency"), "USD - US Dollar");
    await user.keyboard("{Enter}");
    expect(document.activeElement).toBe(field("Amount"));
    await user.keyboard("45{Enter}Cash{Control>}{Enter}{/Control}");
    await waitFor(() => expect(sent()).toMatchObject([{ transType: type, currencyId: 2, cCurrencyId: 2, dAmount: "45" }]));
  });
});

// Both pages are one, but for the words and the sides.
describe("an entry of an account that holds a further currency", () => {
  it("can be recorded in it although the row that was chosen does not know of it yet", async () => {
    const { user, field, choose, offered, sent } = await open(<DebitPage />, { ...nadia, balances: [afghani] });
    await choose("Account", "1006");
    await waitFor(() => expect(field("Currency").disabled).toBe(false));
    expect(offered()).toEqual(["AFN - Afghan Afghani", "USD - US Dollar"]);
    await user.selectOptions(field("Currency"), "USD - US Dollar");
    setText(field("Amount"), "45");
    await user.type(field("Narrative"), "Cash{Control>}{Enter}{/Control}");
    await waitFor(() => expect(sent()).toMatchObject([{ currencyId: 2 }]));
  });

  it("goes back to the own currency of the account chosen next, and is closed where that holds no other", async () => {
    const { user, field, choose, offered } = await open(<DebitPage />);
    await choose("Account", "1006");
    await user.selectOptions(field("Currency"), "USD - US Dollar");
    await choose("Account", "1004");
    expect(field("Currency").value).toBe("1");
    expect(field("Currency").disabled).toBe(true);
    await choose("Account", "3001");
    expect(field("Currency").disabled).toBe(false);
    expect(offered()).toHaveLength(4);
  });
});

describe("a Transfer from an account that holds a further currency", () => {
  it("can be recorded in it: the field is open, offers what is held and comes before the date", async () => {
    const { user, field, choose, offered, sent } = await open(<TransferPage />);
    expect(offered()).toHaveLength(4);
    await choose("Debit Account", "1006");
    expect(field("Currency").disabled).toBe(false);
    expect(field("Currency").value).toBe("1");
    expect(offered()).toEqual(["AFN - Afghan Afghani", "USD - US Dollar"]);
    setText(field("Debit Amount"), "45");
    setText(field("Debit Narrative"), "Rent");
    await choose("Credit Account", "2002");
    await user.click(field("Credit Narrative"));
    await user.keyboard("{Enter}");
    expect(document.activeElement).toBe(field("Currency"));
    await user.selectOptions(field("Currency"), "USD - US Dollar");
    await user.keyboard("{Enter}");
    expect(document.activeElement).toBe(field("Date"));
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(sent()).toMatchObject([{ outAccountId: 106, inAccountId: 102, currencyId: 2, dAmount: "45" }]));
  });

  it("is recorded in it on the credit side too, although the row that was chosen does not know of it yet", async () => {
    const { user, sent } = await openTransfer(officeAccount("2002"), { ...nadia, balances: [afghani] });
    await screen.findByRole("row", { name: /Nadia.*0\.00/ });
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(sent()).toMatchObject([{ outAccountId: 102, inAccountId: 106, currencyId: 2 }]));
  });

  it("is not recorded in a currency that the credit account does not hold", async () => {
    const { user, field, sent } = await openTransfer(nadia, officeAccount("1004"));
    await user.selectOptions(field("Currency"), "USD - US Dollar");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(screen.getByText("This account holds no USD. Record an Exchange to open a balance in it.")).toBeDefined();
    expect(sent()).toHaveLength(0);
  });
});

describe("Reverse on the Transfer page", () => {
  it.each([
    ["a company account", nadia, officeAccount("3001")],
    ["an account that holds it", officeAccount("2002"), nadia],
    ["an account whose row does not know yet that it holds it", officeAccount("2002"), { ...nadia, balances: [afghani] }],
  ])("leaves the currency of the typed amount to %s", async (_which, debit, credit) => {
    const { user, field } = await openTransfer(debit, credit);
    setText(field("Debit Amount"), "5000");
    const before = field("Currency").value;
    await screen.findByRole("row", { name: /Nadia.*(5,000|0)\.00/ });
    await user.click(screen.getByRole("button", { name: "Reverse" }));
    expect(field("Debit Account").value).toContain(credit.accountCode);
    expect(field("Currency").value).toBe(before);
    expect(field("Debit Amount").value).toBe("5000");
    await user.click(screen.getByRole("button", { name: "Reverse" }));
    expect(field("Currency").value).toBe(before);
  });

  it("takes the currency of a new debit account that cannot hold the one that stands there", async () => {
    const { user, field } = await openTransfer(nadia, officeAccount("2002"));
    await user.click(screen.getByRole("button", { name: "Reverse" }));
    expect(field("Currency").value).toBe("2");
    expect(field("Currency").disabled).toBe(true);
  });
});
