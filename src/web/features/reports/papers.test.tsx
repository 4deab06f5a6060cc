import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactElement } from "react";
import { describe, expect, it, vi } from "vitest";

import { beginAfresh } from "#web/testing/afresh.ts";
import { replyingOffice } from "#web/testing/office.ts";
import type { Replies } from "#web/testing/replies.ts";
import { balancesReply, ownerReply, statementEntry, statementOf, trialReply } from "#web/testing/reports.ts";
import { stage } from "#web/testing/stage.tsx";

import { PrintedBalancesPage } from "./balances/balances-paper.tsx";
import { PrintedOwnerPage } from "./owner/owner-paper.tsx";
import { PrintedStatementPage } from "./statement/statement-paper.tsx";
import { PrintedTrialBalancePage } from "./trial/trial-paper.tsx";

beginAfresh();

async function paper(element: ReactElement, at: string, replies: Replies) {
  const fetched = replyingOffice(replies);
  await stage(element, { at });
  const sheet = await screen.findByRole("article");
  return { sheet, fetched, shown: within(sheet), user: userEvent.setup({ delay: null }) };
}

describe("on paper", () => {
  it("a statement has the office, the account, both calendars, every page of its entries and what is left", async () => {
    const { shown, sheet } = await paper(<PrintedStatementPage />, "/print/account-statement?account=102", {
      "GET /api/reports/account-statement": (_body, { searchParams }) => ({
        body:
          searchParams.get("cursor") === "more"
            ? statementOf({ entries: [statementEntry({ narrative: "The last one" })] })
            : statementOf({ nextCursor: "more" }),
      }),
    });
    for (const text of ["Sarraf", "Account Statement · USD", "2002 - Farid Noori", "The last one", "owes us"])
      expect(sheet.textContent).toContain(text);
    expect(sheet.textContent).toContain("2026-02-19 · Thursday · 30 Dalw 1404");
    expect(sheet.textContent).toContain("90,740.00 AFN at 69.80");
    expect(shown.getAllByRole("row")).toHaveLength(6);
  });

  it("a statement says of each entry who recorded it, and of a deleted one that it was", async () => {
    const entries = [
      statementEntry({ state: "corrected", transactionId: 9 }),
      statementEntry({ state: "corrected", isDeleted: true, transactionId: 10 }),
    ];
    const { sheet } = await paper(<PrintedStatementPage />, "/print/account-statement?account=102", {
      "GET /api/reports/account-statement": { body: statementOf({ entries }) },
    });
    expect(sheet.textContent).toContain("Credit 9 (corrected)10 Mar 2026, 14:00 · amina");
    expect(sheet.textContent).toContain("Credit 10 (deleted)10 Mar 2026, 14:00 · amina");
  });

  it("is printed by the button", async () => {
    const print = vi.fn<() => void>(() => void window.dispatchEvent(new Event("afterprint")));
    vi.stubGlobal("print", print);
    const { user } = await paper(<PrintedOwnerPage />, "/print/owner", { "GET /api/reports/owner": { body: ownerReply } });
    await user.click(screen.getByRole("button", { name: "Print" }));
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
  });

  it("the owner's page has a column for each currency", async () => {
    const owner = await paper(<PrintedOwnerPage />, "/print/owner", { "GET /api/reports/owner": { body: ownerReply } });
    expect(owner.sheet.textContent).toContain("Net worth100.00 USD");
    expect(owner.sheet.textContent).toContain("By business-1.00 USD");
    expect(owner.shown.getByRole("row", { name: "In USD 100.00" })).toBeDefined();
    expect(owner.shown.getByRole("row", { name: "Since yesterday -70.00" })).toBeDefined();
  });

  it("the balances name what they were narrowed to", async () => {
    const { sheet } = await paper(<PrintedBalancesPage />, "/print/account-balances?side=owes-us", {
      "GET /api/reports/account-balances": { body: balancesReply },
    });
    expect(sheet.textContent).toContain("Account Balances · Owes us");
    expect(sheet.textContent).toContain("-50.00 USD");
  });

  it("the trial balance has a table for each currency", async () => {
    const { shown } = await paper(<PrintedTrialBalancePage />, "/print/trial-balance", {
      "GET /api/reports/trial-balance": { body: trialReply },
    });
    expect(shown.getByRole("table", { name: "Trial balance in USD" }).textContent).toContain("Total USD1,500.001,500.00");
  });

  it.each([
    [3, /Printed .* · As of 3 s ago \(replica\)/],
    [0, /Printed [^()]*$/],
  ])("says so where its figures are older than the print: %i s", async (replicaAgeSeconds, made) => {
    await paper(<PrintedOwnerPage />, "/print/owner", {
      "GET /api/reports/owner": { body: { ...ownerReply, replicaAgeSeconds } },
    });
    expect(screen.getByText(/^Printed /).textContent).toMatch(made);
  });

  it("what is too long for paper is not printed in part", async () => {
    replyingOffice({ "GET /api/reports/account-statement": { body: statementOf({ nextCursor: "more" }) } });
    await stage(<PrintedStatementPage />, { at: "/print/account-statement?account=102" });
    await screen.findByText("Too long for paper");
    expect(screen.getByText(/more than 5,000 lines/)).toBeDefined();
    expect(screen.queryByRole("article")).toBeNull();
    expect(screen.getByRole("button", { name: "Print" }).getAttribute("aria-disabled")).toBe("true");
  });
});
