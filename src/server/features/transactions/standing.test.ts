import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { updateAccount } from "#contract/accounts.ts";
import { createCurrency, updateCurrency } from "#contract/currencies.ts";
import { createTransaction, deleteTransaction, recoverTransaction, updateTransaction } from "#contract/transactions.ts";
import { bodies, cash, openDesk, type Desk, type Party } from "#test/support/desk.ts";
import { currency } from "#test/support/ledger.ts";

const { AFN, USD, EUR, PKR } = currency;
const { transfer, credit, debit, exchange } = bodies;

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.closeInBalance());

const refuse = (body: object) => desk.refused(desk.admin, createTransaction, { body });
const refuseEdit = (id: number, body: object) => desk.refused(desk.admin, updateTransaction, { params: { id }, body });
const edit = (id: number, body: object) => desk.admin.ok(updateTransaction, { params: { id }, body });
const setStatus = (party: Party, accountStatus: string) =>
  desk.admin.ok(updateAccount, { params: { id: party.id }, body: { accountStatus } });

describe("the currency of an entry", () => {
  test("must be one that a customer's account holds; the refusal names it and proposes an Exchange", async () => {
    const [dollars, afghani] = [await desk.open(USD), await desk.open(AFN)];
    const attempts = [
      [transfer(dollars, afghani, "5"), afghani, "inAccountId", "USD"],
      [transfer(dollars, afghani, "5", { currencyId: AFN }), dollars, "outAccountId", "AFN"],
      [credit(dollars, "5", { currencyId: AFN }), dollars, "inAccountId", "AFN"],
      [debit(dollars, "5", { currencyId: EUR }), dollars, "outAccountId", "EUR"],
    ] as const;
    for (const [body, holder, path, code] of attempts) {
      const refused = await refuse(body);
      expect(refused).toMatchObject({ status: 400, code: "invalid", issues: [{ path }] });
      expect(refused.message).toContain("Exchange");
      expect(refused.message).toContain(code);
      expect(refused.message).toContain(holder.accountCode);
    }
    expect(await desk.balances(dollars.id)).toEqual({ USD: "0.00" });
  });

  test.each(["personal", "business", "customer", "partner", "hawala_partner"])(
    "binds an account of type %s",
    async (accountType) => {
      const party = await desk.open(USD, { accountType });
      expect((await refuse(credit(party, "5", { currencyId: PKR }))).status).toBe(400);
      await desk.post(credit(party, "5"));
      expect(await desk.balances(party.id)).toEqual({ USD: "5.00" });
    },
  );

  test("may be any for a company account", async () => {
    const bank = await desk.open(USD, { accountType: "company" });
    for (const currencyId of [AFN, USD, EUR, PKR]) await desk.post(credit(bank, "5", { currencyId }));
    expect(await desk.balances(bank.id)).toEqual({ USD: "5.00", AFN: "5.00", EUR: "5.00", PKR: "5.00" });
  });

  test("is judged again when an entry is edited", async () => {
    const [from, to, afghani] = [await desk.open(USD), await desk.open(USD), await desk.open(AFN)];
    const { id } = await desk.post(transfer(from, to, "5"));
    expect(await refuseEdit(id, transfer(from, to, "5", { currencyId: AFN }))).toMatchObject({
      status: 400,
      issues: [{ path: "outAccountId" }],
    });
    expect(await refuseEdit(id, transfer(from, afghani, "5"))).toMatchObject({ status: 400, issues: [{ path: "inAccountId" }] });
  });

  test("must exist", async () => {
    const [from, to] = [await desk.open(USD), await desk.open(USD)];
    expect(await refuse(transfer(from, to, "5", { currencyId: 9_999 }))).toMatchObject({
      status: 400,
      issues: [{ path: "currencyId" }],
    });
    const deal = { currencyId: USD, dAmount: "5", cCurrencyId: 9_999, cAmount: "5", exRate: "1" };
    expect((await refuse(exchange(from, from, deal))).status).toBe(400);
    for (const currencyId of [-1, 1.5, "2", 2_147_483_648])
      expect((await refuse(transfer(from, to, "5", { currencyId }))).status).toBe(400);
  });
});

