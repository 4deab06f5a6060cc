import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import {
  adminFigures,
  dashboardParts,
  dialog,
  figures,
  gone,
  hawalasOf,
  paid,
  part,
  waiting,
  type DashboardStaging,
} from "#web/testing/dashboard.tsx";
import { hawalaRow } from "#web/testing/hawalas.ts";
import { writesOf } from "#web/testing/office.ts";
import { refusal, type Said } from "#web/testing/replies.ts";

import { AmountsPanel } from "./amounts-panel.tsx";
import { HawalaListModal } from "./hawala-list-modal.tsx";
import { useDashboardPlace } from "./place.ts";
import { SummaryCards } from "./summary-cards.tsx";

function Lists({ isAdmin }: { readonly isAdmin: boolean }) {
  const place = useDashboardPlace();
  const shown = isAdmin ? { ...figures, admin: adminFigures } : figures;
  return (
    <>
      <SummaryCards figures={shown} frame={place.frame} isAdmin={isAdmin} onOpen={place.open} />
      <AmountsPanel figures={shown} frame={place.frame} isAdmin={isAdmin} onOpen={place.open} />
      <HawalaListModal figures={shown} isAdmin={isAdmin} place={place} />
    </>
  );
}

const open = (staging: DashboardStaging = {}) =>
  dashboardParts(<Lists isAdmin={(staging.role ?? "admin") === "admin"} />, staging);

const placeholder = "Search by hawala number, sender, receiver, status, or currency...";
const path = "/api/dashboard/hawalas";
const listing = "GET /api/dashboard/hawalas";
const card = (name: string) => screen.getByRole("button", { name: new RegExp(`^${name}`) });
const cancelOf = (id: number) => ({ name: `Cancel hawala LDN-${String(id)}` });
const cancelled = { ...waiting, hawalaStatus: "Cancelled", version: 2, hawalaId: 1, balances: [] };
const cancelling = "PUT /api/hawala/cancel/1";

