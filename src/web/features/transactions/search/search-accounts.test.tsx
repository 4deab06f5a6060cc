import { screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { overShortAccountId } from "#kernel/id.ts";
import { stage } from "#web/testing/stage.tsx";

import { AccountLink } from "./search-accounts.tsx";

const sides = {
  outAccountId: 11,
  outAccountCode: "11",
  outAccountName: "Cash at Shop",
  inAccountId: overShortAccountId,
  inAccountCode: "OVERSHORT",
  inAccountName: "Cash Over and Short",
};

it.each([11, 101])(
  "opens what was the cash of an entry also while account %i is, and no account of the house",
  async (cashAccountId) => {
    const both = (
      <>
        <AccountLink sides={sides} side="out" />
        <AccountLink sides={sides} side="in" />
      </>
    );
    await stage(both, { office: { cashAccountId } });
    const links = screen.getAllByRole("link").map((link) => [link.getAttribute("aria-label"), link.getAttribute("href")]);
    expect(links).toEqual([["11 - Cash at Shop", "/accounts/view/11"]]);
    expect(screen.getByText("Cash Over and Short")).toBeDefined();
  },
);
