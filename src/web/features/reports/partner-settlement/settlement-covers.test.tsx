import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import type { PartnerSettlement, SettlementHawala } from "#contract/partner-settlements.ts";
import { addressesOf } from "#web/testing/addresses.ts";
import { replyingOffice, writesOf } from "#web/testing/office.ts";
import { readFromRight } from "#web/testing/own-direction.ts";
import { settlementFigures } from "#web/testing/partner-settlements.ts";
import { refusal, type Said } from "#web/testing/replies.ts";
import { stage } from "#web/testing/stage.tsx";

import { RecordSettlementButton } from "./settlement-dialog.tsx";
import { PrintedPartnerSettlementPage } from "./settlement-paper.tsx";

/** A hawala of which every number follows from the one of its transaction; of ours where it is outgoing. */
function hawala(transactionId: number, paidOn: string, given: Partial<SettlementHawala> = {}): SettlementHawala {
  const direction = given.direction ?? "incoming";
  return {
    hawalaId: transactionId + 1000,
    transactionId,
    hawalaNo: `${direction === "incoming" ? "LON" : "OUT"}-${String(transactionId)}`,
    direction,
    hawalaStatus: "Passed",
    transactionDate: paidOn,
    paidOn,
    senderName: "Idris",
    receiverName: "Mursal",
    currencyId: 2,
    currency: "USD",
    rAmount: "100.00",
    intoUSD: "100.00",
    ...given,
  };
}

const afghanis = { currencyId: 1, currency: "AFN", rAmount: "9200.50" };
const ours = { direction: "outgoing" } as const;
const passed = [
  hawala(90, "2026-03-21"),
  hawala(80, "2026-03-20", afghanis),
  // Dated back: it came after those of the 19th.
  hawala(70, "2026-03-18", afghanis),
  hawala(50, "2026-03-19"),
  hawala(40, "2026-03-18", afghanis),
];
const outgoing = [hawala(60, "2026-03-19", { ...ours, ...afghanis })];

const balances = {
  dollars: { currencyId: 2, currency: "USD", balance: "-4486.75" },
  afghanis: { currencyId: 1, currency: "AFN", balance: "-492616.00" },
  none: { currencyId: 1, currency: "AFN", balance: "0.00" },
};

const latest = { hawalaId: 1090, hawalaNo: "LON-90", transactionId: 90 };
const figures = settlementFigures({ balances: [balances.dollars], latest, state: "90.as it was seen" });

type Lists = Readonly<Record<string, readonly SettlementHawala[]>>;

/** The server's pages of the lists, two hawalas each. */
function pages({ searchParams }: URL, lists: Lists): Said {
  const from = Number.parseInt(searchParams.get("cursor") ?? "0", 10);
  const rows = lists[searchParams.get("list") ?? ""] ?? [];
  return { body: { rows: rows.slice(from, from + 2), nextCursor: from + 2 < rows.length ? String(from + 2) : null, sums: null } };
}

async function opened(given: Partial<PartnerSettlement> = {}, lists: Lists = { passed, outgoing }) {
  const fetched = replyingOffice({
    "GET /api/reports/partner-settlement/hawalas": (_body, address) => pages(address, lists),
    "POST /api/partner-settlements": { status: 201, body: { amount: "4486.75", currency: "USD" } },
  });
  const { client } = await stage(<RecordSettlementButton figures={{ ...figures, ...given }} />);
  const user = userEvent.setup({ delay: null });
  await user.click(await screen.findByRole("button", { name: "Record Settlement" }));
  const form = within(await screen.findByRole("form"));
  const through = form.getByRole<HTMLSelectElement>("combobox", { name: "Covers hawalas up to" });
  const offered = (select: HTMLSelectElement) => [...select.options].map(({ text }) => text);
  return { client, fetched, user, form, through, offered };
}

const days = ["LON-90 (the latest)", "2026-03-20 · LON-80", "2026-03-19 · LON-70", "2026-03-18 · LON-40"];

