import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { currencyUse, deleteCurrency, createCurrency } from "#contract/currencies.ts";
import {
  exportHawalas,
  hawalaTotals,
  listBranchAccounts,
  listHawalas,
  listSenderCodes,
  recentHawalas,
} from "#contract/hawala-lists.ts";
import { getHawala, hawalaPhoto, hawalaToPending, passHawala } from "#contract/hawalas.ts";
import { openDesk, type Desk } from "#test/support/desk.ts";
import { enter, incoming, openBranch, openLondon, outgoing } from "#test/support/hawalas.ts";
import { pngOf } from "#test/support/images.ts";
import { currency } from "#test/support/ledger.ts";

const { AFN } = currency;

let desk: Desk;
let london: { readonly id: number };
let branchId: number;
beforeAll(async () => {
  desk = await openDesk();
  london = await openLondon(desk);
  branchId = await openBranch(desk, "1007", AFN);
});
afterAll(() => desk.closeInBalance());

const photo = `data:image/png;base64,${pngOf(2, 3).toString("base64")}`;
const pass = (id: number, body: object = {}) => desk.user.ok(passHawala, { params: { id }, body });
const get = (id: number) => desk.user.ok(getHawala, { params: { id } });

describe("one hawala", () => {
  test("that is waiting has nothing of a payout, and nothing that outgoing ones have", async () => {
    const { id } = await enter(desk, incoming({ remarks: "Call first", transactionDate: "2026-03-05" }));
    expect(await get(id)).toMatchObject({
      id,
      direction: "incoming",
      hawalaStatus: "Pending",
      senderCode: "2001",
      amount: "100.00",
      amountCurrency: null,
      exchangeRate: "92.00000000",
      rAmount: "9200.00",
      currency: "AFN",
      currencyId: AFN,
      rate: "70.00000000",
      intoUSD: "131.43",
      remarks: "Call first",
      transactionDate: "2026-03-05",
      hawalaDate: "2026-03-05",
      importBatchId: null,
      importDate: null,
      senderAccountId: null,
      partnerAccountId: null,
      partnerCode: null,
      partnerName: null,
      transactionId: null,
      passedDate: null,
      paidFromCode: null,
      processedBy: desk.operator.username,
      version: 1,
      payout: null,
    });
  });

  test("that was paid says when, from which account and on which papers, until it is taken back", async () => {
    const { id } = await enter(desk, incoming());
    const papers = { documentName: "Mursal Rahimyar", documentNumber: "1402-77", documentPhoto: photo };
    const { transactionId } = await pass(id, { branchAccountId: branchId, transDate: "2026-03-07", ...papers });
    expect(await get(id)).toMatchObject({
      hawalaStatus: "Passed",
      transactionId,
      passedDate: "2026-03-07",
      paidFromCode: "1007",
      payout: { documentName: "Mursal Rahimyar", documentNumber: "1402-77", hasPhoto: true },
    });
    const { body, headers } = await desk.user.reply(hawalaPhoto, { params: { id } });
    expect(`data:image/png;base64,${(body as Buffer).toString("base64")}`).toBe(photo);
    expect(headers).toMatchObject({
      "content-type": "image/png",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
    });
    await desk.user.ok(hawalaToPending, { params: { id } });
    expect(await get(id)).toMatchObject({ hawalaStatus: "Pending", passedDate: null, paidFromCode: null, payout: null });
    expect(await desk.user.refused(hawalaPhoto, { params: { id } })).toMatchObject({
      status: 404,
      message: "This hawala has no photo",
    });
  });

  test("that was paid on papers without a photo has none", async () => {
    const { id } = await enter(desk, incoming());
    await pass(id, { documentNumber: "9" });
    expect((await get(id)).payout).toEqual({ documentName: null, documentNumber: "9", hasPhoto: false });
    expect((await desk.user.refused(hawalaPhoto, { params: { id } })).status).toBe(404);
  });

  test("that is outgoing names its partner, and was paid from nowhere", async () => {
    const { id } = await enter(desk, outgoing({ partnerAccountId: london.id }));
    expect(await get(id)).toMatchObject({
      direction: "outgoing",
      amountCurrency: "USD",
      partnerAccountId: london.id,
      partnerCode: "2001",
      partnerName: "London",
      commission: "20.00",
      senderCode: null,
      intoUSD: null,
      passedDate: null,
      paidFromCode: null,
      payout: null,
    });
  });

  test("that nobody has is not found", async () => {
    for (const route of [getHawala, hawalaPhoto]) {
      expect(await desk.user.refused(route, { params: { id: 999_999 } })).toMatchObject({
        status: 404,
        message: "There is no hawala 999999",
      });
    }
  });
});

