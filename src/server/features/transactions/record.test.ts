import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createTransaction, getTransaction } from "#contract/transactions.ts";
import { amountFrom, amountText, subtractAmounts } from "#kernel/amount.ts";
import { bodies, cash, openDesk, type Desk, type Party } from "#test/support/desk.ts";
import { currency } from "#test/support/ledger.ts";

const { AFN, USD, EUR } = currency;
const { transfer, credit, debit } = bodies;

let desk: Desk;
let parties: Readonly<Record<"farid" | "zahra" | "bank" | "branch", Party>>;
beforeAll(async () => {
  desk = await openDesk();
  parties = {
    farid: await desk.open(USD),
    zahra: await desk.open(USD),
    bank: await desk.open(USD, { accountType: "company" }),
    branch: await desk.open(USD, { accountType: "partner" }),
  };
});
afterAll(() => desk.closeInBalance());

const refuse = (body: object) => desk.refused(desk.admin, createTransaction, { body });

describe("direction", () => {
  test.each([
    ["a Credit raises a customer and the cash", "farid", credit, "100.00", "100.00"],
    ["a Debit lowers a customer and the cash", "farid", debit, "-100.00", "-100.00"],
    ["a Credit raises a company account and lowers the cash", "bank", credit, "100.00", "-100.00"],
    ["a Debit lowers a company account and raises the cash", "bank", debit, "-100.00", "100.00"],
    ["a Credit raises a partner and the cash", "branch", credit, "100.00", "100.00"],
    ["a Debit lowers a partner and the cash", "branch", debit, "-100.00", "-100.00"],
  ] as const)("%s", async (_fact, name, bodyOf, ofParty, ofCash) => {
    const entered = parties[name];
    const before = { party: await desk.balances(entered.id), cash: await desk.balances(cash.id) };
    await desk.post(bodyOf(entered, "100"));
    const after = { party: await desk.balances(entered.id), cash: await desk.balances(cash.id) };
    expect(minus(after.party["USD"], before.party["USD"])).toBe(ofParty);
    expect(minus(after.cash["USD"], before.cash["USD"])).toBe(ofCash);
  });

  test.each([
    ["a customer's Credit", "farid", credit],
    ["a customer's Debit", "farid", debit],
    ["a company account's Credit", "bank", credit],
    ["a company account's Debit", "bank", debit],
    ["a partner's Credit", "branch", credit],
    ["a partner's Debit", "branch", debit],
  ] as const)("%s the wrong way round is refused and names the account", async (_fact, name, bodyOf) => {
    const { outAccountId, inAccountId, ...body } = bodyOf(parties[name], "100");
    const refused = await refuse({ ...body, outAccountId: inAccountId, inAccountId: outAccountId });
    expect(refused).toMatchObject({ status: 400, code: "invalid", issues: [{ path: "outAccountId" }] });
    expect(refused.message).toContain(parties[name].accountCode);
  });

  test.each(["Debit", "Credit"])("a %s without the cash account is refused", async (transType) => {
    const refused = await refuse(transfer(parties.farid, parties.zahra, "1", { transType }));
    expect(refused).toMatchObject({ status: 400, code: "invalid" });
  });

  test.each(["Debit", "Credit"])("a %s with the cash account on both sides is refused", async (transType) => {
    expect((await refuse(transfer(cash, cash, "1", { transType, currencyId: USD }))).status).toBe(400);
  });

  test("a Transfer lowers the debited and raises the credited account", async () => {
    const [from, to] = [await desk.open(USD), await desk.open(USD)];
    await desk.post(transfer(from, to, "12.34"));
    expect([await desk.balances(from.id), await desk.balances(to.id)]).toEqual([{ USD: "-12.34" }, { USD: "12.34" }]);
  });
});

