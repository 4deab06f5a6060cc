import { cleanup, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, onTestFinished } from "vitest";

import { speak } from "#web/i18n/speech.ts";
import { editDialog } from "#web/testing/edit-dialog.tsx";
import { replyingOffice } from "#web/testing/office.ts";
import { readBefore, shownOfMoney } from "#web/testing/read-before.ts";
import { stage } from "#web/testing/stage.tsx";
import { transactionRow } from "#web/testing/transactions.ts";

import { EditDialog } from "./edit-dialog.tsx";

const transfer = transactionRow({ id: 7, version: 4, referenceId: 90 });
const debit = transactionRow({ id: 7, transType: "Debit", outAccountId: 103, inAccountId: 11, dAmount: "200.00" });
const credit = transactionRow({ id: 7, transType: "Credit", outAccountId: 11, inAccountId: 102, dAmount: "1000.00" });
const hawala = transactionRow({ id: 7, transType: "Hawala", transDescription: "Hawala 5", cTransDescription: "" });
const deal = transactionRow({
  id: 7,
  transType: "Exchange",
  outAccountId: 102,
  inAccountId: 104,
  dAmount: "300.00",
  cCurrencyId: 1,
  cAmount: "20940.00",
  exRate: "69.80000000",
});

describe("the edit dialog of each type", () => {
  it("is named after the type in the language of the screens", async () => {
    replyingOffice({
      "GET /healthz": { body: { status: "ok" } },
      "GET /api/transactions/7": { body: { ...deal, deleted: false } },
    });
    await speak("fa-AF");
    onTestFinished(() => speak("en"));
    await stage(<EditDialog id={7} onClose={() => {}} />);
    expect(await screen.findByRole("dialog", { name: /^ویرایش معاملهٔ .?تبادله/u })).toBeDefined();
  });

  it("edits a Debit: account, currency, narrative, amount and date, with faces and words", async () => {
    const { client, field, type, press, sent, conditions, onClose, choose } = await editDialog(debit);
    const stale = readBefore(client);
    expect(field("Account").value).toBe("2003 - Zahra");
    expect(field("Amount").value).toBe("200.00");
    expect(field("Exchange Rate").readOnly).toBe(true);
    expect(field("Amount Description").value).toBe("Two Hundred");
    expect(screen.getByRole("img", { name: "Picture of 2003 - Zahra" })).toBeDefined();
    expect(await screen.findByText("No balance changes with this edit.")).toBeDefined();
    await choose("Account", "2002");
    type("Amount", "250.5");
    type("Narrative", "Withdrawal");
    type("Transaction Date", "2026-03-02");
    expect(await screen.findByRole("row", { name: /2002 - Farid.*1,000\.00 USD.*749\.50 USD/ })).toBeDefined();
    expect(await screen.findByRole("row", { name: /Cash at Shop.*5,000\.00 USD.*4,949\.50 USD/ })).toBeDefined();
    await press("Save");
    expect(await screen.findByText("Transaction updated successfully")).toBeDefined();
    expect(stale()).toEqual(shownOfMoney);
    expect(sent()).toHaveLength(1);
    expect(sent()[0]?.body).toEqual({
      transType: "Debit",
      outAccountId: 102,
      inAccountId: 11,
      currencyId: 2,
      dAmount: "250.5",
      cCurrencyId: 2,
      cAmount: "250.5",
      exRate: "1",
      transDescription: "Withdrawal",
      transDate: "2026-03-02",
    });
    expect(conditions()).toEqual(["1"]);
    expect(sent()[0]?.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("edits a Credit, and follows a company account to the other side, in the currency that stands there", async () => {
    const { choose, press, sent } = await editDialog({ ...credit, inAccountId: 104, currencyId: 1, cCurrencyId: 1 });
    await choose("Account", "3001");
    await press("Save");
    await waitFor(() => expect(sent()).toHaveLength(1));
    const sides = { outAccountId: 101, inAccountId: 11 };
    expect(sent()[0]?.body).toMatchObject({ transType: "Credit", ...sides, dAmount: "1000.00", currencyId: 1 });
  });

  it("keeps the cash account that a Debit was recorded with, whichever is the office's now, and offers it for no other side", async () => {
    const { user, field, choose, press, sent } = await editDialog(debit, {}, { office: { cashAccountId: 101 } });
    await user.clear(field("Account"));
    await screen.findByRole("option", { name: /Azizi Bank/ });
    expect(screen.queryByRole("option", { name: /Cash at Shop/ })).toBeNull();
    await choose("Account", "2002");
    await press("Save");
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.body).toMatchObject({ outAccountId: 102, inAccountId: 11 });
  });

  it.each(["slip 4711 of Azizi Bank", "Settlement with 2002 - Farid in cash"])(
    "leaves the second narrative of a Credit alone, which it does not show: %s",
    async (cTransDescription) => {
      const { type, press, sent } = await editDialog({ ...credit, cTransDescription });
      type("Transaction Date", "2026-03-02");
      await press("Save");
      await waitFor(() => expect(sent()).toHaveLength(1));
      expect(sent()[0]?.body).toMatchObject({ transType: "Credit", transDescription: "Rent", transDate: "2026-03-02" });
      expect(sent()[0]?.body).not.toHaveProperty("cTransDescription");
    },
  );

  it("edits a Transfer: two sides, one amount, one currency; narratives apart", async () => {
    const { field, type, press, sent } = await editDialog(transfer);
    expect(screen.getByRole("region", { name: "Debit Account" })).toBeDefined();
    expect(screen.getByRole("region", { name: "Credit Account" })).toBeDefined();
    expect(field("Exchange Rate").value).toBe("1.00000000");
    type("Debit Amount", "300");
    expect(field("Credit Amount").value).toBe("300");
    expect(field("Credit Amount").readOnly).toBe(true);
    expect(field("Amount in Words").value).toBe("Three Hundred");
    type("Debit Narrative", "Rent of May");
    expect(field("Credit Narrative").value).toBe("Rent");
    expect(await screen.findByRole("row", { name: /2002 - Farid.*1,000\.00 USD.*950\.00 USD/ })).toBeDefined();
    await press("Save");
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.body).toMatchObject({
      dAmount: "300",
      cAmount: "300",
      transDescription: "Rent of May",
      cTransDescription: "Rent",
      exRate: "1.00000000",
    });
    expect(sent()[0]?.body).not.toHaveProperty("referenceId");
  });

  it.each([
    ["admin", 1],
    ["operator", 0],
  ] as const)("offers the bank of a Transfer to the role %s, and the cash to admins alone", async (role, count) => {
    const ofBank = transactionRow({ id: 7, outAccountId: 101, inAccountId: 103 });
    const { user, field } = await editDialog(ofBank, {}, { user: { role } });
    await user.clear(field("Credit Account"));
    await screen.findByRole("option", { name: /Azizi Bank/ });
    expect(screen.queryAllByRole("option", { name: /Cash at Shop/ })).toHaveLength(count);
  });

  it("keeps the currency of a Transfer where its debit account becomes one of the house, and takes that of any other", async () => {
    const { field, choose } = await editDialog({ ...transfer, outAccountId: 104, inAccountId: 101, currencyId: 1 });
    await choose("Debit Account", "CASH");
    expect(field("Currency").value).toBe("1");
    await choose("Debit Account", "2002");
    expect(field("Currency").value).toBe("2");
  });

  it("edits an Exchange: the selling amount follows, and may be typed", async () => {
    const { user, field, type, choose, press, sent } = await editDialog(deal);
    expect(field("Exchange Rate").value).toBe("69.80");
    await user.clear(field("Purchase Amount"));
    await user.paste("100");
    expect(field("Selling Amount").value).toBe("6,980.00");
    type("Exchange Rate", "70");
    expect(field("Selling Amount").value).toBe("7,000.00");
    await choose("Selling Account", "2003");
    expect(field("Selling Currency").value).toBe("2");
    await choose("Selling Account", "1004");
    expect(field("Selling Currency").value).toBe("1");
    type("Selling Amount", "7000.01");
    await press("Save");
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.body).toMatchObject({
      transType: "Exchange",
      outAccountId: 102,
      dAmount: "100",
      currencyId: 2,
      inAccountId: 104,
      cAmount: "7000.01",
      cCurrencyId: 1,
      exRate: "70",
    });
  });

  it("leaves the agreed selling amount of an Exchange alone where another account of the currency is chosen", async () => {
    const agreed = { ...deal, outAccountId: 104, inAccountId: 102, currencyId: 1, cCurrencyId: 2, exRate: "70.00000000" };
    const { field, choose, press, sent } = await editDialog({ ...agreed, dAmount: "100.00", cAmount: "1.44" });
    await choose("Purchase Account", "3001");
    expect(field("Purchase Currency").value).toBe("1");
    await choose("Selling Account", "2003");
    expect(field("Selling Amount").value).toBe("1.44");
    await press("Save");
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.body).toMatchObject({ outAccountId: 101, inAccountId: 103, dAmount: "100.00", cAmount: "1.44" });
  });

  it("corrects a Hawala's narratives and date, and nothing else", async () => {
    const { field, type, press, sent } = await editDialog(hawala);
    expect(screen.queryByLabelText("Amount")).toBeNull();
    expect(screen.getByText(/keeps its accounts and amounts/)).toBeDefined();
    type("Debit Narrative", "");
    await press("Save");
    expect(await screen.findByText("Narrative is required")).toBeDefined();
    type("Debit Narrative", "Hawala 6");
    type("Transaction Date", "2026-03-03");
    expect(field("Credit Narrative").value).toBe("");
    await press("Save");
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.body).toEqual({
      transType: "Hawala",
      transDescription: "Hawala 6",
      cTransDescription: "",
      transDate: "2026-03-03",
    });
  });
});

