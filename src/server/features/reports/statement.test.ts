import { afterAll, beforeAll, expect, test } from "vitest";

import { createHawala, passHawala } from "#contract/hawalas.ts";
import { accountStatement, type AccountStatement } from "#contract/reports.ts";
import { deleteTransaction, recoverTransaction, updateTransaction } from "#contract/transactions.ts";
import { bodies, cash, openDesk, type Desk, type Party } from "#test/support/desk.ts";
import { currency } from "#test/support/ledger.ts";

let desk: Desk;
let farid: Party;
let zahra: Party;
let bank: Party;

beforeAll(async () => {
  desk = await openDesk();
  farid = await desk.open(currency.USD, { accountName: "Farid", lastName: "Ahmadi" });
  zahra = await desk.open(currency.USD, { accountName: "Zahra" });
  bank = await desk.open(currency.USD, { accountName: "Azizi Bank", accountType: "company" });
});
afterAll(() => desk.closeInBalance());

const statement = (query: Readonly<Record<string, string | number | boolean>>) => desk.admin.ok(accountStatement, { query });

/** What a person reads of an entry. */
const read = ({ entries }: AccountStatement) =>
  entries.map(({ businessDate, counterAccount, debit, credit, balance }) =>
    [businessDate, counterAccount.code, debit === null ? `+${String(credit)}` : `-${debit}`, balance].join(" "),
  );

test("a khata begins with its opening balance, runs through its entries and ends with its closing balance", async () => {
  await desk.post(bodies.credit(farid, "1000", { transDate: "2026-03-01", transDescription: "Rent of the shop" }));
  await desk.post(bodies.debit(farid, "200", { transDate: "2026-03-10", transDescription: "For the road" }));
  await desk.post(bodies.transfer(farid, zahra, "100.50", { transDate: "2026-03-10", cTransDescription: "From Farid" }));
  await desk.post(bodies.credit(farid, "50", { transDate: "2026-04-02" }));

  const march = await statement({ accountId: farid.id, fromDate: "2026-03-05", toDate: "2026-03-31" });
  expect(march).toMatchObject({
    account: { id: farid.id, code: farid.accountCode, name: "Farid Ahmadi", type: "customer", isSystem: false },
    currency: "USD",
    holdings: [{ currencyId: currency.USD, currency: "USD", balance: "749.50" }],
    fromDate: "2026-03-05",
    toDate: "2026-03-31",
    opening: "1000.00",
    closing: "699.50",
    debits: "300.50",
    credits: "0.00",
    hasCorrected: false,
    nextCursor: null,
  });
  expect(read(march)).toEqual(["2026-03-10 11 -200.00 800.00", `2026-03-10 ${zahra.accountCode} -100.50 699.50`]);
  const [withdrawal] = march.entries;
  expect(withdrawal).toMatchObject({
    transType: "Debit",
    narrative: "For the road",
    recordedBy: desk.admin.username,
    state: "standing",
    isDeleted: false,
    exchanged: null,
    counterAccount: { name: "Cash at Shop" },
  });
  expect(Date.parse(withdrawal?.recordedAt ?? "")).toBeGreaterThan(Date.now() - 60_000);

  const whole = await statement({ accountId: farid.id });
  expect(whole).toMatchObject({ fromDate: null, toDate: null, opening: "0.00", closing: "749.50", credits: "1050.00" });
  expect(whole.entries).toHaveLength(4);
  // The credit narrative of a deposit holds its amount in words; what was said of it stands on both sides.
  const inTill = await statement({ accountId: cash.id, currencyId: currency.USD, fromDate: "2026-03-01", toDate: "2026-03-10" });
  for (const { entries } of [whole, inTill])
    expect(entries.slice(0, 2)).toMatchObject([{ narrative: "Rent of the shop" }, { narrative: "For the road" }]);
  expect((await statement({ accountId: zahra.id })).entries[0]).toMatchObject({ narrative: "From Farid", credit: "100.50" });
});

