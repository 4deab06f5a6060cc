import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";

import { editDialog } from "#web/testing/edit-dialog.tsx";
import { hawalaRow, outgoingRow } from "#web/testing/hawalas.ts";
import { refusal, type Replies } from "#web/testing/replies.ts";
import { listed, searchPage } from "#web/testing/search-page.tsx";
import { deletedRow, transactionRow, versionOf } from "#web/testing/transactions.ts";

const payout = transactionRow({ id: 12, transType: "Hawala", outAccountId: 102, inAccountId: 11, hawalaId: 5, version: 1 });
const incoming = { body: { ...hawalaRow({ id: 5, hawalaNo: "310905", hawalaStatus: "Passed" }), payout: null } };
const outgoing = { body: { ...outgoingRow({ id: 5, hawalaNo: "HWL1001" }), payout: null } };

const replies = (hawala: Replies[string], deleted = false): Replies => ({
  "GET /api/transactions/search": listed([payout]),
  "GET /api/deleted-transactions": listed([deletedRow(payout)]),
  "GET /api/transactions/12": { body: { ...payout, deleted } },
  "GET /api/transactions/12/history": { body: [versionOf(payout, { action: "created", actor: "admin" })] },
  "GET /api/hawala/5": hawala,
});

describe("the transaction of a hawala", () => {
  it("leads to its hawala by the number", async () => {
    await searchPage("?searchWhat=Hawala&selected=12", replies(incoming));
    const link = await screen.findByRole("link", { name: "310905" });
    expect(link.getAttribute("href")).toBe("/transactions/pass-hawala?selected=5");
  });

  it("leads there also while the number is not known", async () => {
    await searchPage("?searchWhat=Hawala&selected=12", replies(refusal(503, "unavailable", "Away")));
    expect((await screen.findByRole("link", { name: "Hawala no. 5" })).getAttribute("href")).toContain("selected=5");
  });

  it.each([
    [incoming, "The hawala 310905 goes back to Pending: it can be passed again."],
    [outgoing, "The hawala HWL1001 becomes cancelled: the sender's money is given back."],
  ])("says before it is deleted what becomes of the hawala", async (hawala, text) => {
    const { press } = await searchPage("?searchWhat=Hawala", replies(hawala));
    await screen.findByRole("table", { name: "Search results" });
    await press("Delete transaction 12");
    const dialog = within(await screen.findByRole("dialog", { name: "Delete Transaction" }));
    expect(await dialog.findByText(text)).toBeDefined();
  });

  it.each([
    [incoming, "The hawala 310905 becomes Passed again, unless it has been passed anew or cancelled meanwhile."],
    [outgoing, "The hawala HWL1001 becomes pending again."],
  ])("says before it is recovered what becomes of the hawala", async (hawala, text) => {
    const { press } = await searchPage("?searchWhat=Deleted", replies(hawala, true));
    await screen.findByRole("table", { name: "Search results" });
    await press("Recover transaction 12");
    const dialog = within(await screen.findByRole("dialog", { name: "Recover Transaction" }));
    expect(await dialog.findByText(text)).toBeDefined();
  });

  it("is no hawala's where it settles some of a partner's: what becomes of those is said as well", async () => {
    const settlement = transactionRow({ id: 12, version: 1 });
    const { press } = await searchPage("?searchWhat=All", {
      "GET /api/transactions/search": listed([settlement]),
      "GET /api/transactions/12": { body: { ...settlement, deleted: false, settlesHawalas: true } },
    });
    await screen.findByRole("table", { name: "Search results" });
    await press("Delete transaction 12");
    const dialog = within(await screen.findByRole("dialog", { name: "Delete Transaction" }));
    expect(await dialog.findByText("This settles hawalas of a partner: deleted, they are open again.")).toBeDefined();
  });

  it("is edited in its narratives and date, beside a link to the hawala whose amounts it keeps", async () => {
    const stored = { ...payout, id: 7 };
    const { type, press, sent } = await editDialog(stored, { "GET /api/hawala/5": incoming });
    expect((await screen.findByRole("link", { name: "310905" })).getAttribute("href")).toContain("selected=5");
    for (const side of ["Debit", "Credit"]) expect(screen.getByLabelText(`${side} Narrative`).getAttribute("dir")).toBe("auto");
    type("Debit Narrative", "Paid to the brother");
    await press("Save");
    expect(await screen.findByText("Transaction updated successfully")).toBeDefined();
    expect(sent()[0]?.body).toEqual({
      transType: "Hawala",
      transDescription: "Paid to the brother",
      cTransDescription: "Rent",
      transDate: "2026-03-01",
    });
  });
});
