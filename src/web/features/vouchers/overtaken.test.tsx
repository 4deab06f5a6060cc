import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { nounsChanged, nounsOf } from "#web/lib/query.ts";
import { replyingOffice } from "#web/testing/office.ts";
import type { Said } from "#web/testing/replies.ts";
import { stage } from "#web/testing/stage.tsx";
import { transactionRow } from "#web/testing/transactions.ts";

import { TransactionVoucherPage } from "./preview-page.tsx";

const state = { version: 1, corrected: false, replaces: null, formerNames: [], nextCopy: 0 };
const place = { at: "/print/transaction/7", pattern: "/print/transaction/$id" };
const paper = () => document.querySelector("[data-paper]")?.textContent ?? "";
const shown = (row: Partial<Parameters<typeof transactionRow>[0]>) => ({
  body: { deleted: false, ...transactionRow({ id: 7, ...row }) },
});

it("a print that was counted bears what it was counted for, also where another desk has changed that before the answer came", async () => {
  const sheets: string[] = [];
  vi.stubGlobal("print", () => {
    sheets.push(paper());
    window.dispatchEvent(new Event("afterprint"));
  });
  let now = shown({ dAmount: "250.00", cAmount: "250.00" });
  const counted = Promise.withResolvers<Said>();
  replyingOffice({
    "GET /api/transactions/7": () => now,
    "GET /api/transactions/7/prints": { body: state },
    "POST /api/transactions/7/prints": () => counted.promise,
  });
  const { client } = await stage(<TransactionVoucherPage />, place);
  await waitFor(() => expect(paper()).toContain("$250.00 USD"));
  await userEvent.click(screen.getByRole("button", { name: "Print" }));
  now = shown({ dAmount: "900.00", cAmount: "900.00", version: 2 });
  await nounsChanged(client, nounsOf.transactions);
  counted.resolve({ status: 201, body: { ...state, copy: 0, printedAt: "2026-03-21T06:30:00.000Z" } });
  await waitFor(() => expect(sheets).toHaveLength(1));
  expect(sheets[0]).toContain("$250.00 USD");
  expect(sheets[0]).not.toContain("900.00");
  await waitFor(() => expect(paper()).toContain("$900.00 USD"));
});
