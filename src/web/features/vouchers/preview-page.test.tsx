import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";

import { hawalaRow, outgoingRow } from "#web/testing/hawalas.ts";
import { replyingOffice, writesOf } from "#web/testing/office.ts";
import { refusal, type Replies } from "#web/testing/replies.ts";
import { stage, type Staging } from "#web/testing/stage.tsx";
import { transactionRow } from "#web/testing/transactions.ts";

import { HawalaVoucherPage, TransactionVoucherPage } from "./preview-page.tsx";

const state = { version: 1, corrected: false, replaces: null, formerNames: [], nextCopy: 0 };
const counted = (copy: number, more: object = {}) => ({
  status: 201,
  body: { ...state, copy, printedAt: "2026-03-21T06:30:00.000Z", ...more },
});

interface Given extends Pick<Staging, "office"> {
  readonly search?: string;
}

/** Stands in for the browser's printing: keeps what is on the sheet when it is printed. */
function printing() {
  const sheets: string[] = [];
  vi.stubGlobal("print", () => {
    sheets.push(document.querySelector("[data-paper]")?.textContent ?? "");
    window.dispatchEvent(new Event("afterprint"));
  });
  return sheets;
}

async function preview(kind: "transaction" | "hawala", replies: Replies, { search = "", ...staging }: Given = {}) {
  const fetched = replyingOffice({ [`GET /api/${kind}s/7/prints`]: { body: state }, ...replies });
  const sheets = printing();
  const page = kind === "transaction" ? <TransactionVoucherPage /> : <HawalaVoucherPage />;
  const staged = await stage(page, { ...staging, at: `/print/${kind}/7${search}`, pattern: `/print/${kind}/$id` });
  const sheet = () => within(document.querySelector<HTMLElement>("[data-paper]") ?? document.body);
  const text = () => document.querySelector("[data-paper]")?.textContent ?? "";
  const toPrint = async (name = "Print") => {
    const button = await screen.findByRole("button", { name });
    await waitFor(() => expect(button.getAttribute("aria-disabled")).toBe("false"));
    return button;
  };
  return { ...staged, fetched, sheets, sheet, text, toPrint, user: userEvent.setup({ delay: null }) };
}

/** The version on condition of which a print was counted. */
function conditionOf(fetched: ReturnType<typeof replyingOffice>): string | null {
  const post = fetched.mock.calls.find(([, request]) => request?.method === "POST");
  return new Headers(post?.[1]?.headers).get("if-match");
}

const shown = (given: Partial<Parameters<typeof transactionRow>[0]> & { readonly deleted?: boolean } = {}) => ({
  body: { deleted: false, ...transactionRow({ id: 7, ...given }) },
});
const asShown = { "GET /api/transactions/7": shown() };
const hawalaShown = (row: object) => ({ body: { ...row, payout: null } });

