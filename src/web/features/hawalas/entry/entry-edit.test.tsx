import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import type { Hawala } from "#contract/hawalas.ts";
import { addressesOf } from "#web/testing/addresses.ts";
import { chooseAccount, stageEdit, stageEntry, waitingRow, walkInRow } from "#web/testing/hawala-entry.tsx";
import { readBefore, shownOfMoney } from "#web/testing/read-before.ts";
import { refusal, type Said } from "#web/testing/replies.ts";
import { transactionRow } from "#web/testing/transactions.ts";

const path = "/api/hawala/7";

describe("the correction of a hawala", () => {
  it("shows an outgoing one as it is stored, says what the edit does to the balances, and stores it on condition of its version", async () => {
    const stored = walkInRow({ partnerAccountId: 120, receiverPhone: "0799", remarks: "Rent", version: 3 });
    const { client, opened, field, fill, press, conditions, sent, router } = await stageEdit(stored);
    await opened();
    const stale = readBefore(client);
    expect(screen.getByRole("heading", { level: 1, name: "Edit Hawala HWL1001" })).toBeDefined();
    const values = ["Amount", "Commission", "Converted Amount", "Receiver Phone", "Notes", "Transaction Date"].map(
      (name) => field(name).value,
    );
    expect(values).toEqual(["500.00", "5.00", "495.00", "0799", "Rent", "2026-03-20"]);
    fill("Receiver Name", "Zahra Noori");
    expect(await screen.findByText("No balance changes with this edit.")).toBeDefined();
    expect(screen.queryByText("Choose an account and type the amount to see what changes.")).toBeNull();
    fill("Amount", "600");
    expect(field("Converted Amount").value).toBe("595.00");
    expect(await screen.findByRole("row", { name: /^CASH - Cash at Shop 5,000\.00 USD 5,100\.00 USD/ })).toBeDefined();
    expect(screen.getByRole("row", { name: /^2001 - London Office 0\.00 USD 100\.00 USD/ })).toBeDefined();
    expect(screen.queryByText("No balance changes with this edit.")).toBeNull();
    await press("Save");
    expect(await screen.findByText("Hawala updated successfully")).toBeDefined();
    expect(stale()).toEqual(shownOfMoney);
    expect(conditions()).toEqual(["3"]);
    expect(sent()[0]?.body).toMatchObject({
      direction: "outgoing",
      amount: "600",
      convertedAmount: "595.00",
      partnerAccountId: 120,
    });
    expect(sent()[0]?.idempotencyKey).toBeTruthy();
    await waitFor(() => expect(router.state.location.href).toBe("/transactions/pass-hawala?selected=7&direction=outgoing"));
  });

  it("keeps a converted amount that was stored a hundredth off", async () => {
    const { opened, field, press, sent } = await stageEdit(
      walkInRow({ currency: "AFN", currencyId: 1, exchangeRate: "69.80000000", rAmount: "34895.01" }),
    );
    await opened();
    expect(field("Converted Amount").value).toBe("34,895.01");
    expect(field("Exchange Rate").value).toBe("69.80");
    await press("Save");
    expect(await screen.findByText("Nothing has been changed.")).toBeDefined();
    expect(sent()).toHaveLength(0);
  });

  it("says of a walk-in that the cash box changes into which he had paid, also where the office has another one by now", async () => {
    const { opened, user, fill } = await stageEdit(walkInRow({ partnerAccountId: 120 }), {
      "GET /api/transactions/70": {
        body: { ...transactionRow({ id: 70, outAccountId: 101, inAccountId: 120 }), deleted: false },
      },
    });
    await opened();
    fill("Amount", "600");
    expect(await screen.findByRole("row", { name: /^3001 - Azizi Bank 0\.00 USD 100\.00 USD/ })).toBeDefined();
    expect(screen.queryByRole("row", { name: /^CASH/ })).toBeNull();
    await chooseAccount(user, "Sender Account", "2002");
    expect(await screen.findByRole("row", { name: /^2002 - Farid/ })).toBeDefined();
    expect(screen.getByRole("row", { name: /^3001 - Azizi Bank goes below zero 0\.00 USD minus 500\.00 USD/ })).toBeDefined();
  });

  it("shows an incoming one as it is stored", async () => {
    const { opened, field, fill, press, sent, router } = await stageEdit(waitingRow({ version: 2 }));
    await opened();
    const names = ["Hawala Number", "Sender Code", "Amount", "Exchange Rate", "Receiver Amount", "Rate per USD", "Into USD"];
    expect(names.map((name) => field(name).value)).toEqual(["310905", "2001", "100.00", "92.00", "9,200.00", "70.00", "131.43"]);
    fill("Receiver Name", "Zahra Noori");
    await press("Save");
    expect(await screen.findByText("Hawala updated successfully")).toBeDefined();
    expect(sent()[0]?.body).toMatchObject({ direction: "incoming", receiverName: "Zahra Noori", rAmount: "9200.00" });
    await waitFor(() => expect(router.state.location.href).toBe("/transactions/pass-hawala?selected=7"));
  });

  it("leaves empty what an incoming one has not got, by whatever key its fields are left", async () => {
    const { opened, user, field, press, sent } = await stageEdit(waitingRow({ rate: null, intoUSD: null }));
    await opened();
    await user.click(field("Rate per USD"));
    for (const name of ["Into USD", "Remarks"]) {
      await user.keyboard("{Enter}");
      expect(document.activeElement).toBe(field(name));
    }
    expect([field("Rate per USD").value, field("Into USD").value]).toEqual(["", ""]);
    await press("Save");
    expect(await screen.findByText("Nothing has been changed.")).toBeDefined();
    expect(sent()).toHaveLength(0);
  });

  it("is not left for a new one without a question, though that stands on the same page", async () => {
    const { opened, user, field, fill, press, router } = await stageEdit(waitingRow());
    await opened();
    fill("Receiver Name", "Zahra Noori");
    await user.click(screen.getByRole("link", { name: "Enter a new hawala" }));
    await screen.findByRole("dialog", { name: "Leave without saving?" });
    await press("Keep editing");
    expect(field("Receiver Name").value).toBe("Zahra Noori");
    await user.click(screen.getByRole("link", { name: "Enter a new hawala" }));
    await user.click(await screen.findByRole("button", { name: "Discard and leave" }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it("keeps what was typed when it fails, or when somebody else was quicker, and says why and what they changed", async () => {
    let reads = 0;
    const stored = walkInRow({ version: 1 });
    const theirs = walkInRow({ version: 2, receiverName: "Zahra Noori", partnerAccountId: 120 });
    let puts = 0;
    const { opened, field, fill, press, conditions, sent } = await stageEdit(stored, {
      [`GET ${path}`]: () => ({ body: { ...((reads += 1) === 1 ? stored : theirs), payout: null } }),
      [`PUT ${path}`]: () =>
        [refusal(500, "internal", ""), refusal(409, "stale_version", "Zahra changed this hawala at 10:12")][puts++] ?? {
          body: { ...theirs, version: 3, hawalaId: 7, balances: [] },
        },
    });
    await opened();
    fill("Notes", "For the rent");
    await press("Save");
    expect((await screen.findAllByText("Failed to update hawala")).length).toBeGreaterThan(0);
    expect(field("Notes").value).toBe("For the rent");
    await press("Save");
    expect(await screen.findByText("Receiver Name: Zahra → Zahra Noori")).toBeDefined();
    expect(await screen.findByText("Partner Account: (empty) → 2001 - London Office")).toBeDefined();
    expect(screen.getAllByText("Zahra changed this hawala at 10:12").length).toBeGreaterThan(0);
    expect(field("Notes").value).toBe("For the rent");
    await press("Keep my changes");
    expect(field("Receiver Name").value).toBe("Zahra Noori");
    await press("Save");
    await waitFor(() => expect(conditions()).toEqual(["1", "1", "2"]));
    expect(sent()[2]?.body).toMatchObject({ notes: "For the rent", receiverName: "Zahra Noori", partnerAccountId: 120 });
  });

  /** Edits one field while what is stored becomes this. */
  async function editedMeanwhile(stored: Hawala, theirs: Hawala, [name, value]: readonly [string, string]) {
    let reads = 0;
    const staged = await stageEdit(stored, {
      [`GET ${path}`]: () => ({ body: { ...((reads += 1) === 1 ? stored : theirs), payout: null } }),
      [`PUT ${path}`]: refusal(409, "stale_version", "This hawala was changed meanwhile: zahra at 10:12"),
    });
    await staged.opened();
    staged.fill(name, value);
    await staged.press("Save");
    return staged;
  }

  it.each([
    [waitingRow({ version: 1 }), "Cancelled"],
    [walkInRow({ version: 1 }), "completed"],
  ] as const)("of one that another desk has closed says so, and offers no keeping: %#", async (stored, hawalaStatus) => {
    const theirs = { ...stored, version: 2, hawalaStatus };
    const { field } = await editedMeanwhile(stored, theirs, ["Receiver Name", "Zahra Noori"]);
    const status = hawalaStatus === "completed" ? "Completed" : hawalaStatus;
    expect(await screen.findByText(`This hawala is ${status} by now: your changes cannot be saved`)).toBeDefined();
    expect(screen.getAllByText("This hawala was changed meanwhile: zahra at 10:12").length).toBeGreaterThan(0);
    expect(screen.queryByRole("button", { name: "Keep my changes" })).toBeNull();
    expect(screen.queryByText(/the same values in every field/)).toBeNull();
    expect(field("Receiver Name").value).toBe("Zahra Noori");
  });

  it("names the status where another desk has changed that alone, and the hawala is open still", async () => {
    const stored = walkInRow({ version: 1 });
    await editedMeanwhile(stored, { ...stored, version: 2, hawalaStatus: "received" }, ["Notes", "For the rent"]);
    expect(await screen.findByText("Status: Sent → Received")).toBeDefined();
    expect(screen.getByRole("button", { name: "Keep my changes" })).toBeDefined();
  });

  it("that was saved though its answer was lost says so, however the amount was typed", async () => {
    const stored = walkInRow({ version: 1 });
    const theirs = { ...stored, version: 2, amount: "600.00", rAmount: "595.00" };
    const { press, sent } = await editedMeanwhile(stored, theirs, ["Amount", "600"]);
    expect(await screen.findByText("This is saved already")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Keep my changes" })).toBeNull();
    await press("Go on from what is saved");
    expect(screen.queryByText("This is saved already")).toBeNull();
    await press("Save");
    expect(await screen.findByText("Nothing has been changed.")).toBeDefined();
    expect(sent()).toHaveLength(1);
  });

  it("leaves whoever has gone elsewhere meanwhile where they are, and says that it is stored", async () => {
    const answer = Promise.withResolvers<Said>();
    const stored = waitingRow();
    const { opened, fill, press, router } = await stageEdit(stored, { [`PUT ${path}`]: () => answer.promise });
    await opened();
    fill("Receiver Name", "Zahra Noori");
    await press("Save");
    void router.navigate({ to: "/elsewhere" });
    await userEvent.setup({ delay: null }).click(await screen.findByRole("button", { name: "Leave" }));
    await waitFor(() => expect(router.state.location.href).toBe("/elsewhere"));
    answer.resolve({ body: { ...stored, version: stored.version + 1, hawalaId: 7, balances: [] } });
    expect(await screen.findByText("Hawala updated successfully")).toBeDefined();
    await waitFor(() => expect(router.state.status).toBe("idle"));
    expect(router.state.location.href).toBe("/elsewhere");
  });

  it.each([
    [waitingRow({ hawalaStatus: "Passed" }), "Passed", ""],
    [walkInRow({ hawalaStatus: "completed" }), "Completed", "&direction=outgoing"],
  ])("is refused where the hawala is not open any more", async (stored, status, list) => {
    await stageEdit(stored);
    expect(await screen.findByText(`This hawala is ${status}. Mark it as pending before you change it.`)).toBeDefined();
    expect(screen.getByRole("link", { name: `Open ${stored.hawalaNo}` }).getAttribute("href")).toBe(
      `/transactions/pass-hawala?selected=7${list}`,
    );
    expect(screen.queryByText(/posts nothing until it is passed|takes the old booking back/)).toBeNull();
  });

  it("says when there is no such hawala, or when it could not be loaded", async () => {
    const first = await stageEdit(walkInRow(), { [`GET ${path}`]: refusal(404, "not_found", "There is no hawala 7") });
    expect(await screen.findByText("There is no hawala 7.")).toBeDefined();
    first.unmount();
    await stageEdit(walkInRow(), { [`GET ${path}`]: refusal(503, "unavailable", "Away") });
    expect(await screen.findByText("The hawala could not be loaded.")).toBeDefined();
  });

  it("is for staff", async () => {
    const { sent, fetched } = await stageEdit(walkInRow(), {}, { user: { role: "user" } });
    expect(await screen.findByText("Hawalas are corrected by administrators and operators.")).toBeDefined();
    expect(addressesOf(fetched).some(({ pathname }) => pathname === path)).toBe(false);
    expect(sent()).toHaveLength(0);
  });

  it("goes back to the hawala by Cancel", async () => {
    const { opened, press, router } = await stageEdit(walkInRow());
    await opened();
    await press("Cancel");
    await waitFor(() => expect(router.state.location.href).toBe("/transactions/pass-hawala?selected=7&direction=outgoing"));
  });

  it("of an address that names no hawala is the entry of a new one", async () => {
    const { field, currenciesHere } = await stageEntry({}, { at: "/transactions/hawala?edit=abc" });
    await currenciesHere();
    expect(field("Commission").value).toBe("0.00");
  });
});