test("a company account shows what it holds: what it is debited with raises it", async () => {
  await desk.post(bodies.credit(bank, "300", { transDate: "2026-03-02" }));
  await desk.post(bodies.debit(bank, "100", { transDate: "2026-03-03" }));
  expect(read(await statement({ accountId: bank.id }))).toEqual(["2026-03-02 11 -300.00 300.00", "2026-03-03 11 +100.00 200.00"]);
});

test("pages follow one another without a gap, each with the right balances, also within one day", async () => {
  const karim = await desk.open(currency.AFN);
  for (let n = 1; n <= 7; n += 1) await desk.post(bodies.credit(karim, n, { transDate: n <= 5 ? "2026-02-01" : "2026-02-03" }));
  const query = { accountId: karim.id, fromDate: "2026-01-01" };
  const whole = await statement(query);
  for (const limit of [1, 2, 3, 5, 7]) {
    const entries: AccountStatement["entries"] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const page: AccountStatement = await statement({ ...query, limit, cursor });
      expect(page).toMatchObject({ opening: "0.00", closing: "28.00" });
      entries.push(...page.entries);
      cursor = page.nextCursor;
    }
    expect(entries).toEqual(whole.entries);
  }
  expect(whole.entries.map(({ balance }) => balance)).toEqual(["1.00", "3.00", "6.00", "10.00", "15.00", "21.00", "28.00"]);
});

test("an exchange names who stands behind it, what was given for it and at which rate; so does the position account", async () => {
  const deal = {
    currencyId: currency.USD,
    dAmount: "300",
    cCurrencyId: currency.AFN,
    cAmount: "20940",
    exRate: "69.8",
    transDate: "2026-05-01",
  };
  await desk.post(bodies.exchange(zahra, cash, deal));
  const inUsd = await statement({ accountId: zahra.id, fromDate: "2026-05-01" });
  expect(inUsd.entries).toMatchObject([
    {
      debit: "300.00",
      counterAccount: { id: 11 },
      exchanged: { amount: "20940.00", currency: "AFN", rate: "69.80000000" },
      balance: "-199.50",
    },
  ]);
  const inAfn = await statement({ accountId: 11, currencyId: currency.AFN, fromDate: "2026-05-01" });
  expect(inAfn.entries).toMatchObject([
    { credit: "20940.00", counterAccount: { id: zahra.id }, exchanged: { amount: "300.00", currency: "USD" } },
  ]);
  const position = await statement({ accountId: 22, fromDate: "2026-05-01" });
  expect(position.account).toMatchObject({ code: "POSITION-USD", isSystem: true });
  expect(read(position)).toEqual([`2026-05-01 ${zahra.accountCode} +300.00 300.00`]);
});

test("hawalas: the partner's khata has each payout, and the commission income each commission", async () => {
  const partner = await desk.open(currency.AFN, { accountType: "hawala_partner" });
  await desk.admin.ok(createHawala, {
    body: {
      senderName: "Sami",
      receiverName: "Laila",
      amount: "100",
      amountCurrencyId: currency.USD,
      currency: "USD",
      exchangeRate: "1",
      commission: "5",
      transactionDate: "2026-06-01",
    },
  });
  const commission = await statement({ accountId: 12, currencyId: currency.USD });
  expect(commission.entries).toMatchObject([
    { transType: "Hawala", credit: "5.00", counterAccount: { id: 11 }, balance: "5.00" },
  ]);
  expect((await statement({ accountId: 15, currencyId: currency.USD })).entries).toMatchObject([{ credit: "95.00" }]);
  const incoming = await desk.admin.ok(createHawala, {
    body: {
      direction: "incoming",
      senderCode: partner.accountCode,
      hawalaNo: "LDN-1",
      senderName: "Omid",
      receiverName: "نجیب",
      amount: "100",
      exchangeRate: "92",
      currency: "AFN",
      rAmount: "9200",
      rate: "70",
      intoUSD: "131.43",
      transactionDate: "2026-06-02",
    },
  });
  await desk.admin.ok(passHawala, { params: { id: incoming.id }, body: { transDate: "2026-06-03" } });
  expect((await statement({ accountId: partner.id })).entries).toMatchObject([
    { debit: "9200.00", balance: "-9200.00", narrative: "Hawala LDN-1: Omid to نجیب", counterAccount: { id: 11 } },
  ]);
});

