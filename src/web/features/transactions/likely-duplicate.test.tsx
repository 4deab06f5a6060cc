import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";

import type { AccountType } from "#kernel/account-type.ts";
import { amountFrom } from "#kernel/amount.ts";
import { addressesOf } from "#web/testing/addresses.ts";
import { replyingOffice } from "#web/testing/office.ts";
import { stage } from "#web/testing/stage.tsx";
import type { Doubt } from "#web/ui/entry/use-entry-form.ts";

import { useLikelyDuplicate, type Posted, type PostedSide } from "./likely-duplicate.tsx";

const amount = amountFrom("250");

function side(accountId: number, where: "out" | "in", accountType: AccountType = "customer"): PostedSide {
  return { accountId, accountType, account: `Account ${String(accountId)}`, side: where, currencyId: 2, amount };
}

/** A transaction as the search gives it. */
function recorded(outAccountId: number, inAccountId: number, more: object = {}) {
  const money = { currencyId: 2, dAmount: "250.00", cCurrencyId: 2, cAmount: "250.00" };
  const made = {
    id: 7,
    transType: "Transfer",
    transDate: "2026-03-21",
    userCreated: "zahra",
    dateCreated: "2026-03-21T05:00:00Z",
  };
  return { ...made, ...money, outAccountId, inAccountId, transDescription: "By telephone", ...more };
}

/** What the sides are asked about, where the office has found these, and what it was asked for. */
async function asking(sides: readonly PostedSide[], found: readonly object[]) {
  const fetched = replyingOffice({ "GET /api/transactions/search": { body: found } });
  const answers: (Doubt | undefined)[] = [];
  function Asking() {
    const ask = useLikelyDuplicate((posted: Posted) => posted);
    return (
      <button type="button" onClick={() => void ask({ sides, date: "2026-03-21" }).then((doubt) => answers.push(doubt))}>
        Ask
      </button>
    );
  }
  const { unmount } = await stage(<Asking />);
  screen.getByRole("button", { name: "Ask" }).click();
  await waitFor(() => expect(answers).toHaveLength(1));
  unmount();
  const asked = addressesOf(fetched).filter(({ pathname }) => pathname === "/api/transactions/search");
  return { doubt: answers[0], asked: asked.map(({ searchParams }) => Object.fromEntries(searchParams)) };
}

const doubtAbout = async (sides: readonly PostedSide[], found: readonly object[]) => (await asking(sides, found)).doubt;

describe("a likely duplicate", () => {
  it.each([
    ["the same transfer", [side(102, "out"), side(103, "in")], recorded(102, 103)],
    ["one of the two customers debited alike", [side(102, "out"), side(103, "in")], recorded(102, 11)],
    ["the other one credited alike", [side(102, "out"), side(103, "in")], recorded(11, 103)],
    ["a customer beside the cash", [side(11, "out", "company"), side(103, "in")], recorded(101, 103)],
    ["the house's accounts, both of them", [side(11, "out", "company"), side(101, "in", "company")], recorded(11, 101)],
  ] as const)("is %s", async (_what, sides, found) => {
    expect((await doubtAbout(sides, [found]))?.title).toBe("This may have been entered already");
  });

  it.each([
    ["the way back", [side(102, "out"), side(103, "in")], recorded(103, 102)],
    ["another currency", [side(102, "out"), side(103, "in")], recorded(102, 103, { currencyId: 1, cCurrencyId: 1 })],
    ["another amount on this side", [side(102, "out")], recorded(102, 103, { dAmount: "3.50" })],
    ["one of the house's accounts alone", [side(11, "out", "company"), side(101, "in", "company")], recorded(11, 103)],
    ["the cash of another customer", [side(11, "out", "company"), side(103, "in")], recorded(11, 102)],
  ] as const)("is not %s", async (_what, sides, found) => {
    expect(await doubtAbout(sides, [found])).toBeUndefined();
  });

  it("is looked for on its account and its day, by its amount", async () => {
    const { asked } = await asking([side(102, "out")], []);
    expect(asked).toMatchObject([{ accountId: "102", amount: "250.00", transactionDate: "2026-03-21" }]);
  });

  it("is nothing that is missed among others", async () => {
    expect(await doubtAbout([side(102, "out")], [recorded(103, 102), recorded(102, 11)])).toBeDefined();
  });
});
