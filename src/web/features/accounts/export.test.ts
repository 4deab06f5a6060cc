import { afterEach, describe, expect, it, vi } from "vitest";

import "#web/i18n/setup.ts";
import { addressesOf } from "#web/testing/addresses.ts";
import { replyingOffice } from "#web/testing/office.ts";
import type { Said } from "#web/testing/replies.ts";
import { accountRow } from "#web/testing/rows.ts";

import { exportAccounts } from "./export.ts";

const written = vi.hoisted(() =>
  vi.fn<(rows: { value?: unknown }[][], options: { sheet: string }) => { toFile: (name: string) => Promise<void> }>(),
);
const saved = vi.fn<(name: string) => Promise<void>>(async () => undefined);
vi.mock("write-excel-file/browser", () => ({ default: written }));

const accounts = [
  accountRow({
    id: 201,
    accountName: "=SUM(A1)",
    phone: "+93 700",
    balances: [{ currencyId: 2, currency: "USD", symbol: "$", balance: "10.50" }],
  }),
  accountRow({ id: 202, accountName: "Zahra", balances: [{ currencyId: 1, currency: "AFN", symbol: "؋", balance: "-20.00" }] }),
];

/** Two pages of one account each, whatever is asked for. */
function twoPages(_body: unknown, { searchParams }: URL): Said {
  const second = searchParams.get("cursor") === "second";
  return {
    body: accounts.slice(second ? 1 : 0, second ? 2 : 1),
    headers: { "x-total-count": "2", ...(second ? {} : { "x-next-cursor": "second" }) },
  };
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

describe("the exported report", () => {
  it("holds every account of the search, page after page, with a column for each currency held", async () => {
    written.mockReturnValue({ toFile: saved });
    const fetched = replyingOffice({ "GET /api/accounts": twoPages });
    expect(await exportAccounts("za", "2026-03-21")).toEqual({ outcome: "saved", count: 2, file: "accounts-2026-03-21.xlsx" });
    expect(addressesOf(fetched).map(({ search }) => search)).toEqual(["?q=za&limit=5000", "?q=za&cursor=second&limit=5000"]);
    const rows = written.mock.calls[0]?.[0].map((row) => row.map((cell) => cell?.value ?? null)) ?? [];
    expect(rows[0]?.slice(-3)).toEqual(["Currency", "Balance AFN", "Balance USD"]);
    expect(rows[1]?.slice(-2)).toEqual([null, 10.5]);
    expect(rows[2]?.slice(-2)).toEqual([-20, null]);
    expect(saved).toHaveBeenCalledWith("accounts-2026-03-21.xlsx");
  });

  it("lets nothing that a person typed become a formula", async () => {
    written.mockReturnValue({ toFile: saved });
    replyingOffice({ "GET /api/accounts": twoPages });
    await exportAccounts("", "2026-03-21");
    const cells = written.mock.calls[0]?.[0][1]?.map((cell) => cell?.value) ?? [];
    expect(cells).toContain("'=SUM(A1)");
    expect(cells).toContain("'+93 700");
  });

  it("is not written for a search that matches nothing", async () => {
    replyingOffice({ "GET /api/accounts": { body: [], headers: { "x-total-count": "0" } } });
    expect(await exportAccounts("nobody", "2026-03-21")).toEqual({ outcome: "empty" });
    expect(written).not.toHaveBeenCalled();
  });

  it("is not written for more than a sheet should hold", async () => {
    replyingOffice({ "GET /api/accounts": { body: accounts, headers: { "x-total-count": "1000000", "x-next-cursor": "more" } } });
    expect(await exportAccounts("", "2026-03-21")).toEqual({ outcome: "tooLarge" });
    expect(written).not.toHaveBeenCalled();
  });
});
