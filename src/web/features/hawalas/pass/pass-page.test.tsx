import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";

import { hawalaRow, hawalaVersionOf } from "#web/testing/hawalas.ts";
import { expectAlone } from "#web/testing/own-direction.ts";
import { everyHawala, listed, passed, passPage, sent, waiting } from "#web/testing/pass-page.tsx";
import { refusal } from "#web/testing/replies.ts";
import { setText } from "#web/testing/set-text.ts";

const list = () => screen.findByRole("list", { name: "Pass Hawala" });
const row = (hawalaNo: string) => {
  const found = screen.getByRole("button", { name: `View Details of hawala ${hawalaNo}` }).closest<HTMLElement>("li");
  if (found === null) throw new Error(`hawala ${hawalaNo} is in no row`);
  return found;
};
const search = () => screen.getByRole<HTMLInputElement>("searchbox", { name: "Search hawalas" });

describe("the list of Pass Hawala", () => {
  it("shows the incoming hawalas of every status, with what a payer looks for", async () => {
    const { asked } = await passPage("");
    await list();
    expect(screen.getByRole("heading", { level: 1, name: "Pass Hawala" })).toBeDefined();
    expect(screen.getByRole("heading", { name: "Hawala Transactions (4)" })).toBeDefined();
    expect(asked("/api/hawala-details")).toEqual([{ direction: "incoming", limit: "50" }]);
    const text = row("LDN-1").textContent;
    for (const part of ["LDN-1", "Pending", "£100.00", "9,200.00", "$131.43", "Laila Ahmadi", "Herat", "Omid Karimi", "(2001)"])
      expect(text).toContain(part);
    expect(screen.getByText("Select a hawala transaction to view details")).toBeDefined();
  });

  it("lets a name and a place run their own way, and nothing beside them", async () => {
    const persian = hawalaRow({ id: 1, senderName: "زهره", receiverName: "لیلا احمدی", receiverLocation: "هرات" });
    await passPage("", { "GET /api/hawala-details": listed([persian]) });
    await list();
    const shown = within(row("LDN-1"));
    for (const name of [persian.senderName, persian.receiverName, "هرات"]) expectAlone(shown.getByText(name));
    expect(row("LDN-1").textContent).toContain("From زهره (2001) · 2026-03-20");
  });

  it("tints what was passed and colours every status", async () => {
    await passPage("?direction=all");
    await list();
    const tinted = everyHawala.filter(({ hawalaNo }) => row(hawalaNo).querySelector("[data-passed]") !== null);
    expect(tinted).toEqual([passed]);
    const colourOf = (hawalaNo: string, status: string) => within(row(hawalaNo)).getByText(status).dataset["colour"];
    expect(colourOf("LDN-1", "Pending")).toBe("yellow");
    expect(colourOf("LDN-3", "Passed")).toBe("green");
    expect(colourOf("LDN-4", "Cancelled")).toBe("red");
    expect(colourOf("HWL5", "Sent")).toBe("blue");
  });

  it("says that it is loading, and that there is nothing", async () => {
    let answer = (): void => undefined;
    const waits = new Promise<void>((resolve) => (answer = resolve));
    await passPage("", {
      "GET /api/hawala-details": async () => {
        await waits;
        return listed([]);
      },
    });
    expect(screen.getByText("Loading hawala details...")).toBeDefined();
    answer();
    expect(await screen.findByText("No hawala transactions found")).toBeDefined();
    expect(screen.getByRole("heading", { name: "Hawala Transactions (0)" })).toBeDefined();
  });

  it("searches on the server, and keeps every filter in the address", async () => {
    const { user, asked, router } = await passPage("");
    await list();
    await user.type(search(), "nadia");
    await waitFor(() => expect(screen.queryByText("LDN-1")).toBeNull());
    setText(screen.getByLabelText("From transaction date"), "2026-03-01");
    setText(screen.getByLabelText("To transaction date"), "2026-03-21");
    await user.selectOptions(screen.getByLabelText("Status"), "Pending");
    await waitFor(() =>
      expect(router.state.location.search).toEqual({
        q: "nadia",
        fromDate: "2026-03-01",
        toDate: "2026-03-21",
        status: "Pending",
      }),
    );
    await waitFor(() =>
      expect(asked("/api/hawala-details").at(-1)).toEqual({
        q: "nadia",
        fromDate: "2026-03-01",
        toDate: "2026-03-21",
        status: "Pending",
        direction: "incoming",
        limit: "50",
      }),
    );
    await user.click(screen.getByRole("button", { name: "Clear filters" }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
    expect(search().value).toBe("");
  });

  it("takes a day only when it is whole, and says when the days are turned round", async () => {
    const { user, asked, router } = await passPage("?toDate=2026-03-01");
    await list();
    setText(screen.getByLabelText("From transaction date"), "2026-03-");
    expect(router.state.location.search).toEqual({ toDate: "2026-03-01" });
    await user.type(screen.getByLabelText("From transaction date"), "09");
    await screen.findByText("The first day is after the last");
    await screen.findByText("No hawala transactions found");
    expect(asked("/api/hawala-details")).toEqual([{ toDate: "2026-03-01", direction: "incoming", limit: "50" }]);
  });

  it("opens the only hawala that a scanned number can mean, whatever hides it", async () => {
    const { user, opened, router } = await passPage("?status=Pending&fromDate=2026-03-21");
    await waitFor(() => expect(search()).toBeDefined());
    await user.click(search());
    await user.paste("ldn-3");
    await user.keyboard("{Enter}");
    await opened("LDN-3");
    expect(router.state.location.search).toEqual({ q: "ldn-3", selected: "3" });
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Hawala LDN-3"));
  });

  it("does not guess between several", async () => {
    const { user, router } = await passPage("");
    await list();
    await user.type(search(), "LDN{Enter}");
    await waitFor(() => expect(router.state.location.search).toEqual({ q: "LDN" }));
    expect(screen.getByText("Select a hawala transaction to view details")).toBeDefined();
  });

  it("is worked with the keyboard alone", async () => {
    const { user, opened } = await passPage("");
    await list();
    await user.keyboard("/");
    expect(document.activeElement).toBe(search());
    await user.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}");
    expect(document.activeElement).toBe(within(row("LDN-2")).getByRole("button"));
    await user.keyboard("{Enter}");
    await opened("LDN-2");
    await user.keyboard("{Escape}");
    expect(document.activeElement).toBe(within(row("LDN-2")).getByRole("button"));
  });

  it("switches to the outgoing ones, which have other statuses", async () => {
    const { user, router } = await passPage("?status=Passed");
    await user.click(await screen.findByRole("radio", { name: "Outgoing" }));
    await screen.findByText(sent.hawalaNo);
    // The partner pays the receiver: his code is not the sender's.
    expect(row(sent.hawalaNo).textContent).toContain("From Omid Karimi ·");
    expect(row(sent.hawalaNo).textContent).toContain("Partner 2001");
    expect(router.state.location.search).toEqual({ direction: "outgoing" });
    const offered = [...screen.getByLabelText<HTMLSelectElement>("Status").options].map(({ value }) => value);
    expect(offered).toEqual(["", "sent", "received", "pending", "completed", "cancelled"]);
    expect(screen.queryByRole("checkbox", { name: "Choose hawala HWL5" })).toBeNull();
  });

  it("holds only the rows in sight, reads on on request, and counts no further than the server", async () => {
    const many = Array.from({ length: 70 }, (_unused, index) => hawalaRow({ id: 100 + index }));
    const { asked, press } = await passPage("", {
      "GET /api/hawala-details": (_body, { searchParams }) =>
        searchParams.get("cursor") === "more"
          ? listed(many.slice(50), { "x-total-count": "2000", "x-total-count-is": "at-least" })
          : listed(many.slice(0, 50), { "x-total-count": "2000", "x-total-count-is": "at-least", "x-next-cursor": "more" }),
    });
    await list();
    expect(screen.getByRole("heading", { name: "Hawala Transactions (2,000+)" })).toBeDefined();
    expect(screen.getAllByRole("listitem").length).toBeLessThan(20);
    await press("Load more");
    await waitFor(() => expect(asked("/api/hawala-details").map(({ cursor }) => cursor)).toEqual([undefined, "more"]));
  });

  it("searches on by itself while nothing was found, and says that there is nothing at the end alone", async () => {
    const held = Promise.withResolvers<void>();
    await passPage("?q=x", {
      "GET /api/hawala-details": async (_body, { searchParams }) => {
        const isSecond = searchParams.get("cursor") === "more";
        if (!isSecond) return listed([], { "x-total-count": "0", "x-total-count-is": "at-least", "x-next-cursor": "more" });
        await held.promise;
        return listed([]);
      },
    });
    await screen.findByRole("heading", { name: "Hawala Transactions (…)" });
    expect(screen.queryByText("No hawala transactions found")).toBeNull();
    held.resolve();
    await screen.findByText("No hawala transactions found");
    expect(screen.getByRole("heading", { name: "Hawala Transactions (0)" })).toBeDefined();
  });
});

describe("the panel", () => {
  it("opens with a press on the row or on View Details, and stays in the address", async () => {
    const { user, opened, router, panel } = await passPage("");
    await list();
    await user.click(screen.getByRole("button", { name: "View Details of hawala LDN-1" }));
    await opened("LDN-1");
    expect(router.state.location.search).toEqual({ selected: "1" });
    await user.click(screen.getByRole("button", { name: "View Details of hawala LDN-2" }));
    await opened("LDN-2");
    router.history.back();
    await opened("LDN-1");
    expect(panel().getByRole("heading", { name: "Hawala LDN-1" })).toBeDefined();
  });

  it("shows every field, a dash where nothing is, the remarks that a sheet's rows have, and the history on request", async () => {
    const { opened, inPanel, panel } = await passPage("?selected=1", {
      "GET /api/hawala/1/history": {
        body: [
          hawalaVersionOf({
            version: 2,
            action: "edited",
            actor: "zahra",
            changes: [{ field: "receiverName", before: "Laila", after: "Laila Ahmadi" }],
          }),
          hawalaVersionOf({ action: "imported", actor: "admin" }),
        ],
      },
    });
    await opened(waiting.hawalaNo);
    const facts = panel()
      .getAllByRole("term")
      .map(({ textContent }) => textContent);
    expect(facts).toEqual([
      "Hawala Number",
      "Sender",
      "Sender Code",
      "Sender Location",
      "Sender Phone",
      "Receiver",
      "Destination",
      "Receiver Phone",
      "Amount",
      "Hawala Amount",
      "Exchange Rate",
      "Rate",
      "USD Amount",
      "Status",
      "Remarks",
      "Transaction Date",
      "Recorded",
    ]);
    const valueOf = (name: string) => panel().getByText(name, { selector: "dt" }).nextElementSibling?.textContent;
    expect(valueOf("Sender Phone")).toBe("—");
    expect(valueOf("Remarks")).toBe("Imported from Excel file");
    expect(valueOf("Exchange Rate")).toBe("92.00");
    expect(valueOf("Transaction Date")).toContain("2026-03-20");
    await inPanel("History");
    await panel().findByText("Edited by zahra");
    expect(panel().getByText("Imported by admin")).toBeDefined();
    expect(panel().getByRole("listitem").textContent).toBe("Receiver: Laila → Laila Ahmadi");
  });

  it("says that a hawala is not there, and why it could not be read", async () => {
    const { panel } = await passPage("?selected=99");
    await panel().findByText("There is no hawala 99.");
    cleanup();
    let away = true;
    const second = await passPage("?selected=1", {
      "GET /api/hawala/1": () => (away ? refusal(500, "unexpected", "Something failed") : { body: { ...waiting, payout: null } }),
    });
    await second.panel().findByText("Failed to fetch hawala details");
    away = false;
    await second.inPanel("Retry");
    await second.opened("LDN-1");
  });

  it("leads staff to the correction of what is open, and nobody else", async () => {
    const operator = await passPage("?selected=1", {}, "operator");
    await operator.opened("LDN-1");
    expect(operator.panel().getByRole("link", { name: "Edit" }).getAttribute("href")).toBe("/transactions/hawala?edit=1");
    expect(operator.panel().getByRole("button", { name: "Confirm Pass Hawala" })).toBeDefined();
    await operator.user.click(screen.getByRole("button", { name: "View Details of hawala LDN-3" }));
    await operator.opened("LDN-3");
    expect(operator.panel().queryByRole("link", { name: "Edit" })).toBeNull();
    cleanup();
    const user = await passPage("?selected=1", {}, "user");
    await user.opened("LDN-1");
    expect(user.panel().queryByRole("link", { name: "Edit" })).toBeNull();
    expect(user.panel().getByRole("button", { name: "Confirm Pass Hawala" })).toBeDefined();
  });

  it("shows what an outgoing hawala has in place of a sender code", async () => {
    const { opened, panel } = await passPage("?direction=outgoing&selected=5");
    await opened("HWL5");
    const facts = panel()
      .getAllByRole("term")
      .map(({ textContent }) => textContent);
    expect(facts).toContain("Partner");
    expect(facts).toContain("Commission");
    expect(facts).not.toContain("Sender Code");
    expect(panel().queryByRole("button", { name: "Confirm Pass Hawala" })).toBeNull();
    for (const name of ["Mark as Received", "Mark as Completed", "Cancel Hawala"])
      expect(panel().getByRole<HTMLButtonElement>("button", { name }).disabled).toBe(false);
    expect(panel().getByRole<HTMLButtonElement>("button", { name: "Mark as Pending" }).disabled).toBe(true);
  });
});
