import { afterAll, beforeAll, expect, test } from "vitest";

import type { Route } from "#contract/route.ts";
import { createTransaction, deleteTransaction, recoverTransaction, updateTransaction } from "#contract/transactions.ts";
import { bodies, openDesk, type Desk, type Party } from "#test/support/desk.ts";
import { currency } from "#test/support/ledger.ts";
import { overtaken } from "#test/support/overtaken.ts";
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
  const closing = ["select from close_account($1)", even.party.id] as const;
  const answer = await overtaken(desk.server.database, closing, () => desk.admin.send(...requestOf(even)));
  expect(answer.json()).toMatchObject({ code: "conflict", message: expect.stringContaining("is closed") });
  expect(answer.statusCode).toBe(409);
  expect(await desk.balances(even.party.id)).toEqual({ USD: "0.00" });
});
