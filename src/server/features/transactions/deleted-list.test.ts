import { afterAll, beforeAll, expect, test } from "vitest";

import {
  createTransaction,
  deleteTransaction,
  getTransaction,
  listDeletedTransactions,
  recoverTransaction,
  updateTransaction,
} from "#contract/transactions.ts";
import { bodies, openDesk, type Desk, type Party } from "#test/support/desk.ts";
import { currency } from "#test/support/ledger.ts";

import { deletedRows, listedRows } from "./queries.ts";

const { transfer } = bodies;

let desk: Desk;
let farid: Party;
let zahra: Party;
beforeAll(async () => {
  desk = await openDesk();
  [farid, zahra] = [await desk.open(currency.USD), await desk.open(currency.USD)];
});
afterAll(() => desk.closeInBalance());

test("a deleted transaction is listed with all that it was, who deleted it, when, why and where", async () => {
  const created = await desk.user.ok(createTransaction, {
    body: transfer(farid, zahra, "12.50", { transDate: "2026-03-05", referenceId: 77, cTransDescription: "Received" }),
  });
  const { id } = created;
  const edited = await desk.operator.ok(updateTransaction, {
    params: { id },
    body: transfer(farid, zahra, "13", { transDate: "2026-03-06", referenceId: 77 }),
  });
  await desk.admin.ok(deleteTransaction, { params: { id }, body: { reason: "entered twice", formName: "Search Transactions" } });
  const [row] = await desk.user.ok(listDeletedTransactions, { query: { referenceId: id } });
  expect(row).toEqual({
    id,
    originalTransactionId: id,
    transType: "Transfer",
    transDescription: "By telephone",
    cTransDescription: "Received",
    dAmount: "13.00",
    cAmount: "13.00",
    currencyId: currency.USD,
    cCurrencyId: currency.USD,
    exRate: "1.00000000",
    outAccountId: farid.id,
    inAccountId: zahra.id,
    outAccountCode: farid.accountCode,
    outAccountName: farid.accountName,
    inAccountCode: zahra.accountCode,
    inAccountName: zahra.accountName,
    transDate: "2026-03-06",
    referenceId: 77,
    deletedDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    deletedUserId: desk.admin.userId,
    deletedBy: desk.admin.username,
    deletionReason: "entered twice",
    formName: "Search Transactions",
    originalCreatedAt: created.dateCreated,
    originalUpdatedAt: edited.dateModified,
    version: 3,
  });
  const { rows } = await desk.server.database.pool.query<{ at: Date }>(
    "select deleted_at as at from transactions where id = $1",
    [id],
  );
  expect(row?.deletedDate).toBe(rows[0]?.at.toISOString());
  const { deleted, ...shown } = await desk.user.ok(getTransaction, { params: { id } });
  expect({ deleted, userModified: shown.userModified, updatedAt: shown.updatedAt }).toEqual({
    deleted: true,
    userModified: desk.operator.username,
    updatedAt: edited.updatedAt,
  });
});

test("one that was never edited was last updated when it was created", async () => {
  const { id, dateCreated } = await desk.post(transfer(farid, zahra, "5"));
  await desk.admin.ok(deleteTransaction, { params: { id } });
  const [row] = await desk.user.ok(listDeletedTransactions, { query: { referenceId: id } });
  expect(row).toMatchObject({ originalCreatedAt: dateCreated, originalUpdatedAt: dateCreated });
});

test("the latest deletion comes first, whatever the age of the entry", async () => {
  const ids: number[] = [];
  for (const transDate of ["2026-03-01", "2026-03-09", "2026-03-05"])
    ids.push((await desk.post(transfer(farid, zahra, "5", { transDate }))).id);
  const [first = 0, second = 0, third = 0] = ids;
  for (const id of [second, first, third]) await desk.admin.ok(deleteTransaction, { params: { id } });
  const listed = async () => (await desk.user.ok(listDeletedTransactions, { query: { limit: 3 } })).map(({ id }) => id);
  expect(await listed()).toEqual([third, first, second]);
  await desk.admin.ok(recoverTransaction, { params: { id: first } });
  await desk.admin.ok(deleteTransaction, { params: { id: first }, body: { reason: "again" } });
  expect(await listed()).toEqual([first, third, second]);
});

test("a recovery forgets why it was deleted", async () => {
  const { id } = await desk.post(transfer(farid, zahra, "5"));
  await desk.admin.ok(deleteTransaction, { params: { id }, body: { reason: "wrong", formName: "Search" } });
  await desk.admin.ok(recoverTransaction, { params: { id } });
  await desk.operator.ok(deleteTransaction, { params: { id } });
  const [row] = await desk.user.ok(listDeletedTransactions, { query: { referenceId: id } });
  expect(row).toMatchObject({
    deletionReason: null,
    formName: null,
    deletedBy: desk.operator.username,
    deletedUserId: desk.operator.userId,
  });
});

test("what changes its standing while a page is read is left out of that page", async () => {
  const [stays, leaves] = [await desk.post(transfer(farid, zahra, "5")), await desk.post(transfer(farid, zahra, "6"))];
  const ids = [stays.id, leaves.id];
  const shown = async (rows: Promise<readonly { readonly id: number }[]>) => (await rows).map(({ id }) => id);
  const { db } = desk.server.database;
  expect(await shown(listedRows(db, ids))).toEqual(ids);
  expect(await shown(deletedRows(db, ids))).toEqual([]);
  for (const id of ids) await desk.admin.ok(deleteTransaction, { params: { id } });
  await desk.admin.ok(recoverTransaction, { params: { id: leaves.id } });
  expect(await shown(deletedRows(db, ids))).toEqual([stays.id]);
  expect(await shown(listedRows(db, ids))).toEqual([leaves.id]);
});

test("it is read, searched and paged, but nothing else is done to it", async () => {
  for (const method of ["POST", "PUT", "DELETE"] as const) {
    expect((await desk.admin.request({ method, url: "/api/deleted-transactions" })).statusCode).toBe(404);
  }
});
