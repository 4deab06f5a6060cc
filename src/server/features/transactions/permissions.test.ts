import { randomBytes } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import {
  createTransaction,
  deleteTransaction,
  getTransaction,
  listDeletedTransactions,
  listTransactions,
  recoverTransaction,
  searchTransactions,
  transactionHistory,
  updateTransaction,
} from "#contract/transactions.ts";
import { bodies, cash, openDesk, type Desk, type Party } from "#test/support/desk.ts";
import { currency } from "#test/support/ledger.ts";
import type { SignedInClient } from "#test/support/server.ts";

const { AFN, USD } = currency;
const { transfer, credit, debit, exchange } = bodies;

let desk: Desk;
let farid: Party;
let zahra: Party;
let bank: Party;
let unknownRole: SignedInClient;
beforeAll(async () => {
  desk = await openDesk();
  [farid, zahra] = [await desk.open(USD), await desk.open(USD)];
  bank = await desk.open(USD, { accountType: "company" });
  unknownRole = await desk.server.signIn("Admin");
});
afterAll(() => desk.closeInBalance());

type Who = "admin" | "operator" | "user" | "unknownRole";
const people = (who: Who): SignedInClient => (who === "unknownRole" ? unknownRole : desk[who]);
const cashDeal = { currencyId: USD, dAmount: "1", cCurrencyId: AFN, cAmount: "70", exRate: "70" };
const inDollars = { currencyId: USD };

/** Each kind of entry, by who may record and who may correct it. */
const entries = {
  "a Debit": () => debit(farid, "5"),
  "a Credit": () => credit(farid, "5"),
  "a Debit of a company account": () => debit(bank, "5"),
  "a Transfer from the cash account": () => transfer(cash, bank, "5", inDollars),
  "a Transfer to the cash account": () => transfer(farid, cash, "5"),
  "a Transfer": () => transfer(farid, zahra, "5"),
  "an Exchange": () => exchange(farid, zahra, cashDeal),
  "an Exchange with the cash account": () => exchange(cash, cash, cashDeal),
} as const;
type Entry = keyof typeof entries;
const ofCash = Object.keys(entries).slice(0, 5) as Entry[];
const ofAll = Object.keys(entries).slice(5) as Entry[];
const both = (list: readonly Entry[], who: readonly Who[]): [Entry, Who][] =>
  list.flatMap((entry) => who.map((name): [Entry, Who] => [entry, name]));

describe("recording", () => {
  test.each(both(ofCash, ["operator", "user", "unknownRole"]))("%s is refused to the role %s", async (entry, who) => {
    const refused = await desk.refused(people(who), createTransaction, { body: entries[entry]() });
    expect(refused).toMatchObject({ status: 403, code: "forbidden" });
  });

  test.each([...both(ofCash, ["admin"]), ...both(ofAll, ["admin", "operator", "user", "unknownRole"])])(
    "%s is open to the role %s",
    async (entry, who) => {
      expect(await people(who).ok(createTransaction, { body: entries[entry]() })).toMatchObject({
        userCreated: people(who).username,
      });
    },
  );

  test.each(["operator", "user", "unknownRole"] as const)(
    "a Debit or Credit is refused to the role %s for its role, whatever else is wrong",
    async (who) => {
      for (const transType of ["Debit", "Credit"]) {
        for (const body of [
          { transType },
          { transType, dAmount: "x" },
          { ...debit(farid, "5"), transType, transDescription: "" },
        ]) {
          expect((await desk.refused(people(who), createTransaction, { body })).status).toBe(403);
        }
      }
    },
  );
});

