import { QueryObserver, type QueryClient } from "@tanstack/react-query";
import { describe, expect, it, onTestFinished, test, vi } from "vitest";

import { accountBalances } from "#contract/accounts.ts";
import type { Topic } from "#contract/events.ts";
import { listUsers } from "#contract/users.ts";
import { accountStored } from "#web/features/accounts/queries.ts";
import { currenciesStored } from "#web/features/currencies/queries.ts";
import { secondFactorStored } from "#web/features/profile/queries.ts";
import { settingsStored } from "#web/features/settings/queries.ts";
import { usersStored } from "#web/features/users/queries.ts";
import { replying } from "#web/testing/replies.ts";
import { accountRow } from "#web/testing/rows.ts";

import { moneyMoved, newQueryClient, nounsChanged, nounsOf, queryKeys, read } from "./query.ts";

/** A list on screen whose first reading was answered before a write, and comes after it. */
async function readAcross(write: (client: QueryClient) => unknown) {
  const first = Promise.withResolvers<void>();
  let asked = 0;
  replying({
    "GET /api/users": async () => {
      asked += 1;
      if (asked > 1) return { body: ["after the write"] };
      await first.promise;
      return { body: ["before the write"] };
    },
  });
  const client = newQueryClient();
  const list = new QueryObserver(client, read(listUsers));
  onTestFinished(list.subscribe(() => undefined));
  await vi.waitFor(() => expect(asked).toBe(1));
  write(client);
  first.resolve();
  await vi.waitFor(() => expect(list.getCurrentResult().data).toEqual(["after the write"]));
}

test("what a write changed is read again, also where its first reading was under way", async () => {
  await readAcross((client) => nounsChanged(client, ["users"]));
});

test("a user who was stored is in the list that was being read meanwhile", async () => {
  await readAcross(usersStored);
});

test("a currency that was added or deleted makes stale what the cash account holds: each that there is", () => {
  const client = newQueryClient();
  const held = queryKeys.of(accountBalances, { params: { id: 11 } });
  client.setQueryData(held, []);
  currenciesStored(client);
  expect(client.getQueryState(held)?.isInvalidated).toBe(true);
});

describe("what this desk has stored itself is stale wherever the live line would say so of another desk", () => {
  it.each<[string, Topic, (client: QueryClient) => void]>([
    ["an account", "accounts", (client) => accountStored(client, { ...accountRow({ id: 102 }), picture: null, signature: null })],
    ["a currency", "currencies", currenciesStored],
    ["the settings", "settings", settingsStored],
    ["a user", "users", usersStored],
    ["one's second step", "users", secondFactorStored],
    ["a posting", "transactions", (client) => void moneyMoved(client)],
    ["a payout", "hawalas", (client) => void moneyMoved(client)],
  ])("%s", (_what, topic, stored) => {
    const client = newQueryClient();
    for (const noun of nounsOf[topic]) client.setQueryData([noun, "a list"], "from before");
    stored(client);
    const fresh = nounsOf[topic].filter((noun) => client.getQueryState([noun, "a list"])?.isInvalidated !== true);
    expect(fresh).toEqual([]);
  });
});