describe("the voucher of a transfer", () => {
  it("names the office, both days, both accounts, the amount in figures and words, and who recorded it when", async () => {
    const { sheet, text } = await preview("transaction", asShown);
    await waitFor(() => expect(text()).toContain("Transfer Voucher"));
    for (const said of [
      "Sarraf",
      "No. 7",
      "2026-03-01 · Sunday · 10 Hut 1404",
      "2002 - Farid",
      "2003 - Zahra",
      "$250.00 USD",
      "Two Hundred Fifty USD",
      "Rent",
      "1 Mar 2026, 10:30 by admin",
      "PREVIEW",
    ])
      expect(text(), said).toContain(said);
    const link = "http://localhost:3000/transactions/search?searchWhat=All&referenceId=7&selected=7";
    expect(sheet().getByTitle(link)).toBeDefined();
  });

  it("is counted before it is printed; the original bears no mark, and the next print is a copy", async () => {
    let nextCopy = 0;
    const { fetched, sheets, text, toPrint, user } = await preview("transaction", {
      "GET /api/transactions/7": shown(),
      "GET /api/transactions/7/prints": () => ({ body: { ...state, nextCopy } }),
      "POST /api/transactions/7/prints": () => counted(nextCopy++),
    });
    expect(await screen.findByText("Print makes the original.")).toBeDefined();
    await user.click(await toPrint());
    await waitFor(() => expect(sheets).toHaveLength(1));
    expect(sheets[0]).not.toMatch(/COPY|PREVIEW/);
    expect(sheets[0]).toContain("Printed 21 Mar 2026, 11:00 by admin");
    expect(conditionOf(fetched)).toBe("1");
    expect(await screen.findByText("The original has been printed. Print makes copy 1.")).toBeDefined();
    // What stays on the screen must not become a second original by the browser's own menu.
    expect(text()).toContain("PREVIEW");
    await toPrint();
    await user.keyboard("{Control>}p{/Control}");
    await waitFor(() => expect(sheets).toHaveLength(2));
    expect(sheets[1]).toContain("COPY 1");
  });

  it("says when it was deleted, and when it was corrected", async () => {
    const changed = { deleted: true, version: 3, userModified: "zahra", dateModified: "2026-03-02T06:00:00.000Z" };
    const { text, sheet } = await preview("transaction", {
      "GET /api/transactions/7": shown(changed),
      "GET /api/transactions/7/prints": { body: { ...state, version: 3, corrected: true } },
    });
    await waitFor(() => expect(text()).toContain("DELETED"));
    // The search finds it nowhere else.
    expect(sheet().getByTitle(/searchWhat=Deleted&/)).toBeDefined();
    expect(text()).toContain("Corrected, version 3");
    expect(text()).toContain("Recorded1 Mar 2026, 10:30 by adminLast change2 Mar 2026, 10:30 by zahra");
  });

  it("says which voucher it replaces, and what an account was called on the original", async () => {
    const later = { ...state, version: 3, replaces: 1, formerNames: [{ code: "2002", name: "Gul Agha" }], nextCopy: 1 };
    const { text } = await preview("transaction", { ...asShown, "GET /api/transactions/7/prints": { body: later } });
    await waitFor(() => expect(text()).toMatch(/Version 3, replaces version 1.*2002 - Gul AghaNow called Farid/));
  });

  it("is not printed when somebody has changed it meanwhile: it is read again instead", async () => {
    let amount = "250.00";
    const { sheets, text, toPrint, user } = await preview("transaction", {
      "GET /api/transactions/7": () => shown({ dAmount: amount }),
      "POST /api/transactions/7/prints": () => {
        amount = "260.00";
        return refusal(409, "stale_version", "This transaction was changed meanwhile: zahra at 2026-03-21 10:00");
      },
    });
    await user.click(await toPrint());
    expect(await screen.findByText("This transaction was changed meanwhile: zahra at 2026-03-21 10:00")).toBeDefined();
    await waitFor(() => expect(text()).toContain("$260.00 USD"));
    expect(sheets).toEqual([]);
  });

  it("is signed on the larger sheet; the size is remembered in this browser and stands in the address", async () => {
    const { text, router, user } = await preview("transaction", asShown);
    await waitFor(() => expect(text()).toContain("Transfer Voucher"));
    expect(text()).not.toContain("For the office");
    await user.click(screen.getByRole("radio", { name: "A5" }));
    await waitFor(() => expect(text()).toContain("For the office"));
    expect(router.state.location.search).toEqual({ size: "a5" });
    expect(localStorage.getItem("sarraf-voucher-size")).toBe("a5");
  });

  it("takes the size of the address, and ignores one that there is not", async () => {
    const { text } = await preview("transaction", { "GET /api/transactions/7": shown() }, { search: "?size=a5" });
    await waitFor(() => expect(text()).toContain("For the office"));
  });
});

