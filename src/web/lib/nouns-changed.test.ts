import { QueryObserver, type QueryClient } from "@tanstack/react-query";
import { expect, onTestFinished, test, vi } from "vitest";

import { listImportBatches } from "#contract/import-batches.ts";
import { listUsers } from "#contract/users.ts";
import { usersStored } from "#web/features/users/queries.ts";
import { replying } from "#web/testing/replies.ts";

import { moneyMoved, newQueryClient, nounsChanged, read } from "./query.ts";

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

test("money that moved makes the imports stale, which say how many of their hawalas still wait", async () => {
  const client = newQueryClient();
  const { queryKey } = read(listImportBatches);
  client.setQueryData(queryKey, []);
  await moneyMoved(client);
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
});
