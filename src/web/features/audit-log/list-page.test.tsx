import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it, onTestFinished, vi } from "vitest";

import type { AuditEntry } from "#contract/audit-log.ts";
import { fetchSpeech, speak } from "#web/i18n/speech.ts";
import { addressesOf } from "#web/testing/addresses.ts";
import { chain, verified } from "#web/testing/audit-log.ts";
import { replyingOffice } from "#web/testing/office.ts";
import { readFromRight } from "#web/testing/own-direction.ts";
import { refusal, type Replies } from "#web/testing/replies.ts";
import { stage } from "#web/testing/stage.tsx";

import { AuditLogPage } from "./list-page.tsx";

const zahra = "3f3b1c0a-0000-4000-8000-000000000002";

function entry(given: Partial<AuditEntry> & Pick<AuditEntry, "id">): AuditEntry {
  return {
    recordedAt: "2026-03-21T06:30:00.000Z",
    userId: zahra,
    user: "zahra",
    ip: "192.168.1.7",
    requestId: "req-1",
    action: "transaction.edited",
    objectType: "transaction",
    objectId: "15",
    object: null,
    isGone: false,
    version: 2,
    reason: null,
    changes: [],
    ...given,
  };
}

const optionsOf = (name: string) => [...screen.getByLabelText<HTMLSelectElement>(name).options].map(({ text }) => text);
const found = (...rows: readonly AuditEntry[]) => ({ body: rows, headers: { "x-total-count": String(rows.length) } });

async function auditLog(list: Replies[string] = found(), replies: Replies = {}, search = "") {
  const fetched = replyingOffice({
    "GET /api/audit-log": list,
    "GET /api/audit-log/chain": { body: chain },
    "GET /api/audit-log/facets": {
      body: {
        users: [{ id: zahra, username: "zahra" }],
        acts: [
          { objectType: "account", action: "account.changed" },
          { objectType: "session", action: "session.started" },
          { objectType: "transaction", action: "transaction.edited" },
        ],
      },
    },
    "GET /api/verification": { body: verified },
    ...replies,
  });
  const staged = await stage(<AuditLogPage />, { at: `/reports/audit-log${search}` });
  const asked = () => addressesOf(fetched).filter(({ pathname }) => pathname === "/api/audit-log");
  const lastAsked = () => Object.fromEntries(asked().at(-1)?.searchParams ?? []);
  const table = () => within(screen.getByRole("table", { name: "Entries" }));
  return { ...staged, fetched, asked, lastAsked, table, user: userEvent.setup({ delay: null }) };
}