test("what was corrected is left out together with what took it back, and both are shown on request", async () => {
  const sami = await desk.open(currency.USD);
  const other = await desk.open(currency.USD);
  const wrong = await desk.post(bodies.transfer(sami, other, "500", { transDate: "2026-03-01" }));
  const row = { params: { id: wrong.id } };
  const body = bodies.transfer(sami, zahra, "50", { transDate: "2026-03-04" });
  await desk.admin.ok(updateTransaction, { ...row, body });
  const gone = await desk.post(bodies.credit(sami, "7", { transDate: "2026-03-05" }));
  await desk.admin.ok(deleteTransaction, { params: { id: gone.id } });
  const back = await desk.post(bodies.credit(sami, "9", { transDate: "2026-03-06" }));
  await desk.admin.ok(deleteTransaction, { params: { id: back.id } });
  await desk.admin.ok(recoverTransaction, { params: { id: back.id } });

  const plain = await statement({ accountId: sami.id });
  expect(read(plain)).toEqual([`2026-03-04 ${zahra.accountCode} -50.00 -50.00`, "2026-03-06 11 +9.00 -41.00"]);
  expect(plain).toMatchObject({ debits: "50.00", credits: "9.00", closing: "-41.00", hasCorrected: true });

  const all = await statement({ accountId: sami.id, corrected: true });
  expect(read(all)).toEqual([
    `2026-03-01 ${other.accountCode} -500.00 -500.00`,
    `2026-03-01 ${other.accountCode} +500.00 0.00`,
    `2026-03-04 ${zahra.accountCode} -50.00 -50.00`,
    "2026-03-05 11 +7.00 -43.00",
    "2026-03-05 11 -7.00 -50.00",
    "2026-03-06 11 +9.00 -41.00",
    "2026-03-06 11 -9.00 -50.00",
    "2026-03-06 11 +9.00 -41.00",
  ]);
  expect(all.entries.map(({ state }) => state)).toEqual([
    "corrected",
    "correction",
    "standing",
    "corrected",
    "correction",
    "corrected",
    "correction",
    "standing",
  ]);
  expect(all.entries.map(({ isDeleted }) => isDeleted)).toEqual([false, false, false, true, true, false, false, false]);
  expect(all).toMatchObject({ debits: "566.00", credits: "525.00", closing: "-41.00" });
  // Who had it before the correction has nothing of it any more.
  expect((await statement({ accountId: other.id })).entries).toEqual([]);
  expect(read(await statement({ accountId: other.id, corrected: true }))).toHaveLength(2);
});

test("what was corrected keeps the rate and the words of its own version, whatever became of it", async () => {
  const ahmad = await desk.open(currency.USD);
  const pair = { currencyId: currency.USD, cCurrencyId: currency.AFN, dAmount: "300", transDate: "2026-03-07" };
  const gold = { ...pair, cAmount: "20940", exRate: "69.8", transDescription: "Gold for Ahmad", cTransDescription: "Gold" };
  const silver = { ...pair, cAmount: "21000", exRate: "70", transDescription: "Silver for Mahmud", cTransDescription: "Silver" };
  const copper = { ...pair, cAmount: "21300", exRate: "71", transDescription: "Copper for Ali", cTransDescription: "Copper" };
  const deal = { params: { id: (await desk.post(bodies.exchange(ahmad, cash, gold))).id } };
  await desk.admin.ok(updateTransaction, { ...deal, body: bodies.exchange(ahmad, cash, silver) });
  await desk.admin.ok(deleteTransaction, deal);
  await desk.admin.ok(recoverTransaction, deal);
  await desk.admin.ok(updateTransaction, { ...deal, body: bodies.exchange(ahmad, cash, copper) });
  const rent = await desk.post(bodies.credit(ahmad, "7", { transDate: "2026-03-08", transDescription: "Rent" }));
  await desk.admin.ok(updateTransaction, {
    params: { id: rent.id },
    body: bodies.credit(ahmad, "9", { transDescription: "Wages" }),
  });

  const all = { corrected: true, fromDate: "2026-03-07", toDate: "2026-03-08" };
  const said = async (accountId: number, currencyId: number) =>
    (await statement({ ...all, accountId, currencyId })).entries.map(({ narrative, exchanged, state }) => [
      exchanged?.amount,
      exchanged?.rate,
      narrative,
      state,
    ]);
  const of = (amount: string, rate: string, words: string) => [
    [amount, rate, words, "corrected"],
    [amount, rate, words, "correction"],
  ];
  expect(await said(ahmad.id, currency.USD)).toEqual([
    ...of("20940.00", "69.80000000", "Gold for Ahmad"),
    ...of("21000.00", "70.00000000", "Silver for Mahmud"),
    ...of("21000.00", "70.00000000", "Silver for Mahmud"),
    ["21300.00", "71.00000000", "Copper for Ali", "standing"],
    [undefined, undefined, "Rent", "corrected"],
    [undefined, undefined, "Rent", "correction"],
    [undefined, undefined, "Wages", "standing"],
  ]);
  expect(await said(cash.id, currency.AFN)).toEqual([
    ...of("300.00", "69.80000000", "Gold"),
    ...of("300.00", "70.00000000", "Silver"),
    ...of("300.00", "70.00000000", "Silver"),
    ["300.00", "71.00000000", "Copper", "standing"],
  ]);
});

