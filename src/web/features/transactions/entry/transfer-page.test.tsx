import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import type { TransferForm } from "#web/features/transactions/rules.ts";
import { leaveDraft } from "#web/testing/drafts.ts";
import { labelled } from "#web/testing/labelled.ts";
import { officeAccount, replyingOffice, writesOf } from "#web/testing/office.ts";
import { refusal, type Replies } from "#web/testing/replies.ts";
import { setText } from "#web/testing/set-text.ts";
import { stage, type Staging } from "#web/testing/stage.tsx";

import { TransferPage } from "./transfer-page.tsx";

const recorded = { status: 201, body: { id: 1, balances: [] } };

async function transfer(replies: Replies = {}, staging: Staging = {}) {
  const fetched = replyingOffice({ "POST /api/transactions": recorded, ...replies });
  const staged = await stage(<TransferPage />, staging);
  const field = (name: string) => labelled(new RegExp(`^${name}`));
  await waitFor(() => expect(field("Currency").value).toBe("2"));
  return { ...staged, user: userEvent.setup({ delay: null }), field, sent: () => writesOf(fetched) };
}

async function choose(user: UserEvent, name: string, code: string): Promise<void> {
  const field = labelled(new RegExp(`^${name}`));
  await user.click(field);
  await user.paste(code);
  await user.keyboard("{Enter}");
  await waitFor(() => expect(field.value).toContain(" - "));
}

/** The same with a rent of Farid's to Zahra in the form, or what else is given: a draft of the office's day. */
async function filled(given: Partial<TransferForm> = {}, replies: Replies = {}) {
  leaveDraft("transfer", { ...rent, debitAccount: officeAccount("2002"), creditAccount: officeAccount("2003"), ...given });
  const page = await transfer(replies);
  await waitFor(() => expect(page.field("Debit Account").value).toContain(" - "));
  await waitFor(() => expect(page.field("Credit Account").value).toContain(" - "));
  return page;
}

const rent = { amount: "1250.75", debitNarrative: "Rent", creditNarrative: "Rent", currencyId: 2, date: "2026-03-21" };

async function fill(user: UserEvent, field: (name: string) => HTMLElement): Promise<void> {
  await choose(user, "Debit Account", "2002");
  await choose(user, "Credit Account", "2003");
  setText(field("Debit Amount"), "1250.75");
  setText(field("Debit Narrative"), "Rent");
}

