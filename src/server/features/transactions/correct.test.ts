import { afterAll, beforeAll, describe, expect, test } from "vitest";

import {
  createTransaction,
  deleteTransaction,
  getTransaction,
  listDeletedTransactions,
  recoverTransaction,
  searchTransactions,
  updateTransaction,
} from "#contract/transactions.ts";
import { bodies, cash, openDesk, type Desk, type Party } from "#test/support/desk.ts";
import { currency } from "#test/support/ledger.ts";

const { AFN, USD } = currency;
const { transfer, credit, debit, exchange } = bodies;

let desk: Desk;
let farid: Party;
let zahra: Party;
beforeAll(async () => {
  desk = await openDesk();
  [farid, zahra] = [await desk.open(USD), await desk.open(USD)];
});
afterAll(() => desk.closeInBalance());

const edit = (id: number, body: object) => desk.admin.ok(updateTransaction, { params: { id }, body });
const remove = (id: number) => desk.admin.ok(deleteTransaction, { params: { id } });

describe("an edit", () => {
  test("changes the balances, also of past days, by exactly the difference", async () => {
    const [from, to, third] = [await desk.open(USD), await desk.open(USD), await desk.open(USD)];
    await desk.post(transfer(third, to, "1", { transDate: "2025-03-01" }));
    const { id } = await desk.post(transfer(from, to, "100", { transDate: "2025-03-05" }));

    await edit(id, transfer(from, to, "60", { transDate: "2025-03-05" }));
    expect([await desk.balances(from.id), await desk.balances(to.id)]).toEqual([{ USD: "-60.00" }, { USD: "61.00" }]);
    expect([await desk.balanceAsOf(to, "2025-03-04"), await desk.balanceAsOf(to, "2025-03-05")]).toEqual(["1.00", "61.00"]);

    await edit(id, transfer(from, to, "60", { transDate: "2025-03-03" }));
    expect([
      await desk.balanceAsOf(to, "2025-03-02"),
      await desk.balanceAsOf(to, "2025-03-03"),
      await desk.balanceAsOf(to, "2025-03-04"),
    ]).toEqual(["1.00", "61.00", "61.00"]);

    await edit(id, transfer(from, to, "60", { transDate: "2025-03-09" }));
    expect([await desk.balanceAsOf(to, "2025-03-08"), await desk.balanceAsOf(to, "2025-03-09")]).toEqual(["1.00", "61.00"]);

    await edit(id, transfer(third, from, "7.77", { transDate: "2025-03-09" }));
    expect(await Promise.all([from, to, third].map((party) => desk.balances(party.id)))).toEqual([
      { USD: "7.77" },
      { USD: "1.00" },
      { USD: "-8.77" },
    ]);
    expect([await desk.balanceAsOf(from, "2025-03-08"), await desk.balanceAsOf(from, "2025-03-09")]).toEqual(["0.00", "7.77"]);
  });

  test("answers the new balance of every account that it touched, also of one that it left", async () => {
    const [from, to, third] = [await desk.open(USD), await desk.open(USD), await desk.open(USD)];
    const { id } = await desk.post(transfer(from, to, "100"));
    const { balances } = await edit(id, transfer(from, third, "40"));
    expect(balances.map(({ accountId, balance }) => [accountId, balance])).toEqual([
      [from.id, "-40.00"],
      [third.id, "40.00"],
      [to.id, "0.00"],
    ]);
    const deal = { currencyId: USD, dAmount: "1", cCurrencyId: AFN, cAmount: "70", exRate: "70" };
    const exchanged = await desk.post(exchange(from, from, deal));
    const moved = await edit(exchanged.id, exchange(third, third, deal));
    expect(moved.balances.map((row) => [row.accountId, row.currency, row.balance])).toEqual([
      [third.id, "USD", "39.00"],
      [third.id, "AFN", "70.00"],
      [from.id, "USD", "-40.00"],
      [from.id, "AFN", "0.00"],
    ]);
  });

  test("keeps id, creator, creation and type, and names who changed it", async () => {
    const row = await desk.user.ok(createTransaction, { body: transfer(farid, zahra, "5", { referenceId: 9 }) });
    const edited = await desk.operator.ok(updateTransaction, {
      params: { id: row.id },
      body: transfer(zahra, farid, "6", { transDescription: "New words", referenceId: 10 }),
    });
    const { balances: _balances, ...stored } = edited;
    expect(stored).toMatchObject({
      id: row.id,
      transId: row.id,
      transType: "Transfer",
      version: 2,
      outAccountId: zahra.id,
      inAccountId: farid.id,
      dAmount: "6.00",
      cAmount: "6.00",
      referenceId: 10,
      transDescription: "New words",
      userCreated: desk.user.username,
      dateCreated: row.dateCreated,
      transDateTime: row.transDateTime,
      userModified: desk.operator.username,
    });
    expect(edited.dateModified).toBe(edited.updatedAt);
    expect(await desk.admin.ok(getTransaction, { params: { id: row.id } })).toEqual({
      ...stored,
      outAccountCode: zahra.accountCode,
      outAccountName: zahra.accountName,
      inAccountCode: farid.accountCode,
      inAccountName: farid.accountName,
      deleted: false,
      settlesHawalas: false,
    });
  });

  test("keeps the narratives that it leaves out", async () => {
    const words = { transDescription: "Rent of March", cTransDescription: "From Farid" };
    const { id } = await desk.post(transfer(farid, zahra, "5", words));
    const renamed = transfer(farid, zahra, "6", { transDescription: "Rent of April" });
    expect(await edit(id, renamed)).toMatchObject({ transDescription: "Rent of April", cTransDescription: "From Farid" });
    expect(await edit(id, { ...renamed, cTransDescription: "" })).toMatchObject({ cTransDescription: "Rent of April" });
    // It repeats the debit narrative now, and goes on doing so.
    const again = transfer(farid, zahra, "6", { transDescription: "Rent of May" });
    expect(await edit(id, again)).toMatchObject({ cTransDescription: "Rent of May" });

    const deal = { currencyId: USD, dAmount: "1", cCurrencyId: AFN, cAmount: "70", exRate: "70" };
    const exchanged = await desk.post(exchange(farid, farid, deal));
    const without = { ...exchange(farid, farid, deal), transDescription: undefined, cTransDescription: undefined };
    const kept = { transDescription: "Bought", cTransDescription: "Sold" };
    expect(await edit(exchanged.id, without)).toMatchObject(kept);
    const emptied = { ...without, transDescription: null, cTransDescription: "" };
    expect(await edit(exchanged.id, emptied)).toMatchObject({ transDescription: "", cTransDescription: "" });
    // Each side of an exchange has its own: one that is empty repeats nothing.
    const named = { ...without, transDescription: "Bought" };
    expect(await edit(exchanged.id, named)).toMatchObject({ transDescription: "Bought", cTransDescription: "" });
  });

  test.each([
    ["Debit", debit],
    ["Credit", credit],
  ] as const)(
    "of a %s keeps its own credit narrative; an amount in words goes with the amount, what repeats the debit one with that",
    async (_type, body) => {
      const own = await desk.post(body(farid, "12", { cTransDescription: "Twelve, counted twice" }));
      expect(await edit(own.id, body(farid, "13"))).toMatchObject({ cTransDescription: "Twelve, counted twice" });
      const { id, ...read } = await desk.post(body(farid, "12"));
      expect((await edit(id, body(farid, "13"))).cTransDescription).toBe("Thirteen");
      // Read as twelve, and sent back with the other amount.
      const { id: sentBack } = await desk.post(body(farid, "12"));
      expect((await edit(sentBack, { ...read, dAmount: "14", cAmount: "14" })).cTransDescription).toBe("Fourteen");
      const twice = { transDescription: "Rent of March", cTransDescription: "Rent of March" };
      const repeating = await desk.post(body(farid, "12", twice));
      expect(await edit(repeating.id, body(farid, "13", { transDescription: "Rent of April" }))).toMatchObject({
        transDescription: "Rent of April",
        cTransDescription: "Rent of April",
      });
    },
  );

  test("ignores what the client says about bookkeeping", async () => {
    const { id, dateCreated } = await desk.post(transfer(farid, zahra, "5"));
    const claimed = {
      id: 1,
      transId: 1,
      version: 90,
      userCreated: "x",
      userModified: "x",
      dateCreated: "1999-01-01",
      hawalaId: 4,
      deletedAt: null,
    };
    expect(await edit(id, transfer(farid, zahra, "5", claimed))).toMatchObject({
      id,
      transId: id,
      version: 2,
      userCreated: desk.admin.username,
      dateCreated,
      hawalaId: 0,
    });
  });

  test("cannot give an entry another type", async () => {
    const rows = { Transfer: transfer(farid, zahra, "5"), Credit: credit(farid, "5"), Debit: debit(farid, "5") };
    for (const [type, body] of Object.entries(rows)) {
      const { id } = await desk.post(body);
      for (const other of ["Transfer", "Debit", "Credit", "Hawala", "Loan"].filter((name) => name !== type)) {
        const refused = await desk.refused(desk.admin, updateTransaction, {
          params: { id },
          body: { ...body, transType: other },
        });
        expect(refused).toMatchObject({ status: 400, code: "invalid", issues: [{ path: "transType" }] });
      }
    }
  });

  test("of a Debit or Credit keeps to the direction", async () => {
    const { id } = await desk.post(credit(farid, "5"));
    const wrongWay = transfer(farid, cash, "5", { transType: "Credit" });
    expect((await desk.refused(desk.admin, updateTransaction, { params: { id }, body: wrongWay })).status).toBe(400);
    expect((await edit(id, credit(zahra, "8"))).inAccountId).toBe(zahra.id);
  });

  test("of a transaction that nobody recorded finds nothing", async () => {
    for (const id of [999_999, 2_147_483_647]) {
      for (const [route, body] of [
        [updateTransaction, transfer(farid, zahra, "5")],
        [deleteTransaction, undefined],
        [recoverTransaction, undefined],
      ] as const) {
        expect(await desk.refused(desk.admin, route, { params: { id }, body })).toMatchObject({ status: 404, code: "not_found" });
      }
    }
    for (const id of ["0", "-1", "1.5", "abc", "99999999999", " "]) {
      expect((await desk.refused(desk.admin, deleteTransaction, { params: { id } })).status).toBe(400);
    }
  });
});