test("an account without entries, or without the currency, has an empty statement", async () => {
  const nobody = await desk.open(currency.EUR);
  const empty = { opening: "0.00", closing: "0.00", debits: "0.00", credits: "0.00", entries: [], nextCursor: null };
  expect(await statement({ accountId: nobody.id })).toMatchObject({ currency: "EUR", ...empty });
  expect(await statement({ accountId: nobody.id, currencyId: currency.PKR })).toMatchObject({ currency: "PKR", ...empty });
});

test("every role reads statements, and nobody who is not signed in", async () => {
  for (const client of [desk.operator, desk.user]) {
    expect((await client.ok(accountStatement, { query: { accountId: farid.id } })).entries).toHaveLength(4);
  }
  expect(await desk.server.anonymous.refused(accountStatement, { query: { accountId: farid.id } })).toMatchObject({
    status: 401,
  });
});

test("an empty limit is none, as on every list", async () => {
  const query = { accountId: farid.id };
  expect(await statement({ ...query, limit: "" })).toEqual(await statement(query));
});

test.each([
  [{}, 400, "Choose an account"],
  [{ accountId: "x" }, 400, "Choose an account"],
  [{ accountId: 0 }, 400, "Choose an account"],
  [{ accountId: 2_000_000_000 }, 404, "This account does not exist"],
  [{ accountId: 11, currencyId: 77 }, 400, "This currency does not exist"],
  [{ accountId: 11, fromDate: "2026-02-30" }, 400, "Give the date as YYYY-MM-DD, a day that exists"],
  [{ accountId: 11, fromDate: "2026-03-02", toDate: "2026-03-01" }, 400, "The end date must not be before the start date"],
  [{ accountId: 11, limit: 0 }, 400, "A limit is a whole number from 1 to 1000"],
  [{ accountId: 11, limit: 1001 }, 400, "A limit is a whole number from 1 to 1000"],
  [{ accountId: 11, limit: "9999999" }, 400, "A limit is a whole number from 1 to 1000"],
  [{ accountId: 11, cursor: "2026-03-01_1_x_1" }, 400, "The cursor is not one that this list has given"],
  [{ accountId: 11, cursor: "2026-02-30_1_1_1" }, 400, "The cursor is not one that this list has given"],
  [{ accountId: 11, cursor: "2026-03-01_1_1_1", fromDate: "2026-03-02" }, 400, "The cursor is not one that this list has given"],
  [{ accountId: 11, cursor: "2026-03-02_1_1_1", toDate: "2026-03-01" }, 400, "The cursor is not one that this list has given"],
  [{ accountId: 11, corrected: "perhaps" }, 400, undefined],
] as const)("%j is refused with %i", async (query, status, message) => {
  const refused = await desk.user.refused(accountStatement, { query });
  expect(refused.status).toBe(status);
  if (message !== undefined) expect(refused.message).toBe(message);
});
