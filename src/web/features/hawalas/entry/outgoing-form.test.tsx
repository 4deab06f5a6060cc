import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";

import { chooseAccount, london, maryam, stageOutgoing } from "#web/testing/hawala-entry.tsx";
import { readBefore, shownOfMoney } from "#web/testing/read-before.ts";
import { knowAccount } from "#web/ui/account/account-search.ts";

const summary = () => within(screen.getByRole("region", { name: "Summary" }));

describe("an outgoing hawala", () => {
  it("starts on the sender account, in dollars at 1, without commission, today; says what is missing and focuses the first", async () => {
    const { press, field, sent } = await stageOutgoing();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("combobox", { name: /^Sender Account/ })));
    expect(field("Currency").value).toBe("2");
    expect(field("Converted Currency").value).toBe("2");
    expect(field("Exchange Rate").value).toBe("1.00");
    expect(field("Exchange Rate").readOnly).toBe(true);
    expect(field("Commission").value).toBe("0.00");
    expect(field("Transaction Date").value).toBe("2026-03-21");
    expect(screen.getByText("Once it is complete, the hawala is read back here.")).toBeDefined();
    await press("Save");
    for (const text of ["Sender name is required", "Receiver name is required", "Amount is required"])
      expect(screen.getByText(text)).toBeDefined();
    expect(document.activeElement).toBe(field("Sender Name"));
    expect(sent()).toHaveLength(0);
  });

  it("asks for the currencies and the rate where they are missing", async () => {
    const { field, fill, fillAll, press, sent } = await stageOutgoing();
    fillAll();
    fireEvent.change(field("Currency"), { target: { value: "" } });
    fireEvent.change(field("Converted Currency"), { target: { value: "" } });
    await press("Save");
    expect(screen.getAllByText("Currency is required")).toHaveLength(2);
    expect(screen.getByText("Exchange rate is required")).toBeDefined();
    fill("Transaction Date", "2026-02-30");
    expect(screen.getByText("Give the date as YYYY-MM-DD, a day that exists")).toBeDefined();
    expect(sent()).toHaveLength(0);
  });

  it("takes the rate from the board and computes the converted amount while it is typed; what is emptied stands by itself again", async () => {
    const { user, field, fill, fillAll } = await stageOutgoing();
    fillAll();
    await user.selectOptions(field("Converted Currency"), "AFN - Afghan Afghani");
    expect(field("Exchange Rate").value).toBe("70.00");
    expect(screen.getByText("AFN for 1 USD, by the board")).toBeDefined();
    expect(field("Converted Amount").value).toBe("34,995.00");
    fill("Exchange Rate", "69.8");
    expect(field("Converted Amount").value).toBe("34,895.00");
    await user.clear(field("Exchange Rate"));
    await user.tab();
    expect(field("Exchange Rate").value).toBe("70.00");
    await user.clear(field("Commission"));
    await user.tab();
    expect(field("Commission").value).toBe("0.00");
  });

  it("takes no rate along that was typed for other currencies", async () => {
    const { user, field, fill, fillAll } = await stageOutgoing();
    fillAll();
    await user.selectOptions(field("Converted Currency"), "AFN - Afghan Afghani");
    fill("Exchange Rate", "69.8");
    await user.selectOptions(field("Currency"), "PKR - Pakistani Rupee");
    expect(field("Exchange Rate").value).toBe("0.25");
    fill("Exchange Rate", "0.26");
    await user.selectOptions(field("Converted Currency"), "USD - US Dollar");
    expect(field("Exchange Rate").value).toBe("0.00357143");
    fill("Exchange Rate", "0.0036");
    await chooseAccount(user, "Sender Account", "1005");
    expect(field("Exchange Rate").value).toBe("0.01428571");
    expect(field("Converted Amount").value).toBe("2.14");
  });

  it("computes what has to be paid when the receiver's amount is typed", async () => {
    const { user, field, fill, fillAll } = await stageOutgoing();
    fillAll();
    await user.selectOptions(field("Currency"), "AFN - Afghan Afghani");
    fill("Converted Amount", "1000");
    expect(field("Amount").value).toBe("70,350.02");
    expect(screen.getByText("What the sender has to pay")).toBeDefined();
    await user.clear(field("Amount"));
    await user.tab();
    expect(field("Amount").value).toBe("70,350.02");
    fill("Amount", "7000");
    expect(field("Converted Amount").value).toBe("95.00");
    await user.clear(field("Converted Amount"));
    await user.tab();
    expect(field("Converted Amount").value).toBe("95.00");
  });

  it("reads the deal back in figures, words and a sentence, and shows what it does to the balances", async () => {
    const { user, fillAll } = await stageOutgoing();
    fillAll();
    // Until a partner is assigned it stands on Hawala in Transit.
    expect(screen.getByText("Without one it stands on Hawala in Transit until a partner is assigned")).toBeDefined();
    expect(summary().getByText("no partner assigned yet")).toBeDefined();
    expect(summary().getByText(/and owe Hawala in Transit \$495\.00 USD for Zahra\./)).toBeDefined();
    await chooseAccount(user, "Partner Account", "2001");
    expect(
      summary().getByText("You take $500.00 USD from Farid in cash and owe 2001 - London Office $495.00 USD for Zahra."),
    ).toBeDefined();
    expect(summary().getByText("Five Hundred USD")).toBeDefined();
    expect(summary().getByText("Four Hundred Ninety Five USD")).toBeDefined();
    expect(await screen.findByRole("row", { name: /^CASH - Cash at Shop 5,000\.00 USD 5,500\.00 USD/ })).toBeDefined();
    expect(screen.getByRole("row", { name: /^2001 - London Office 0\.00 USD 495\.00 USD/ })).toBeDefined();
  });

  it("offers hawala partners alone as partners, and says at its field that an account takes no postings any more", async () => {
    const { user, client } = await stageOutgoing();
    await user.click(screen.getByRole("combobox", { name: /^Partner Account/ }));
    const list = within(await screen.findByRole("listbox", { name: "Accounts" }));
    expect(await list.findByRole("option", { name: /London Office/ })).toBeDefined();
    expect(list.queryByRole("option", { name: /Farid/ })).toBeNull();
    await chooseAccount(user, "Partner Account", "2001");
    await chooseAccount(user, "Sender Account", "1005");
    knowAccount(client, { ...london, accountStatus: "suspended" });
    knowAccount(client, { ...maryam, accountStatus: "inactive" });
    await screen.findByText("2001 - London Office is suspended.");
    await screen.findByText("1005 - Maryam Noori is inactive.");
  });

  it("takes name, phone and currency from the sender's account, and keeps what was typed", async () => {
    const { user, field, fill, press } = await stageOutgoing();
    await chooseAccount(user, "Sender Account", "1005");
    expect(field("Sender Name").value).toBe("Maryam Noori");
    expect(field("Sender Phone").value).toBe("0700 55");
    expect(field("Currency").value).toBe("1");
    fill("Sender Phone", "0799 1");
    await press("Clear");
    expect(field("Sender Name").value).toBe("");
    expect(field("Sender Phone").value).toBe("0799 1");
    fill("Receiver Name", "A cousin of Maryam");
    await chooseAccount(user, "Receiver Account", "1005");
    expect(field("Receiver Name").value).toBe("A cousin of Maryam");
    expect(field("Receiver Phone").value).toBe("0700 55");
  });

  it("leaves nothing of an account that was chosen before another, though that was corrected meanwhile", async () => {
    const { user, client, field } = await stageOutgoing();
    await chooseAccount(user, "Sender Account", "1005");
    await waitFor(() => expect([field("Sender Name").value, field("Sender Phone").value]).toEqual(["Maryam Noori", "0700 55"]));
    act(() => knowAccount(client, { ...maryam, accountName: "Mariam", phone: "0700 56" }));
    const account = screen.getByRole<HTMLInputElement>("combobox", { name: /^Sender Account/ });
    await waitFor(() => expect(account.value).toContain("Mariam"));
    await chooseAccount(user, "Sender Account", "2002");
    await waitFor(() => expect(account.value).toContain("Farid"));
    expect([field("Sender Name").value, field("Sender Phone").value]).toEqual(["Farid", ""]);
  });

  it("sends empty optional fields as null, once, and shows the issued number, to be copied, over a form that stands ready again", async () => {
    const { client, user, field, fill, fillAll, sent } = await stageOutgoing();
    const stale = readBefore(client);
    fillAll();
    fill("Transaction Date", "2026-03-20");
    await user.dblClick(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Hawala transaction created successfully")).toBeDefined();
    expect(stale()).toEqual(shownOfMoney);
    expect(sent()).toHaveLength(1);
    expect(sent()[0]?.body).toEqual({
      direction: "outgoing",
      senderAccountId: null,
      senderName: "Farid",
      senderPhone: null,
      senderLocation: null,
      receiverAccountId: null,
      receiverName: "Zahra",
      receiverPhone: null,
      receiverLocation: null,
      partnerAccountId: null,
      amount: "500",
      currency: "USD",
      exchangeRate: "1.00",
      convertedAmount: "495.00",
      convertedCurrency: "USD",
      commission: "5",
      notes: null,
      transactionDate: "2026-03-20",
    });
    const issued = within(screen.getByRole("group", { name: "Hawala number issued" }));
    expect(issued.getByText("HWL1001")).toBeDefined();
    expect(issued.getByText("$495.00 USD for Zahra")).toBeDefined();
    expect(issued.getByRole("link", { name: "Open HWL1001" }).getAttribute("href")).toBe(
      "/transactions/pass-hawala?selected=7&direction=outgoing",
    );
    expect(field("Amount").value).toBe("");
    expect(field("Commission").value).toBe("0.00");
    expect(field("Transaction Date").value).toBe("2026-03-20");
    expect(document.activeElement).toBe(screen.getByRole("combobox", { name: /^Sender Account/ }));
    expect(screen.queryByText("Sender name is required")).toBeNull();
    const written = vi.spyOn(navigator.clipboard, "writeText");
    await user.click(issued.getByRole("button", { name: "Copy number" }));
    expect(written).toHaveBeenCalledWith("HWL1001");
    expect(await issued.findByRole("button", { name: "Copied" })).toBeDefined();
    // The browser may refuse.
    written.mockRejectedValue(new Error("not allowed"));
    Object.assign(document, { execCommand: () => false });
    await user.click(issued.getByRole("button", { name: "Copied" }));
    expect(await screen.findByText("The browser does not allow copying. Select the number and copy it.")).toBeDefined();
    await user.click(issued.getByRole("button", { name: "Dismiss" }));
    expect(screen.queryByText("Hawala number issued")).toBeNull();
  });
});
