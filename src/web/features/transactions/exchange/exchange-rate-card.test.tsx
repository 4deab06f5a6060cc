import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";

import { chooseAccount, exchangeContext, fiveHundred, stageDeal, stageExchange } from "#web/testing/exchange.tsx";
import { officeAccount } from "#web/testing/office.ts";
import { refusal } from "#web/testing/replies.ts";
import { transactionRow } from "#web/testing/transactions.ts";

const away = refusal(503, "unavailable", "Away");
const save = () => screen.getByRole("button", { name: "Save" });

describe("the rate on the Exchange page", () => {
  it("is offered from the board and the last deal, which opens", async () => {
    const { user, field } = await stageDeal({ purchaseAmount: "500" });
    await user.click(await screen.findByRole("button", { name: "Board 70.00" }));
    expect(field("Exchange Rate").value).toBe("70.00");
    expect(field("Selling Amount").value).toBe("35,000.00");
    expect(document.activeElement).toBe(field("Exchange Rate"));
    await user.click(screen.getByRole("button", { name: "Last 69.86" }));
    expect(field("Selling Amount").value).toBe("34,930.00");
    const last = screen.getByRole("link", { name: "Last deal no. 77, 2026-03-19" });
    expect(last.getAttribute("href")).toContain("referenceId=77");
  });

  it("says how it is quoted, and reads both ways", async () => {
    const { fill } = await stageDeal();
    expect(screen.getByText("AFN for 1 USD")).toBeDefined();
    fill("Exchange Rate", "69.80");
    expect(screen.getByText("1 USD = 69.80 AFN").closest("p")?.hasAttribute("dir")).toBe(false);
    expect(screen.getByText("1 AFN = 0.01432665 USD")).toBeDefined();
  });

  it("that the board does not bear out is warned about, and may be saved all the same", async () => {
    // What looks entered already cannot be asked: that is no reason to keep quiet about the rate.
    const { user, sent, fill } = await stageDeal({ purchaseAmount: "500" }, { "GET /api/transactions/search": away });
    for (const [rate, warning] of [
      ["73", "This rate is 4.29 % above the board"],
      ["68", "This rate is 2.86 % below the board"],
      ["0.0143", "This rate looks turned round"],
    ] as const) {
      fill("Exchange Rate", rate);
      expect(await screen.findByText(warning)).toBeDefined();
      expect(screen.getByText("The board has 1 USD = 70.00 AFN.")).toBeDefined();
      expect(screen.queryByRole("button", { name: "Save anyway" })).toBeNull();
      await user.click(save());
      await screen.findByRole("button", { name: "Save anyway" });
    }
    expect(sent()).toHaveLength(0);
    await user.click(screen.getByRole("button", { name: "Save anyway" }));
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.body).toMatchObject({ exRate: "0.0143" });
  });

  it("is put right by one press", async () => {
    const { user, sent, fill } = await stageDeal({ purchaseAmount: "500" });
    fill("Exchange Rate", "0.0143");
    await user.click(await screen.findByRole("button", { name: "Use 70.00" }));
    expect(screen.queryByText("This rate looks turned round")).toBeNull();
    await user.click(save());
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.body).toMatchObject({ exRate: "70.00", cAmount: "35000.00" });
  });

  it("is warned about from the office's own limit on", async () => {
    const { fill } = await stageDeal(
      {},
      { "GET /api/exchange-context": { body: { ...exchangeContext, rateDeviationPercent: "5" } } },
    );
    fill("Exchange Rate", "73");
    await screen.findByRole("button", { name: "Board 70.00" });
    expect(screen.queryByText(/above the board/)).toBeNull();
    fill("Exchange Rate", "74");
    expect(screen.getByText(/above the board/)).toBeDefined();
  });

  it("can be saved when the board cannot be asked, and is asked about all the same where it looks entered already", async () => {
    const other = [transactionRow({ id: 7, transType: "Exchange", dAmount: "500.00", transDate: "2026-03-21" })];
    const { user, sent } = await stageDeal(fiveHundred, {
      "GET /api/exchange-context": away,
      "GET /api/transactions/search": () => ({ body: other }),
    });
    expect(await screen.findByText("The board rate could not be loaded.")).toBeDefined();
    expect(screen.getByText("The house position could not be loaded.")).toBeDefined();
    expect(screen.queryByText(/^Choose two currencies/)).toBeNull();
    await user.click(save());
    await screen.findByText("This may have been entered already");
    expect(sent()).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Save anyway" }));
    await waitFor(() => expect(sent()).toHaveLength(1));
  });
});

describe("the currencies of the Exchange page", () => {
  it("follow the accounts; only a company account's can be chosen", async () => {
    const { user, field } = await stageExchange();
    await chooseAccount(user, "Purchase Account", "1004");
    expect([field("Purchase Currency").value, field("Purchase Currency").disabled]).toEqual(["1", true]);
    await chooseAccount(user, "Purchase Account", "3001");
    expect([field("Purchase Currency").value, field("Purchase Currency").disabled]).toEqual(["2", false]);
  });

  it("must differ: one currency on both sides is a Transfer", async () => {
    const zahra = { sellingAccount: officeAccount("2003"), sellingCurrencyId: 2 };
    const { user, field, sent } = await stageDeal({ ...zahra, purchaseAmount: "5", sellingAmount: "5", rate: "1" });
    expect(screen.getByText("Both sides are in USD")).toBeDefined();
    expect(screen.getByRole("link", { name: "Go to Transfer" }).getAttribute("href")).toBe("/transactions/transfer");
    await user.click(save());
    expect(screen.getAllByText("Both sides are in USD")).toHaveLength(2);
    expect(document.activeElement).toBe(field("Selling Account"));
    expect(sent()).toHaveLength(0);
  });

  it("of one account may be two, since an exchange opens a further one", async () => {
    const { user, field, sent, fill } = await stageExchange();
    await chooseAccount(user, "Purchase Account", "2002");
    await chooseAccount(user, "Selling Account", "2002");
    await user.click(screen.getByRole("button", { name: "Choose another currency" }));
    expect(document.activeElement).toBe(field("Selling Currency"));
    await user.selectOptions(field("Selling Currency"), "1");
    fill("Purchase Amount", "300");
    fill("Exchange Rate", "69.80");
    await user.click(save());
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.body).toMatchObject({ outAccountId: 102, inAccountId: 102, cCurrencyId: 1, cAmount: "20940.00" });
  });

  it("can be another one than the account's on the purchase side too", async () => {
    const { user, field } = await stageExchange();
    await chooseAccount(user, "Purchase Account", "2002");
    await user.click(screen.getByRole("button", { name: "Other currency, purchase" }));
    expect(document.activeElement).toBe(field("Purchase Currency"));
    expect(screen.queryByRole("button", { name: "Other currency, purchase" })).toBeNull();
  });
});
