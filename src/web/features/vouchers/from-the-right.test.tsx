import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";

import { replyingOffice } from "#web/testing/office.ts";
import { readFromRight } from "#web/testing/own-direction.ts";
import { stage } from "#web/testing/stage.tsx";
import { transactionRow } from "#web/testing/transactions.ts";

import { TransactionVoucherPage } from "./preview-page.tsx";

test("a voucher that is read from the right keeps code, name, number and amount apart, each in its own order", async () => {
  readFromRight();
  replyingOffice({
    "GET /api/transactions/7": { body: { deleted: false, ...transactionRow({ id: 7 }) } },
    "GET /api/transactions/7/prints": { body: { version: 1, corrected: false, replaces: null, formerNames: [], nextCopy: 0 } },
  });
  await stage(<TransactionVoucherPage />, { at: "/print/transaction/7", pattern: "/print/transaction/$id" });
  const number = await screen.findByText(/^No\. /);
  expect(number.getAttribute("dir")).toBeNull();
  const paper = document.querySelector<HTMLElement>("[data-paper]") ?? document.body;
  const codes = [...paper.querySelectorAll("dd > bdi[dir=ltr]")].map(({ textContent }) => textContent);
  expect(codes.length).toBeGreaterThan(0);
  // What stands between code and name would otherwise go to the far side of the code.
  for (const code of codes) expect(code).toMatch(/^\S+$/);
  const amounts = within(paper).getAllByText(/\$[\d,.]+ USD$/);
  for (const amount of amounts) expect(amount.parentElement?.closest("[dir=ltr]")).toBeNull();
});
