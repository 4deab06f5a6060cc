import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { replyingOffice, writesOf } from "#web/testing/office.ts";
import { refusal, type Replies, type Said } from "#web/testing/replies.ts";
import { setText } from "#web/testing/set-text.ts";
import { stage } from "#web/testing/stage.tsx";

import { AccountNumbersPage } from "./numbers-page.tsx";

const path = "/api/account-number-settings";
const dollars = { id: 7, currency: "USD", startNumber: 2001, version: 3, createdAt: "2026-03-01T00:00:00.000Z" };
const noWords: Said = { status: 500, body: { message: "", code: "internal", requestId: "r" } };

async function page(replies: Replies = {}) {
  const fetched = replyingOffice({
    [`GET ${path}`]: { body: [dollars] },
    [`POST ${path}`]: { status: 201, body: { ...dollars, id: 8 } },
    [`PUT ${path}/7`]: { body: { ...dollars, version: 4 } },
    [`DELETE ${path}/7`]: { body: { message: "done" } },
    ...replies,
  });
  await stage(<AccountNumbersPage />);
  const user = userEvent.setup({ delay: null });
  const press = async (name: string) => user.click(await screen.findByRole("button", { name }));
  const form = within(await screen.findByRole("form", { name: "Add Setting" }));
  const currency = form.getByRole("combobox", { name: "Currency" });
  await form.findByRole("option", { name: "EUR - Euro" });
  const conditions = () =>
    fetched.mock.calls
      .filter(([, request]) => request?.method === "PUT" || request?.method === "DELETE")
      .map(([, request]) => new Headers(request?.headers).get("if-match"));
  const reads = () => fetched.mock.calls.filter(([address, request]) => address === path && request?.method === "GET").length;
  return { user, press, form, currency, conditions, reads, sent: () => writesOf(fetched).map(({ body }) => body) };
}

const edit = () => within(screen.getByRole("dialog", { name: "Edit Account Number Setting" }));

describe("the table of settings", () => {
  it("has the currency with its name, the start number and when it was created", async () => {
    await page({ [`GET ${path}`]: { body: [dollars, { ...dollars, id: 9, currency: "EUR", createdAt: "" }] } });
    const rows = await screen.findAllByRole("row");
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      "CurrencyStart NumberCreated AtActions",
      "USD - US Dollar20011 Mar 2026, 04:30",
      "EUR - Euro2001N/A",
    ]);
  });

  it("says that there are none", async () => {
    await page({ [`GET ${path}`]: { body: [] } });
    expect(await screen.findByText("No account number settings found.")).toBeDefined();
  });

  it("is read again by Refresh, and by Retry when it could not be loaded", async () => {
    let calls = 0;
    const { press, reads } = await page({
      [`GET ${path}`]: () => ((calls += 1) === 1 ? refusal(503, "unavailable", "Away") : { body: [dollars] }),
    });
    expect(await screen.findByText("The account number settings could not be loaded.")).toBeDefined();
    await press("Retry");
    expect(await screen.findByText("2001")).toBeDefined();
    const before = reads();
    await press("Refresh");
    await waitFor(() => expect(reads()).toBe(before + 1));
  });
});

describe("adding a setting", () => {
  it("needs a currency; saves, says so and stands ready for the next", async () => {
    const { user, press, sent, form, currency, reads } = await page();
    await press("Save");
    expect(await screen.findByText("Please select a currency")).toBeDefined();
    expect(document.activeElement).toBe(currency);
    expect(sent()).toEqual([]);
    await user.selectOptions(currency, "EUR");
    await user.clear(form.getByLabelText(/^Start Number/));
    await user.type(form.getByLabelText(/^Start Number/), "۳۰۰۱");
    const before = reads();
    await press("Save");
    expect(await screen.findByText("Account number setting saved successfully")).toBeDefined();
    expect(sent()).toEqual([{ currency: "EUR", startNumber: 3001 }]);
    expect(form.getByLabelText<HTMLInputElement>(/^Start Number/).value).toBe("1000");
    await waitFor(() => expect(reads()).toBeGreaterThan(before));
  });

  it("falls back to 1000 for what is no start number, and says so before", async () => {
    const { user, sent, form, currency } = await page();
    const start = form.getByLabelText<HTMLInputElement>(/^Start Number/);
    await user.selectOptions(currency, "EUR");
    setText(start, "0");
    await user.click(start);
    expect(screen.getByText("This is no whole number of at least 1: 1000 will be used.")).toBeDefined();
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(sent()).toEqual([{ currency: "EUR", startNumber: 1000 }]));
    setText(start, "x");
    await user.click(start);
    await user.tab();
    expect(start.value).toBe("1000");
  });

  it("shows a second setting of a currency at its field, says that it failed without words, and keeps what was typed", async () => {
    const message = "USD has a number setting already; edit that one";
    const issues = [{ path: "currency", message }];
    let refused: Said = { status: 409, body: { message, code: "conflict", requestId: "r", issues } };
    const { user, press, form, currency } = await page({ [`POST ${path}`]: () => refused });
    const start = form.getByLabelText<HTMLInputElement>(/^Start Number/);
    await user.selectOptions(currency, "USD");
    setText(start, "2001");
    await press("Save");
    await waitFor(() => expect(currency.getAttribute("aria-invalid")).toBe("true"));
    expect(form.getAllByText(message).length).toBeGreaterThan(0);
    expect((currency as HTMLSelectElement).value).toBe("USD");
    refused = noWords;
    await press("Save");
    expect((await screen.findAllByText("Failed to save setting")).length).toBeGreaterThan(0);
    expect(start.value).toBe("2001");
  });
});

