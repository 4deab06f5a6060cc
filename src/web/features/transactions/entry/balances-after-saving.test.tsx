import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { replyingOffice } from "#web/testing/office.ts";
import { readBefore, shownOfMoney } from "#web/testing/read-before.ts";
import type { Said } from "#web/testing/replies.ts";
import { stage } from "#web/testing/stage.tsx";

import { CreditPage } from "./credit-page.tsx";

const held = (balance: string) => [{ currencyId: 2, currency: "USD", symbol: "$", balance }];
const touched = (accountId: number, balance: string) => ({ accountId, accountCode: "", currencyId: 2, currency: "USD", balance });

it("the next entry begins at the balances that the last one has made, before they have been read again", async () => {
  let line: Promise<void> = Promise.resolve();
  const onTheLine = (before: string) => async (): Promise<Said> => {
    await line;
    return { body: held(before) };
  };
  replyingOffice({
    "GET /api/accounts/102/balances": onTheLine("1000.00"),
    "GET /api/accounts/11/balances": onTheLine("5000.00"),
    "POST /api/transactions": { status: 201, body: { id: 1, balances: [touched(102, "1200.00"), touched(11, "5200.00")] } },
  });
  const { client } = await stage(<CreditPage />);
  await screen.findByRole("option", { name: "USD - US Dollar" });
  const user = userEvent.setup({ delay: null });
  const account = screen.getByRole<HTMLInputElement>("combobox", { name: /^Account/ });
  const fill = async (amount: string): Promise<void> => {
    await user.click(account);
    await user.keyboard("2002{Enter}");
    await waitFor(() => expect(account.value).toContain(" - "));
    await user.type(screen.getByLabelText(/^Amount \*$/), amount);
  };
  await fill("200");
  await user.type(screen.getByLabelText(/^Narrative/), "Cash");
  expect(await screen.findByRole("row", { name: /2002 - Farid.*1,000\.00 USD.*1,200\.00 USD/ })).toBeDefined();
  line = new Promise(() => undefined);
  const stale = readBefore(client);
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Credit transaction created successfully");
  expect(stale()).toEqual(shownOfMoney);
  await fill("50");
  expect(await screen.findByRole("row", { name: /2002 - Farid.*1,200\.00 USD.*1,250\.00 USD/ })).toBeDefined();
  expect(screen.getByRole("row", { name: /Cash at Shop.*5,200\.00 USD.*5,250\.00 USD/ })).toBeDefined();
});