describe("a Transfer", () => {
  test("from an account to itself is refused", async () => {
    expect(await refuse(transfer(parties.farid, parties.farid, "1"))).toMatchObject({
      status: 400,
      issues: [{ path: "inAccountId" }],
    });
  });

  test.each([
    ["missing", {}],
    ["null", { cAmount: null, cCurrencyId: null }],
    ["the same in other words", { cAmount: 5, cCurrencyId: USD }],
    ["the same as text", { cAmount: "5.00" }],
  ])("takes the credit side when it is %s", async (_how, more) => {
    const row = await desk.post(transfer(parties.farid, parties.zahra, "5", more));
    expect(row).toMatchObject({ dAmount: "5.00", cAmount: "5.00", currencyId: USD, cCurrencyId: USD, exRate: "1.00000000" });
  });

  test.each([
    ["another amount", { cAmount: "5.01" }, "cAmount"],
    ["an amount of zero", { cAmount: "0" }, "cAmount"],
    ["no number as its amount", { cAmount: "five" }, "cAmount"],
    ["another currency", { cCurrencyId: AFN }, "cCurrencyId"],
    ["no currency", { cCurrencyId: 0 }, "cCurrencyId"],
  ])("whose credit side has %s is refused", async (_what, more, path) => {
    expect(await refuse(transfer(parties.farid, parties.zahra, "5", more))).toMatchObject({ status: 400, issues: [{ path }] });
  });

  test.each(["Transfer", "Debit", "Credit"])("and every %s has the rate 1 alone", async (transType) => {
    const body =
      transType === "Transfer"
        ? transfer(parties.farid, parties.zahra, "5")
        : (transType === "Debit" ? debit : credit)(parties.farid, "5");
    for (const exRate of ["2", 0, "0.99999999", "1.000000001", "one", -1]) {
      expect(await refuse({ ...body, exRate }), String(exRate)).toMatchObject({ status: 400, issues: [{ path: "exRate" }] });
    }
    for (const exRate of ["1", "1.00000000", 1, null, undefined]) {
      expect((await desk.post({ ...body, exRate })).exRate).toBe("1.00000000");
    }
  });

  test("without its own credit narrative repeats the debit one", async () => {
    expect(await desk.post(transfer(parties.farid, parties.zahra, "5"))).toMatchObject({ cTransDescription: "By telephone" });
    const own = { cTransDescription: "Received" };
    expect(await desk.post(transfer(parties.farid, parties.zahra, "5", own))).toMatchObject(own);
  });
});

describe("every required field", () => {
  test.each([
    ["Transfer", "outAccountId", "Debit account is required"],
    ["Transfer", "inAccountId", "Credit account is required"],
    ["Transfer", "dAmount", "Amount is required"],
    ["Transfer", "transDescription", "Debit narrative is required"],
    ["Transfer", "currencyId", "Currency is required"],
    ["Credit", "outAccountId", "Account is required"],
    ["Credit", "inAccountId", "Account is required"],
    ["Credit", "dAmount", "Amount must be greater than 0"],
    ["Credit", "transDescription", "Narrative is required"],
    ["Debit", "dAmount", "Amount must be greater than 0"],
    ["Debit", "transDescription", "Narrative is required"],
    ["Debit", "currencyId", "Currency is required"],
  ])("of a %s is named when it is missing, null or empty: %s", async (transType, path, message) => {
    const body =
      transType === "Transfer"
        ? transfer(parties.farid, parties.zahra, "5")
        : (transType === "Debit" ? debit : credit)(parties.farid, "5");
    for (const value of [undefined, null, ""]) {
      expect(await refuse({ ...body, [path]: value })).toMatchObject({
        status: 400,
        code: "invalid",
        message,
        issues: [{ path, message }],
      });
    }
  });

  test("that is missing has an issue of its own", async () => {
    const { issues } = await refuse({ transType: "Transfer" });
    const missing = ["currencyId", "dAmount", "inAccountId", "outAccountId", "transDescription"];
    expect(issues.map(({ path }) => path).toSorted()).toEqual(missing);
  });

  test("a narrative of blanks is none, and one of more than 500 characters is too long", async () => {
    const body = transfer(parties.farid, parties.zahra, "5");
    expect((await refuse({ ...body, transDescription: " \n\t " })).status).toBe(400);
    expect((await refuse({ ...body, transDescription: "x".repeat(501) })).status).toBe(400);
    expect((await refuse({ ...body, cTransDescription: "x".repeat(501) })).status).toBe(400);
    expect(await desk.post({ ...body, transDescription: ` ${"x".repeat(500)} ` })).toMatchObject({
      transDescription: "x".repeat(500),
    });
  });
});

describe("the type", () => {
  test.each(["Hawala", "transfer", "Loan", "toString", "__proto__", "", null, 7, undefined])(
    "%j is refused, naming the four that can be recorded",
    async (transType) => {
      const refused = await refuse(transfer(parties.farid, parties.zahra, "5", { transType }));
      expect(refused).toMatchObject({ status: 400, issues: [{ path: "transType" }] });
      expect(refused.message).toContain("Debit, Credit, Transfer, Exchange");
    },
  );

  test.each([undefined, "null", "[]", "7", '"Transfer"', "{", "{}"])("a body of %s is refused", async (payload) => {
    const headers = payload === undefined ? {} : { "content-type": "application/json" };
    const answer = await desk.admin.request({
      method: "POST",
      url: "/api/transactions",
      headers,
      ...(payload === undefined ? {} : { payload }),
    });
    expect(answer.statusCode).toBe(400);
  });
});

