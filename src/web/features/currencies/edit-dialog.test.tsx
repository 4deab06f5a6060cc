import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";

import type { Currency } from "#contract/currencies.ts";
import { replyingOffice, writesOf } from "#web/testing/office.ts";
import { refusal, type Replies } from "#web/testing/replies.ts";
import { startCurrencies } from "#web/testing/rows.ts";
import { setText } from "#web/testing/set-text.ts";
import { stage } from "#web/testing/stage.tsx";

import { EditDialog } from "./edit-dialog.tsx";

const path = "PATCH /api/currencies/1";

function stored(given: Partial<Currency> = {}): readonly Currency[] {
  return startCurrencies.map((currency) =>
    currency.id === 1 ? { ...currency, exchangeRate: "70.00000000", version: 4, ...given } : currency,
  );
}

async function open(replies: Replies = {}, id = 1) {
  const onClose = vi.fn<() => void>();
  const fetched = replyingOffice({
    "GET /api/currencies": { body: stored() },
    [path]: (body) => ({ body: { ...stored()[0], ...(body as object), version: 5 } }),
    ...replies,
  });
  await stage(<EditDialog id={id} onClose={onClose} />);
  const user = userEvent.setup({ delay: null });
  await waitFor(() => expect(field("Code").value).not.toBe(""));
  const type = (name: string, text: string): void => setText(field(name), text);
  const conditions = () =>
    fetched.mock.calls
      .filter(([, request]) => request?.method === "PATCH")
      .map(([, request]) => new Headers(request?.headers).get("if-match"));
  const press = (name: string) => user.click(screen.getByRole("button", { name }));
  const reads = () => fetched.mock.calls.filter(([address]) => address === "/api/currencies").length;
  return { user, type, press, onClose, conditions, reads, sent: () => writesOf(fetched).map(({ body }) => body) };
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${name}`));

/** A server on which somebody else saves the currency after it has been read here. */
function changedMeanwhile(theirs: readonly Currency[]): Replies {
  let reads = 0;
  return {
    "GET /api/currencies": () => ({ body: (reads += 1) === 1 ? stored() : theirs }),
    [path]: (body) =>
      reads === 1
        ? refusal(409, "stale_version", "This currency was changed meanwhile: zahra at 2026-03-21 10:15")
        : { body: { ...theirs[0], ...(body as object) } },
  };
}

describe("editing a currency", () => {
  it("sends the changed fields alone, on condition of the version it read, and closes", async () => {
    const { type, press, sent, conditions, reads, onClose } = await open();
    const before = reads();
    expect(field("Code").readOnly).toBe(true);
    expect(field("Exchange Rate").value).toBe("70.00");
    type("Exchange Rate", "70.5");
    await press("Save");
    expect(await screen.findByText("Currency updated successfully")).toBeDefined();
    expect(sent()).toEqual([{ rate: "70.5" }]);
    expect(conditions()).toEqual(["4"]);
    expect(onClose).toHaveBeenCalledOnce();
    // Every other screen judges a deal by the new rate from now on.
    await waitFor(() => expect(reads()).toBeGreaterThan(before));
  });

  it("switches a currency off", async () => {
    const { user, press, sent } = await open();
    await user.click(field("Active"));
    await press("Save");
    await waitFor(() => expect(sent()).toEqual([{ isActive: false }]));
  });

  it("says what is wrong with what is typed, and sends nothing then, nor when nothing was changed", async () => {
    const { type, press, sent, onClose } = await open();
    for (const [name, typed, message] of [
      ["Name", "", "Name is required"],
      ["Symbol", "", "Symbol is required"],
      ["Exchange Rate", "", "Rate is required"],
      ["Exchange Rate", "0", "Exchange rate must be greater than 0"],
      ["Exchange Rate", "69,80", "A rate has digits and one decimal point only"],
    ] as const) {
      const before = field(name).value;
      type(name, typed);
      await press("Save");
      expect(await screen.findByText(message)).toBeDefined();
      expect(field(name).value).toBe(typed);
      type(name, before);
      expect(screen.queryByText(message)).toBeNull();
    }
    expect(onClose).not.toHaveBeenCalled();
    await press("Save");
    expect(await screen.findByText("Nothing has been changed.")).toBeDefined();
    expect(sent()).toEqual([]);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("tells the change of the rate, and asks about one beyond the office's deviation without refusing it", async () => {
    const { type, press, sent } = await open();
    type("Exchange Rate", "70.7");
    expect(screen.getByText(/\+1\.00 % against the present rate of 70\.00/)).toBeDefined();
    type("Exchange Rate", "7");
    expect(screen.getByText("This rate differs by -90.00 % from the present one of 70.00. Is it meant so?")).toBeDefined();
    await press("Save");
    await waitFor(() => expect(sent()).toEqual([{ rate: "7" }]));
  });

  it("leaves the rate of the dollar and its being active alone", async () => {
    await open({}, 2);
    expect(field("Exchange Rate").readOnly).toBe(true);
    expect(screen.getByText("All rates are counted per 1 USD: its own rate is 1")).toBeDefined();
    expect(field("Active").disabled).toBe(true);
  });

  it("keeps what was typed when the save fails, stays open, and asks before closing over that", async () => {
    const { type, press, onClose, user } = await open({
      [path]: { status: 500, body: { message: "", code: "internal", requestId: "r" } },
    });
    type("Name", "Afghani");
    await press("Save");
    expect((await screen.findAllByText("Failed to update currency")).length).toBeGreaterThan(0);
    expect(field("Name").value).toBe("Afghani");
    await press("Close");
    const question = await screen.findByRole("dialog", { name: "Leave without saving?" });
    expect(onClose).not.toHaveBeenCalled();
    await user.click(within(question).getByText("Discard and leave"));
    expect(onClose).toHaveBeenCalledOnce();
  });
});

describe("two people editing one currency", () => {
  const theirs = stored({ version: 5, exchangeRate: "71.00000000", name: "Afghani of Kabul", isActive: false });

  it("shows what the other one changed, puts what was typed on top of their version, and saves that", async () => {
    const { type, press, sent, conditions } = await open(changedMeanwhile(theirs));
    type("Exchange Rate", "70.5");
    await press("Save");
    expect(await screen.findByText("Someone else saved this while you were editing it")).toBeDefined();
    expect(screen.getAllByText("This currency was changed meanwhile: zahra at 2026-03-21 10:15").length).toBeGreaterThan(0);
    expect(screen.getByText(/Exchange Rate: 70\.00 → 71\.00/).textContent).toContain("you changed this field too");
    expect(screen.getByText("Name: Afghan Afghani → Afghani of Kabul")).toBeDefined();
    expect(screen.getByText("Active: Yes → No")).toBeDefined();
    expect(field("Exchange Rate").value).toBe("70.5");
    await press("Keep my changes");
    expect([field("Exchange Rate").value, field("Name").value]).toEqual(["70.5", "Afghani of Kabul"]);
    await press("Save");
    await waitFor(() => expect(conditions()).toEqual(["4", "5"]));
    expect(sent()[1]).toEqual({ rate: "70.5" });
  });

  it("whose one save got no answer says that it is saved, however its rate was typed", async () => {
    const { type, press } = await open(changedMeanwhile(stored({ version: 5, exchangeRate: "71.00000000" })));
    type("Exchange Rate", "71");
    await press("Save");
    expect(await screen.findByText("This is saved already")).toBeDefined();
    type("Exchange Rate", "71.5");
    expect(screen.queryByText("This is saved already")).toBeNull();
  });

  it("can drop what was typed for their version", async () => {
    const { type, press } = await open(changedMeanwhile(theirs));
    type("Exchange Rate", "70.5");
    await press("Save");
    await screen.findByRole("button", { name: "Discard mine and load theirs" });
    await press("Discard mine and load theirs");
    expect(field("Exchange Rate").value).toBe("71.00");
    expect(screen.queryByText("Someone else saved this while you were editing it")).toBeNull();
  });

  it("keeps the form when the currency was deleted meanwhile", async () => {
    const { type, press } = await open({
      ...changedMeanwhile(stored().slice(1)),
      [path]: refusal(404, "not_found", "This currency does not exist"),
    });
    type("Name", "Afghani");
    await press("Save");
    expect((await screen.findAllByText("This currency does not exist")).length).toBeGreaterThan(0);
    expect(field("Name").value).toBe("Afghani");
  });
});