describe("the Audit Log", () => {
  it("says in words who did what to which object, and what it changed, before and after", async () => {
    const { table } = await auditLog(
      found(
        entry({
          id: "9",
          reason: "Wrong rate",
          changes: [
            { field: "exRate", before: "69.80000000", after: "70.20000000" },
            { field: "isActive", before: "true", after: "false" },
            { field: "somethingNew", before: null, after: "2026-03-20T06:30:00.000Z" },
            // What somebody typed is no instant, however it begins.
            { field: "phone", before: null, after: "2026-99-99T00:00" },
          ],
        }),
        entry({ id: "8", action: "account.changed", objectType: "account", objectId: "102", object: "2002 - Farid" }),
        entry({
          id: "7",
          user: null,
          userId: null,
          action: "thing.shaken_well",
          objectType: "thing",
          objectId: null,
          version: null,
        }),
      ),
    );
    await screen.findByText("3 entries");
    for (const text of [
      "Transaction corrected",
      "Reason: Wrong rate",
      "Account changed",
      "Thing shaken well",
      "nobody signed in",
    ])
      expect(table().getByText(text), text).toBeDefined();
    const lines = table()
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent);
    expect(lines).toEqual([
      "Exchange rate: 69.80000000 → 70.20000000",
      "Is active: yes → no",
      "Something new: 20 Mar 2026, 11:00",
      "Phone: 2026-99-99T00:00",
    ]);
    expect(table().getByRole("link", { name: "15" }).getAttribute("href")).toContain("/transactions/search");
    expect(table().getByRole("link", { name: "2002 - Farid" }).getAttribute("href")).toBe("/accounts/view/102");
  });

  it("says in the words of the screen what became of an image", async () => {
    fetchSpeech("fa-AF");
    await speak("fa-AF");
    onTestFinished(() => act(() => speak("en")));
    const changes = ["added", "replaced", "removed"].map((after) => ({ field: "picture", before: null, after }));
    await auditLog(found(...changes.map((change, at) => entry({ id: String(9 - at), changes: [change] }))));
    const lines = await screen.findAllByRole("listitem");
    expect(lines.map(({ textContent }) => textContent)).toEqual(["عکس: اضافه شد", "عکس: عوض شد", "عکس: حذف شد"]);
  });

  it("points from what was to what is also where the screens are read from the right", async () => {
    readFromRight();
    const { table } = await auditLog(found(entry({ id: "9", changes: [{ field: "isActive", before: "true", after: "false" }] })));
    await screen.findByRole("table", { name: "Entries" });
    expect(table().getByRole("listitem").textContent).toBe("Is active: yes ← no");
  });

  it("leads to where the object is seen", async () => {
    const { table } = await auditLog(
      found(
        entry({
          id: "9",
          objectType: "day_close",
          objectId: "1",
          changes: [{ field: "date", before: null, after: "2026-03-20" }],
        }),
        entry({ id: "8", objectType: "day_close", objectId: "2" }),
        entry({ id: "7", objectType: "partner_settlement", objectId: "3" }),
        entry({ id: "6", objectType: "import_batch", objectId: "4" }),
        entry({ id: "5", objectType: "backup", objectId: "5" }),
      ),
    );
    await screen.findByText("5 entries");
    expect(
      table()
        .getAllByRole("link")
        .map((link) => [link.textContent, link.getAttribute("href")]),
    ).toEqual([
      ["1", "/reports/daily-book?date=2026-03-20"],
      ["2", "/reports/daily-book"],
      ["3", "/reports/partner-settlement"],
      ["4", "/transactions/hawala-details?batch=4"],
      ["5", "/backups"],
    ]);
  });

  it("calls what was removed by its name, and leads nowhere", async () => {
    const { table } = await auditLog(
      found(
        entry({ id: "9", action: "hawala.removed", objectType: "hawala", objectId: "7", object: "SK-1", isGone: true }),
        entry({ id: "8", action: "user.deleted", objectType: "user", objectId: zahra, object: "ghost", isGone: true }),
        entry({ id: "7", action: "user.changed", objectType: "user", objectId: zahra, object: "zahra" }),
      ),
    );
    expect(await screen.findByText("SK-1")).toBeDefined();
    expect(table().getByText("ghost")).toBeDefined();
    expect(
      table()
        .getAllByRole("link")
        .map(({ textContent }) => textContent),
    ).toEqual(["zahra"]);
  });

  it("keeps long changes short until they are asked for, with where the call came from", async () => {
    const changes = ["a", "b", "c", "d", "e", "f"].map((field) => ({ field, before: null, after: "x" }));
    const { table, user } = await auditLog(found(entry({ id: "9", changes })));
    const more = await screen.findByRole("button", { name: "2 more fields of the entry of 21 Mar 2026, 11:00" });
    expect(more.textContent).toBe("2 more fields");
    expect(table().getAllByRole("listitem")).toHaveLength(4);
    expect(screen.queryByText(/192\.168\.1\.7/)).toBeNull();
    await user.click(more);
    expect(table().getAllByRole("listitem")).toHaveLength(6);
    expect(screen.getByText("Version 2 · From 192.168.1.7 · Request req-1")).toBeDefined();
  });

  it("asks the server for what is filtered by, which stands in the address", async () => {
    const { lastAsked, router, user } = await auditLog(found(entry({ id: "9" })));
    await screen.findByRole("option", { name: "zahra" });
    await user.selectOptions(screen.getByLabelText("User"), "zahra");
    await user.selectOptions(screen.getByLabelText("Object"), "Transaction");
    // What was done to other things is not found among these.
    expect(optionsOf("Action")).toEqual(["Every action", "Transaction corrected"]);
    await user.selectOptions(screen.getByLabelText("Action"), "Transaction corrected");
    await user.type(screen.getByRole("searchbox", { name: "Search" }), "4711{Enter}");
    await waitFor(() =>
      expect(router.state.location.search).toEqual({
        userId: zahra,
        object: "transaction",
        action: "transaction.edited",
        q: "4711",
      }),
    );
    await waitFor(() =>
      expect(lastAsked()).toEqual({ userId: zahra, object: "transaction", action: "transaction.edited", q: "4711", limit: "50" }),
    );
    await user.selectOptions(screen.getByLabelText("Object"), "Account");
    await waitFor(() => expect(router.state.location.search).toEqual({ userId: zahra, object: "account", q: "4711" }));
    await user.click(screen.getByRole("button", { name: "Clear filters" }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it.each(["?q=47", `?userId=${zahra}`])(
    "at %s finds no text that was typed just before the filters were cleared",
    async (at) => {
      const { router } = await auditLog(found(), {}, at);
      const box = () => screen.getByRole<HTMLInputElement>("searchbox", { name: "Search" });
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      fireEvent.change(box(), { target: { value: "4711" } });
      fireEvent.click(screen.getByRole("button", { name: "Clear filters" }));
      await vi.advanceTimersByTimeAsync(1_000);
      expect(router.state.location.search).toEqual({});
      expect(box().value).toBe("");
    },
  );

  it.each([
    ["a text that is longer than a search may be", `?q=${"7".repeat(101)}`],
    ["a day that no calendar has", "?fromDate=2026-02-30"],
  ])("takes %s from the address as none", async (_name, at) => {
    const { lastAsked } = await auditLog(found(), {}, at);
    await waitFor(() => expect(lastAsked()).toEqual({ limit: "50" }));
  });

  it("says by what the list is narrowed also where the log knows nothing of it", async () => {
    await auditLog(found(), {}, "?userId=gone&object=thing&action=thing.shaken");
    await screen.findByRole("option", { name: "zahra" });
    const chosen = ["User", "Object", "Action"].map((name) => screen.getByLabelText<HTMLSelectElement>(name).value);
    expect(chosen).toEqual(["gone", "thing", "thing.shaken"]);
    expect(optionsOf("User").filter((name) => name === "zahra")).toHaveLength(1);
  });

  it("shows one object where the address asks for it, and all of them again", async () => {
    const { asked, lastAsked, user } = await auditLog(found(entry({ id: "9" })), {}, "?object=transaction:15");
    await user.click(await screen.findByRole("button", { name: "Only number 15" }));
    await waitFor(() => expect(lastAsked()).toEqual({ limit: "50" }));
    expect(asked()[0]?.searchParams.get("object")).toBe("transaction:15");
  });

  it("says how far it has looked where a page comes back short, and looks further", async () => {
    const cursor = "2026-02-01T06:30:00.000000Z_5";
    const first = { body: [], headers: { "x-total-count": "0", "x-total-count-is": "at-least", "x-next-cursor": cursor } };
    const { user } = await auditLog((_body: unknown, { searchParams }: URL) =>
      searchParams.get("cursor") === cursor
        ? { body: [entry({ id: "5" })], headers: { "x-total-count": "0", "x-total-count-is": "at-least" } }
        : first,
    );
    expect(await screen.findByText("Looked back to 1 Feb 2026, 11:00")).toBeDefined();
    expect(screen.queryByText("No entries found")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Look further" }));
    expect(await screen.findByRole("cell", { name: "Transaction corrected" })).toBeDefined();
    expect(screen.getByText("1 entry or more")).toBeDefined();
  });

  it("says that nothing was found, and what to do", async () => {
    await auditLog(found(), {}, "?q=nothing");
    expect(await screen.findByText("No entries found")).toBeDefined();
    expect(screen.getByText("Widen the period or clear a filter.")).toBeDefined();
  });

  it("can be read again after a failure", async () => {
    let isUp = false;
    const { user } = await auditLog(() => (isUp ? { body: [entry({ id: "9" })] } : refusal(500, "unexpected", "")));
    expect(await screen.findByText("The audit log could not be read")).toBeDefined();
    isUp = true;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByRole("cell", { name: "Transaction corrected" })).toBeDefined();
  });
});
