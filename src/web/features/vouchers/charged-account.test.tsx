import { screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { outgoingRow } from "#web/testing/hawalas.ts";
import { replyingOffice } from "#web/testing/office.ts";
import { stage } from "#web/testing/stage.tsx";
import { transactionRow } from "#web/testing/transactions.ts";

import { HawalaVoucherPage } from "./preview-page.tsx";

async function receipt(senderAccountId: number | null): Promise<string> {
  replyingOffice({
    "GET /api/hawalas/7/prints": { body: { version: 1, corrected: false, replaces: null, formerNames: [], nextCopy: 0 } },
    "GET /api/hawala/7": { body: { ...outgoingRow({ id: 7, senderAccountId }), payout: null } },
    "GET /api/transactions/70": {
      body: { deleted: false, ...transactionRow({ id: 70, transType: "Hawala", outAccountId: senderAccountId ?? 11 }) },
    },
  });
  await stage(<HawalaVoucherPage />, { at: "/print/hawala/7", pattern: "/print/hawala/$id" });
  return (await screen.findByRole("article", { name: "Hawala Receipt HWL7" })).textContent;
}

it("the receipt of a hawala that an account was charged with names the account, and says of no money that it was received", async () => {
  const text = await receipt(102);
  expect(text).toContain("Charged to2002 - Farid");
  expect(text).toContain("Charged to the account؋");
  expect(text).not.toContain("Received from the sender");
});

it("the receipt of one that was paid for at the counter says that it was received", async () => {
  const text = await receipt(null);
  expect(text).toContain("Received from the sender؋");
  expect(text).not.toContain("Charged to");
});
