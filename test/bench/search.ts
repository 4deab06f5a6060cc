import { crowd } from "#test/support/many-transactions.ts";

import { ask, gets } from "./asked.ts";
import { size, type LargeOffice } from "./large-office.ts";
import type { Row } from "./rows.ts";

const goalMs = 50;
const pageSize = 50;

type Filters = Readonly<Record<string, string>>;

const busiest = String(crowd.first);
const busy = String(crowd.first + 700);
const quiet = String(crowd.first + 9_000);

/** A row of the table: what is in very many rows, in some, in few and in none, by turns. */
const rows: Readonly<Record<string, readonly Filters[]>> = {
  "no filter": [{}],
  type: [{ transType: "Transfer" }, { transType: "Exchange" }, { transType: "Hawala" }],
  reference: [{ referenceId: "1234567" }, { referenceId: "7" }, { referenceId: "4711" }, { referenceId: "2000000000" }],
  account: [{ accountId: "11" }, { accountId: busiest }, { accountId: busy }, { accountId: quiet }, { accountId: "77" }],
  "narrative, words": [
    { narrative: "telephone" },
    { narrative: "کرایه" },
    { narrative: "carpet cloth" },
    { narrative: "1234567" },
    { narrative: "zqwxy" },
  ],
  "narrative, one or two letters": [{ narrative: "a" }, { narrative: "نق" }, { narrative: "gu" }, { narrative: "7" }],
  "narrative, two letters that are in few": [{ narrative: "ok" }],
  "narrative, two letters that are nowhere": [{ narrative: "zq" }],
  "narrative, a letter that is in few or nowhere": [{ narrative: "x" }, { narrative: "ж" }],
  amount: [{ amount: "1,000" }, { amount: "500" }, { amount: "123.45" }, { amount: "0.07" }],
  date: [{ transactionDate: "2025-08-01" }, { transactionDate: "2023-02-10" }, { transactionDate: "2001-01-01" }],
  "two filters": [
    { accountId: "11", transType: "Transfer" },
    { accountId: busiest, narrative: "telephone" },
    { transType: "Exchange", amount: "1000" },
    { accountId: quiet, transType: "Transfer" },
    { transactionDate: "2024-05-05", narrative: "rent" },
  ],
  "three filters": [
    { accountId: "11", transType: "Credit", narrative: "rent" },
    { accountId: "11", amount: "1000", narrative: "carpet cloth" },
    { accountId: busiest, transType: "Exchange", amount: "1000" },
    { accountId: busiest, transactionDate: "2024-05-05", narrative: "tea" },
    { accountId: quiet, transType: "Transfer", narrative: "rent" },
    { accountId: busy, amount: "123.45", narrative: "rent" },
    { transType: "Transfer", amount: "1000", narrative: "telephone" },
    { transactionDate: "2024-05-05", transType: "Debit", narrative: "rent" },
    { referenceId: "7", transType: "Credit", accountId: "11" },
  ],
};

const lists = {
  search: { path: "/api/transactions/search", middle: "2024-06-01_1000000" },
  deleted: { path: "/api/deleted-transactions", middle: "2024-06-01T00:00:00Z_1000000" },
} as const;

/** Searches an office of 2,000,000 entries: first pages, and pages from the middle. */
export async function measureSearch({ url, cookie }: LargeOffice): Promise<readonly Row[]> {
  const measured: Row[] = [];
  for (const list of ["search", "deleted"] as const)
    for (const [name, filters] of Object.entries(rows))
      measured.push(
        await ask(url, {
          name: `${list}: ${name}, ${size.transactions.toLocaleString("en-US")} entries`,
          requests: gets(cookie, addresses(list, filters)),
          goalMs,
        }),
      );
  return measured;
}

function addresses(list: keyof typeof lists, filters: readonly Filters[]): readonly string[] {
  const { path, middle } = lists[list];
  return filters.flatMap((one) =>
    [{}, { cursor: middle }].map(
      (place) => `${path}?${new URLSearchParams({ ...one, ...place, limit: String(pageSize) }).toString()}`,
    ),
  );
}