describe("the Transfer page", () => {
  it("starts on the debit account, in currency 2, at rate 1, today; a save says what is missing, marks each field and focuses the first", async () => {
    const { user, field, sent } = await transfer();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("combobox", { name: /^Debit Account/ })));
    expect(field("Exchange Rate").value).toBe("1.00000000");
    expect(field("Exchange Rate").readOnly).toBe(true);
    expect(field("Credit Amount").readOnly).toBe(true);
    expect(field("Amount in Words").readOnly).toBe(true);
    expect(field("Date").value).toBe("2026-03-21");
    fireEvent.change(field("Currency"), { target: { value: "" } });
    await user.click(screen.getByRole("button", { name: "Save" }));
    for (const text of [
      "Debit account is required",
      "Credit account is required",
      "Amount is required",
      "Debit narrative is required",
      "Credit narrative is required",
      "Currency is required",
    ])
      expect(screen.getByText(text)).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole("combobox", { name: /^Debit Account/ }));
    expect(sent()).toHaveLength(0);
  });

  it("sends the whole transfer once and stands ready again with date and currency kept", async () => {
    const { user, field, sent } = await transfer();
    await fill(user, field);
    setText(field("Date"), "2026-03-20");
    await user.dblClick(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Transfer completed successfully")).toBeDefined();
    expect(sent()).toHaveLength(1);
    expect(sent()[0]?.body).toEqual({
      transType: "Transfer",
      outAccountId: 102,
      inAccountId: 103,
      currencyId: 2,
      cCurrencyId: 2,
      dAmount: "1250.75",
      cAmount: "1250.75",
      exRate: "1.00000000",
      transDescription: "Rent",
      cTransDescription: "Rent",
      transDate: "2026-03-20",
      referenceId: 0,
    });
    expect(field("Debit Amount").value).toBe("");
    expect(field("Date").value).toBe("2026-03-20");
    expect(document.activeElement).toBe(screen.getByRole("combobox", { name: /^Debit Account/ }));
    expect(screen.queryByText("Debit account is required")).toBeNull();
  });

  it("submits once even when submitted twice in one breath, and renews its key for the next entry", async () => {
    const { user, field, sent } = await filled();
    const form = screen.getByRole("form", { name: "Transfer" });
    fireEvent.submit(form);
    fireEvent.submit(form);
    await waitFor(() => expect(field("Debit Amount").value).toBe(""));
    await fill(user, field);
    fireEvent.submit(form);
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(new Set(sent().map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2);
  });

  it("keeps everything after a failure and retries with the same key", async () => {
    let away = true;
    const { user, field, sent } = await filled({}, { "POST /api/transactions": () => (away ? "no answer" : recorded) });
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect((await screen.findAllByText("It is not known whether this was saved")).length).toBeGreaterThan(0);
    expect(field("Debit Amount").value).toBe("1,250.75");
    expect(field("Debit Narrative").value).toBe("Rent");
    away = false;
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Transfer completed successfully")).toBeDefined();
    expect(sent()).toHaveLength(2);
    expect(sent()[0]?.idempotencyKey).toBe(sent()[1]?.idempotencyKey);
  });

  it("shows the server's reason inside the form and marks the field it names; a recorded attempt is told apart", async () => {
    const message = "The account 2003 - Zahra is suspended; it takes no postings";
    const answers = [
      { status: 409, body: { message, code: "conflict", requestId: "r-9", issues: [{ path: "inAccountId", message }] } },
      refusal(409, "idempotency_conflict", "This key was already used"),
    ];
    const { user } = await filled({}, { "POST /api/transactions": () => answers.shift() ?? recorded });
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.getAllByText(message)).toHaveLength(2));
    expect(screen.getByText("Request r-9")).toBeDefined();
    const credit = screen.getByRole("combobox", { name: /^Credit Account/ });
    expect(credit.getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement).toBe(credit);
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText(/An earlier attempt to save this form was recorded/)).toBeDefined();
  });
});

describe("the two sides of the Transfer page", () => {
  it("copy the debit narrative to the credit side whenever it changes, and not the other way", async () => {
    const { field } = await transfer();
    setText(field("Debit Narrative"), "Rent");
    expect(field("Credit Narrative").value).toBe("Rent");
    setText(field("Credit Narrative"), "Rent of May");
    expect(field("Debit Narrative").value).toBe("Rent");
    setText(field("Debit Narrative"), "Rents");
    expect(field("Credit Narrative").value).toBe("Rents");
  });

  it("follow the debit account's currency; only a company account may choose", async () => {
    const { user, field } = await transfer();
    await choose(user, "Debit Account", "1004");
    expect(field("Currency").value).toBe("1");
    expect(field("Currency").disabled).toBe(true);
    await choose(user, "Debit Account", "3001");
    expect(field("Currency").value).toBe("2");
    expect(field("Currency").disabled).toBe(false);
  });

  it("change places with Reverse", async () => {
    const { user, field } = await filled({
      creditAccount: officeAccount("1004"),
      debitNarrative: "from",
      creditNarrative: "to",
    });
    await user.click(screen.getByRole("button", { name: "Reverse" }));
    await waitFor(() => expect(field("Debit Account").value).toBe("1004 - Karim"));
    expect(field("Credit Account").value).toBe("2002 - Farid");
    expect(field("Debit Narrative").value).toBe("to");
    expect(field("Credit Narrative").value).toBe("from");
    expect(field("Currency").value).toBe("1");
    await user.keyboard("{Alt>}[KeyR]{/Alt}");
    await waitFor(() => expect(field("Debit Account").value).toBe("2002 - Farid"));
    expect(field("Credit Account").value).toBe("1004 - Karim");
  });

  it("do not change places past a text that is no account yet", async () => {
    const { user, field } = await filled({ creditAccount: officeAccount("1004") });
    await user.clear(field("Debit Account"));
    await user.paste("nobody");
    await user.keyboard("{Alt>}[KeyR]{/Alt}");
    expect((await screen.findByRole("alert")).textContent).toContain("“nobody” is no single account.");
    expect(field("Debit Account").value).toBe("nobody");
    expect(field("Credit Account").value).toBe("1004 - Karim");
  });

  it("must be two accounts, and each must be able to hold the currency", async () => {
    const { user, sent } = await filled({ creditAccount: officeAccount("2002") });
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(screen.getByText("The debit account and the credit account must be different")).toBeDefined();
    await choose(user, "Credit Account", "1004");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(screen.getByText("This account holds no USD. Record an Exchange to open a balance in it.")).toBeDefined();
    expect(sent()).toHaveLength(0);
  });

  it.each([
    ["admin", 1],
    ["operator", 0],
    ["user", 0],
  ] as const)("offer the cash account to admins alone (%s)", async (role, count) => {
    const { user } = await transfer({}, { user: { role } });
    await user.click(screen.getByRole("combobox", { name: /^Debit Account/ }));
    await screen.findByRole("option", { name: /Azizi Bank/ });
    expect(screen.queryAllByRole("option", { name: /Cash at Shop/ })).toHaveLength(count);
  });

  it("are not repeated on the other side as long as they are no amount", async () => {
    const { field } = await transfer();
    setText(field("Debit Amount"), "=5*");
    expect(field("Credit Amount").value).toBe("");
    setText(field("Debit Amount"), "=5*3");
    expect(field("Credit Amount").value).toBe("15");
    setText(field("Debit Amount"), "=5*3/0");
    expect(field("Credit Amount").value).toBe("");
  });

  it("are read back as a sentence, in words and as balances", async () => {
    const { field } = await filled();
    expect(screen.getByText("$1,250.75 USD moves from 2002 - Farid to 2003 - Zahra.")).toBeDefined();
    expect(field("Amount in Words").value).toBe("One Thousand Two Hundred Fifty");
    expect(field("Credit Amount").value).toBe("1,250.75");
    expect(
      await screen.findByRole("row", { name: /2002 - Farid.*goes below zero.*1,000\.00 USD.*minus 250\.75 USD/ }),
    ).toBeDefined();
    expect(screen.getByRole("img", { name: "Picture of 2003 - Zahra" })).toBeDefined();
  });
});

