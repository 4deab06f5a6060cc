import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { queryKeys } from "#web/lib/query.ts";
import { replyingOffice, writesOf } from "#web/testing/office.ts";
import { refusal, type Replies, type Said } from "#web/testing/replies.ts";
import { startCurrencies } from "#web/testing/rows.ts";
import { stage } from "#web/testing/stage.tsx";

import { CurrenciesPage } from "./list-page.tsx";

const noUse = { count: 0, isMore: false };
const free = {
  accounts: noUse,
  balances: noUse,
  transactions: noUse,
  hawalas: noUse,
  hasNumberSetting: false,
  keptBecause: null,
};

async function page(replies: Replies = {}) {
  const fetched = replyingOffice(replies);
  const { client } = await stage(<CurrenciesPage />, { at: "/currencies" });
  const user = userEvent.setup({ delay: null });
  const press = async (name: string) => user.click(await screen.findByRole("button", { name }));
  return { client, user, press, sent: () => writesOf(fetched) };
}

describe("deleting a currency", () => {
  const use = "GET /api/currencies/3/use";
  const reason = "EUR is in use and cannot be deleted: 2 accounts";

  it("asks first, with the safe answer in focus, and says so when it is done", async () => {
    const { press, sent } = await page({ [use]: { body: free }, "DELETE /api/currencies/3": { body: { message: "done" } } });
    await press("Delete EUR");
    const question = within(await screen.findByRole("dialog", { name: "Delete EUR?" }));
    expect(question.getByText(/Euro and the history of its rates/)).toBeDefined();
    const confirm = question.getByRole<HTMLButtonElement>("button", { name: "Delete" });
    await waitFor(() => expect(confirm.disabled).toBe(false));
    // The second half of a double click on the button that has asked.
    fireEvent.click(confirm, { detail: 2 });
    await press("Cancel");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent()).toEqual([]);
    await press("Delete EUR");
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>("button", { name: "Delete" }).disabled).toBe(false));
    await press("Delete");
    expect(await screen.findByText("Currency deleted successfully")).toBeDefined();
    expect(sent().map(({ address }) => address)).toEqual(["/api/currencies/3"]);
  });

  it("tells the reason at once where it is in use, and can make it inactive instead", async () => {
    const { press, sent } = await page({
      [use]: { body: { ...free, keptBecause: reason } },
      "PATCH /api/currencies/3": { body: startCurrencies[2] },
    });
    await press("Delete EUR");
    expect(await screen.findByText(reason)).toBeDefined();
    expect(screen.queryByRole("button", { name: "Delete" })).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Make inactive" }), { detail: 2 });
    await press("Cancel");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent()).toEqual([]);
    await press("Delete EUR");
    await press("Make inactive");
    expect(await screen.findByText("Currency updated successfully")).toBeDefined();
    expect(sent().map(({ body }) => body)).toEqual([{ isActive: false }]);
  });

  it("makes it inactive from the version that the list has after a conflict", async () => {
    const [afghani, dollar, euro] = startCurrencies;
    let stored = { ...euro, version: 1 };
    const { press, sent } = await page({
      "GET /api/currencies": () => ({ body: [afghani, dollar, stored] }),
      [use]: { body: { ...free, keptBecause: reason } },
      "PATCH /api/currencies/3": () => {
        if (stored.version === 2) return { body: { ...stored, isActive: false } };
        stored = { ...stored, name: "Euro of the Union", version: 2 };
        return refusal(409, "stale_version", "It has been changed meanwhile. Load it again");
      },
    });
    await press("Delete EUR");
    await press("Make inactive");
    expect(await screen.findByText(/changed meanwhile/)).toBeDefined();
    await screen.findByText("Euro of the Union");
    await press("Make inactive");
    await waitFor(() => expect(sent().map(({ ifMatch }) => ifMatch)).toEqual(["1", "2"]));
    expect(await screen.findByText("Currency updated successfully")).toBeDefined();
  });

  it("closes over a currency that is gone, says so, and asks about the next one afresh", async () => {
    let listed = startCurrencies;
    const { press } = await page({
      "GET /api/currencies": () => ({ body: listed }),
      "GET /api/currencies/1/use": { body: free },
      [use]: { body: free },
      "DELETE /api/currencies/3": () => {
        listed = listed.filter(({ id }) => id !== 3);
        return refusal(404, "not_found", "It is not here");
      },
    });
    await press("Delete EUR");
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>("button", { name: "Delete" }).disabled).toBe(false));
    await press("Delete");
    expect(await screen.findByText("This currency does not exist any more.")).toBeDefined();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await press("Delete AFN");
    expect(await screen.findByText(/Afghan Afghani and the history of its rates/)).toBeDefined();
    expect(screen.queryByText("AFN cannot be deleted")).toBeNull();
  });

  it("offers nothing instead for the currency that the office counts in", async () => {
    const { press } = await page({
      "GET /api/currencies/2/use": { body: { ...free, keptBecause: "All rates are counted per 1 USD; it stays" } },
    });
    await press("Delete USD");
    expect(await screen.findByText("All rates are counted per 1 USD; it stays")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Make inactive" })).toBeNull();
  });

  it("stays until it is done: what comes of it is said of no other currency", async () => {
    const answer = Promise.withResolvers<Said>();
    let listed = startCurrencies;
    const { client, user, press } = await page({
      "GET /api/currencies": () => ({ body: listed }),
      [use]: { body: free },
      "DELETE /api/currencies/3": () => answer.promise,
    });
    await press("Delete EUR");
    const question = within(await screen.findByRole("dialog", { name: "Delete EUR?" }));
    await waitFor(() => expect(question.getByRole<HTMLButtonElement>("button", { name: "Delete" }).disabled).toBe(false));
    await user.click(question.getByRole("button", { name: "Delete" }));
    await user.keyboard("{Escape}");
    await user.click(question.getByRole("button", { name: "Cancel" }));
    expect(screen.getByRole("dialog", { name: "Delete EUR?" })).toBeDefined();
    // The list may know of the deletion before its answer has come.
    listed = listed.filter(({ id }) => id !== 3);
    await client.invalidateQueries({ queryKey: queryKeys.noun("currencies") });
    await waitFor(() => expect(screen.queryByText("Euro")).toBeNull());
    expect(screen.getByRole("dialog", { name: "Delete EUR?" })).toBeDefined();
    answer.resolve({ body: { message: "done" } });
    expect(await screen.findByText("Currency deleted successfully")).toBeDefined();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("forgets why one was kept before it asks about the next", async () => {
    const { press } = await page({
      [use]: { body: free },
      "GET /api/currencies/1/use": { body: free },
      "DELETE /api/currencies/3": refusal(409, "conflict", reason),
      "PATCH /api/currencies/3": { body: startCurrencies[2] },
    });
    await press("Delete EUR");
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>("button", { name: "Delete" }).disabled).toBe(false));
    await press("Delete");
    await press("Make inactive");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await press("Delete AFN");
    expect(await screen.findByText(/Afghan Afghani and the history of its rates/)).toBeDefined();
    expect(screen.queryByText("AFN cannot be deleted")).toBeNull();
  });

  it("shows the reason when the currency comes into use meanwhile", async () => {
    const { press } = await page({ [use]: { body: free }, "DELETE /api/currencies/3": refusal(409, "conflict", reason) });
    await press("Delete EUR");
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>("button", { name: "Delete" }).disabled).toBe(false));
    await press("Delete");
    expect((await screen.findAllByText(reason)).length).toBe(2);
    expect(screen.getByText("EUR cannot be deleted")).toBeDefined();
  });

  it.each([
    ["Failed to delete currency", { status: 500, body: { message: "", code: "internal", requestId: "r" } }],
    ["The server is busy at the moment", refusal(503, "busy", "The server is busy at the moment")],
  ] as const)("that failed is said so, %s, and can be tried again: that is no reason to keep it", async (words, failure) => {
    let said: Said = failure;
    const { press } = await page({ [use]: { body: free }, "DELETE /api/currencies/3": () => said });
    await press("Delete EUR");
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>("button", { name: "Delete" }).disabled).toBe(false));
    await press("Delete");
    const notice = await within(screen.getByRole("dialog")).findByRole("alert");
    expect(notice.textContent).toContain(words);
    expect(screen.queryByText("EUR cannot be deleted")).toBeNull();
    expect(screen.queryByRole("button", { name: "Make inactive" })).toBeNull();
    said = { body: { message: "done" } };
    await press("Delete");
    expect(await screen.findByText("Currency deleted successfully")).toBeDefined();
  });
});
