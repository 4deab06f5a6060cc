import { screen, within } from "@testing-library/react";
import type { ReactElement } from "react";
import { expect, it } from "vitest";

import type { BalanceRow } from "#contract/report-balances.ts";
import { replyingOffice } from "#web/testing/office.ts";
import type { Replies } from "#web/testing/replies.ts";
import { balancesReply, statementEntry, statementOf, trialReply } from "#web/testing/reports.ts";
import { stage } from "#web/testing/stage.tsx";

import { PrintedBalancesPage } from "./balances/balances-paper.tsx";
import { PrintedStatementPage } from "./statement/statement-paper.tsx";
import { PrintedTrialBalancePage } from "./trial/trial-paper.tsx";

async function paper(element: ReactElement, at: string, replies: Replies) {
  replyingOffice(replies);
  await stage(element, { at });
  return screen.findByRole("article");
}

it("a statement that becomes another one while it is read is begun again", async () => {
  const before = statementOf({ nextCursor: "more" });
  const after = { credits: "2000.00", closing: "950.00" };
  let reading = 0;
  const sheet = await paper(<PrintedStatementPage />, "/print/account-statement?account=102", {
    "GET /api/reports/account-statement": (_body, { searchParams }) => {
      if (searchParams.has("cursor"))
        return { body: statementOf({ ...after, entries: [statementEntry({ narrative: "The last one" })] }) };
      reading += 1;
      return { body: reading === 1 ? before : { ...before, ...after } };
    },
  });
  expect(reading).toBe(2);
  for (const text of ["950.00 USD", "2,000.00", "The last one"]) expect(sheet.textContent).toContain(text);
  expect(within(sheet).getAllByRole("row")).toHaveLength(6);
});

it("one that never stays as it is is not printed, and says why", async () => {
  let calls = 0;
  replyingOffice({
    "GET /api/reports/account-statement": () => {
      calls += 1;
      return { body: statementOf({ closing: `${String(calls)}.00`, nextCursor: "more" }) };
    },
  });
  await stage(<PrintedStatementPage />, { at: "/print/account-statement?account=102" });
  await screen.findByText("The report could not be read");
  expect(screen.getByText(/^Entries were recorded while it was being read\. Try again/)).toBeDefined();
  expect(calls).toBe(6);
  expect(screen.queryByRole("article")).toBeNull();
});

it("what is too long for paper is not printed in part", async () => {
  replyingOffice({ "GET /api/reports/account-statement": { body: statementOf({ nextCursor: "more" }) } });
  await stage(<PrintedStatementPage />, { at: "/print/account-statement?account=102" });
  await screen.findByText("Too long for paper");
  expect(screen.getByText(/more than 5,000 lines/)).toBeDefined();
  expect(screen.queryByRole("article")).toBeNull();
  expect(screen.getByRole("button", { name: "Print" }).getAttribute("aria-disabled")).toBe("true");
});

/** A report of two pages, between which 10.00 went from the one on the first page to the one on the second: no sum is another one. */
function overtaken<Page>(first: (isLater: boolean) => Page, second: Page) {
  let readings = 0;
  const reply = (_body: unknown, { searchParams }: URL) => {
    if (searchParams.has("cursor")) return { body: second };
    readings += 1;
    return { body: { ...first(readings > 1), nextCursor: "more" } };
  };
  return { reply, readings: () => readings };
}

const owed = (code: string, balance: string): BalanceRow => ({
  account: { id: Number(code), code, name: `Customer ${code}`, type: "customer", isSystem: false },
  currencyId: 2,
  currency: "USD",
  balance,
  isSpent: false,
});
const inUsd = { currencyId: 2, currency: "USD", balances: 2 };
const owing = [{ ...inUsd, held: "0.00", spent: "0.00", owesUs: "0.00", weOwe: "150.00" }];
const balances = overtaken(
  (isLater) => ({ ...balancesReply, rows: [owed("2002", isLater ? "90.00" : "100.00")], totals: owing }),
  { ...balancesReply, rows: [owed("2003", "60.00")], totals: owing },
);
const onCredit = ({ balance: credit, isSpent: _spent, ...row }: BalanceRow) => ({ ...row, debit: null, credit });
const credited = [{ ...inUsd, debits: "0.00", credits: "150.00", difference: "-150.00" }];
const trial = overtaken(
  (isLater) => ({ ...trialReply, rows: [onCredit(owed("2002", isLater ? "90.00" : "100.00"))], totals: credited }),
  { ...trialReply, rows: [onCredit(owed("2003", "60.00"))], totals: credited },
);
const dated = (narrative: string) => statementEntry({ narrative });
const statement = overtaken(
  (isLater) =>
    statementOf({ debits: "0.00", credits: "2000.00", entries: isLater ? [dated("First")] : [dated("First"), dated("Moved")] }),
  statementOf({ debits: "0.00", credits: "2000.00", entries: [dated("Moved")] }),
);

it.each([
  ["balances", PrintedBalancesPage, "account-balances", balances, ["90.00 USD", "60.00 USD"], "100.00"],
  ["trial balance", PrintedTrialBalancePage, "trial-balance", trial, ["90.00", "60.00"], "100.00"],
  ["statement", PrintedStatementPage, "account-statement", statement, ["First", "Moved"], "MovedMoved"],
] as const)(
  "the %s of which the sums stayed and the lines did not is begun again: what is printed adds up",
  async (_name, Printed, report, { reply, readings }, there, away) => {
    const sheet = await paper(<Printed />, `/print/${report}?account=102`, { [`GET /api/reports/${report}`]: reply });
    expect(readings()).toBe(2);
    for (const text of there) expect(sheet.textContent.split(text), text).toHaveLength(2);
    expect(sheet.textContent).not.toContain(away);
  },
);
