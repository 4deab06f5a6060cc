import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";

import {
  bothSides,
  chooseAccount,
  chooseBothSides,
  fiveHundred,
  recordedExchange,
  stageDeal,
  stageExchange,
} from "#web/testing/exchange.tsx";
import { refusal } from "#web/testing/replies.ts";
import { accountRow } from "#web/testing/rows.ts";
import { transactionRow } from "#web/testing/transactions.ts";

const save = () => screen.getByRole("button", { name: "Save" });
const purchasePanel = () => within(screen.getByRole("region", { name: "Purchase" }));
const sellingPanel = () => within(screen.getByRole("region", { name: "Selling" }));

describe("the Exchange page", () => {
  it("starts on the purchase account, with nothing but today's date; a save says what is missing, marks each field and focuses the first", async () => {
    const { user, field, sent } = await stageExchange();
    await waitFor(() => expect(document.activeElement).toBe(field("Purchase Account")));
    expect(field("Exchange Rate").value).toBe("");
    expect(field("Date").value).toBe("2026-03-21");
    expect(field("Purchase Currency").disabled).toBe(true);
    expect(purchasePanel().getByLabelText<HTMLInputElement>("Amount in Words").readOnly).toBe(true);
    expect(screen.getByRole("radio", { name: "Code" })).toHaveProperty("checked", true);
    await user.click(save());
    for (const text of [
      "Purchase account is required",
      "Purchase amount must be greater than 0",
      "Selling account is required",
      "Selling amount must be greater than 0",
      "Exchange rate must be greater than 0",
    ])
      expect(screen.getByText(text)).toBeDefined();
    expect(await screen.findByText("Please select both purchase and selling accounts")).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole("combobox", { name: /^Purchase Account/ }));
    expect(sent()).toHaveLength(0);
  });

  it("says that neither an amount nor a rate may be zero", async () => {
    const { user, sent } = await stageDeal({ purchaseAmount: "0", rate: "0.00000000" });
    await user.click(save());
    expect(screen.getByText("Purchase amount must be greater than 0")).toBeDefined();
    expect(screen.getByText("Exchange rate must be greater than 0")).toBeDefined();
    expect(sent()).toHaveLength(0);
  });

  it("asks for a currency that has not been chosen", async () => {
    const { user } = await stageExchange();
    await chooseAccount(user, "Purchase Account", "3001");
    await chooseAccount(user, "Selling Account", "CASH");
    await user.click(save());
    expect(sellingPanel().getByText("Currency is required")).toBeDefined();
    expect(await screen.findByText("Please select both purchase and selling accounts")).toBeDefined();
  });

  it("sends the exchange once and stands ready again, with the date kept", async () => {
    const { user, field, sent, fill } = await stageExchange();
    await chooseBothSides(user);
    fill("Purchase Amount", "500");
    fill("Exchange Rate", "69.80");
    fill("Purchase Narrative", "Over the counter");
    fill("Date", "2026-03-20");
    await user.click(save());
    expect(await screen.findByText("Exchange transaction created successfully")).toBeDefined();
    expect(sent()).toHaveLength(1);
    expect(sent()[0]?.body).toEqual({
      transType: "Exchange",
      outAccountId: 102,
      currencyId: 2,
      dAmount: "500",
      transDescription: "Over the counter",
      inAccountId: 104,
      cCurrencyId: 1,
      cAmount: "34900.00",
      cTransDescription: "Over the counter",
      exRate: "69.80",
      transDate: "2026-03-20",
      referenceId: 0,
    });
    for (const name of ["Purchase Account", "Purchase Amount", "Selling Account", "Selling Amount", "Exchange Rate"])
      expect(field(name).value, name).toBe("");
    expect(field("Date").value).toBe("2026-03-20");
    expect(document.activeElement).toBe(field("Purchase Account"));
  });

  it("is filled with the last one by Ctrl+Shift+L, on the day that stands in the form; what looks entered already is asked about", async () => {
    const other = transactionRow({ id: 7, transType: "Exchange", inAccountId: 104, dAmount: "500.00", transDate: "2026-03-20" });
    const { user, field, sent } = await stageDeal(fiveHundred, {
      "GET /api/transactions/search": (_body, { searchParams }) => ({
        body: searchParams.get("transactionDate") === "2026-03-20" ? [other] : [],
      }),
    });
    await user.click(save());
    await waitFor(() => expect(sent()).toHaveLength(1));
    await user.click(field("Date"));
    await user.keyboard("-{Control>}{Shift>}[KeyL]{/Shift}{/Control}");
    expect(field("Selling Amount").value).toBe("35,000.00");
    expect([field("Purchase Account").value, field("Selling Account").value]).toEqual(bothSides);
    expect(field("Date").value).toBe("2026-03-20");
    await user.click(save());
    expect(await screen.findByText("This may have been entered already")).toBeDefined();
    expect(sent()).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: "Save anyway" }));
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]?.body).toMatchObject({ dAmount: "500", cAmount: "35000.00", exRate: "70", transDate: "2026-03-20" });
  });

  it("offers every role the cash, and a new account, on both sides", async () => {
    const shirin = { ...accountRow({ id: 900, accountCode: "AC1900", accountName: "Shirin" }), picture: null, signature: null };
    const replies = { "POST /api/accounts": { status: 201, body: shirin } };
    const { user, field } = await stageExchange(replies, { user: { role: "user" } });
    for (const side of ["Purchase Account", "Selling Account"]) {
      await user.click(field(side));
      expect(await screen.findByRole("option", { name: /Cash at Shop/ }), side).toBeDefined();
      await user.paste("Shirin");
      await user.click(await screen.findByRole("option", { name: "New customer “Shirin”" }));
      const dialog = within(await screen.findByRole("dialog", { name: "New Customer" }));
      await user.click(dialog.getByRole("button", { name: "Save" }));
      await waitFor(() => expect(field(side).value).toBe("AC1900 - Shirin"));
    }
  });

  it("keeps everything after a failure and retries with the same key", async () => {
    let away = true;
    const { user, field, sent } = await stageDeal(fiveHundred, {
      "POST /api/transactions": () => (away ? "no answer" : recordedExchange),
    });
    await user.click(save());
    expect((await screen.findAllByText("It is not known whether this was saved")).length).toBeGreaterThan(0);
    expect(field("Selling Amount").value).toBe("35,000.00");
    expect(field("Exchange Rate").value).toBe("70");
    away = false;
    await user.click(save());
    expect(await screen.findByText("Exchange transaction created successfully")).toBeDefined();
    expect(sent().map(({ idempotencyKey }) => idempotencyKey)).toEqual([sent()[0]?.idempotencyKey, sent()[0]?.idempotencyKey]);
  });

  it("shows the server's reason, also in its toast, and marks the field it names", async () => {
    const message = "The account 1004 - Karim is suspended; it takes no postings";
    const issues = [{ path: "inAccountId", message }];
    const answers = [
      { status: 409, body: { message, code: "conflict", requestId: "r-9", issues } },
      refusal(400, "invalid", "The day is closed"),
    ];
    const { user, field } = await stageDeal(fiveHundred, {
      "POST /api/transactions": () => answers.shift() ?? recordedExchange,
    });
    await user.click(save());
    await waitFor(() => expect(screen.getAllByText(message).length).toBeGreaterThan(1));
    expect(document.activeElement).toBe(field("Selling Account"));
    await user.click(save());
    await waitFor(() => expect(screen.getAllByText("The day is closed").length).toBeGreaterThan(1));
  });
});