it("up to which hawala it goes is chosen by day and then by number, among all that are open, in both directions", async () => {
  const { fetched, user, form, through, offered } = await opened();
  await waitFor(() => expect(offered(through)).toEqual([...days, "None: a payment on account"]));
  expect(form.queryByRole("combobox", { name: "Of that day up to" })).toBeNull();
  await user.selectOptions(through, "2026-03-19 · LON-70");
  const within19 = form.getByRole<HTMLSelectElement>("combobox", { name: "Of that day up to" });
  expect(offered(within19)).toEqual(["LON-70 · 2026-03-18", "OUT-60 · 2026-03-19", "LON-50 · 2026-03-19"]);
  await user.selectOptions(within19, "OUT-60 · 2026-03-19");
  expect(through.selectedOptions[0]?.text).toBe("2026-03-19 · LON-70");
  await user.selectOptions(form.getByRole("combobox", { name: "Means" }), "Cash");
  await user.click(form.getByRole("button", { name: "Record Settlement" }));
  await screen.findByText("Settlement recorded");
  expect(writesOf(fetched)).toMatchObject([{ body: { throughHawalaId: 1060 } }]);
});

it("what was paid after the figures were read is not offered", async () => {
  const { through, offered } = await opened({}, { passed: [hawala(95, "2026-03-21"), ...passed], outgoing });
  await waitFor(() => expect(offered(through)).toEqual([...days, "None: a payment on account"]));
});

it("of more than can be read the latest are offered, and it says so", async () => {
  const many = Array.from({ length: 12 }, (_, index) => hawala(90 - index, "2026-03-21"));
  const { form, offered } = await opened({}, { passed: many, outgoing: [] });
  const last = await form.findByRole<HTMLSelectElement>("combobox", { name: "Of that day up to" });
  expect(offered(last)).toHaveLength(10);
  expect(form.getByText("Only the 5,000 latest are offered and counted here. Older ones are covered as well.")).toBeDefined();
});

it("hawalas that could not be read are read once more when that is wanted", async () => {
  const answers: Said[] = [refusal(503, "busy", "The server is busy"), refusal(503, "busy", "The server is busy")];
  replyingOffice({
    "GET /api/reports/partner-settlement/hawalas": (_body, address) => answers.shift() ?? pages(address, { passed, outgoing }),
  });
  await stage(<RecordSettlementButton figures={figures} />);
  const user = userEvent.setup({ delay: null });
  await user.click(await screen.findByRole("button", { name: "Record Settlement" }));
  expect(await screen.findByText("The earlier hawalas could not be read")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("option", { name: "2026-03-20 · LON-80" })).toBeDefined();
});

it("what was open as the form was opened stays, whatever happens meanwhile", async () => {
  const { client, fetched, form } = await opened();
  await form.findByRole("option", { name: "2026-03-18 · LON-40" });
  const before = addressesOf(fetched).length;
  await client.invalidateQueries();
  expect(
    addressesOf(fetched)
      .slice(before)
      .map(({ pathname }) => pathname),
  ).not.toContain("/api/reports/partner-settlement/hawalas");
});

it("with nothing open no hawala is asked for", async () => {
  const { fetched, through, offered } = await opened({ latest: null, state: null });
  expect(offered(through)).toEqual(["None: a payment on account"]);
  expect(addressesOf(fetched).map(({ pathname }) => pathname)).not.toContain("/api/reports/partner-settlement/hawalas");
});

it("with more than one balance covers nothing by itself; one that is chosen says whose hawalas it takes along unpaid", async () => {
  const { user, form, through } = await opened({ balances: [balances.dollars, balances.afghanis] });
  expect(through.selectedOptions[0]?.text).toBe("None: a payment on account");
  await form.findByRole("option", { name: "2026-03-20 · LON-80" });
  expect(form.queryByText(/which this does not pay/)).toBeNull();
  await user.selectOptions(through, "LON-90 (the latest)");
  expect(form.getByText("It also covers 3 hawalas paid for him, 27,601.50 AFN, which this does not pay.")).toBeDefined();
  expect(form.getByText("It also covers 1 hawala paid by him for us, 9,200.50 AFN, which this does not pay.")).toBeDefined();
  await user.selectOptions(through, "2026-03-18 · LON-40");
  expect(form.getByText("It also covers 1 hawala paid for him, 9,200.50 AFN, which this does not pay.")).toBeDefined();
});