describe("the list", () => {
  test("has incoming hawalas unless it is asked for others, newest first", async () => {
    const older = await enter(desk, incoming({ transactionDate: "2024-01-01" }));
    const newer = await enter(desk, incoming({ transactionDate: "2024-01-02" }));
    const { id: ours } = await enter(desk, outgoing({ transactionDate: "2024-01-02" }));
    const ids = async (query: object) =>
      (await desk.user.ok(listHawalas, { query: { ...query, fromDate: "2024-01-01", toDate: "2024-01-02" } })).map(
        ({ id }) => id,
      );
    expect(await ids({})).toEqual([newer.id, older.id]);
    expect(await ids({ direction: "outgoing" })).toEqual([ours]);
    expect(await ids({ direction: "all" })).toEqual([ours, newer.id, older.id]);
  });

  test("has a row as one hawala is shown, without its papers", async () => {
    const { id } = await enter(desk, incoming());
    const [row] = await desk.user.ok(listHawalas, { query: { limit: 1, q: (await get(id)).hawalaNo } });
    const { payout: _payout, ...shown } = await get(id);
    expect(row).toEqual(shown);
  });

  test("finds a number however it is typed, and a name in part", async () => {
    const { id } = await enter(
      desk,
      incoming({ hawalaNo: "QX-31 0905", receiverName: "نجیب الله", senderName: "Unmistakable Person علي يوسفي\u200Cپور" }),
    );
    const found = async (q: string) => (await desk.user.ok(listHawalas, { query: { q } })).map((row) => row.id);
    for (const q of ["QX-31 0905", "qx310905", "qx ۳۱۰۹۰۵", "0905", "نجيب", "نجیب\u200Cالله", "علی یوسفی پور", "mistakable per"])
      expect(await found(q), q).toEqual([id]);
    expect(await found("QX-31%0905")).toEqual([]);
    expect(await found("Unmista_able")).toEqual([]);
  });

  test("is empty where filters contradict each other or name what nobody has", async () => {
    await enter(desk, incoming());
    for (const query of [
      { direction: "outgoing", status: "Pending" },
      { status: "sent" },
      { currency: "XXX" },
      { partnerAccountId: 999_999 },
      { branchAccountId: branchId, status: "Pending" },
      { branchAccountId: branchId, direction: "outgoing" },
      { branchAccountId: 11, byBranch: "1" },
      { batchId: 999 },
    ]) {
      const { body, headers } = await desk.user.reply(listHawalas, { query });
      expect([body, headers["x-total-count"]], JSON.stringify(query)).toEqual([[], "0"]);
    }
  });

  test("takes an empty filter for none", async () => {
    const everything = await desk.user.ok(listHawalas);
    const empty = {
      fromDate: "",
      toDate: "",
      status: "",
      currency: "",
      partnerAccountId: "",
      branchAccountId: "",
      byBranch: "",
      batchId: "",
      number: "",
      q: "",
    };
    expect(await desk.user.ok(listHawalas, { query: empty })).toEqual(everything);
  });

  test.each([
    [{ fromDate: "2026-02-30" }, "fromDate", "Give the date as YYYY-MM-DD, a day that exists"],
    [{ toDate: "yesterday" }, "toDate", "Give the date as YYYY-MM-DD, a day that exists"],
    [{ status: "Gone" }, "status", "Not a status of a hawala"],
    [{ direction: "up" }, "direction", "Direction must be one of incoming, outgoing, all"],
    [{ partnerAccountId: "London" }, "partnerAccountId", "Not a valid id"],
    [{ cursor: "2026-01-01" }, "cursor", "The cursor is not one that this list has given"],
    [{ cursor: "2026-01-01_99999999999" }, "cursor", "The cursor is not one that this list has given"],
    [{ cursor: "x_1", currency: "XXX" }, "cursor", "The cursor is not one that this list has given"],
    [{ limit: "5001" }, "limit", "A limit is a whole number from 1 to 5000"],
  ])("refuses %j", async (query, path, message) => {
    expect(await desk.user.refused(listHawalas, { query })).toMatchObject({ status: 400, message, issues: [{ path }] });
  });

  test.each([listHawalas, exportHawalas, hawalaTotals])("refuses days that end before they begin: $path", async (route) => {
    const query = { fromDate: "2026-03-02", toDate: "2026-03-01" };
    const message = "The end date must not be before the start date";
    const refused = { status: 400, message, issues: [{ path: "toDate", message }] };
    expect(await desk.user.refused(route, { query })).toMatchObject(refused);
    expect(await desk.user.send(route, { query: { ...query, toDate: query.fromDate } })).toMatchObject({ statusCode: 200 });
  });
});