describe("the two amounts of the Exchange page", () => {
  it("are computed from each other, whichever was typed last", async () => {
    const { field, fill } = await stageDeal();
    fill("Exchange Rate", "69.80");
    fill("Purchase Amount", "500");
    expect(field("Selling Amount").value).toBe("34,900.00");
    expect(sellingPanel().getByText("Computed at the rate")).toBeDefined();
    expect(sellingPanel().getByLabelText<HTMLInputElement>("Amount in Words").value).toBe("Thirty Four Thousand Nine Hundred");
    fill("Selling Amount", "6980");
    expect(field("Purchase Amount").value).toBe("100.00");
    expect(purchasePanel().getByText("Computed at the rate")).toBeDefined();
    fill("Exchange Rate", "");
    expect(field("Purchase Amount").value).toBe("");
  });

  it("that cannot meet are not sent; each way out leads to a deal", async () => {
    const { user, field, sent, fill } = await stageDeal({ rate: "69.80" });
    fill("Selling Amount", "35000");
    expect(screen.getByText("At 69.80, 501.43 USD make 34,999.81 AFN, not 35,000.00 AFN.")).toBeDefined();
    await user.click(save());
    expect(screen.getByText("At this rate the selling amount is 34,999.81 AFN")).toBeDefined();
    expect(document.activeElement).toBe(field("Selling Amount"));
    expect(sent()).toHaveLength(0);
    await user.click(screen.getByRole("button", { name: "501.44 USD for 35,000.51 AFN" }));
    expect([field("Purchase Amount").value, field("Selling Amount").value]).toEqual(["501.44", "35,000.51"]);
    expect(screen.queryByText("These amounts do not meet")).toBeNull();
    expect(document.activeElement).toBe(field("Exchange Rate"));
    fill("Selling Amount", "35000");
    await user.click(screen.getByRole("button", { name: "Both as they are, at 69.80037" }));
    expect(field("Exchange Rate").value).toBe("69.80037");
    expect([field("Purchase Amount").value, field("Selling Amount").value]).toEqual(["501.43", "35000"]);
    await user.click(save());
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.body).toMatchObject({ dAmount: "501.43", cAmount: "35000", exRate: "69.80037" });
  });
});