it("that what is covered is not known is said until it has been read", async () => {
  const answer = Promise.withResolvers<Lists>();
  replyingOffice({
    "GET /api/reports/partner-settlement/hawalas": async (_body, address) => pages(address, await answer.promise),
  });
  const two = { ...figures, balances: [balances.dollars, balances.afghanis] };
  await stage(<RecordSettlementButton figures={two} />);
  const user = userEvent.setup({ delay: null });
  await user.click(await screen.findByRole("button", { name: "Record Settlement" }));
  const through = await screen.findByRole("combobox", { name: "Covers hawalas up to" });
  expect(screen.queryByText(/is not known/)).toBeNull();
  await user.selectOptions(through, "LON-90 (the latest)");
  screen.getByText("What else it covers, and does not pay, is not known: his earlier hawalas have not been read.");
  answer.resolve({ passed, outgoing });
  await screen.findByText(/27,601\.50 AFN, which this does not pay/);
  expect(screen.queryByText(/is not known/)).toBeNull();
});

it("hawalas in another currency are no matter where he has no balance in it", async () => {
  const { form, through } = await opened({ balances: [balances.dollars, balances.none] });
  await form.findByRole("option", { name: "2026-03-20 · LON-80" });
  expect(through.selectedOptions[0]?.text).toBe("LON-90 (the latest)");
  expect(form.queryByText(/which this does not pay/)).toBeNull();
});

it("has the day and the number of each at the same sides where it is read from the right, whatever the number begins with", async () => {
  readFromRight();
  const { user, form, through, offered } = await opened();
  const nineteenth = "\u20682026-03-19\u2069 · \u2068LON-70\u2069";
  await waitFor(() => expect(offered(through)).toContain(nineteenth));
  await user.selectOptions(through, nineteenth);
  const within19 = form.getByRole<HTMLSelectElement>("combobox", { name: "Of that day up to" });
  expect(offered(within19)).toContain("\u2068OUT-60\u2069 · \u20682026-03-19\u2069");
});

it("hawalas in another currency are paid where it goes through his own balance in that", async () => {
  const partner = { ...figures.partner, id: 102 };
  const { user, form, through } = await opened({ partner, balances: [balances.dollars, balances.afghanis] });
  await form.findByRole("option", { name: "2026-03-20 · LON-80" });
  await user.selectOptions(through, "LON-90 (the latest)");
  await user.selectOptions(form.getByRole("combobox", { name: "Paid in" }), "AFN - Afghan Afghani");
  expect(form.getAllByText(/which this does not pay/)).toHaveLength(2);
  await user.type(form.getByRole("combobox", { name: "Through account" }), "2002");
  await user.click(await screen.findByRole("option", { name: /Farid/ }));
  expect(form.queryByText(/which this does not pay/)).toBeNull();
});

it("the paper, which both sign, says what its hawalas come to in each currency, or that there are none", async () => {
  const nothing = { ...figures, passed: [], outstanding: [], corrected: [], outgoing: [] };
  const covered = [
    hawala(90, "2026-03-21"),
    hawala(80, "2026-03-20", afghanis),
    hawala(70, "2026-03-18", { ...afghanis, intoUSD: null }),
  ];
  replyingOffice({
    "GET /api/reports/partner-settlement": (_body, address) => ({ body: address.search.includes("=120") ? figures : nothing }),
    "GET /api/reports/partner-settlement/hawalas": (_body, address) => pages(address, { passed: covered }),
  });
  const at = "/print/partner-settlement";
  const { router } = await stage(<PrintedPartnerSettlementPage />, { at: `${at}?partner=120&settlement=1` });
  const rows = within(await screen.findByRole("table", { name: "Hawalas" })).getAllByRole("row");
  expect(rows.slice(-2).map(({ textContent }) => textContent)).toEqual([
    "Total AFN18,401.00 AFN100.001 without its dollars",
    "Total USD100.00 USD100.00",
  ]);
  await router.navigate({ to: at, search: { partner: "121", list: "corrected" } });
  expect(await screen.findByText("No hawalas here")).toBeDefined();
  expect(screen.getByText("Nothing is open with this partner")).toBeDefined();
  expect(screen.getAllByRole("table")).toHaveLength(1);
});
