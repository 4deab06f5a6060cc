import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";

import {
  boardCurrencies,
  boardMoves,
  chooseAccount,
  recordedHawala,
  stageOutgoing,
  walkInRow,
} from "#web/testing/hawala-entry.tsx";
import { refusal, type Said } from "#web/testing/replies.ts";

describe("an outgoing hawala that is being saved", () => {
  it("is sent once more as it was where no answer came, whatever the board says by then; and by the board where it was refused", async () => {
    const lost = Promise.withResolvers<Said>();
    let reply: Said | Promise<Said> = lost.promise;
    const { user, client, field, fillAll, press, sent } = await stageOutgoing({ "POST /api/hawala": () => reply });
    fillAll();
    await user.selectOptions(field("Converted Currency"), "1");
    expect(field("Exchange Rate").value).toBe("70.00");
    await press("Save");
    await screen.findByRole("button", { name: "Saving..." });
    await waitFor(() => expect(sent()).toHaveLength(1));
    lost.resolve("no answer");
    await screen.findAllByText(/The server cannot be reached/);
    await screen.findByRole("button", { name: "Save" });
    expect(field("Amount").value).toBe("500");
    expect(field("Receiver Name").value).toBe("Zahra");
    await boardMoves(client, "71.25000000");
    reply = recordedHawala;
    await press("Save");
    await screen.findByText("Hawala transaction created successfully");
    // The key is the same as well.
    expect(sent()[1]).toEqual(sent()[0]);

    fillAll();
    await user.selectOptions(field("Converted Currency"), "1");
    reply = refusal(409, "conflict", "The account is suspended");
    await press("Save");
    await screen.findAllByText("The account is suspended");
    await boardMoves(client, "72.00000000");
    expect(field("Exchange Rate").value).toBe("72.00");
  });

  it("shows the server's reason and marks the field it names, or its own words where there are none", async () => {
    const message = "The account 2001 - London Office is suspended; it takes no postings";
    let body = { message, code: "conflict", requestId: "r-9", issues: [{ path: "partnerAccountId", message }] };
    const { fillAll, press } = await stageOutgoing({ "POST /api/hawala": () => ({ status: 409, body }) });
    fillAll();
    await press("Save");
    await waitFor(() => expect(screen.getAllByText(message).length).toBeGreaterThan(1));
    expect(screen.getByRole("combobox", { name: /^Partner Account/ }).getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByText("Request r-9")).toBeDefined();
    body = { ...body, message: "", issues: [] };
    await press("Save");
    expect((await screen.findAllByText("Failed to create hawala transaction")).length).toBeGreaterThan(0);
  });

  it("is asked about when it looks entered already, and saved when the person says so", async () => {
    const other = walkInRow({ hawalaNo: "HWL1000", transactionDate: "2026-03-21" });
    const { fill, fillAll, press, sent } = await stageOutgoing({ "GET /api/hawala-details": { body: [other] } });
    fillAll();
    fill("Receiver Name", "zahra ");
    await press("Save");
    expect(await screen.findByText("This may have been entered already")).toBeDefined();
    expect(screen.getByText("2026-03-21").parentElement?.textContent).toMatch(
      /Farid to Zahra, \$495\.00 USD, on 2026-03-21\. Entered by admin on/,
    );
    const link = screen.getByRole("link", { name: "HWL1000" });
    expect(link.getAttribute("target")).toBe("_blank");
    expect(link.getAttribute("href")).toBe(`/transactions/pass-hawala?selected=${String(other.id)}&direction=outgoing`);
    expect(sent()).toHaveLength(0);
    await press("Save anyway");
    await waitFor(() => expect(sent()).toHaveLength(1));
  });

  it("is asked about at a rate that the board does not bear out, each time anew, and saved when the person says so", async () => {
    const { user, field, fill, fillAll, press, sent } = await stageOutgoing();
    const idOf = (wanted: string): string => String(boardCurrencies.find(({ code }) => code === wanted)?.id);
    const rates = [
      ["AFN", "USD", "70", "This rate looks turned round", "The board has 1 AFN = 0.01428571 USD."],
      ["USD", "AFN", "71.41", "This rate is 2.01 % above the board", "The board has 1 USD = 70.00 AFN."],
      ["AFN", "PKR", "3.9", "This rate is 2.50 % below the board", "The board has 1 AFN = 4.00 PKR."],
    ] as const;
    for (const [saved, [from, to, rate, title, text]] of rates.entries()) {
      fillAll();
      await user.selectOptions(field("Currency"), idOf(from));
      await user.selectOptions(field("Converted Currency"), idOf(to));
      fill("Exchange Rate", rate);
      await press("Save");
      expect(await screen.findByText(title)).toBeDefined();
      expect(screen.getByText(text)).toBeDefined();
      expect(sent()).toHaveLength(saved);
      await press("Save");
      await waitFor(() => expect(field("Receiver Name").value).toBe(""));
      expect(sent()).toHaveLength(saved + 1);
      expect(sent()[saved]?.body).toMatchObject({ currency: from, convertedCurrency: to, exchangeRate: rate });
    }
  });

  it("is saved without a question where the other one is cancelled or the list cannot be asked", async () => {
    const answers = vi
      .fn((): Said => refusal(503, "unavailable", "Away"))
      .mockReturnValueOnce({ body: [walkInRow({ hawalaStatus: "cancelled" })] });
    const { field, fillAll, press, sent } = await stageOutgoing({ "GET /api/hawala-details": answers });
    for (const saved of [1, 2]) {
      fillAll();
      await press("Save");
      await waitFor(() => expect(field("Receiver Name").value).toBe(""));
      expect(sent()).toHaveLength(saved);
      expect(answers).toHaveBeenCalledTimes(saved);
    }
  });

  it("is refused where nothing is left, where the amounts cannot meet, and where the partner is the sender", async () => {
    const { user, field, fill, fillAll, press, sent } = await stageOutgoing();
    fillAll();
    fill("Commission", "500");
    await press("Save");
    expect(screen.getByText("The commission leaves nothing for the receiver")).toBeDefined();
    fill("Commission", "100000000");
    await press("Save");
    expect(screen.getByText("Commission must be from 0 to 99999999.99")).toBeDefined();
    fill("Commission", "-5");
    expect(screen.getByText("Amount must not be less than 0")).toBeDefined();
    fill("Commission", "0");
    await user.selectOptions(field("Converted Currency"), "AFN - Afghan Afghani");
    fill("Exchange Rate", "0");
    await press("Save");
    expect(screen.getByText("Exchange rate must be greater than 0")).toBeDefined();
    fill("Exchange Rate", "70");
    fill("Converted Amount", "100.33");
    await press("Save");
    expect(screen.getByText(/^At this rate and commission the converted amount is .?؋.*100\.10 AFN$/)).toBeDefined();
    await chooseAccount(user, "Sender Account", "2001");
    await chooseAccount(user, "Partner Account", "2001");
    await press("Save");
    expect(screen.getByText("The partner cannot be the sender")).toBeDefined();
    expect(sent()).toHaveLength(0);
  });

  it("keeps what was typed as a draft, and fills the last one in again", async () => {
    const { fillAll, unmount } = await stageOutgoing();
    fillAll();
    unmount();
    const again = await stageOutgoing();
    expect(screen.getByText("Draft restored.")).toBeDefined();
    expect(again.field("Receiver Name").value).toBe("Zahra");
    await again.press("Save");
    expect(await screen.findByText("Hawala transaction created successfully")).toBeDefined();
    again.fill("Transaction Date", "2026-03-19");
    await again.press("Repeat last");
    expect(again.field("Transaction Date").value).toBe("2026-03-19");
    expect(again.field("Receiver Name").value).toBe("Zahra");
    expect(again.field("Amount").value).toBe("500");
  });

  it("goes to / by Cancel, and asks first over something typed", async () => {
    const { fill, press, router } = await stageOutgoing();
    fill("Sender Name", "Farid");
    await press("Cancel");
    expect(await screen.findByText("Leave without saving?")).toBeDefined();
    await press("Keep editing");
    expect(router.state.location.pathname).toBe("/transactions/hawala");
    await press("New");
    await press("Cancel");
    await waitFor(() => expect(router.state.location.pathname).toBe("/"));
  });
});