describe("leaving the Transfer page", () => {
  it("asks first when something was typed, and keeps it on request", async () => {
    const { user, field, router } = await transfer();
    setText(field("Debit Narrative"), "Rent");
    await user.click(screen.getByRole("button", { name: "Close" }));
    expect(await screen.findByText("Leave without saving?")).toBeDefined();
    // The second half of a double click on what leads away.
    fireEvent.click(screen.getByRole("button", { name: "Discard and leave" }), { detail: 2 });
    await user.click(screen.getByRole("button", { name: "Keep editing" }));
    expect(field("Debit Narrative").value).toBe("Rent");
    await user.click(screen.getByRole("button", { name: "Close" }));
    await user.click(await screen.findByRole("button", { name: "Discard and leave" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/dashboard"));
  });

  it("needs no question when nothing was typed", async () => {
    const { user, router } = await transfer();
    await user.click(screen.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/dashboard"));
  });

  it("is not the same as New, which begins again", async () => {
    const { user, field } = await filled();
    await user.click(screen.getByRole("button", { name: "New" }));
    expect(field("Debit Account").value).toBe("");
    expect(field("Debit Narrative").value).toBe("");
    expect(field("Currency").value).toBe("2");
    expect(document.activeElement).toBe(field("Debit Account"));
  });
});

describe("the keyboard on the Transfer page", () => {
  it("is enough: Enter walks from field to field and Ctrl+Enter saves", async () => {
    const { user, field, sent } = await transfer();
    await user.keyboard("2002{Enter}");
    await waitFor(() => expect(document.activeElement).toBe(field("Debit Amount")));
    await user.keyboard("=100*2.5{Enter}");
    expect(document.activeElement).toBe(field("Debit Narrative"));
    await user.keyboard("Rent{Enter}");
    expect(document.activeElement).toBe(field("Credit Account"));
    await user.keyboard("2003{Enter}");
    await waitFor(() => expect(document.activeElement).toBe(field("Credit Narrative")));
    await user.keyboard("{Enter}");
    expect(document.activeElement).toBe(field("Date"));
    await user.keyboard("-{Enter}");
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Save" }));
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.body).toMatchObject({ outAccountId: 102, inAccountId: 103, dAmount: "250", transDate: "2026-03-20" });
  });
});
