import { randomUUID } from "node:crypto";

import autocannon from "autocannon";

import type { BenchOffice } from "./office.ts";

/** What a round of postings through HTTP gave. */
export interface PostingRound {
  readonly perSecond: number;
  readonly medianMs: number;
  readonly p99Ms: number;
}

const usd = 2;

/** Posts Transfers through HTTP, signed in, each with a key of its own, with that many in flight. Every answer must be 201. */
export async function postTransfers(
  office: BenchOffice,
  load: { readonly inFlight: number; readonly seconds: number; readonly accountIds: readonly number[] },
): Promise<PostingRound> {
  const result = await autocannon({
    url: `${office.url}/api/transactions`,
    connections: load.inFlight,
    duration: load.seconds,
    requests: [
      {
        method: "POST",
        setupRequest: (request) => ({
          ...request,
          headers: { "content-type": "application/json", cookie: office.cookie, "idempotency-key": randomUUID() },
          body: bodyBetween(load.accountIds),
        }),
      },
    ],
  });
  const created = result["2xx"];
  if (created === 0 || result.non2xx > 0 || result.errors > 0) {
    throw new Error(
      `postings failed: ${String(created)} created, ${String(result.non2xx)} refused, ${String(result.errors)} errors`,
    );
  }
  return { perSecond: created / result.duration, medianMs: result.latency.p50, p99Ms: result.latency.p99 };
}

function bodyBetween(accountIds: readonly number[]): string {
  const from = Math.floor(Math.random() * accountIds.length);
  const to = (from + 1 + Math.floor(Math.random() * (accountIds.length - 1))) % accountIds.length;
  return JSON.stringify({
    transType: "Transfer",
    outAccountId: accountIds[from],
    inAccountId: accountIds[to],
    currencyId: usd,
    dAmount: `${String(1 + Math.floor(Math.random() * 5_000))}.50`,
    transDescription: "By telephone, for goods from Kandahar",
  });
}
