import { randomUUIDv7 } from "node:crypto";

import { loadWith, type LoadRequest, type LoadRound } from "./load.ts";
import type { BenchOffice } from "./office.ts";

const usd = 2;

/** Posts Transfers through HTTP, signed in, each with a key of its own as the pages make them, with that many in flight. Only what is answered by 201 counts. */
export async function postTransfers(
  office: BenchOffice,
  load: { readonly inFlight: number; readonly seconds: number; readonly accountIds: readonly number[] },
): Promise<LoadRound> {
  const nextTransfer = (): LoadRequest => ({
    method: "POST",
    path: "/api/transactions",
    headers: { "content-type": "application/json", cookie: office.cookie, "idempotency-key": randomUUIDv7() },
    body: bodyBetween(load.accountIds),
  });
  return loadWith(nextTransfer, { url: office.url, inFlight: load.inFlight, seconds: load.seconds, expectedStatus: 201 });
}

/** A transfer of the bench: between two of the accounts, with words as people write them. */
function bodyBetween(accountIds: readonly number[]): string {
  const { from, to, amount } = drawn(accountIds);
  return JSON.stringify({
    transType: "Transfer",
    outAccountId: from,
    inAccountId: to,
    currencyId: usd,
    dAmount: amount,
    transDescription: "By telephone, for goods from Kandahar",
  });
}

/** Two of the accounts, and an amount. */
export function drawn(accountIds: readonly number[]): { readonly from: number; readonly to: number; readonly amount: string } {
  const from = Math.floor(Math.random() * accountIds.length);
  const to = (from + 1 + Math.floor(Math.random() * (accountIds.length - 1))) % accountIds.length;
  return { from: accountIds[from] ?? 0, to: accountIds[to] ?? 0, amount: `${String(1 + Math.floor(Math.random() * 5_000))}.50` };
}