describe("the list behind a card", () => {
  test.each([
    ["Total Hawala", "total", 3, 320],
    ["Pending Hawala", "pending", 1, 143],
    ["Passed Hawala", "passed", 1, 154],
    ["Cancelled Hawala", "cancelled", 1, 23],
    ["Today's Activity", "today", 3, 4],
  ])("of %s is asked for by its name and within the time frame", async (name, filter, rows, all) => {
    const { asked, user, router } = await open({ at: "/dashboard?fromDate=2026-03-01" });
    await screen.findByText("320");
    await user.click(card(name));
    const list = await dialog(name);
    expect(await list.findAllByRole("listitem")).toHaveLength(rows);
    expect(list.getByText(`Showing ${String(rows)} of ${String(all)} transactions`)).toBeDefined();
    expect(asked(path)).toEqual([{ fromDate: "2026-03-01", filter, limit: "50" }]);
    expect(router.state.location.search).toEqual({ fromDate: "2026-03-01", show: filter });
    const details = list.queryByRole("link", { name: "Open in Hawala Details" })?.getAttribute("href");
    const status = { total: "", pending: "&status=Pending", passed: "&status=Passed", cancelled: "&status=Cancelled" }[filter];
    expect(details).toBe(status === undefined ? undefined : `/transactions/hawala-details?fromDate=2026-03-01${status}`);
  });

  test("is searched, and says how many of all were found, and that none was", async () => {
    const { user, asked, router } = await open({ at: "/dashboard?show=total" });
    const list = await dialog("Total Hawala");
    const box = list.getByRole("searchbox", { name: "Search the list" });
    expect(box.getAttribute("placeholder")).toBe(placeholder);
    await user.type(box, "nadia");
    await list.findByText("Showing 1 of 320 transactions");
    expect(list.getByRole("link", { name: "Open hawala LDN-2" })).toBeDefined();
    await user.clear(box);
    await user.type(box, "zzz");
    await list.findByText("No transactions match your search.");
    expect(list.getByText("Showing 0 of 320 transactions")).toBeDefined();
    expect(asked(path).at(-1)).toEqual({ filter: "total", q: "zzz", limit: "50" });
    expect(router.state.location.search).toEqual({ show: "total", q: "zzz" });
    await user.click(list.getByRole("button", { name: "Clear the search" }));
    await list.findByText("Showing 3 of 320 transactions");
  });

  test("says that there is nothing in it", async () => {
    await open({ at: "/dashboard?show=pending", [listing]: hawalasOf([]) });
    const list = await dialog("Pending Hawala");
    expect(await list.findByText("No transactions to display.")).toBeDefined();
  });

  test("is closed by its button, and going back does not open it again", async () => {
    const { user, router } = await open();
    await screen.findByText("320");
    await user.click(card("Passed Hawala"));
    const list = await dialog("Passed Hawala");
    await user.click(list.getByText("Close"));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(router.state.location.search).toEqual({});
  });

  test.each([
    ["passed", "Passed Hawala", "Failed to fetch passed hawala transactions"],
    ["pending", "Pending Hawala", "Failed to fetch hawala details"],
  ])("of the %s ones that could not be read says so and is read again", async (show, name, title) => {
    let isAway = true;
    const { user } = await open({
      at: `/dashboard?show=${show}`,
      [listing]: (body: unknown, url: URL) => (isAway ? refusal(500, "unexpected", "") : hawalasOf([waiting, paid])(body, url)),
    });
    const list = await dialog(name);
    expect(await list.findByText(title)).toBeDefined();
    isAway = false;
    await user.click(list.getByRole("button", { name: "Retry" }));
    expect(await list.findAllByRole("listitem")).toHaveLength(1);
  });

  test("reads on, and says why it could not", async () => {
    let isAway = true;
    const pages = (_body: unknown, { searchParams }: URL): Said => {
      const isSecond = searchParams.get("cursor") === "more";
      if (isSecond && isAway) return refusal(500, "unexpected", "");
      const rows = isSecond ? [hawalaRow({ id: 9 })] : [waiting, paid];
      return { body: rows, headers: { "x-total-count": "3", ...(isSecond ? {} : { "x-next-cursor": "more" }) } };
    };
    const { user } = await open({ at: "/dashboard?show=total", [listing]: pages });
    const list = await dialog("Total Hawala");
    await user.click(await list.findByRole("button", { name: "Load more" }));
    await list.findByText("Further hawalas could not be read");
    isAway = false;
    await user.click(list.getByRole("button", { name: "Retry" }));
    await list.findByRole("link", { name: "Open hawala LDN-9" });
  });

  test("that has nothing to show yet is searched on by itself, and only then said to be empty", async () => {
    const held = Promise.withResolvers<void>();
    const pages = async (_body: unknown, { searchParams }: URL): Promise<Said> => {
      const cursor = searchParams.get("cursor");
      if (cursor === "second") await held.promise;
      const next = cursor === null ? "first" : cursor === "first" ? "second" : undefined;
      const known = { "x-total-count": "0", "x-total-count-is": "at-least" };
      return { body: [], headers: next === undefined ? { "x-total-count": "0" } : { ...known, "x-next-cursor": next } };
    };
    const { asked } = await open({ at: "/dashboard?show=total&q=x", [listing]: pages });
    const list = await dialog("Total Hawala");
    await waitFor(() => expect(asked(path).map(({ cursor }) => cursor)).toEqual([undefined, "first", "second"]));
    expect(list.queryByText("No transactions match your search.")).toBeNull();
    expect(list.queryByText(/^Showing/)).toBeNull();
    held.resolve();
    await list.findByText("No transactions match your search.");
    expect(list.getByText("Showing 0 of 320 transactions")).toBeDefined();
  });

  test("that fails before there was anything to show says so, and goes on when it is asked to", async () => {
    let isAway = true;
    const pages = (_body: unknown, { searchParams }: URL): Said => {
      const isSecond = searchParams.get("cursor") === "more";
      if (!isSecond) return { body: [], headers: { "x-total-count": "0", "x-next-cursor": "more" } };
      return isAway ? refusal(500, "unexpected", "") : { body: [waiting], headers: { "x-total-count": "1" } };
    };
    const { user } = await open({ at: "/dashboard?show=total", [listing]: pages });
    const list = await dialog("Total Hawala");
    await list.findByText("Failed to fetch hawala details");
    isAway = false;
    await user.click(list.getByRole("button", { name: "Retry" }));
    expect(await list.findAllByRole("listitem")).toHaveLength(1);
  });

  test("marks what a partner has paid blue", async () => {
    const rows = [hawalaRow({ id: 5, hawalaStatus: "completed" })];
    await open({ at: "/dashboard?show=total", [listing]: hawalasOf(rows) });
    const list = await dialog("Total Hawala");
    expect((await list.findByText("Completed")).dataset["colour"]).toBe("blue");
  });

  test("opens for a currency, or for what waits or was paid in it", async () => {
    const { user, router } = await open();
    const opened: unknown[] = [];
    for (const title of ["Open the hawalas in AFN", "Open the pending hawalas in AFN", "Open the passed hawalas in AFN"]) {
      await user.click(part("Total Hawala Amounts by Currency").getByTitle(title));
      opened.push({ ...router.state.location.search });
    }
    expect(opened).toEqual(["standing", "pending", "passed"].map((show) => ({ show, currency: "AFN" })));
    const list = await dialog("Passed Hawala in AFN");
    expect(list.getByRole("link", { name: "Open in Hawala Details" }).getAttribute("href")).toBe(
      "/transactions/hawala-details?status=Passed&currency=AFN",
    );
  });

  test("of a currency has what its amount counts, and no more: neither cancelled ones nor names with its letters", async () => {
    const rows = [waiting, paid, gone, hawalaRow({ id: 4, receiverName: "Usdan" })];
    const { asked, user } = await open({ [listing]: hawalasOf(rows) });
    await user.click(part("Total Hawala Amounts by Currency").getByTitle("Open the hawalas in USD"));
    const list = await dialog("Pending and Passed Hawala in USD");
    await list.findByText("Showing 1 of 1 transactions");
    expect(list.getByRole("link", { name: "Open hawala LDN-2" })).toBeDefined();
    expect(list.getByRole("region", { name: "Pending and Passed Hawala in USD: the list" })).toBeDefined();
    expect(list.queryByRole("link", { name: "Open in Hawala Details" })).toBeNull();
    expect(asked(path)).toEqual([{ filter: "standing", currency: "USD", limit: "50" }]);
  });
});