describe("what the edit dialog asks for", () => {
  it.each([debit, transfer, deal, hawala])("says that the date is required ($transType)", async (stored) => {
    const { type, press, sent, field } = await editDialog(stored);
    type("Transaction Date", "");
    await press("Save");
    expect(await screen.findByText("Date is required")).toBeDefined();
    expect(document.activeElement).toBe(field("Transaction Date"));
    type("Transaction Date", "2026-02-30");
    await press("Save");
    expect(await screen.findByText("Give the date as YYYY-MM-DD, a day that exists")).toBeDefined();
    expect(sent()).toHaveLength(0);
  });

  it("says what is missing in a Debit and a Transfer", async () => {
    const entry = await editDialog(debit);
    entry.type("Amount", "");
    entry.type("Narrative", "");
    await entry.press("Clear");
    await entry.press("Save");
    for (const text of ["Account is required", "Amount must be greater than 0", "Narrative is required"])
      expect(await screen.findByText(text)).toBeDefined();
    cleanup();
    const move = await editDialog(transfer);
    move.type("Debit Amount", "");
    move.type("Debit Narrative", "");
    move.type("Credit Narrative", "");
    await move.press("Save");
    for (const text of ["Amount is required", "Debit narrative is required", "Credit narrative is required"])
      expect(await screen.findByText(text)).toBeDefined();
    await move.choose("Credit Account", "2002");
    await move.press("Save");
    expect(await screen.findByText("The debit account and the credit account must be different")).toBeDefined();
  });

  it("says what is missing in an Exchange", async () => {
    const { type, press, user } = await editDialog(deal);
    type("Purchase Amount", "0");
    type("Selling Amount", "");
    type("Exchange Rate", "");
    for (const clear of screen.getAllByRole("button", { name: "Clear" })) await user.click(clear);
    await press("Save");
    for (const text of [
      "Purchase account is required",
      "Purchase amount must be greater than 0",
      "Selling account is required",
      "Selling amount must be greater than 0",
      "Exchange rate must be greater than 0",
    ])
      expect(await screen.findByText(text)).toBeDefined();
  });

  it("says when an account cannot hold the currency", async () => {
    const { user, field, press, sent } = await editDialog(debit);
    await screen.findByRole("option", { name: "PKR - Pakistani Rupee" });
    await user.selectOptions(field("Currency"), "4");
    await press("Save");
    expect(await screen.findByText("This account holds no PKR. Record an Exchange to open a balance in it.")).toBeDefined();
    expect(sent()).toHaveLength(0);
  });
});