describe("the small lists", () => {
  test("the newest twenty of both directions, with what the receiver gets", async () => {
    for (let entered = 0; entered < 20; entered += 1) await enter(desk, incoming());
    const ours = await enter(desk, outgoing());
    const recent = await desk.user.ok(recentHawalas);
    expect(recent).toHaveLength(20);
    expect(recent[0]).toEqual({
      id: ours.id,
      hawalaNumber: ours.hawalaNo,
      direction: "outgoing",
      senderName: "Nabi Sadatyar",
      receiverName: "Laila Bakhtwal",
      currency: "AFN",
      amount: "6980.00",
      status: "sent",
    });
    expect(recent[1]).toMatchObject({ direction: "incoming", currency: "AFN", amount: "9200.00", status: "Pending" });
  });

  test("the branch accounts are the active ones of the codes in the settings", async () => {
    const branch = { id: branchId, accountCode: "1007", accountName: "Branch 1007", currencyId: AFN, currency: "AFN" };
    expect(await desk.user.ok(listBranchAccounts)).toEqual([branch]);
    const second = await openBranch(desk, "2007", currency.USD);
    expect((await desk.user.ok(listBranchAccounts)).map(({ accountCode, currency: code }) => [accountCode, code])).toEqual([
      ["1007", "AFN"],
      ["2007", "USD"],
    ]);
    await desk.server.database.asOwner("update accounts set account_status = 'suspended' where id = $1", [second]);
    expect(await desk.user.ok(listBranchAccounts)).toEqual([branch]);
  });

  test("the sender codes, with their partner where there is one", async () => {
    const before = await desk.user.ok(listSenderCodes);
    await enter(desk, incoming({ senderCode: "9009" }));
    const { id } = await enter(desk, incoming());
    await pass(id);
    const first = before.find(({ senderCode }) => senderCode === "2001");
    const hawalas = (first?.hawalas ?? 0) + 1;
    expect(await desk.user.ok(listSenderCodes)).toEqual([
      { senderCode: "2001", accountId: london.id, accountName: "London", hawalas, pending: first?.pending ?? 0 },
      { senderCode: "9009", accountId: null, accountName: null, hawalas: 1, pending: 1 },
    ]);
  });
});

describe("a currency that a hawala uses", () => {
  test.each([
    ["as what the receiver gets", (code: string) => incoming({ currency: code })],
    ["as what a customer pays", (code: string) => outgoing({ currency: code, convertedCurrency: "AFN" })],
  ])("%s is counted, and not deleted", async (_how, body) => {
    const code = _how.includes("customer") ? "SAR" : "AED";
    const { id } = await desk.admin.ok(createCurrency, { body: { code, name: code, symbol: code, rate: "3.67" } });
    await enter(desk, body(code));
    const use = await desk.user.ok(currencyUse, { params: { id } });
    expect(use.hawalas).toEqual({ count: 1, isMore: false });
    const reason = new RegExp(`^${code} is in use and cannot be deleted: .*hawalas$`);
    expect(use.keptBecause).toMatch(reason);
    const refused = await desk.admin.refused(deleteCurrency, { params: { id } });
    expect(refused.status).toBe(409);
    expect(refused.message).toMatch(reason);
  });
});

describe("a number", () => {
  test("finds the hawalas of a number, however many newer numbers contain it", async () => {
    const theirs = { senderCode: "2009", transactionDate: "2025-01-01" };
    const first = await enter(desk, incoming({ hawalaNo: "NX-77", transactionDate: "2025-01-01" }));
    const second = await enter(desk, incoming({ ...theirs, hawalaNo: "nx 77" }));
    for (let index = 0; index < 3; index += 1) await enter(desk, incoming({ hawalaNo: `NX-77${String(index)}` }));
    const { id: ours, hawalaNo } = await enter(desk, outgoing());
    const found = async (query: object) =>
      (await desk.user.ok(listHawalas, { query: { limit: 2, ...query } })).map(({ id }) => id).toSorted((a, b) => a - b);
    for (const number of ["NX-77", "nx77", "nx ۷۷"]) expect(await found({ number }), number).toEqual([first.id, second.id]);
    expect(await found({ number: hawalaNo, direction: "all" })).toEqual([ours]);
    const { headers } = await desk.user.reply(listHawalas, { query: { number: "NX-77", limit: 1 } });
    expect([headers["x-total-count"], headers["x-next-cursor"]]).toEqual(["2", expect.any(String)]);
    await pass(first.id);
    expect(await found({ number: "NX-77", status: "Pending" })).toEqual([second.id]);
    expect(await found({ number: "NX-77", fromDate: "2025-01-02" })).toEqual([]);
    for (const number of ["NX", "77", "-"]) expect(await found({ number, direction: "all" }), number).toEqual([]);
    expect(await found({ number: "NX-77", direction: "outgoing" })).toEqual([]);
  });
});