describe("what is stored", () => {
  test("is answered with all fields, money as text, and can be read again", async () => {
    const from = await desk.open(EUR);
    const to = await desk.open(EUR);
    const { balances, ...row } = await desk.post(transfer(from, to, 7.5, { transDate: "2024-02-29", referenceId: 4711 }));
    expect(balances).toEqual([
      { accountId: from.id, accountCode: from.accountCode, currencyId: EUR, currency: "EUR", balance: "-7.50" },
      { accountId: to.id, accountCode: to.accountCode, currencyId: EUR, currency: "EUR", balance: "7.50" },
    ]);
    expect(row).toEqual({
      id: expect.any(Number),
      transType: "Transfer",
      transDescription: "By telephone",
      cTransDescription: "By telephone",
      outAccountId: from.id,
      inAccountId: to.id,
      currencyId: EUR,
      cCurrencyId: EUR,
      dAmount: "7.50",
      cAmount: "7.50",
      exRate: "1.00000000",
      transDate: "2024-02-29",
      transDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      referenceId: 4711,
      hawalaId: 0,
      transId: row.id,
      userCreated: desk.admin.username,
      dateCreated: row.transDateTime,
      userModified: null,
      dateModified: null,
      updatedAt: row.transDateTime,
      version: 1,
    });
    expect(await desk.user.ok(getTransaction, { params: { id: row.id } })).toEqual({
      ...row,
      outAccountCode: from.accountCode,
      outAccountName: from.accountName,
      inAccountCode: to.accountCode,
      inAccountName: to.accountName,
      deleted: false,
      settlesHawalas: false,
    });
  });

  test("is never what a client says about bookkeeping", async () => {
    const claimed = {
      id: 1,
      transId: 99,
      hawalaId: 5,
      version: 12,
      userCreated: "somebody else",
      userModified: "somebody else",
      dateCreated: "1999-01-01T00:00:00Z",
      dateModified: "1999-01-01T00:00:00Z",
      transDateTime: "1999-01-01T00:00:00Z",
      updatedAt: "1999-01-01T00:00:00Z",
      deletedAt: "1999-01-01T00:00:00Z",
      unknown: { deep: true },
    };
    const row = await desk.operator.ok(createTransaction, { body: transfer(parties.farid, parties.zahra, "5", claimed) });
    expect(row).toMatchObject({
      hawalaId: 0,
      transId: row.id,
      version: 1,
      userCreated: desk.operator.username,
      userModified: null,
      dateModified: null,
    });
    expect(row.id).not.toBe(1);
    for (const instant of [row.dateCreated, row.transDateTime, row.updatedAt]) expect(instant).not.toContain("1999");
    expect(Object.keys(row)).not.toContain("unknown");
  });

  test("as the counter narrative of a Debit or Credit is the amount in words", async () => {
    expect(await desk.post(credit(parties.farid, "1234.50"))).toMatchObject({
      cTransDescription: "One Thousand Two Hundred Thirty Four Point Five Zero",
    });
    expect(await desk.post(debit(parties.farid, "12", { cTransDescription: "in words" }))).toMatchObject({
      cTransDescription: "in words",
    });
  });

  test("as the reference is a positive id, or none", async () => {
    const body = transfer(parties.farid, parties.zahra, "5");
    for (const none of [0, null, undefined]) expect((await desk.post({ ...body, referenceId: none })).referenceId).toBe(0);
    for (const wrong of [-1, 1.5, "12a", 2_147_483_648, {}]) {
      expect(await refuse({ ...body, referenceId: wrong }), JSON.stringify(wrong)).toMatchObject({
        status: 400,
        issues: [{ path: "referenceId", message: "Reference ID is a positive whole number up to 2147483647, or 0 for none" }],
      });
    }
  });

  test("as a narrative is any script, quotes and line breaks included", async () => {
    const transDescription = 'حوالهٔ کابل "نقد"\n\'; drop table transactions; -- €$₨؋ 💵 می‌شود';
    const { id } = await desk.post(transfer(parties.farid, parties.zahra, "5", { transDescription }));
    expect(await desk.admin.ok(getTransaction, { params: { id } })).toMatchObject({ transDescription });
  });

  test.each(["\u0000", "\u0001", "\u202e", "\ud800"])("as a narrative is not %j", async (strange) => {
    const refused = await refuse(transfer(parties.farid, parties.zahra, "5", { transDescription: `a${strange}b` }));
    expect(refused).toMatchObject({ status: 400 });
  });
});

/** The difference of two amounts, as text. */
function minus(left = "0.00", right = "0.00"): string {
  return amountText(subtractAmounts(amountFrom(left), amountFrom(right)));
}