describe("editing a setting", () => {
  it("refuses what is no start number, stores it on condition of its version, and sends nothing when nothing was changed", async () => {
    const { user, press, sent, conditions, reads } = await page();
    await press("Edit the setting of USD");
    const start = await edit().findByLabelText<HTMLInputElement>(/^Start Number/);
    const before = reads();
    setText(start, "0");
    await user.click(edit().getByRole("button", { name: "Save" }));
    expect(await screen.findByText("The start number is a whole number of at least 1")).toBeDefined();
    expect(start.value).toBe("0");
    expect(sent()).toEqual([]);
    setText(start, "3000");
    await user.click(edit().getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Setting updated successfully")).toBeDefined();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(reads()).toBeGreaterThan(before));
    await press("Edit the setting of USD");
    await edit().findByLabelText(/^Start Number/);
    await user.click(edit().getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Nothing has been changed.")).toBeDefined();
    await press("Edit the setting of USD");
    await user.selectOptions(await edit().findByRole("combobox", { name: "Currency" }), "EUR");
    await user.click(edit().getByRole("button", { name: "Save" }));
    await waitFor(() => expect(conditions()).toEqual(["3", "3"]));
    expect(sent()).toEqual([
      { currency: "USD", startNumber: 3000 },
      { currency: "EUR", startNumber: 2001 },
    ]);
  });

  it("shows what somebody else has changed meanwhile, and loses nothing typed", async () => {
    let reads = 0;
    const { user, press } = await page({
      [`GET ${path}`]: () => ({ body: [(reads += 1) === 1 ? dollars : { ...dollars, startNumber: 5000, version: 4 }] }),
      [`PUT ${path}/7`]: refusal(409, "stale_version", "This number setting was changed meanwhile: zahra at 2026-03-21 10:15"),
    });
    await press("Edit the setting of USD");
    const start = await edit().findByLabelText<HTMLInputElement>(/^Start Number/);
    setText(start, "3000");
    await user.click(edit().getByRole("button", { name: "Save" }));
    expect(await screen.findByText(/Start Number: 2001 → 5000/)).toBeDefined();
    // The second half of a double click on Save.
    fireEvent.click(screen.getByRole("button", { name: "Discard mine and load theirs" }), { detail: 2 });
    expect(start.value).toBe("3000");
    await press("Discard mine and load theirs");
    expect(start.value).toBe("5000");
  });

  it("says that it failed where the server has no words, and asks before it is closed", async () => {
    const { user, press } = await page({ [`PUT ${path}/7`]: noWords });
    await press("Edit the setting of USD");
    const start = await edit().findByLabelText<HTMLInputElement>(/^Start Number/);
    setText(start, "3000");
    await user.click(edit().getByRole("button", { name: "Save" }));
    expect((await screen.findAllByText("Failed to update setting")).length).toBeGreaterThan(0);
    await user.click(edit().getByRole("button", { name: "Close" }));
    await user.click(await screen.findByText("Discard and leave"));
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "Edit Account Number Setting" })).toBeNull());
  });
});

describe("deleting a setting", () => {
  it("asks first, says what becomes of new accounts, and stays until it is done: what comes of it is said of no other", async () => {
    const answer = Promise.withResolvers<Said>();
    const { user, press, sent, conditions, reads } = await page({ [`DELETE ${path}/7`]: () => answer.promise });
    const asked = async () => within(await screen.findByRole("dialog", { name: "Delete the setting of USD?" }));
    await press("Delete the setting of USD");
    let question = await asked();
    expect(question.getByText(/New accounts in USD will be numbered AC1000/)).toBeDefined();
    // The second half of a double click on the button that has asked.
    fireEvent.click(question.getByRole("button", { name: "Delete" }), { detail: 2 });
    await user.click(question.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent()).toEqual([]);
    await press("Delete the setting of USD");
    question = await asked();
    await user.click(question.getByRole("button", { name: "Delete" }));
    await user.keyboard("{Escape}");
    await user.click(question.getByRole("button", { name: "Cancel" }));
    expect(screen.getByRole("dialog", { name: "Delete the setting of USD?" })).toBeDefined();
    const before = reads();
    answer.resolve({ body: { message: "done" } });
    expect(await screen.findByText("Account number setting deleted successfully")).toBeDefined();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(reads()).toBeGreaterThan(before));
    // It may be of another currency by then.
    expect(conditions()).toEqual(["3"]);
  });

  it("shows why it failed, and nothing of that when it asks again", async () => {
    const { press } = await page({ [`DELETE ${path}/7`]: refusal(404, "not_found", "This setting does not exist") });
    await press("Delete the setting of USD");
    await press("Delete");
    expect((await screen.findAllByText("This setting does not exist")).length).toBe(2);
    await press("Cancel");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await press("Delete the setting of USD");
    expect(within(await screen.findByRole("dialog")).queryByRole("alert")).toBeNull();
  });
});
