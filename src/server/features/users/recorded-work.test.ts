import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { exportAccounts, updateAccount } from "#contract/accounts.ts";
import { listCurrencies, updateCurrency } from "#contract/currencies.ts";
import { createHawala } from "#contract/hawalas.ts";
import { createTransaction, deleteTransaction } from "#contract/transactions.ts";
import { deleteUser } from "#contract/users.ts";
import { bodies, openDesk, type Desk, type Party } from "#test/support/desk.ts";
import { fileWorkHere } from "#test/support/file-work.ts";
import { incoming, openLondon } from "#test/support/hawalas.ts";
import { holding } from "#test/support/holding.ts";
import { imported, importing, listOf } from "#test/support/import-batches.ts";
import { currency } from "#test/support/ledger.ts";
import type { SignedInClient } from "#test/support/server.ts";

fileWorkHere();

let desk: Desk;
let party: Party;
beforeAll(async () => {
  desk = await openDesk();
  party = await desk.open(currency.AFN);
  await openLondon(desk);
});
afterAll(() => desk.closeInBalance());

const removed = (person: SignedInClient) => desk.admin.send(deleteUser, { params: { id: person.userId } });
const hasWork = { code: "conflict", message: expect.stringContaining("has recorded work and cannot be deleted") };

const works: Readonly<Record<string, (person: SignedInClient) => Promise<unknown>>> = {
  "an entry": (person) => person.ok(createTransaction, { body: bodies.credit(party, "5") }),
  "the deletion of somebody's entry": async (person) => {
    const { id } = await desk.post(bodies.credit(party, "5"));
    await person.ok(deleteTransaction, { params: { id } });
  },
  "a rate": (person) => person.ok(updateCurrency, { params: { id: currency.EUR }, body: { rate: "0.91" } }),
  "a hawala": (person) => person.ok(createHawala, { body: incoming() }),
  "an import": (person) => imported(person, listOf([{}])),
};

describe("a user of whom there is", () => {
  test.each(Object.entries(works))("%s stays", async (_work, doIt) => {
    const person = await desk.server.signIn("admin");
    await doIt(person);
    const refused = await removed(person);
    expect(refused.json()).toMatchObject(hasWork);
    expect(refused.statusCode).toBe(409);
  });
});

test("a user whose entry is under way is not deleted: the deletion waits for it, and is refused", async () => {
  const person = await desk.server.signIn("admin");
  const { heldUp, letGo } = await holding(desk.server.database, "lock table idempotency_keys in share mode");
  const headers = { "idempotency-key": "under-way" };
  const posted = Promise.resolve(person.send(createTransaction, { body: bodies.credit(party, "5"), headers }));
  await heldUp(1);
  const deleted = Promise.resolve(removed(person));
  await heldUp(2);
  await letGo();
  expect((await posted).statusCode).toBe(201);
  expect((await deleted).json()).toMatchObject(hasWork);
});

describe("a user who is deleted while", () => {
  const acts: Readonly<Record<string, (person: SignedInClient) => Promise<{ readonly statusCode: number }>>> = {
    "an entry is recorded": (person) => Promise.resolve(person.send(createTransaction, { body: bodies.credit(party, "5") })),
    "a hawala is entered": (person) => Promise.resolve(person.send(createHawala, { body: incoming() })),
    "an account is changed": (person) =>
      Promise.resolve(person.send(updateAccount, { params: { id: party.id }, body: { accountName: "Another" } })),
    "a currency is renamed": (person) =>
      Promise.resolve(person.send(updateCurrency, { params: { id: currency.EUR }, body: { name: "Another" } })),
    "a list is exported": (person) => Promise.resolve(person.send(exportAccounts, {})),
    "sheets are imported": (person) => importing(person, listOf([{}])),
  };

  test.each(Object.entries(acts))("%s is told so, and nothing of it stands", async (_act, doIt) => {
    const person = await desk.server.signIn("admin");
    const before = await desk.server.database.asOwner("select max(id) as last from audit_log");
    const { heldUp, letGo } = await holding(desk.server.database, `delete from users where id = '${person.userId}'`);
    const act = doIt(person);
    await heldUp(1);
    await letGo();
    expect((await act).statusCode).toBe(401);
    expect(await desk.server.database.asOwner("select max(id) as last from audit_log")).toEqual(before);
  });
});

test("whether a user has recorded anything is found without a look at the whole journal", async () => {
  const person = await desk.server.signIn("user");
  await person.ok(listCurrencies);
  const { letGo } = await holding(desk.server.database, "lock table journal in access exclusive mode");
  expect((await removed(person)).statusCode).toBe(200);
  await letGo();
});
