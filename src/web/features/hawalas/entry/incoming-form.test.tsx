import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";

import { boardMoves, boardCurrencies, waitingRow, stageEntry } from "#web/testing/hawala-entry.tsx";
import { readBefore, shownOfMoney } from "#web/testing/read-before.ts";
import type { Replies } from "#web/testing/replies.ts";

const recorded = { status: 201, body: { ...waitingRow(), hawalaId: 7, balances: [] } };

async function incoming(replies: Replies = {}) {
  const staged = await stageEntry(
    { "POST /api/hawala": recorded, ...replies },
    { at: "/transactions/hawala?direction=incoming" },
  );
  await waitFor(() => expect(staged.field("Currency").querySelectorAll("option").length).toBeGreaterThan(2));
  const fillAll = (): void => {
    staged.fill("Hawala Number", "310905");
    staged.fill("Sender Name", "Ahmad");
    staged.fill("Receiver Name", "Zahra");
    staged.fill("Amount", "100");
    staged.fill("Exchange Rate", "92");
  };
  return { ...staged, fillAll };
}

describe("an incoming hawala", () => {
  it("is chosen by a switch, which the address keeps", async () => {
    const { user, router, field } = await stageEntry();
    await user.click(screen.getByRole("switch", { name: "Incoming (a partner sent it)" }));
    await waitFor(() => expect(field("Hawala Number").value).toBe(""));
    expect(router.state.location.search).toEqual({ direction: "incoming" });
    expect(screen.queryByLabelText(/^Partner Account/)).toBeNull();
    await user.click(screen.getByRole("switch"));
    await waitFor(() => expect(field("Commission").value).toBe("0.00"));
  });

  it("starts from the office's sender code, in afghani, at the board's rate, posting nothing, and warns of a code that nobody has", async () => {
    const { field, fill } = await incoming();
    expect(field("Sender Code").value).toBe("2001");
    expect(await screen.findByText("2001 is London Office")).toBeDefined();
    expect(field("Currency").value).toBe("1");
    expect(field("Rate per USD").value).toBe("70.00");
    expect(screen.getByText("AFN for 1 USD, by the board")).toBeDefined();
    expect(field("Transaction Date").value).toBe("2026-03-21");
    expect(screen.getByText("Nothing is posted now. It waits as Pending until it is passed on Pass Hawala.")).toBeDefined();
    fill("Sender Code", "7777");
    expect(await screen.findByText(/^No account has the code 7777 yet/)).toBeDefined();
    // One that is known, in the digits of another keyboard.
    fill("Sender Code", "۲۰۰۱");
    expect(await screen.findByText("2001 is London Office")).toBeDefined();
  });

  it("is sent once more as it was where no answer came, whatever the board says by then", async () => {
    let isAway = true;
    const { client, fillAll, press, sent } = await incoming({
      "POST /api/hawala": () => (isAway ? "no answer" : recorded),
    });
    fillAll();
    await press("Save");
    await screen.findAllByText(/The server cannot be reached/);
    await boardMoves(client, "71.25000000");
    isAway = false;
    await press("Save");
    await screen.findByText("Hawala transaction created successfully");
    expect(sent()[1]).toEqual(sent()[0]);
  });

  it("says what is missing; and where its number is taken, keeps everything and marks the number", async () => {
    const message = "The hawala number 310905 exists already for this sender code";
    const body = { message, code: "conflict", requestId: "r", issues: [{ path: "hawalaNo", message }] };
    const { field, fill, fillAll, press, sent } = await incoming({ "POST /api/hawala": { status: 409, body } });
    fill("Sender Code", "");
    await press("Save");
    for (const text of [
      "Hawala number is required",
      "Sender code is required",
      "Sender name is required",
      "Receiver name is required",
      "Amount is required",
      "Exchange rate is required",
      "Receiver amount is required",
    ])
      expect(screen.getByText(text)).toBeDefined();
    expect(sent()).toHaveLength(0);
    fillAll();
    fill("Sender Code", "2001");
    expect(field("Hawala Number").getAttribute("aria-invalid")).not.toBe("true");
    await press("Save");
    await waitFor(() => expect(field("Hawala Number").getAttribute("aria-invalid")).toBe("true"));
    expect(screen.getAllByText(message).length).toBeGreaterThan(0);
    expect(field("Receiver Name").value).toBe("Zahra");
  });

  it("computes the receiver amount and the dollars, which may be typed over", async () => {
    const { user, field, fill, fillAll } = await incoming();
    fillAll();
    expect(field("Receiver Amount").value).toBe("9,200.00");
    expect(field("Into USD").value).toBe("131.43");
    const summary = within(screen.getByRole("region", { name: "Summary" }));
    expect(summary.getByText("2001 took £100.00 from Ahmad; you will pay \u200e؋\u200e9,200.00 AFN to Zahra.")).toBeDefined();
    expect(summary.getByText("Nine Thousand Two Hundred AFN")).toBeDefined();
    fill("Receiver Amount", "9000");
    expect(field("Into USD").value).toBe("128.57");
    expect(screen.getByText(/^The other figures give/).textContent).toContain("9,200.00");
    await user.click(screen.getByRole("button", { name: "Use it" }));
    expect(field("Receiver Amount").value).toBe("9,200.00");
    await user.selectOptions(field("Currency"), "USD - US Dollar");
    expect(field("Rate per USD").value).toBe("1.00");
    expect(field("Exchange Rate").value).toBe("");
  });

  it("is sent with its figures, and the next line of the message is ready with code, currency and rates", async () => {
    const { client, user, field, fill, fillAll, press, sent } = await incoming();
    const stale = readBefore(client);
    fillAll();
    fill("Receiver Location", "Herat");
    fill("Remarks", "By telephone");
    await press("Save");
    expect(await screen.findByText("Hawala transaction created successfully")).toBeDefined();
    expect(stale()).toEqual(shownOfMoney);
    expect(sent()[0]?.body).toEqual({
      direction: "incoming",
      hawalaNo: "310905",
      senderCode: "2001",
      senderName: "Ahmad",
      senderPhone: null,
      senderLocation: null,
      receiverAccountId: null,
      receiverName: "Zahra",
      receiverPhone: null,
      receiverLocation: "Herat",
      amount: "100",
      exchangeRate: "92",
      currency: "AFN",
      rAmount: "9200.00",
      rate: "70.00",
      intoUSD: "131.43",
      remarks: "By telephone",
      transactionDate: "2026-03-21",
    });
    expect(within(screen.getByRole("group", { name: "Hawala entered" })).getByText("310905")).toBeDefined();
    expect(screen.getByText("It waits as Pending. Nothing was posted.")).toBeDefined();
    expect([field("Hawala Number").value, field("Amount").value]).toEqual(["", ""]);
    expect([field("Exchange Rate").value, field("Rate per USD").value, field("Sender Code").value]).toEqual([
      "92",
      "70.00",
      "2001",
    ]);
    // Saved by a key in a field that was emptied, it has there what the button would save.
    fillAll();
    await user.clear(field("Into USD"));
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]?.body).toMatchObject({ rAmount: "9200.00", intoUSD: "131.43" });
  });

  it("is asked about where its figures do not meet, or where it is there under another number", async () => {
    const other = waitingRow({ hawalaNo: "310900", senderName: "Ahmad", rAmount: "9000.00", transactionDate: "2026-03-21" });
    const { fill, fillAll, press, sent } = await incoming({ "GET /api/hawala-details": { body: [other] } });
    fillAll();
    fill("Receiver Amount", "9000");
    fill("Into USD", "150");
    await press("Save");
    expect(await screen.findByText("These figures do not meet")).toBeDefined();
    expect(screen.getByText(/^Amount × exchange rate gives .*9,200\.00 as the receiver amount\.$/)).toBeDefined();
    expect(screen.getByText("Receiver amount ÷ rate gives $128.57 into USD.")).toBeDefined();
    expect(screen.getByText("This may have been entered already:")).toBeDefined();
    expect(sent()).toHaveLength(0);
    await press("Save anyway");
    await waitFor(() => expect(sent()).toHaveLength(1));
  });

  it("is not asked about where another sender has sent the same on the day, nor where what has its number is another hawala", async () => {
    const numbered = { senderCode: "2002", senderName: "Ahmed", transactionDate: "2026-03-22" };
    const others = [
      { hawalaStatus: "Cancelled" },
      { receiverName: "Nadia" },
      { rAmount: "9201.00" },
      { currency: "USD" },
    ] as const;
    const ofTheDay = waitingRow({ hawalaNo: "310900", senderName: "Ahmed", transactionDate: "2026-03-21" });
    const listed = vi.fn((_body: unknown, { searchParams }: URL) => ({
      body: searchParams.has("number") ? others.map((given) => waitingRow({ ...numbered, ...given })) : [ofTheDay],
    }));
    const { fillAll, press, sent } = await incoming({ "GET /api/hawala-details": listed });
    fillAll();
    await press("Save");
    await waitFor(() => expect(sent()).toHaveLength(1));
    const asked = listed.mock.calls.map(([, { searchParams }]) => searchParams.get("number"));
    expect(new Set(asked)).toEqual(new Set(["310905", null]));
  });

  it("is asked about where another day and sender code have its number, for the same receiver and amount", async () => {
    const other = waitingRow({
      senderCode: "2002",
      senderName: "Ahmed",
      receiverName: "  zah ra ",
      transactionDate: "2026-03-22",
    });
    const { fillAll, press, sent } = await incoming({
      "GET /api/hawala-details": (_body: unknown, { searchParams }: URL) => ({
        body: searchParams.get("number") === "310905" && searchParams.get("direction") === "incoming" ? [other] : [],
      }),
    });
    fillAll();
    await press("Save");
    expect(await screen.findByText("This may have been entered already")).toBeDefined();
    expect(screen.getByText("2026-03-22").parentElement?.textContent).toMatch(
      /9,200\.00 AFN, on 2026-03-22\. Under the sender code 2002\. Entered by admin on/,
    );
    expect(sent()).toHaveLength(0);
    await press("Save anyway");
    await waitFor(() => expect(sent()).toHaveLength(1));
  });

  it("may be entered without dollars, where the board knows none", async () => {
    const afghaniAlone = boardCurrencies.filter(({ code }) => code !== "USD");
    const { field, fillAll, press, sent } = await incoming({ "GET /api/currencies": { body: afghaniAlone } });
    fillAll();
    expect([field("Rate per USD").value, field("Into USD").value]).toEqual(["", ""]);
    await press("Save");
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.body).toMatchObject({ rate: null, intoUSD: null });
  });
});