describe("correcting", () => {
  test.each([...both(ofCash, ["operator", "user", "unknownRole"]), ...both(ofAll, ["user", "unknownRole"])])(
    "%s is refused to the role %s: edit, deletion and recovery",
    async (entry, who) => {
      const { id } = await desk.post(entries[entry]());
      const corrected = { ...entries[entry](), transDescription: "Corrected" };
      const attempt = async (): Promise<number[]> => [
        (await desk.refused(people(who), updateTransaction, { params: { id }, body: corrected })).status,
        (await desk.refused(people(who), deleteTransaction, { params: { id }, body: { reason: "wrong" } })).status,
        (await desk.refused(people(who), recoverTransaction, { params: { id } })).status,
      ];
      expect(await attempt()).toEqual([403, 403, 403]);
      expect(await desk.admin.ok(getTransaction, { params: { id } })).toMatchObject({ version: 1, deleted: false });
      await desk.admin.ok(deleteTransaction, { params: { id } });
      expect(await attempt()).toEqual([403, 403, 403]);
      expect(await desk.admin.ok(getTransaction, { params: { id } })).toMatchObject({ version: 2, deleted: true });
    },
  );

  test.each([...both(ofCash, ["admin"]), ...both(ofAll, ["admin", "operator"])])(
    "%s is open to the role %s",
    async (entry, who) => {
      const { id } = await desk.post(entries[entry]());
      const client = people(who);
      const edited = await client.ok(updateTransaction, {
        params: { id },
        body: { ...entries[entry](), transDescription: "Corrected" },
      });
      expect(edited).toMatchObject({
        userCreated: desk.admin.username,
        userModified: client.username,
        transDescription: "Corrected",
      });
      await client.ok(deleteTransaction, { params: { id } });
      expect(await client.ok(recoverTransaction, { params: { id } })).toMatchObject({ id, version: 4 });
    },
  );

  test("by an operator cannot turn a Transfer into one of cash", async () => {
    const { id } = await desk.post(transfer(farid, zahra, "5"));
    for (const body of [transfer(farid, cash, "5"), transfer(cash, zahra, "5", inDollars)]) {
      expect((await desk.refused(desk.operator, updateTransaction, { params: { id }, body })).status).toBe(403);
    }
  });

  test("depends on the stored entry and not on the type that the body claims", async () => {
    const { id } = await desk.post(debit(farid, "5"));
    for (const body of [
      transfer(farid, zahra, "5"),
      { ...debit(farid, "5"), transType: "Transfer" },
      exchange(farid, farid, cashDeal),
    ]) {
      expect((await desk.refused(desk.operator, updateTransaction, { params: { id }, body })).status).toBe(403);
    }
  });

  test("is refused to a user for the role, whatever else is wrong", async () => {
    for (const route of [updateTransaction, deleteTransaction, recoverTransaction]) {
      for (const id of ["999999", "abc"]) {
        const refused = await desk.refused(desk.user, route, {
          params: { id },
          body: { transType: "Loan" },
          headers: { "if-match": "x" },
        });
        expect(refused.status).toBe(403);
      }
    }
  });
});

describe("what somebody may do", () => {
  const asRole = (client: SignedInClient, role: string) =>
    desk.server.database.pool.query("update users set role = $1 where id = $2", [role, client.userId]);

  test("changes with the role from the very next request", async () => {
    const clerk = await desk.server.signIn("operator");
    const { id } = await clerk.ok(createTransaction, { body: transfer(farid, zahra, "5") });
    await asRole(clerk, "user");
    expect((await desk.refused(clerk, deleteTransaction, { params: { id } })).status).toBe(403);
    await asRole(clerk, "admin");
    await clerk.ok(createTransaction, { body: debit(farid, "5") });
    await asRole(clerk, "operator");
    expect((await desk.refused(clerk, createTransaction, { body: debit(farid, "5") })).status).toBe(403);
  });

  test("follows the cash account where the settings name another one", async () => {
    const { pool } = desk.server.database;
    const box = await desk.open(USD, { accountType: "company" });
    await pool.query("update business_settings set cash_account_id = $1", [box.id]);
    try {
      const refused = await desk.refused(desk.operator, createTransaction, { body: transfer(box, farid, "5") });
      expect(refused.status).toBe(403);
      await desk.operator.ok(createTransaction, { body: transfer(cash, bank, "5", inDollars) });
      expect((await desk.refused(desk.admin, createTransaction, { body: credit(farid, "5") })).status).toBe(400);
      await desk.post({ ...credit(farid, "5"), outAccountId: box.id });
    } finally {
      await pool.query("update business_settings set cash_account_id = $1", [cash.id]);
    }
  });

  test("is nothing without a session: no call answers, and none writes", async () => {
    const { id } = await desk.post(transfer(farid, zahra, "5"));
    const calls = [
      [createTransaction, { body: transfer(farid, zahra, "5") }],
      [updateTransaction, { params: { id }, body: transfer(farid, zahra, "6") }],
      [deleteTransaction, { params: { id } }],
      [recoverTransaction, { params: { id } }],
      ...[listTransactions, searchTransactions, listDeletedTransactions].map((route) => [route, {}] as const),
      ...[getTransaction, transactionHistory].map((route) => [route, { params: { id } }] as const),
    ] as const;
    for (const [route, sent] of calls) {
      expect(await desk.refused(desk.server.anonymous, route, sent)).toMatchObject({ status: 401, code: "not_signed_in" });
      const forged = { ...sent, headers: { cookie: `sid=${randomBytes(32).toString("base64url")}` } };
      expect((await desk.refused(desk.server.anonymous, route, forged)).status).toBe(401);
    }
  });

  test("includes reading everything, whatever the role", async () => {
    const { id } = await desk.post(debit(farid, "5"));
    for (const who of ["admin", "operator", "user", "unknownRole"] as const) {
      for (const route of [listTransactions, searchTransactions, listDeletedTransactions])
        await people(who).ok(route, { query: { limit: 1 } });
      for (const route of [getTransaction, transactionHistory]) await people(who).ok(route, { params: { id } });
    }
  });

  test("is refused to a page of another site, whoever is signed in", async () => {
    const body = transfer(farid, zahra, "5");
    for (const headers of [{ "sec-fetch-site": "cross-site" }, { origin: "https://evil.example" }] as Record<string, string>[]) {
      expect(await desk.refused(desk.admin, createTransaction, { body, headers })).toMatchObject({
        status: 403,
        code: "cross_site",
      });
    }
  });
});
