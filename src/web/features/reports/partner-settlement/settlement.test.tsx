import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import type { PartnerSettlement, Settlement, SettlementHawala } from "#contract/partner-settlements.ts";
import type { Role } from "#contract/permissions.ts";
import type { ReportAccount } from "#contract/reports.ts";
import { addressesOf } from "#web/testing/addresses.ts";
import { replyingOffice, writesOf } from "#web/testing/office.ts";
import { pageRule } from "#web/testing/page-rule.ts";
import { settlementRow } from "#web/testing/partner-settlements.ts";
import { readBefore, shownOfMoney } from "#web/testing/read-before.ts";
import { refusal, type Replies } from "#web/testing/replies.ts";
import { cashBox } from "#web/testing/reports.ts";
import { stage } from "#web/testing/stage.tsx";
import { whole } from "#web/testing/whole-text.ts";

import { PartnerSettlementPage } from "./settlement-page.tsx";
import { PrintedPartnerSettlementPage } from "./settlement-paper.tsx";

const london: ReportAccount = { id: 120, code: "2001", name: "London", type: "hawala_partner", isSystem: false };
const balances = [{ currencyId: 1, currency: "AFN", balance: "-92000.00" }];
const sum = { currencyId: 1, currency: "AFN", hawalas: 10, rAmount: "92000.00", intoUSD: "1200.00", withoutUSD: 1 };
const bankAccount: ReportAccount = { ...cashBox, id: 101, code: "3001", name: "Azizi Bank" };

const settlement = settlementRow({ partner: london, counterAccount: bankAccount });
const undone: Settlement = { ...settlement, id: 2, through: null, note: null, isUndone: true, undoneBy: "amina" };
const onAccount: Settlement = { ...settlement, id: 4, through: null, transDate: "2026-03-15" };

const hawala: SettlementHawala = {
  hawalaId: 9,
  transactionId: 70,
  hawalaNo: "LON-9",
  direction: "incoming",
  hawalaStatus: "Passed",
  transactionDate: "2026-03-10",
  paidOn: "2026-03-11",
  senderName: "Idris",
  receiverName: "Mursal Rahimyar",
  currencyId: 1,
  currency: "AFN",
  rAmount: "9200.00",
  intoUSD: null,
};

function figuresOf(given: Partial<PartnerSettlement> = {}): PartnerSettlement {
  return {
    partner: london,
    today: "2026-03-21",
    cashAccountId: 11,
    balances,
    lastSettlement: settlement,
    since: settlement,
    latest: { hawalaId: 9, hawalaNo: "LON-9", transactionId: 70 },
    state: "70.as it was seen",
    passed: [sum],
    outstanding: [],
    outgoing: [],
    corrected: [],
    ...given,
  };
}

const calls = (figures: PartnerSettlement): Replies => ({
  "GET /api/reports/partner-settlement": { body: figures },
  "GET /api/reports/partner-settlement/partners": {
    body: [{ account: london, balances, outstanding: 4, lastSettledOn: "2026-03-01" }],
  },
  "GET /api/reports/partner-settlement/hawalas": (_body, { searchParams }) => ({
    body: { rows: [hawala], nextCursor: null, sums: searchParams.has("settlementId") ? [sum] : null },
  }),
  "GET /api/partner-settlements": { body: [settlement, undone], headers: { "x-total-count": "2" } },
  "GET /api/accounts/120/balances": { body: [{ ...balances[0], symbol: "؋" }] },
});

interface Staged {
  readonly figures?: PartnerSettlement;
  readonly role?: Role;
  readonly at?: string;
  readonly replies?: Replies;
}

async function page({ figures = figuresOf(), role = "admin", at = "?partner=120", replies = {} }: Staged = {}) {
  const fetched = replyingOffice({ ...calls(figures), ...replies });
  const staged = await stage(<PartnerSettlementPage />, { at: `/reports/partner-settlement${at}`, user: { role } });
  const user = userEvent.setup({ delay: null });
  return { ...staged, fetched, user };
}

