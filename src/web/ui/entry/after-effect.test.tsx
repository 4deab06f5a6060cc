import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it } from "vitest";

import { amountFrom } from "#kernel/amount.ts";
import { moneyMoved } from "#web/lib/query.ts";
import { expectAlone } from "#web/testing/own-direction.ts";
import { refusal, replying, type Said } from "#web/testing/replies.ts";
import { stage } from "#web/testing/stage.tsx";

import { AfterEffect } from "./after-effect.tsx";
import type { Movement } from "./balance-effect.ts";

const money = { currencyId: 2, currency: "USD", amount: amountFrom("1500.00") };
const debit: Movement = { accountId: 101, accountType: "customer", account: "2002 - Farid", side: "debited", ...money };
const credit: Movement = { accountId: 11, accountType: "company", account: "CASH - Cash at Shop", side: "credited", ...money };

const dollars = (balance: string) => ({ body: [{ currencyId: 2, currency: "USD", symbol: "$", balance }] });

describe("the after-effect", () => {
  it("shows each balance now and afterwards and warns where one falls below zero", async () => {
    replying({ "GET /api/accounts/101/balances": dollars("1000.00"), "GET /api/accounts/11/balances": dollars("20000.00") });
    await stage(<AfterEffect movements={[debit, credit]} />);
    const customer = await screen.findByRole("row", { name: /2002 - Farid.*goes below zero.*1,000\.00 USD.*minus 500\.00 USD/ });
    expect(within(customer).getByText("goes below zero")).toBeDefined();
    // Or a code of figures would change sides with its name where the page is read from the right, and one with letters would not.
    expectAlone(within(customer).getByText("2002 - Farid"));
    const cash = screen.getByRole("row", { name: /Cash at Shop.*20,000\.00 USD.*18,500\.00 USD/ });
    expect(within(cash).queryByText("goes below zero")).toBeNull();
  });

  it("tells those who hear it, once it stands still, which account falls below zero, in a place that was there before", async () => {
    replying({ "GET /api/accounts/101/balances": dollars("1000.00"), "GET /api/accounts/11/balances": dollars("20000.00") });
    function Preview() {
      const [movements, setMovements] = useState<readonly Movement[]>([]);
      return (
        <>
          <AfterEffect movements={movements} />
          <button type="button" onClick={() => setMovements((before) => (before.length === 0 ? [debit, credit] : [credit]))}>
            On
          </button>
        </>
      );
    }
    await stage(<Preview />);
    const user = userEvent.setup({ delay: null });
    const region = screen.getByRole("status");
    expect(region.textContent).toBe("");
    await user.click(screen.getByRole("button", { name: "On" }));
    await waitFor(() => expect(region.textContent).toBe("2002 - Farid goes below zero in USD."));
    expect(screen.getByRole("status")).toBe(region);
    await user.click(screen.getByRole("button", { name: "On" }));
    await waitFor(() => expect(region.textContent).toBe(""));
  });

  it("says what to do while nothing is chosen, and asks nothing of the server", async () => {
    const fetched = replying({});
    await stage(<AfterEffect movements={[]} />);
    expect(screen.getByText("Choose an account and type the amount to see what changes.")).toBeDefined();
    expect(fetched).not.toHaveBeenCalled();
  });

  it("offers to try again when a balance cannot be loaded", async () => {
    let away = true;
    replying({
      "GET /api/accounts/101/balances": () => (away ? refusal(503, "unavailable", "The database is away") : dollars("5.00")),
    });
    await stage(<AfterEffect movements={[debit]} />);
    expect((await screen.findByRole("alert")).textContent).toContain("The balances could not be loaded.");
    away = false;
    await userEvent.setup({ delay: null }).click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByRole("row", { name: /2002 - Farid.*5\.00 USD/ })).toBeDefined();
  });

  it("keeps balances that cannot be read again, says that they may be old, and reads all of them again on Retry", async () => {
    let said: Record<"farid" | "cash", Said> = { farid: dollars("1000.00"), cash: dollars("20000.00") };
    replying({ "GET /api/accounts/101/balances": () => said.farid, "GET /api/accounts/11/balances": () => said.cash });
    const { client } = await stage(<AfterEffect movements={[debit, credit]} />);
    await screen.findByRole("row", { name: /Cash at Shop.*20,000\.00 USD/ });
    expect(screen.queryByRole("alert")).toBeNull();
    said = { farid: refusal(500, "internal", "Something went wrong"), cash: "no answer" };
    await act(() => moneyMoved(client));
    const notice = await screen.findByRole("alert", { name: "These figures may be old: they could not be read again." });
    expect(notice.textContent).toContain("Something went wrong");
    expect(screen.getByRole("row", { name: /2002 - Farid.*1,000\.00 USD/ })).toBeDefined();
    said = { farid: dollars("700.00"), cash: dollars("18000.00") };
    await userEvent.setup({ delay: null }).click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByRole("row", { name: /2002 - Farid.*700\.00 USD/ })).toBeDefined();
    expect(await screen.findByRole("row", { name: /Cash at Shop.*18,000\.00 USD/ })).toBeDefined();
    expect(screen.queryByRole("alert")).toBeNull();
  });
});
