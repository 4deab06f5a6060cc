import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";

import { detailsPage } from "#web/testing/details-page.tsx";
import { hawalaRow } from "#web/testing/hawalas.ts";
import { everyHawala, listed } from "#web/testing/pass-page.tsx";
import { refusal } from "#web/testing/replies.ts";
import { setText } from "#web/testing/set-text.ts";

const table = () => screen.findByRole("table", { name: "Hawalas" });

describe("Hawala Details", () => {
  it("lists the hawalas with what a settlement needs, each a link to its payout", async () => {
    await detailsPage("");
    const shown = within(await table());
    expect(shown.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
      "Number",
      "Date",
      "Sender",
      "Receiver",
      "Location",
      "Amount",
      "Receiver Amount",
      "USD",
      "Status",
      "Passed Date",
      "Paid From",
      "Print",
    ]);
    expect(screen.getByText("4 hawalas")).toBeDefined();
    const link = shown.getByRole("link", { name: "Open hawala LDN-3" });
    expect(link.getAttribute("href")).toBe("/transactions/pass-hawala?selected=3");
    const cells = link.closest("[role=row]")?.querySelectorAll("[role=cell]") ?? [];
    const texts = [...cells].map(({ textContent }) => textContent);
    expect(texts.slice(-3)).toEqual(["2026-03-19", "CASH", ""]);
    expect(shown.getByRole("link", { name: "Print hawala LDN-3" }).getAttribute("href")).toBe("/print/hawala/3");
    expect(texts[5]).toContain("£100.00");
  });

  it("names the partner of an outgoing one beside the receiver whom he pays, and not as the sender's code", async () => {
    await detailsPage("?direction=outgoing");
    const row = (await screen.findByRole("link", { name: "Open hawala HWL5" })).closest("[role=row]");
    const texts = [...(row?.querySelectorAll("[role=cell]") ?? [])].map(({ textContent }) => textContent);
    expect(texts.slice(2, 4)).toEqual(["Omid Karimi", "Laila Ahmadi Partner 2001"]);
  });

  it("shows what they come to per status and currency, with the direction where both stand there", async () => {
    const { user, asked } = await detailsPage("");
    const totals = within(await screen.findByRole("table", { name: "Totals" }));
    expect(totals.queryByRole("columnheader", { name: "Direction" })).toBeNull();
    await user.click(screen.getByRole("radio", { name: "All" }));
    await totals.findByRole("columnheader", { name: "Direction" });
    const [, first, second, last] = totals.getAllByRole("row");
    for (const text of ["Incoming", "Pending", "AFN", "£100.00", "9,200.00", "$131.43"])
      expect(first?.textContent).toContain(text);
    expect(first?.textContent).not.toContain("without");
    // A sum of dollars that not every hawala is in says so.
    expect(second?.textContent).toContain("2 without their dollars");
    expect(last?.textContent).toContain("Outgoing");
    expect(last?.textContent).toContain("—");
    expect(asked("/api/hawala-totals")).toEqual([{ direction: "incoming" }, { direction: "all" }]);
  });

  it("filters by days, partner and status, and keeps all of it in the address", async () => {
    const { user, asked, router } = await detailsPage("?partner=107&status=Passed");
    await table();
    setText(screen.getByLabelText("From transaction date"), "2026-03-01");
    await waitFor(() =>
      expect(asked("/api/hawala-details").at(-1)).toEqual({
        fromDate: "2026-03-01",
        direction: "incoming",
        status: "Passed",
        partnerAccountId: "107",
        limit: "50",
      }),
    );
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("Partner").value).toBe("2001 - London"));
    expect(router.state.location.search).toEqual({ partner: "107", status: "Passed", fromDate: "2026-03-01" });
    await user.click(screen.getByRole("button", { name: "Clear filters" }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it("finds nothing in days that end before they begin, and does not ask for them", async () => {
    const { asked } = await detailsPage("?fromDate=2026-03-09&toDate=2026-03-01");
    await screen.findByText("The first day is after the last");
    await screen.findByText("No hawala transactions found");
    for (const path of ["/api/hawala-details", "/api/hawala-totals"]) expect(asked(path)).toEqual([]);
    expect(screen.queryByRole("button", { name: "Export" })).toBeNull();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("takes away with the filters what was typed and is no partner", async () => {
    const { user } = await detailsPage("?status=Pending", { "GET /api/accounts": { body: [] } });
    const partner = () => screen.getByLabelText<HTMLInputElement>("Partner");
    await user.type(partner(), "nobody{Tab}");
    await waitFor(() => expect(partner().getAttribute("aria-invalid")).toBe("true"));
    await user.click(screen.getByRole("button", { name: "Clear filters" }));
    await waitFor(() => expect(partner().value).toBe(""));
  });

  it("names the currency that a link narrowed it to, and shows the others again", async () => {
    const { user, asked, router } = await detailsPage("?status=Pending&currency=USD");
    await table();
    const narrowed = { direction: "incoming", status: "Pending", currency: "USD" };
    expect(asked("/api/hawala-details")).toEqual([{ ...narrowed, limit: "50" }]);
    expect(asked("/api/hawala-totals")).toEqual([narrowed]);
    await user.click(screen.getByRole("button", { name: "Paid out in USD: show the other currencies again" }));
    await waitFor(() => expect(router.state.location.search).toEqual({ status: "Pending" }));
  });

  it("offers the branch accounts in place of the partners where it is passed by branch", async () => {
    const { user, asked } = await detailsPage("?partner=107");
    await table();
    await user.click(screen.getByRole("checkbox", { name: "Passed by branch" }));
    expect(screen.queryByLabelText("Partner")).toBeNull();
    // Of whichever branch, until one is chosen.
    await waitFor(() =>
      expect(asked("/api/hawala-details").at(-1)).toEqual({ direction: "incoming", byBranch: "1", limit: "50" }),
    );
    expect(asked("/api/hawala-totals").at(-1)).toEqual({ direction: "incoming", byBranch: "1" });
    await user.click(screen.getByRole("combobox", { name: "Branch account" }));
    const offered = within(await screen.findByRole("listbox", { name: "Branch account" }));
    expect((await offered.findAllByRole("option")).map(({ textContent }) => textContent)).toEqual([
      "1007 Herat branch AFN",
      "2007 Dubai branch USD",
    ]);
    await user.click(screen.getByRole("option", { name: /1007/ }));
    await waitFor(() =>
      expect(asked("/api/hawala-details").at(-1)).toEqual({ direction: "incoming", branchAccountId: "105", limit: "50" }),
    );
    expect(asked("/api/hawala-totals").at(-1)).toEqual({ direction: "incoming", branchAccountId: "105" });
  });

  it("reads on on request", async () => {
    const { user } = await detailsPage("", {
      "GET /api/hawala-details": (_body, { searchParams }) =>
        searchParams.get("cursor") === "more"
          ? listed([hawalaRow({ id: 90 })], { "x-total-count": "5" })
          : listed(everyHawala.slice(0, 4), { "x-total-count": "5", "x-next-cursor": "more" }),
    });
    await table();
    expect(screen.queryByText("LDN-90")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Load more" }));
    await screen.findByText("LDN-90");
    expect(screen.queryByRole("button", { name: "Load more" })).toBeNull();
  });

  it("says that there is nothing, that it is loading, and why it could not be read", async () => {
    let state: "away" | "empty" = "away";
    const { user } = await detailsPage("?status=Passed", {
      "GET /api/hawala-details": () => (state === "away" ? refusal(500, "unexpected", "") : listed([])),
      "GET /api/hawala-totals": { body: [] },
    });
    expect(screen.getByText("Loading hawala details...")).toBeDefined();
    await screen.findAllByText("Failed to fetch hawala details");
    state = "empty";
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await screen.findByText("No hawala transactions found");
    expect(screen.getByText("Nothing meets all filters at once.")).toBeDefined();
  });

  it("says why the totals could not be read", async () => {
    const { user } = await detailsPage("", { "GET /api/hawala-totals": refusal(503, "unavailable", "The database is away") });
    await screen.findByText("The totals could not be read");
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await screen.findByText("The totals could not be read");
  });

  it("saves everything that the filter finds, as a file of either kind", async () => {
    vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:here");
    const { user, asked } = await detailsPage("?fromDate=2026-03-01", {
      "GET /api/hawala-details/export": {
        body: "file",
        headers: { "content-disposition": 'attachment; filename="hawalas.csv"' },
      },
    });
    await table();
    await user.click(screen.getByRole("button", { name: "Export" }));
    await user.click(await screen.findByRole("menuitem", { name: "Plain table (.csv)" }));
    await screen.findByText("Export finished");
    expect(screen.getByText("Saved as hawalas.csv")).toBeDefined();
    expect(asked("/api/hawala-details/export")).toEqual([{ fromDate: "2026-03-01", direction: "incoming", format: "csv" }]);
  });

  it("says why it could not be saved", async () => {
    const { user } = await detailsPage("", {
      "GET /api/hawala-details/export": refusal(400, "invalid", "More than 50,000 hawalas: narrow the filter"),
    });
    await table();
    await user.click(screen.getByRole("button", { name: "Export" }));
    await user.click(await screen.findByRole("menuitem", { name: "Spreadsheet (.xlsx)" }));
    await screen.findByText("More than 50,000 hawalas: narrow the filter");
  });
});