describe("the voucher of", () => {
  it("an exchange has both sums and the rate both ways", async () => {
    const deal = {
      transType: "Exchange",
      currencyId: 2,
      dAmount: "500.00",
      cCurrencyId: 1,
      cAmount: "34900.00",
      exRate: "69.80000000",
      referenceId: 4711,
    } as const;
    const { text } = await preview("transaction", { "GET /api/transactions/7": shown(deal) });
    await waitFor(() => expect(text()).toContain("Exchange Voucher"));
    expect(text()).toContain("1 USD = 69.80 AFN");
    expect(text()).toContain("1 AFN = 0.01432665 USD");
    expect(text()).toContain("Reference4711");
    expect(text()).toContain("$500.00 USD");
    expect(text().replaceAll("\u200E", "")).toContain("؋34,900.00 AFN");
    expect(text()).toContain("Thirty Four Thousand Nine Hundred AFN");
  });

  it.each([
    ["Credit", { outAccountId: 11, inAccountId: 102 }, "Received from2002 - Farid", "Slip 4711 of Azizi Bank"],
    ["Debit", { outAccountId: 102, inAccountId: 11 }, "Paid to2002 - Farid", "Two Hundred Fifty"],
  ] as const)("a %s says who gave or got the cash, and what else was written once", async (transType, sides, words, second) => {
    const entry = { transType, ...sides, cTransDescription: second };
    const { text } = await preview("transaction", { "GET /api/transactions/7": shown(entry) });
    await waitFor(() => expect(text()).toContain(`${transType} Voucher`));
    expect(text()).toContain(words);
    expect(text()).toContain("ThroughCASH - Cash at Shop");
    expect(text().split(second)).toHaveLength(2);
  });

  it.each([
    ["Credit", { outAccountId: 11, inAccountId: 102 }, "Received from2002 - FaridThroughCASH - Cash at Shop"],
    ["Debit", { outAccountId: 102, inAccountId: 11 }, "Paid to2002 - FaridThroughCASH - Cash at Shop"],
    ["Credit", { outAccountId: 101, inAccountId: 11 }, "Paid to3001 - Azizi BankThroughCASH - Cash at Shop"],
    ["Debit", { outAccountId: 11, inAccountId: 101 }, "Received from3001 - Azizi BankThroughCASH - Cash at Shop"],
  ] as const)("a %s of %j says the same once the office has another cash account", async (transType, sides, words) => {
    const reply = { "GET /api/transactions/7": shown({ transType, ...sides, cTransDescription: "Two Hundred Fifty" }) };
    for (const cashAccountId of [11, 101, 124]) {
      const { text } = await preview("transaction", reply, { office: { cashAccountId } });
      await waitFor(() => expect(text()).toContain(`${transType} Voucher`));
      expect(text(), String(cashAccountId)).toContain(words);
      cleanup();
    }
  });

  it.each([
    ["Debit", { outAccountId: 102, inAccountId: 11 }],
    ["Credit", { outAccountId: 11, inAccountId: 102 }],
    ["Transfer", { outAccountId: 102, inAccountId: 103 }],
    ["Exchange", { outAccountId: 102, inAccountId: 104, cCurrencyId: 1 }],
    ["Hawala", { outAccountId: 102, inAccountId: 11 }],
  ] as const)(
    "a %s has Persian names, each apart from its code, and whole texts, each in its own direction",
    async (type, sides) => {
      const names = { outAccountName: "احمد خان (صراف)", inAccountName: "بانک عزیزی، شعبه ۲" };
      const narrative = "کرایه دکان (نمبر ۵). از احمد خان! ".repeat(14).trim();
      const { sheet, text } = await preview("transaction", {
        "GET /api/transactions/7": shown({ transType: type, ...sides, ...names, transDescription: narrative }),
      });
      await waitFor(() => expect(text()).toContain(`${type} Voucher`));
      for (const said of [...Object.values(names), narrative]) {
        const { tagName, dir } = sheet().getByText(said);
        expect([tagName, dir], said).toEqual(["BDI", ""]);
      }
      expect(sheet().getByText("2002").dir).toBe("ltr");
    },
  );

  it("an outgoing hawala is the sender's receipt, with number, rate and commission", async () => {
    const row = outgoingRow({ id: 7, transactionId: null });
    const { text, sheet } = await preview("hawala", { "GET /api/hawala/7": hawalaShown(row) });
    await waitFor(() => expect(text()).toContain("Hawala Receipt"));
    for (const said of ["HWL7", "Received from the sender", "$495.00 USD", "Commission$5.00 USD", "2001 - London", "Sent"])
      expect(text(), said).toContain(said);
    expect(sheet().getByTitle(/selected=7&direction=outgoing$/)).toBeDefined();
  });
});

describe("a voucher that cannot be shown", () => {
  it("says that there is no such record", async () => {
    await preview("hawala", {});
    expect(await screen.findByText("There is no such hawala.")).toBeDefined();
  });

  it("is neither shown nor printed once the import of its hawala was undone", async () => {
    const away = refusal(404, "not_found", "There is no hawala 7");
    let isThere = true;
    const { sheets, text, toPrint, user, fetched } = await preview("hawala", {
      "GET /api/hawala/7": () => (isThere ? hawalaShown(hawalaRow({ id: 7, version: 3 })) : away),
      "POST /api/hawalas/7/prints": () => {
        isThere = false;
        return away;
      },
      "GET /api/hawalas/7/prints": () => (isThere ? { body: state } : away),
    });
    await user.click(await toPrint());
    expect(await screen.findByText("There is no such hawala.")).toBeDefined();
    expect(text()).toBe("");
    expect(screen.getByRole("button", { name: "Print" }).getAttribute("aria-disabled")).toBe("true");
    expect(sheets).toEqual([]);
    expect(conditionOf(fetched)).toBe("3");
  });

  it("is tried again on request", async () => {
    let isUp = false;
    const { text, user } = await preview("transaction", {
      "GET /api/transactions/7": () => (isUp ? shown() : refusal(500, "unexpected", "")),
    });
    expect(await screen.findByText("The voucher could not be loaded")).toBeDefined();
    isUp = true;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await waitFor(() => expect(text()).toContain("Transfer Voucher"));
  });

  it("prints nothing that got no answer, says by then what the next print is, and takes the failure back once it is printed", async () => {
    let prints = 0;
    const { sheets, toPrint, user, fetched } = await preview("transaction", {
      "GET /api/transactions/7": shown(),
      "GET /api/transactions/7/prints": () => ({ body: { ...state, nextCopy: prints } }),
      "POST /api/transactions/7/prints": () => {
        prints += 1;
        return prints === 1 ? "no answer" : counted(1);
      },
    });
    await user.click(await toPrint());
    within(await screen.findByRole("alert")).getByText("The voucher could not be printed");
    expect(sheets).toEqual([]);
    expect(writesOf(fetched)).toHaveLength(1);
    // The original may have been counted.
    expect(await screen.findByText("The original has been printed. Print makes copy 1.")).toBeDefined();
    await user.click(await toPrint());
    await waitFor(() => expect(sheets).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  });
});