describe("a hawala that waits", () => {
  test("is cancelled by an admin after a question, leaves the list, and can be taken back", async () => {
    let rows = [waiting, paid, gone];
    const { promise, resolve } = Promise.withResolvers<Said>();
    const { user, fetched } = await open({
      at: "/dashboard?show=pending",
      [listing]: (body: unknown, url: URL) => hawalasOf(rows)(body, url),
      [cancelling]: () => promise,
      "PUT /api/hawala/pending/1": { body: { ...cancelled, hawalaStatus: "Pending", version: 3 } },
    });
    const list = await dialog("Pending Hawala");
    await user.click(await list.findByRole("button", cancelOf(1)));
    const question = await dialog("Cancel hawala LDN-1?");
    for (const text of ["9,200.00 AFN", "Nobody can be paid for it until it is marked as pending again."])
      expect(question.getByText(text)).toBeDefined();
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Keep Hawala"));
    await user.click(question.getByRole("button", { name: "Cancel Hawala" }));
    await list.findByRole("button", { name: "Cancelling..." });
    rows = [paid, gone];
    resolve({ body: cancelled });
    await screen.findByText("Hawala Cancelled Successfully");
    expect(screen.getByText("Hawala has been cancelled and associated transaction deleted.")).toBeDefined();
    await list.findByText("No transactions to display.");
    expect(writesOf(fetched).filter(({ address }) => address.endsWith("cancel/1"))).toHaveLength(1);
    rows = [waiting];
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await screen.findByText("Hawala marked as pending successfully.");
    await list.findByRole("button", cancelOf(1));
  });

  test("is kept when the question is answered with no, by its button or by Escape, which leaves the list open", async () => {
    const { user, fetched } = await open({ at: "/dashboard?show=pending" });
    const list = await dialog("Pending Hawala");
    await user.click(await list.findByRole("button", cancelOf(1)));
    const question = await dialog("Cancel hawala LDN-1?");
    // The second half of a double click on the button that has asked.
    fireEvent.click(question.getByRole("button", { name: "Cancel Hawala" }), { detail: 2 });
    await user.click(question.getByRole("button", { name: "Keep Hawala" }));
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "Cancel hawala LDN-1?" })).toBeNull());
    await user.click(list.getByRole("button", cancelOf(1)));
    await dialog("Cancel hawala LDN-1?");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "Cancel hawala LDN-1?" })).toBeNull());
    expect(screen.getByRole("dialog", { name: "Pending Hawala" })).toBeDefined();
    expect(writesOf(fetched).filter(({ address }) => address.includes("cancel"))).toEqual([]);
  });

  test.each([
    [
      "the server's own words",
      refusal(409, "conflict", "This hawala has already been passed."),
      "This hawala has already been passed.",
    ],
    ["words of our own where it has none", refusal(409, "conflict", ""), "Failed to cancel hawala"],
  ])("that could not be cancelled says so in %s, and with one key however often it is tried", async (_words, answer, said) => {
    const { user, fetched } = await open({ at: "/dashboard?show=pending", [cancelling]: answer });
    const list = await dialog("Pending Hawala");
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await user.click(await list.findByRole("button", cancelOf(1)));
      await user.click((await dialog("Cancel hawala LDN-1?")).getByRole("button", { name: "Cancel Hawala" }));
      await screen.findByText("Failed to Cancel Hawala");
      await waitFor(() => expect(screen.queryByRole("dialog", { name: "Cancel hawala LDN-1?" })).toBeNull());
    }
    expect(screen.getByText(said)).toBeDefined();
    const keys = writesOf(fetched).flatMap(({ address, idempotencyKey }) => (address.includes("cancel") ? [idempotencyKey] : []));
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  test("alone can be cancelled, and only by an admin", async () => {
    await open({ at: "/dashboard?show=total" });
    const list = await dialog("Total Hawala");
    await list.findAllByRole("listitem");
    expect(list.getAllByRole("button", { name: /^Cancel hawala/ })).toHaveLength(1);
  });

  test.each(["operator", "user"] as const)("is not cancelled here by the role %s", async (role) => {
    await open({ role, at: "/dashboard?show=pending" });
    const list = await dialog("Pending Hawala");
    await list.findAllByRole("listitem");
    expect(list.queryByRole("button", { name: /^Cancel hawala/ })).toBeNull();
    expect(list.queryByRole("link", { name: "Open in Hawala Details" })).toBeNull();
  });
});