describe("an inactive currency", () => {
  test("takes no new entry, but an older one in it may be corrected, deleted and recovered", async () => {
    const { id: currencyId } = await desk.admin.ok(createCurrency, {
      body: { code: "AED", name: "Dirham", symbol: "د.إ", rate: "3.67" },
    });
    const [from, to] = [await desk.open(currencyId), await desk.open(currencyId)];
    const { id } = await desk.post(transfer(from, to, "5"));
    const deal = { currencyId: USD, dAmount: "1", cCurrencyId: currencyId, cAmount: "3.67", exRate: "3.67" };
    const { id: exchanged } = await desk.post(exchange(from, from, deal));
    const other = await desk.post(transfer(cash, await desk.open(USD), "5", { currencyId: USD }));
    await desk.admin.ok(updateCurrency, { params: { id: currencyId }, body: { isActive: false } });

    const turnedDeal = { currencyId, dAmount: "3.67", cCurrencyId: USD, cAmount: "13.47", exRate: "3.67" };
    const attempts = [
      transfer(from, to, "5"),
      credit(to, "5"),
      debit(to, "5"),
      exchange(from, from, deal),
      exchange(from, from, turnedDeal),
    ];
    for (const body of attempts) {
      const refused = await refuse(body);
      expect(refused).toMatchObject({ status: 409, code: "conflict" });
      expect(refused.message).toContain("AED");
    }

    await edit(id, transfer(from, to, "7"));
    expect(await desk.balances(to.id)).toMatchObject({ AED: "7.00" });
    await desk.admin.ok(deleteTransaction, { params: { id } });
    await desk.admin.ok(recoverTransaction, { params: { id } });
    expect(await desk.balances(to.id)).toMatchObject({ AED: "7.00" });

    // Recorded the wrong way round, or so corrected: it still is an exchange of the same currencies.
    for (const body of [turnedDeal, deal]) await edit(exchanged, exchange(from, from, body));
    // Moving an entry of another currency into it is no correction of an older entry in it.
    expect((await refuseEdit(other.id, transfer(cash, to, "5", { currencyId }))).status).toBe(409);
    const between = { currencyId: USD, dAmount: "1", cCurrencyId: EUR, cAmount: "1", exRate: "1" };
    const bought = await desk.post(exchange(from, from, between));
    for (const side of [{ currencyId }, { cCurrencyId: currencyId }]) {
      expect((await refuseEdit(bought.id, exchange(from, from, { ...between, ...side }))).status).toBe(409);
    }
  });
});

describe.each(["inactive", "suspended"])("an account that is %s", (status) => {
  test("takes no new posting on either side", async () => {
    const [party, other] = [await desk.open(USD), await desk.open(USD)];
    await setStatus(party, status);
    const deal = { currencyId: USD, dAmount: "1", cCurrencyId: AFN, cAmount: "70", exRate: "70" };
    const attempts = [
      transfer(party, other, "5"),
      transfer(other, party, "5"),
      credit(party, "5"),
      debit(party, "5"),
      exchange(party, other, deal),
      exchange(other, party, deal),
    ];
    for (const body of attempts) {
      const refused = await refuse(body);
      expect(refused).toMatchObject({ status: 409, code: "conflict" });
      expect(refused.message).toContain(party.accountCode);
      expect(refused.message).toContain(status);
    }
  });

  test("lets its entries be edited and deleted, and moved away from it", async () => {
    const [party, other, third] = [await desk.open(USD), await desk.open(USD), await desk.open(USD)];
    const { id } = await desk.post(transfer(party, other, "5"));
    const { id: second } = await desk.post(transfer(other, party, "2"));
    await setStatus(party, status);
    await edit(id, transfer(party, other, "6", { transDescription: "Corrected" }));
    expect(await desk.balances(party.id)).toEqual({ USD: "-4.00" });
    // Recorded the wrong way round: it still is an entry of the same account.
    await edit(id, transfer(other, party, "6"));
    expect(await desk.balances(party.id)).toEqual({ USD: "8.00" });
    await edit(id, transfer(party, other, "6"));
    expect(await desk.balances(party.id)).toEqual({ USD: "-4.00" });
    await edit(id, transfer(other, third, "6"));
    expect(await desk.balances(party.id)).toEqual({ USD: "2.00" });
    await desk.admin.ok(deleteTransaction, { params: { id: second } });
    expect(await desk.balances(party.id)).toEqual({ USD: "0.00" });
  });

  test("takes no entry that is moved onto it or recovered onto it", async () => {
    const [party, other, third] = [await desk.open(USD), await desk.open(USD), await desk.open(USD)];
    const live = await desk.post(transfer(other, third, "5"));
    const gone = await desk.post(transfer(party, other, "5"));
    await desk.admin.ok(deleteTransaction, { params: { id: gone.id } });
    await setStatus(party, status);
    for (const body of [transfer(party, third, "5"), transfer(other, party, "5")]) {
      const refused = await refuseEdit(live.id, body);
      expect(refused).toMatchObject({ status: 409, code: "conflict" });
      expect(refused.message).toContain(party.accountCode);
    }
    const refused = await desk.refused(desk.admin, recoverTransaction, { params: { id: gone.id } });
    expect(refused).toMatchObject({ status: 409, code: "conflict" });
    expect(refused.message).toContain(`${party.accountCode} - ${party.accountName} is ${status}`);
    await setStatus(party, "active");
    await desk.admin.ok(recoverTransaction, { params: { id: gone.id } });
  });
});

