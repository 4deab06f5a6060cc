import { afterAll, beforeAll, expect, test } from "vitest";

import { searchTransactions } from "#contract/transactions.ts";
import { bodies, openDesk, type Desk, type Party } from "#test/support/desk.ts";
import { currency } from "#test/support/ledger.ts";

import { startFilingNarratives } from "./file-narratives.ts";

let desk: Desk;
let farid: Party;
let zahra: Party;
beforeAll(async () => {
  desk = await openDesk();
  [farid, zahra] = [await desk.open(currency.USD), await desk.open(currency.USD)];
});
afterAll(() => desk.closeInBalance());

/** Pages of narratives that wait, before this call sorts them in. */
async function waitingPages(): Promise<number> {
  const { rows } = await desk.server.app.deps.pool.query<{ pages: string }>("select file_narratives() as pages");
  return Number.parseInt(rows[0]?.pages ?? "", 10);
}

test("a posting leaves its narrative to be sorted in, and a round of the job does that", async () => {
  await desk.post(bodies.transfer(farid, zahra, "5"));
  expect(await waitingPages()).toBeGreaterThan(0);

  await desk.post(bodies.transfer(farid, zahra, "6"));
  await startFilingNarratives(desk.server.app.deps)();
  expect(await waitingPages()).toBe(0);
});

test("a narrative is found before it is sorted in, and after", async () => {
  const { id } = await desk.post({ ...bodies.transfer(farid, zahra, "7"), transDescription: "For saffron from Herat" });
  const found = async () => (await desk.admin.ok(searchTransactions, { query: { narrative: "saffron" } })).map((row) => row.id);
  expect(await found()).toEqual([id]);
  await startFilingNarratives(desk.server.app.deps)();
  expect(await found()).toEqual([id]);
});
