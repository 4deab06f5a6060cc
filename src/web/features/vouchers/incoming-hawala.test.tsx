import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";

import type { Hawala } from "#contract/hawalas.ts";
import type { ListedTransaction } from "#contract/transactions.ts";
import { importedRemarks } from "#kernel/hawala.ts";
import { hawalaRow } from "#web/testing/hawalas.ts";
import { replyingOffice } from "#web/testing/office.ts";
import { stage } from "#web/testing/stage.tsx";
import { transactionRow } from "#web/testing/transactions.ts";

import { HawalaVoucherPage } from "./preview-page.tsx";

async function voucher(name: string, given: Partial<Hawala>, pass: Partial<ListedTransaction> = {}) {
  const payout = { documentName: "Laila", documentNumber: "1399-1-77", hasPhoto: false };
  replyingOffice({
    "GET /api/hawalas/7/prints": { body: { version: 1, corrected: false, replaces: null, formerNames: [], nextCopy: 0 } },
    "GET /api/hawala/7": { body: { ...hawalaRow({ id: 7, ...given }), payout: given.passedDate === undefined ? null : payout } },
    "GET /api/transactions/30": { body: { deleted: false, ...transactionRow({ id: 30, transType: "Hawala", ...pass }) } },
  });
  await stage(<HawalaVoucherPage />, { at: "/print/hawala/7?size=a5", pattern: "/print/hawala/$id" });
  return screen.findByRole("article", { name });
}

it("of a paid one it has the receiver with the papers, what was sent, whom it was charged to, and who paid it out when", async () => {
  const sheet = await voucher(
    "Hawala Payment LDN-7",
    { hawalaStatus: "Passed", transactionId: 30, passedDate: "2026-03-21", remarks: "School fees" },
    {
      outAccountCode: "2001",
      outAccountName: "London",
      inAccountId: 11,
      userCreated: "zahra",
      dateCreated: "2026-03-21T05:50:00.000Z",
      userModified: "amina",
      dateModified: "2026-03-22T06:00:00.000Z",
    },
  );
  for (const said of [
    "No. LDN-7",
    "Date2026-03-21 · Saturday",
    "Laila Ahmadi",
    "Herat",
    "Name in the papers: Laila",
    "Papers No. 1399-1-77",
    "Partner2001 - London",
    "Paid fromCASH - Cash at Shop",
    "Paid to the receiver",
    "Nine Thousand Two Hundred AFN",
    "Amount sent£100.00 GBP",
    "NarrativeSchool fees",
    "Recorded21 Mar 2026, 10:20 by zahraLast change22 Mar 2026, 10:30 by amina",
    "ReceiverFor the office",
  ])
    expect(sheet.textContent, said).toContain(said);
  expect(within(sheet).getByTitle("http://localhost:3000/transactions/pass-hawala?selected=7")).toBeDefined();
});

it("of a cancelled one it says so; one that waits is an advice, of its own date, and tells neither its import nor what only others have", async () => {
  const { textContent } = await voucher("Hawala Advice LDN-7", { hawalaStatus: "Cancelled", remarks: importedRemarks });
  for (const said of [
    "CANCELLED",
    "Date2026-03-20 · Friday",
    "To be paid to the receiver",
    "Recorded20 Mar 2026, 10:30 by admin",
  ])
    expect(textContent, said).toContain(said);
  expect(textContent).not.toMatch(/Commission|Paid from|Narrative/);
});

it("of one that was sent in the money in which it is paid out it tells no rate", async () => {
  const same = { amountCurrency: "AFN", amount: "9200.00", exchangeRate: "1.00000000" };
  const { textContent } = await voucher("Hawala Advice LDN-7", same);
  expect(textContent.replaceAll("\u200E", "")).toContain("Amount sent؋9,200.00 AFN");
  expect(textContent).not.toContain("Rate");
});
