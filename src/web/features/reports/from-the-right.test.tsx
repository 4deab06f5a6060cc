import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { fetchSpeech, speak } from "#web/i18n/speech.ts";
import { positionPage } from "#web/testing/currency-position.tsx";
import { euros, openBook } from "#web/testing/daily-book.tsx";
import { replyingOffice } from "#web/testing/office.ts";
import { spendingOwner, statementEntry, statementOf, trialReply } from "#web/testing/reports.ts";
import { stage } from "#web/testing/stage.tsx";

import { DailyBookPage } from "./daily-book/daily-book-page.tsx";
import { OwnerPage } from "./owner/owner-page.tsx";
import { PartnerSettlementPage } from "./partner-settlement/settlement-page.tsx";
import { AccountStatementPage } from "./statement/statement-page.tsx";
import { TrialBalancePage } from "./trial/trial-page.tsx";

beforeEach(async () => {
  fetchSpeech("fa-AF");
  await speak("fa-AF");
});
afterEach(() => act(() => speak("en")));

/** Parts that keep their own order, as a message holds them. */
const apart = (text: string): string => text.replaceAll("[", "\u2068").replaceAll("]", "\u2069");

async function statementPage(statement = statementOf()) {
  replyingOffice({ "GET /api/reports/account-statement": { body: statement } });
  await stage(<AccountStatementPage />, { at: "/reports/account-statement?account=102&from=2026-03-01&to=2026-03-31" });
  return within(await screen.findByRole("table", { name: "معاملات" }));
}

test("every line of a message runs from the right, with days, signed amounts and narratives each in their own order", async () => {
  const entry = { debit: null, credit: "1000.00", narrative: "Rent (May)" };
  await statementPage(statementOf({ entries: [statementEntry(entry), statementEntry({ ...entry, state: "corrected" })] }));
  const user = userEvent.setup({ delay: null });
  const copied = vi.spyOn(navigator.clipboard, "writeText");
  await user.click(screen.getByRole("button", { name: "کاپی برای پیام" }));
  await screen.findByText("کاپی شد");
  expect(copied.mock.calls[0]?.[0].split("\n")).toEqual(
    [
      "\u200F[Sarraf]: [2002 - Farid Noori]",
      "[2026-02-19] تا [2026-03-21]",
      "بیلانس شروع: [250.00 USD]",
      "\u200F[2026-03-10] [+1,000.00 USD] [دریافت]: [Rent (May)]",
      "\u200F[2026-03-10] [+1,000.00 USD] [دریافت]: [Rent (May)] (تصحیح‌شده)",
      "بیلانس: [-50.00 USD] ([طلب ما])",
    ].map(apart),
  );
});

test("the columns of a khata have the words of the counter once", async () => {
  const heads = (await statementPage()).getAllByRole("columnheader").map(({ textContent }) => textContent);
  expect(heads.slice(4)).toEqual(["بنام", "جمع", "بیلانس"]);
});

test("an average leads on to the next one in the direction of reading", async () => {
  await positionPage("?currency=2");
  const deals = within(await screen.findByRole("table", { name: /^سوداهای/ }));
  const average = deals.getByRole("cell", { name: /←/ });
  expect(average.textContent).toContain("69.5143 ← 69.5143");
  expect(average.querySelectorAll("[dir=ltr]")).toHaveLength(2);
});

const offered = (label: string) =>
  [...screen.getByRole<HTMLSelectElement>("combobox", { name: label }).options].map(({ text }) => text);

test("what is chosen from has codes at one side of the names, be they of letters or of figures", async () => {
  const partner = { type: "hawala_partner", isSystem: false } as const;
  const row = { balances: [], outstanding: 0, lastSettledOn: null };
  replyingOffice({
    "GET /api/reports/trial-balance": { body: trialReply },
    "GET /api/reports/partner-settlement/partners": {
      body: [
        { ...row, account: { ...partner, id: 120, code: "2001", name: "London" } },
        { ...row, account: { ...partner, id: 121, code: "AC1000", name: "Peshawar" } },
      ],
    },
  });
  await stage(<PartnerSettlementPage />, { at: "/reports/partner-settlement" });
  await screen.findByRole("table");
  expect(offered("همکار").slice(1)).toEqual(["[2001] - [London]", "[AC1000] - [Peshawar]"].map(apart));
  await stage(<TrialBalancePage />, { at: "/reports/trial-balance" });
  await waitFor(() => expect(offered("اسعار")).toContain(apart("[USD] - [US Dollar]")));
});

test("accounts in a sentence stand one after the other as it is read, each in its own order", async () => {
  replyingOffice({ "GET /api/reports/owner": { body: spendingOwner } });
  await stage(<OwnerPage />, { at: "/reports/owner" });
  expect((await screen.findByText(/بدون آنچه مصرف شد/)).textContent).toContain(apart("[1002 Rent]، [1003 Salaries]."));
});

test("the movements of one type are headed by its name in the language of the screen", async () => {
  const moved = { ...euros, movements: 1, byType: [{ transType: "Credit", movements: 1, in: "5.00", out: "0.00" }] };
  replyingOffice({
    "GET /api/reports/daily-book": { body: { ...openBook, currencies: [moved] } },
    "GET /api/reports/daily-book/movements": { body: statementOf({ entries: [] }) },
  });
  await stage(<DailyBookPage />, { at: "/reports/daily-book?type=Credit" });
  expect(await screen.findByText(apart("گردش [EUR]، تنها [دریافت]"))).toBeDefined();
});