async function opened(options: Staged = {}) {
  const staged = await page(options);
  await staged.user.click(await screen.findByRole("button", { name: "Record Settlement" }));
  const form = within(await screen.findByRole("form", { name: "Settlement with 2001 - London" }));
  return { ...staged, form, submit: () => staged.user.click(form.getByRole("button", { name: "Record Settlement" })) };
}

describe("Partner Settlement", () => {
  it("begins with every partner; each opens his settlement", async () => {
    const { user, router } = await page({ at: "" });
    const table = within(await screen.findByRole("table", { name: "Partners" }));
    expect(table.getByText("owes us")).toBeDefined();
    await user.click(table.getByRole("link", { name: "Settle with 2001 - London" }));
    expect(router.state.location.href).toBe("/reports/partner-settlement?partner=120");
  });

  it("shows balances, figures and the hawalas behind them; each figure opens its list", async () => {
    const { user, fetched } = await page();
    const table = within(await screen.findByRole("table", { name: "Since the last settlement" }));
    expect(table.getByText("1 without its dollars")).toBeDefined();
    expect(await screen.findByRole("link", { name: "Hawala LON-9" })).toBeDefined();
    expect(screen.getByText(whole("Since the settlement of 2026-03-01"))).toBeDefined();
    await user.click(screen.getByText("Not paid out yet"));
    await screen.findByRole("link", { name: "Hawala LON-9" });
    const lists = addressesOf(fetched).filter(({ pathname }) => pathname.endsWith("/hawalas"));
    expect(lists.map(({ searchParams }) => searchParams.get("list"))).toEqual(["passed", "outstanding"]);
  });

  it("says since when the figures count, whatever was paid on account after it", async () => {
    await page({ figures: figuresOf({ lastSettlement: onAccount }) });
    expect(await screen.findByText(whole("Since the settlement of 2026-03-01"))).toBeDefined();
  });

  it("with payments on account alone shows everything", async () => {
    await page({ figures: figuresOf({ lastSettlement: onAccount, since: null }) });
    expect(await screen.findByText("Nothing has been settled yet: everything is shown.")).toBeDefined();
  });

  it("a figure opens the hawalas of its currency alone, until every currency is wanted again", async () => {
    const { user, fetched, router } = await page();
    await user.click(await screen.findByRole("link", { name: /^Show Paid for him in AFN/ }));
    await user.click(await screen.findByRole("button", { name: "Only AFN: show the other currencies again" }));
    await waitFor(() => expect(router.state.location.search).toEqual({ partner: "120", list: "passed" }));
    const lists = addressesOf(fetched).filter(({ pathname }) => pathname.endsWith("/hawalas"));
    expect(lists.map(({ searchParams }) => searchParams.get("currencyId"))).toContain("1");
  });

  it("lists what a settlement covers with what it comes to, also in one currency, and leads back to what is open", async () => {
    // It covers none that is not paid out yet, whatever the address says.
    const { user, fetched, router } = await page({ at: "?partner=120&settlement=3&list=outstanding" });
    await screen.findByText("Covered by settlement 3");
    const sums = within(await screen.findByRole("table", { name: "Covered by settlement 3" }));
    expect(sums.getByText("1 without its dollars")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Not paid out yet" })).toBeNull();
    await user.click(sums.getByRole("link", { name: /^Show Paid for him in AFN.*92,000\.00 AFN$/ }));
    await waitFor(() => expect(router.state.location.search).toMatchObject({ settlement: "3", currency: "1" }));
    await user.click(screen.getByRole("button", { name: "Show what is open" }));
    const asked = addressesOf(fetched).filter(({ pathname }) => pathname.endsWith("/hawalas"));
    expect(asked.map(({ searchParams }) => searchParams.get("settlementId"))).toContain("3");
    expect(asked.map(({ searchParams }) => searchParams.get("list"))).not.toContain("outstanding");
  });

  it("with nothing open says so, and a period that ends before it begins is not asked for", async () => {
    const { fetched } = await page({ figures: figuresOf({ passed: [], latest: null }) });
    expect(await screen.findByText("Nothing is open with this partner")).toBeDefined();
    expect(addressesOf(fetched).some(({ pathname }) => pathname.endsWith("/partner-settlement"))).toBe(true);
    const turned = await page({ at: "?partner=120&from=2026-03-10&to=2026-03-01" });
    expect(await screen.findByText("The end date must not be before the start date")).toBeDefined();
    expect(addressesOf(turned.fetched).some(({ pathname }) => pathname.endsWith("/partner-settlement"))).toBe(false);
  });

  it("gives way to the partner's sheet, which is neither printed nor exported with the list", async () => {
    const { user, router } = await page();
    await user.click(await screen.findByText("Reconcile with his sheet"));
    await screen.findByText("Drop his sheet here");
    expect(router.state.location.href).toBe("/reports/partner-settlement?partner=120&tab=reconcile");
    expect(screen.queryByRole("link", { name: "Print" })).toBeNull();
    expect(screen.queryByRole("table", { name: "Hawalas" })).toBeNull();
  });

  it("is not printed of nobody: a partner is chosen first", async () => {
    replyingOffice({});
    const { router } = await stage(<PrintedPartnerSettlementPage />, { at: "/print/partner-settlement" });
    await waitFor(() => expect(router.state.location.pathname).toBe("/reports/partner-settlement"));
  });

  it("names no last day on paper where none was chosen: tomorrow's hawalas are among them", async () => {
    replyingOffice(calls(figuresOf()));
    await stage(<PrintedPartnerSettlementPage />, { at: "/print/partner-settlement?partner=120&from=2026-03-01" });
    await screen.findByRole("table", { name: "Hawalas" });
    const { textContent } = screen.getByRole("article");
    expect(textContent).toContain("From: 2026-03-01 · Sunday");
    expect(textContent).not.toContain("To: ");
  });

  it("is printed with its figures and the hawalas", async () => {
    replyingOffice(calls(figuresOf()));
    await stage(<PrintedPartnerSettlementPage />, {
      at: "/print/partner-settlement?partner=120&from=2026-03-01&to=2026-03-21&currency=1",
    });
    expect(await screen.findByRole("table", { name: "Hawalas" })).toBeDefined();
    const { textContent } = screen.getByRole("article");
    for (const text of ["From: 2026-03-01 · Sunday", "To: 2026-03-21 · Saturday", "Only AFN"])
      expect(textContent).toContain(text);
    // Its later sheets show a table and the foot alone.
    expect(pageRule()).toContain("2026-03-01 – 2026-03-21 · Paid for him · Only AFN");
    // A sum of dollars that not every hawala is in says so, as on the screen.
    expect(screen.getByRole("table", { name: "Since the last settlement" }).textContent).toContain(
      "1,200.001 without its dollars",
    );
    // Both sign above a line of their own, which is drawn and not written.
    for (const signer of ["For the office", "For the partner"]) expect(screen.getByText(signer)).toBeDefined();
    expect(textContent).not.toContain("_");
  });
});

describe("recording a settlement", () => {
  it("begins with all he owes up to the latest hawala, reads the deal back and shows both balances", async () => {
    const { client, fetched, user, form, submit } = await opened({
      replies: { "POST /api/partner-settlements": { status: 201, body: settlement } },
    });
    const stale = readBefore(client);
    expect(form.getByRole<HTMLInputElement>("textbox", { name: "Amount" }).value).toBe("92,000.00");
    await submit();
    expect(form.getByText("Choose the account it is settled through")).toBeDefined();
    await user.type(form.getByRole("combobox", { name: "Through account" }), "3001");
    await user.click(await screen.findByRole("option", { name: /Azizi Bank/ }));
    expect(
      await form.findByText("He pays 92,000.00 AFN through 3001 - Azizi Bank, and 92,000.00 AFN of his account is settled."),
    ).toBeDefined();
    await submit();
    await screen.findByText("Settlement recorded");
    await waitFor(() => expect(stale()).toEqual(shownOfMoney));
    const [sent] = writesOf(fetched);
    expect(sent).toMatchObject({
      address: "/api/partner-settlements",
      body: {
        partnerAccountId: 120,
        direction: "received",
        means: "bank",
        counterAccountId: 101,
        currencyId: 1,
        amount: "92000.00",
        throughHawalaId: 9,
        lastSettlementId: 3,
        seenState: "70.as it was seen",
      },
    });
    expect(sent?.idempotencyKey).toMatch(/\S/);
  });

  it("in another currency asks for the rate, and offers amounts that it meets", async () => {
    const { user, form, submit } = await opened();
    await user.selectOptions(form.getByRole("combobox", { name: "Means" }), "Cash");
    await user.selectOptions(form.getByRole("combobox", { name: "Paid in" }), "2");
    await submit();
    expect(form.getByText("Exchange rate is required")).toBeDefined();
    await user.type(form.getByRole("textbox", { name: "Exchange Rate" }), "70");
    await user.click(await form.findByRole("button", { name: "92,000.30 AFN" }));
    expect(
      await form.findByText(/^He pays 1,314\.29 USD through .*, and 92,000\.30 AFN of his account is settled\.$/),
    ).toBeDefined();
  });

  it("in cash within one currency is an admin's, which others are told; a refusal keeps what was typed", async () => {
    const refused = refusal(409, "conflict", "amina settled with this partner meanwhile. Look at the figures again");
    const { fetched, user, form, submit } = await opened({
      role: "operator",
      replies: { "POST /api/partner-settlements": refused },
    });
    await user.type(form.getByRole("combobox", { name: "Through account" }), "3001");
    await user.click(await screen.findByRole("option", { name: /Azizi Bank/ }));
    await user.selectOptions(form.getByRole("combobox", { name: "Means" }), "Cash");
    expect(form.getByText("Only an admin may settle in cash within one currency.")).toBeDefined();
    await submit();
    expect((await form.findByRole("alert")).textContent).toContain("settled with this partner meanwhile");
    await submit();
    expect(new Set(writesOf(fetched).map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
    // Whatever account was chosen before.
    expect(writesOf(fetched)[0]?.body).toMatchObject({ means: "cash", counterAccountId: 11 });
  });
});

describe("the settlements so far", () => {
  it("lead to the list of the hawala that they go up to; those that were undone cover nothing", async () => {
    const through = { hawalaId: 8, hawalaNo: "OUT-8", direction: "outgoing", transactionId: 60 } as const;
    const body = [
      { ...settlement, through },
      { ...undone, through: { ...through, hawalaNo: "OUT-7" } },
    ];
    await page({ replies: { "GET /api/partner-settlements": { body, headers: { "x-total-count": "2" } } } });
    const link = await screen.findByRole("link", { name: "OUT-8: hawalas of settlement 3" });
    expect(link.getAttribute("href")).toBe("/reports/partner-settlement?partner=120&list=outgoing&settlement=3");
    expect(screen.getByText("OUT-7").closest("a")).toBeNull();
  });

  it("say who has undone one as a word of its own", async () => {
    await page();
    const said = await screen.findByText("Undone by amina");
    expect(said.closest("td")?.textContent).toContain("Azizi Bank Undone by amina");
  });

  it("are not undone by a user, who reconciles no sheet either", async () => {
    await page({ role: "user" });
    await screen.findByText("Undone by amina");
    expect(screen.queryByText("Reconcile with his sheet")).toBeNull();
    expect(screen.queryByRole("button", { name: "Undo settlement 3" })).toBeNull();
  });
});
