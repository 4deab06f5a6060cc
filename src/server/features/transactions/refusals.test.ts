import { afterAll, beforeAll, expect, test } from "vitest";

import type { Route } from "#contract/route.ts";
import {
  createTransaction,
  deleteTransaction,
  getTransaction,
  listTransactions,
  recoverTransaction,
  searchTransactions,
  updateTransaction,
} from "#contract/transactions.ts";
import { bodies, openDesk, stateOfBooks, type Desk, type Party } from "#test/support/desk.ts";
import { currency } from "#test/support/ledger.ts";
import type { Client, Sent } from "#test/support/server.ts";

const { transfer, debit } = bodies;

let desk: Desk;
let farid: Party;
let zahra: Party;
beforeAll(async () => {
  desk = await openDesk();
  [farid, zahra] = [await desk.open(currency.USD), await desk.open(currency.USD)];
});
afterAll(() => desk.closeInBalance());

/** One refusal of each kind that these calls know, by its code. */
const refusals: Readonly<Record<string, () => [number, Client, Route, Sent]>> = {
  invalid: () => [400, desk.admin, createTransaction, { body: transfer(farid, zahra, "1.234") }],
  not_signed_in: () => [401, desk.server.anonymous, listTransactions, {}],
  forbidden: () => [403, desk.operator, createTransaction, { body: debit(farid, "5") }],
  not_found: () => [404, desk.admin, getTransaction, { params: { id: 999_999 } }],
  conflict: () => [409, desk.admin, recoverTransaction, { params: { id: 1 } }],
  stale_version: () => [409, desk.admin, deleteTransaction, { params: { id: 1 }, headers: { "if-match": "9" } }],
  too_large: () => [413, desk.admin, createTransaction, { body: { filler: "x".repeat(70_000) } }],
  unsupported_type: () => [415, desk.admin, createTransaction, { body: {}, headers: { "content-type": "text/plain" } }],
};

test.each(Object.keys(refusals))("the refusal %s is a sentence, with its code and the id of the request", async (code) => {
  await desk.post(transfer(farid, zahra, "5"));
  const [status, client, route, sent] = refusals[code]?.() ?? [0, desk.admin, listTransactions, {}];
  const answer = await client.send(route, sent);
  expect(answer.statusCode).toBe(status);
  expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  const { issues, ...error } = answer.json<Record<string, unknown>>();
  expect(error).toEqual({ code, message: expect.stringMatching(/^[A-Z].{5,}/), requestId: answer.headers["x-request-id"] });
  if (code === "invalid") expect(issues).toEqual([{ path: "dAmount", message: error["message"] }]);
  else expect(issues).toBeUndefined();
  expect(answer.body).not.toMatch(/select|insert|\bat \/|node_modules|\.ts:/i);
});

test("a defect of the server tells nothing of its inside, changes nothing and is over when it is mended", async () => {
  const { database } = desk.server;
  const rename = (from: string, to: string) => database.asOwner(`alter function ${from} rename to ${to}`);
  const { id } = await desk.post(transfer(farid, zahra, "5"));
  const before = await stateOfBooks(desk.server);
  await rename("write_postings", "write_postings_away");
  const attempts = [
    [createTransaction, { body: transfer(farid, zahra, "5") }],
    [updateTransaction, { params: { id }, body: transfer(farid, zahra, "6") }],
    [deleteTransaction, { params: { id } }],
  ] as const;
  for (const [route, sent] of attempts) {
    const answer = await desk.admin.send(route, { ...sent, headers: { "idempotency-key": `defect-${route.method}` } });
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toMatchObject({ code: "internal", requestId: answer.headers["x-request-id"] });
    expect(answer.body).not.toMatch(/function|postings|journal|select|\.ts|sql/i);
  }
  expect(await stateOfBooks(desk.server)).toEqual(before);
  await rename("write_postings_away", "write_postings");
  for (const [route, sent] of attempts)
    await desk.admin.ok(route, { ...sent, headers: { "idempotency-key": `defect-${route.method}` } });
});

test("a request that fails midway harms none of those that were sent with it", async () => {
  const [to, poor] = [await desk.open(currency.USD), await desk.open(currency.USD)];
  await desk.server.database.asOwner(
    `alter table balances add constraint capped check (account_id <> ${String(poor.id)} or debits <= 10)`,
  );
  const sent = Array.from({ length: 40 }, (_, index) =>
    desk.admin.send(createTransaction, { body: transfer(index % 4 === 0 ? poor : farid, to, "4") }),
  );
  const statuses = (await Promise.all(sent)).map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 201)).toHaveLength(32);
  expect(statuses.filter((status) => status === 500)).toHaveLength(8);
  expect([await desk.balances(poor.id), await desk.balances(to.id)]).toEqual([{ USD: "-8.00" }, { USD: "128.00" }]);
  expect(await desk.user.ok(searchTransactions, { query: { accountId: to.id } })).toHaveLength(32);
});