describe("what the Exchange page says beforehand", () => {
  it("is the deal as a sentence, the balances and the position of the house; the accounts stand there by code or by name", async () => {
    const { user, field, fill } = await stageDeal();
    fill("Purchase Amount", "500");
    fill("Exchange Rate", "69.80");
    expect(screen.getByText("You buy 500.00 USD at 69.80 and pay 34,900.00 AFN.")).toBeDefined();
    expect(await screen.findByText("You will be long 1,250.00 USD")).toBeDefined();
    expect(screen.getByText("now long 750.00 USD")).toBeDefined();
    expect(screen.getByText("You will be short 34,900.00 AFN")).toBeDefined();
    expect(screen.getByText("now even in AFN")).toBeDefined();
    expect(await screen.findByRole("row", { name: /2002 - Farid.*1,000\.00 USD.*500\.00 USD/ })).toBeDefined();
    expect(await screen.findByRole("row", { name: /1004 - Karim.*0\.00 AFN.*34,900\.00 AFN/ })).toBeDefined();
    await user.click(screen.getByRole("radio", { name: "Name" }));
    expect(field("Purchase Account").value).toBe("Farid - 2002");
    expect(field("Selling Account").value).toBe("Karim - 1004");
  });
});

describe("leaving the Exchange page", () => {
  it("asks first when something was typed; New begins again", async () => {
    const { user, field, router } = await stageExchange();
    await chooseAccount(user, "Purchase Account", "2002");
    await user.click(screen.getByRole("button", { name: "Close" }));
    expect(await screen.findByText("Leave without saving?")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Keep editing" }));
    await waitFor(() => expect(screen.queryByText("Leave without saving?")).toBeNull());
    expect(field("Purchase Account").value).toBe("2002 - Farid");
    await user.click(screen.getByRole("button", { name: "New" }));
    expect(field("Purchase Account").value).toBe("");
    expect(document.activeElement).toBe(field("Purchase Account"));
    await user.click(screen.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/dashboard"));
  });
});

describe("the keyboard on the Exchange page", () => {
  it("is enough: both sides, then the rate, then Ctrl+Enter", async () => {
    const { user, field, sent } = await stageExchange();
    await waitFor(() => expect(document.activeElement).toBe(field("Purchase Account")));
    await user.keyboard("2002{Enter}");
    await waitFor(() => expect(document.activeElement).toBe(field("Purchase Amount")));
    await user.keyboard("=250*2{Enter}");
    expect(document.activeElement).toBe(field("Purchase Narrative"));
    await user.keyboard("Counter{Enter}");
    expect(document.activeElement).toBe(field("Selling Account"));
    await user.keyboard("1004{Enter}");
    await waitFor(() => expect(document.activeElement).toBe(field("Selling Amount")));
    await user.keyboard("{Enter}{Enter}");
    expect(document.activeElement).toBe(field("Exchange Rate"));
    await user.keyboard("۶۹٫۸۰{Enter}");
    expect(document.activeElement).toBe(field("Date"));
    await user.keyboard("-{Enter}");
    expect(document.activeElement).toBe(save());
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.body).toMatchObject({ dAmount: "500", cAmount: "34900.00", exRate: "69.80", transDate: "2026-03-20" });
  });
});