describe("a deletion", () => {
  test("takes the amounts back on the day they belong to, and moves the entry to the deleted list", async () => {
    const [from, to] = [await desk.open(USD), await desk.open(USD)];
    const { id } = await desk.post(transfer(from, to, "100", { transDate: "2025-03-05" }));
    const answer = await remove(id);
    expect(answer.balances.map(({ accountId, balance }) => [accountId, balance])).toEqual([
      [from.id, "0.00"],
      [to.id, "0.00"],
    ]);
    expect([await desk.balances(from.id), await desk.balanceAsOf(to, "2025-03-05")]).toEqual([{ USD: "0.00" }, "0.00"]);
    expect(await desk.admin.ok(searchTransactions, { query: { referenceId: id } })).toEqual([]);
    expect(await desk.admin.ok(listDeletedTransactions, { query: { referenceId: id } })).toHaveLength(1);
    expect(await desk.admin.ok(getTransaction, { params: { id } })).toMatchObject({ deleted: true, version: 2 });
  });

  test("happens once: a second one, and an edit after it, are refused", async () => {
    const { id } = await desk.post(transfer(farid, zahra, "5"));
    await remove(id);
    expect(await desk.refused(desk.admin, deleteTransaction, { params: { id } })).toMatchObject({
      status: 409,
      code: "conflict",
    });
    expect(
      (await desk.refused(desk.admin, updateTransaction, { params: { id }, body: transfer(farid, zahra, "6") })).status,
    ).toBe(409);
  });

  test("of many at once happens once", async () => {
    const { id } = await desk.post(transfer(farid, zahra, "5"));
    const before = await desk.balances(zahra.id);
    const answers = await Promise.all(Array.from({ length: 8 }, () => desk.admin.send(deleteTransaction, { params: { id } })));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(7);
    expect(Number(before["USD"]) - Number((await desk.balances(zahra.id))["USD"])).toBe(5);
  });

  test.each([undefined, "null", "{}", '{"reason":null}', '{"reason":"","formName":" "}'])(
    "with the body %s has no reason",
    async (payload) => {
      const { id } = await desk.post(transfer(farid, zahra, "5"));
      const headers: Record<string, string> = payload === undefined ? {} : { "content-type": "application/json" };
      const url = `/api/transactions/${String(id)}`;
      const answer = await desk.admin.request({ method: "DELETE", url, headers, ...(payload === undefined ? {} : { payload }) });
      expect(answer.statusCode).toBe(200);
      expect(await desk.admin.ok(listDeletedTransactions, { query: { referenceId: id } })).toMatchObject([
        { deletionReason: null, formName: null },
      ]);
    },
  );

  test("with a reason that is no text, or too long, is refused", async () => {
    const { id } = await desk.post(transfer(farid, zahra, "5"));
    for (const body of [{ reason: 7 }, { reason: "x".repeat(501) }, { formName: "x".repeat(101) }, [], "twice"]) {
      expect((await desk.refused(desk.admin, deleteTransaction, { params: { id }, body })).status).toBe(400);
    }
  });
});

test("an entry of a former cash account can still be corrected", async () => {
  const party = await desk.open(USD);
  const { id } = await desk.post(debit(party, "5"));
  const till = await desk.open(USD, { accountType: "company" });
  const moveCashTo = (accountId: number) =>
    desk.server.database.asOwner("update business_settings set cash_account_id = $1", [accountId]);
  await moveCashTo(till.id);
  try {
    expect(await edit(id, debit(party, "6", { transDescription: "typed wrongly" }))).toMatchObject({ dAmount: "6.00" });
    expect(await desk.balances(party.id)).toEqual({ USD: "-6.00" });
  } finally {
    await moveCashTo(cash.id);
  }
});
