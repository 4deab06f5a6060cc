import { afterAll, beforeAll, expect, test } from "vitest";

import type { Route } from "#contract/route.ts";
import { createTransaction, deleteTransaction, recoverTransaction, updateTransaction } from "#contract/transactions.ts";
import { bodies, openDesk, type Desk, type Party } from "#test/support/desk.ts";
import { eventually } from "#test/support/eventually.ts";
import { currency } from "#test/support/ledger.ts";
import type { Sent } from "#test/support/server.ts";

const { transfer } = bodies;

let desk: Desk;
let other: Party;
let third: Party;
beforeAll(async () => {
  desk = await openDesk();
  [other, third] = [await desk.open(currency.USD), await desk.open(currency.USD)];
});
afterAll(() => desk.closeInBalance());

/** An account whose balance is zero although it has entries, one of them deleted. */
interface Even {
  readonly party: Party;
  readonly paidIn: number;
  readonly gone: number;
}

async function evenAccount(): Promise<Even> {
  const party = await desk.open(currency.USD);
  const { id: paidIn } = await desk.post(transfer(other, party, "5"));
  await desk.post(transfer(party, other, "5"));
  const { id: gone } = await desk.post(transfer(other, party, "9"));
  await desk.admin.ok(deleteTransaction, { params: { id: gone } });
  return { party, paidIn, gone };
}

/** Sends a request while the account is being closed, and lets the closing go through first. */
async function sendWhileClosing({ party }: Even, route: Route, sent: Sent) {
  const { pool } = desk.server.database;
  const closing = await pool.connect();
  try {
    await closing.query("begin");
    expect((await closing.query("select from close_account($1)", [party.id])).rowCount).toBe(0);
    // A request to the application without a port sets out only when somebody waits for it.
    const answer = desk.admin.send(route, sent).then((sentBack) => sentBack);
    await eventually("the request waits for the closing", async () => {
      const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      return (await pool.query(waiting)).rowCount === 1;
    });
    await closing.query("commit");
    return await answer;
  } finally {
    closing.release();
  }
}

const requests: Readonly<Record<string, (even: Even) => readonly [Route, Sent]>> = {
  "a posting": ({ party }) => [createTransaction, { body: transfer(other, party, "5") }],
  "the deletion of its entry": ({ paidIn }) => [deleteTransaction, { params: { id: paidIn } }],
  "the recovery of its entry": ({ gone }) => [recoverTransaction, { params: { id: gone } }],
  "an edit of its entry": ({ paidIn, party }) => [
    updateTransaction,
    { params: { id: paidIn }, body: transfer(other, party, "6") },
  ],
  "an edit that moves its entry away": ({ paidIn }) => [
    updateTransaction,
    { params: { id: paidIn }, body: transfer(other, third, "5") },
  ],
};

test.each(Object.entries(requests))("%s that meets the closing of an account comes too late", async (_name, requestOf) => {
  const even = await evenAccount();
  const answer = await sendWhileClosing(even, ...requestOf(even));
  expect(answer.json()).toMatchObject({ code: "conflict", message: expect.stringContaining("is closed") });
  expect(answer.statusCode).toBe(409);
  expect(await desk.balances(even.party.id)).toEqual({ USD: "0.00" });
});
