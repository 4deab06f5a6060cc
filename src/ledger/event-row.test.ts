import { expect, test } from "vitest";

import { amountFrom } from "#kernel/amount.ts";
import { rateOfOne } from "#kernel/rate.ts";
import { usdTransfer } from "#test/support/events.ts";

import { eventRow, sentOf, type LedgerActor, type Recording } from "./event-row.ts";
import type { BusinessEvent } from "./transaction.ts";

const teller: LedgerActor = { userId: "u-1", username: "teller", isAdmin: false, ip: "10.0.0.7", requestId: "r-9" };
const posting = { debitAccountId: 101, creditAccountId: 102, currencyId: 2, amount: amountFrom("1.50") };

function recorded(event: Partial<BusinessEvent> = {}, more: Partial<Recording> = {}): Recording {
  return {
    event: { ...usdTransfer(101, 102, "1.50"), counterNarrative: "Received", ...event },
    postings: [posting],
    actor: teller,
    idempotency: undefined,
    ...more,
  };
}

test("an event reaches the database with all its fields, its money as text", () => {
  const idempotency = { key: "k-1", call: "POST /api/transactions", requestHash: "h-1" };
  const recording = recorded({ referenceId: 4711, hawalaId: 12 }, { idempotency });
  expect(JSON.parse(JSON.stringify(eventRow(recording, 3)))).toEqual({
    ordinal: 3,
    call: "POST /api/transactions",
    key: "k-1",
    request_hash: "h-1",
    actor_id: "u-1",
    actor: "teller",
    is_admin: false,
    ip: "10.0.0.7",
    request_id: "r-9",
    type: "Transfer",
    out_account_id: 101,
    currency_id: 2,
    d_amount: "1.50",
    in_account_id: 102,
    c_currency_id: 2,
    c_amount: "1.50",
    ex_rate: "1.00000000",
    narrative: "By telephone",
    c_narrative: "Received",
    reference_id: 4711,
    hawala_id: 12,
    postings: [[101, 102, 2, "1.50"]],
  });
});

test("without a key, a reference and a hawala the database is told of none", () => {
  const row = eventRow(recorded(), 0);
  for (const none of ["key", "call", "request_hash", "reference_id", "hawala_id"]) expect(row[none]).toBeUndefined();
});

test("who was admitted some seconds ago is named with session and role, for the database to look again; nobody else is", () => {
  const admitted = { ...teller, sessionId: 5, role: "operator" };
  expect(eventRow(recorded({}, { actor: { ...admitted, isToBeChecked: true } }), 0)).toMatchObject({
    session_id: 5,
    role: "operator",
  });
  for (const actor of [admitted, { ...admitted, isToBeChecked: false }]) {
    const row = eventRow(recorded({}, { actor }), 0);
    expect([Object.hasOwn(row, "session_id"), Object.hasOwn(row, "role")]).toEqual([false, false]);
  }
});

const sent = {
  version: 1,
  type: "Transfer",
  outAccountId: 101,
  currencyId: 2,
  dAmount: "1.50",
  inAccountId: 102,
  cCurrencyId: 2,
  cAmount: "1.50",
  exRate: "1.00000000",
  narrative: "By telephone",
  cNarrative: "Received",
  createdBy: "u-1",
  names: { "u-1": "teller" },
};

test("what is answered of a new event is what was sent, its author by name", () => {
  expect(sentOf(recorded({ rate: rateOfOne }))).toStrictEqual(sent);
  expect(sentOf(recorded({ referenceId: 4711, hawalaId: 12 }))).toEqual({ ...sent, referenceId: 4711, hawalaId: 12 });
});
