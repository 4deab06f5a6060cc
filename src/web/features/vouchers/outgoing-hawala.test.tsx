import { screen } from "@testing-library/react";
import { expect, it } from "vitest";

import type { AccountRow } from "#contract/accounts.ts";
import type { Hawala } from "#contract/hawalas.ts";
import type { ListedTransaction } from "#contract/transactions.ts";
import { outgoingRow } from "#web/testing/hawalas.ts";
import { replyingOffice } from "#web/testing/office.ts";
import { accountRow } from "#web/testing/rows.ts";
import { stage } from "#web/testing/stage.tsx";
import { transactionRow } from "#web/testing/transactions.ts";

import { HawalaVoucherPage, TransactionVoucherPage } from "./preview-page.tsx";

async function receipt(senderAccountId: number | null, sender: Partial<AccountRow> = {}): Promise<string> {
  replyingOffice({
    "GET /api/accounts": { body: senderAccountId === null ? [] : [accountRow({ id: senderAccountId, ...sender })] },
    "GET /api/hawalas/7/prints": { body: { version: 1, corrected: false, replaces: null, formerNames: [], nextCopy: 0 } },
    "GET /api/hawala/7": { body: { ...outgoingRow({ id: 7, senderAccountId }), payout: null } },
    "GET /api/transactions/70": {
      body: { deleted: false, ...transactionRow({ id: 70, transType: "Hawala", outAccountId: senderAccountId ?? 11 }) },
    },
  });
  await stage(<HawalaVoucherPage />, { at: "/print/hawala/7?size=a5", pattern: "/print/hawala/$id" });
  return (await screen.findByRole("article", { name: "Hawala Receipt HWL7" })).textContent;
}

it("the receipt of a hawala that an account was charged with names the account, and says of no money that it was received", async () => {
  const text = await receipt(102);
  expect(text).toContain("Charged to2002 - Farid");
  expect(text).toContain("Charged to the account\u200E؋");
  expect(text).toContain("SenderFor the office");
  expect(text).not.toContain("Received from the sender");
});

it("the receipt of one that was paid for into the office's account at a bank says that it was received, and where", async () => {
  const text = await receipt(101, { accountType: "company" });
  expect(text).toContain("Received from the sender\u200E؋");
  expect(text).toContain("Through3001 - Azizi Bank");
  expect(text).not.toContain("Charged to");
});

it("the receipt of one that was paid for at the counter says that it was received", async () => {
  const text = await receipt(null);
  expect(text).toContain("Received from the sender\u200E؋");
  expect(text).not.toContain("Charged to");
});

async function booking(hawala: Partial<Hawala>, sides: Partial<ListedTransaction>): Promise<string> {
  replyingOffice({
    "GET /api/transactions/70/prints": { body: { version: 1, corrected: false, replaces: null, formerNames: [], nextCopy: 0 } },
    "GET /api/hawala/7": { body: { ...outgoingRow({ id: 7, ...hawala }), payout: null } },
    "GET /api/transactions/70": {
      body: { deleted: false, ...transactionRow({ id: 70, transType: "Hawala", hawalaId: 7, ...sides }) },
    },
  });
  await stage(<TransactionVoucherPage />, { at: "/print/transaction/70", pattern: "/print/transaction/$id" });
  return (await screen.findByRole("article", { name: "Hawala Voucher 70" })).textContent;
}

it("the voucher of its booking tells its number, and the rate and the commission between its two amounts", async () => {
  const sides = { currencyId: 1, dAmount: "35000.00", cCurrencyId: 2, cAmount: "495.00", exRate: "0.01428571" };
  const text = await booking({}, sides);
  for (const said of [
    "Debit amount\u200E؋",
    "Credit amount$495.00 USD",
    "HawalaHWL7",
    "Rate1 AFN = 0.01428571 USD",
    "Commission$5.00 USD",
  ])
    expect(text).toContain(said);
});

it("the voucher of a booking within one currency has both amounts, which differ by the commission, and no rate", async () => {
  const same = { amountCurrency: "USD", amount: "500.00", exchangeRate: "1.00000000" };
  const text = await booking(same, { currencyId: 2, dAmount: "500.00", cAmount: "495.00" });
  for (const said of ["Debit amount$500.00 USD", "Credit amount$495.00 USD", "Commission$5.00 USD"]) expect(text).toContain(said);
  expect(text).not.toContain("Rate");
});