describe("an account that is closed", () => {
  test("is not touched again: no posting, no edit, no deletion, no recovery", async () => {
    const [party, other, third] = [await desk.open(USD), await desk.open(USD), await desk.open(USD)];
    const paidIn = await desk.post(transfer(other, party, "5"));
    await desk.post(transfer(party, other, "5"));
    const gone = await desk.post(transfer(other, party, "9"));
    const elsewhere = await desk.post(transfer(other, third, "1"));
    await desk.admin.ok(deleteTransaction, { params: { id: gone.id } });
    await setStatus(party, "closed");

    for (const body of [transfer(party, other, "5"), transfer(other, party, "5"), credit(party, "5")]) {
      expect(await refuse(body)).toMatchObject({ status: 409, code: "conflict" });
    }
    const edits = [
      transfer(other, party, "6"),
      transfer(other, party, "5", { transDescription: "Only words" }),
      transfer(other, third, "5"),
    ];
    for (const body of edits) expect(await refuseEdit(paidIn.id, body)).toMatchObject({ status: 409, code: "conflict" });
    expect((await refuseEdit(elsewhere.id, transfer(other, party, "1"))).status).toBe(409);
    const refused = await desk.refused(desk.admin, deleteTransaction, { params: { id: paidIn.id } });
    expect(refused).toMatchObject({ status: 409, code: "conflict" });
    expect(refused.message).toContain(`${party.accountCode} - ${party.accountName} is closed`);
    expect((await desk.refused(desk.admin, recoverTransaction, { params: { id: gone.id } })).status).toBe(409);
    expect(await desk.balances(party.id)).toEqual({ USD: "0.00" });
  });
});

describe("the house's own accounts", () => {
  test.each([12, 13, 14, 15, 21, 22, 23, 24])("take no posting by hand: %i", async (id) => {
    const party = await desk.open(USD);
    const house = { ...party, id };
    const deal = { currencyId: USD, dAmount: "1", cCurrencyId: AFN, cAmount: "70", exRate: "70" };
    const attempts = [
      [transfer(house, party, "5"), "outAccountId"],
      [transfer(party, house, "5"), "inAccountId"],
      [credit(house, "5"), "inAccountId"],
      [debit(house, "5"), "outAccountId"],
      [exchange(house, party, deal), "outAccountId"],
      [exchange(party, house, deal), "inAccountId"],
    ] as const;
    for (const [body, path] of attempts) {
      expect(await refuse(body)).toMatchObject({ status: 400, code: "invalid", issues: [{ path }] });
    }
    const { id: recorded } = await desk.post(transfer(party, await desk.open(USD), "5"));
    expect((await refuseEdit(recorded, transfer(party, house, "5"))).status).toBe(400);
  });
});

describe("an account that nobody opened", () => {
  test.each([1, 99, 999_999, 2_147_483_647])("is a wrong field: %i", async (id) => {
    const party = await desk.open(USD);
    const nobody = { ...party, id };
    expect(await refuse(transfer(nobody, party, "5"))).toMatchObject({ status: 400, issues: [{ path: "outAccountId" }] });
    expect(await refuse(transfer(party, nobody, "5"))).toMatchObject({ status: 400, issues: [{ path: "inAccountId" }] });
  });

  test.each([0, -1, 1.5, "101", 2_147_483_648, null, true])("cannot be named %j", async (id) => {
    const party = await desk.open(USD);
    const refused = await refuse({ ...transfer(party, party, "5"), inAccountId: id });
    expect(refused).toMatchObject({ status: 400, issues: [{ path: "inAccountId", message: "Credit account is required" }] });
  });
});
