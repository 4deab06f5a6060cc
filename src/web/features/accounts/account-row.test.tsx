import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";

import type { AccountRow as Row } from "#contract/accounts.ts";
import { accountRow } from "#web/testing/rows.ts";
import { stage } from "#web/testing/stage.tsx";

import { AccountRow } from "./account-row.tsx";

const held = (currencyId: number, currency: string, balance: string) => ({ currencyId, currency, symbol: "", balance });

async function row(given: Partial<Row> = {}) {
  const edited = vi.fn();
  await stage(<AccountRow account={accountRow({ id: 200, ...given })} onEdit={edited} />);
  return { edited, user: userEvent.setup({ delay: null }) };
}

describe("a row of the account list", () => {
  it.each([
    [1, "blue"],
    [2, "green"],
    [3, "orange"],
    [4, "purple"],
    [5, "grey"],
  ])("marks currency %i with a %s circle", async (currencyId, colour) => {
    await row({ currencyId });
    const circle = screen.getByRole("img", { name: `Currency id ${String(currencyId)}` });
    expect(circle.dataset["colour"]).toBe(colour);
    expect(circle.textContent).toBe(String(currencyId));
  });

  it("tells phone, father, tazkira and status of an account with a phone", async () => {
    const who = { accountName: "Farid", lastName: "Noori", phone: "0700 1", fatherName: "Karim", tazkiraNumber: "1400-7" };
    await row({ ...who, accountStatus: "suspended" });
    for (const text of ["Farid Noori", "0700 1", "Father: Karim", "Tazkira: 1400-7", "Inactive"])
      expect(screen.getByText(text)).toBeDefined();
  });

  it("tells none of that without a phone", async () => {
    await row({ fatherName: "Karim" });
    expect(screen.getByText("AC200")).toBeDefined();
    expect(screen.queryByText("Father: Karim")).toBeNull();
    expect(screen.queryByText("Active")).toBeNull();
  });

  it("leads to the account and to its editing", async () => {
    const { edited, user } = await row();
    expect(screen.getByRole("link", { name: /^View account AC200/ }).getAttribute("href")).toBe("/accounts/view/200");
    await user.click(screen.getByRole("button", { name: /^Edit account AC200/ }));
    expect(edited).toHaveBeenCalledWith(200);
  });
});

describe("the balances of a row", () => {
  const shown = () => [...document.querySelectorAll("[class*=spoken]")].map((text) => text.textContent);

  it("have a sign and a symbol, and are red below zero", async () => {
    await row({ balances: [held(2, "USD", "1234.50"), held(1, "AFN", "-20.00")] });
    expect(screen.getByText(/^\$1,234\.50/)).toBeDefined();
    expect(screen.getByText(/^-؋/).parentElement?.className).toMatch(/negative/);
    expect(screen.queryByRole("button", { name: /balances/ })).toBeNull();
  });

  it("are the own currency's and one more; the rest is one press away, and foreign zeros are left out", async () => {
    const others = [held(1, "AFN", "-20.00"), held(3, "EUR", "0.00"), held(4, "PKR", "7.00"), held(5, "GBP", "9.00")];
    const { user } = await row({ balances: [held(2, "USD", "0.00"), ...others] });
    expect(shown()).toEqual(["0.00 USD", "minus 20.00 AFN"]);
    const more = screen.getByRole("button", { name: "+2 balances of account AC200, Account 200" });
    expect([more.textContent, more.title, more.getAttribute("aria-expanded")]).toEqual(["+2", "PKR, GBP", "false"]);
    await user.click(more);
    expect(shown()).toEqual(["0.00 USD", "minus 20.00 AFN", "7.00 PKR", "9.00 GBP"]);
    expect(more.getAttribute("aria-expanded")).toBe("true");
  });
});
