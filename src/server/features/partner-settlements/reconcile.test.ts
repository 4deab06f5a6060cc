import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { cancelHawala, passHawala } from "#contract/hawalas.ts";
import { exportReconciliation, reconcilePartner, type Reconciliation } from "#contract/partner-reconciliations.ts";
import { settlePartner } from "#contract/partner-settlements.ts";
import { openDesk, type Desk } from "#test/support/desk.ts";
import { fileWorkHere } from "#test/support/file-work.ts";
import { sheetFixture } from "#test/support/hawala-sheets.ts";
import { enter, incoming, openLondon } from "#test/support/hawalas.ts";
import { imported, listOf, numberOf, refusalIn, stored, type SheetToSend } from "#test/support/import-batches.ts";
import { currency } from "#test/support/ledger.ts";
import { readSheet } from "#test/support/spreadsheet.ts";
import { uploadOf } from "#test/support/upload.ts";

fileWorkHere();

let desk: Desk;
let london: { readonly id: number };

beforeAll(async () => {
  desk = await openDesk();
  london = await openLondon(desk);
});
afterAll(() => desk.closeInBalance());

const sending = (file: SheetToSend, fields: Readonly<Record<string, string>> = {}, client = desk.operator) =>
  client.request(uploadOf(reconcilePartner, file, { partnerAccountId: String(london.id), ...fields }));

async function reconciled(file: SheetToSend, fields: Readonly<Record<string, string>> = {}): Promise<Reconciliation> {
  const before = await stored(desk);
  const response = await sending(file, fields);
  expect(response.body).toContain("verdict");
  expect(response.statusCode).toBe(200);
  expect(await stored(desk)).toEqual(before);
  return response.json<Reconciliation>();
}

test("a sheet that was imported matches; the same sheet with other amounts differs, field by field", async () => {
  const clean = { name: "clean.xlsx", bytes: sheetFixture("clean.xlsx") };
  const { importedCount } = await imported(desk.operator, clean);
  expect(importedCount).toBeGreaterThan(0);
  const same = await reconciled(clean);
  expect(same.counts).toEqual({ matched: importedCount, different: 0, missingHere: 0, missingThere: 0, repeated: 0, faulty: 0 });
  expect(same.totals.every(({ verdict, here, there }) => verdict === "matched" && here === there)).toBe(true);
  const other = await reconciled({ name: "changed.xlsx", bytes: sheetFixture("changed-amounts.xlsx") });
  expect(other.counts.different).toBeGreaterThan(0);
  const changed = other.rows.find(({ verdict }) => verdict === "different");
  expect(changed?.differences.length).toBeGreaterThan(0);
  expect(changed?.differences.every(({ here, there }) => here !== there)).toBe(true);
});

test("what one side alone has is missing on the other; what was cancelled here, stands twice or cannot be read is told", async () => {
  const file = listOf([{}, {}, {}, {}]);
  const numbers = [0, 1, 2, 3].map(numberOf);
  await imported(desk.operator, file, { transactionDate: "2024-01-05" });
  const cancelled = await enter(desk, incoming({ transactionDate: "2024-01-06" }));
  await desk.admin.ok(cancelHawala, { params: { id: cancelled.id } });
  const period = { fromDate: "2024-01-01", toDate: "2024-01-31" };
  const theirs = listOf([
    { C: numbers[0]?.toLowerCase() },
    { C: numbers[1] },
    { C: numbers[1] },
    { C: "UNKNOWN-1" },
    { C: numbers[2], F: null },
    { C: numbers[2] },
    { C: cancelled.hawalaNo },
  ]);
  const found = await reconciled(theirs, period);
  const verdictOf = (hawalaNo = "") => found.rows.filter((row) => row.hawalaNo === hawalaNo).map(({ verdict }) => verdict);
  expect(verdictOf(numbers[0]?.toLowerCase())).toEqual(["matched"]);
  expect(verdictOf(numbers[1])).toEqual(["matched", "repeated"]);
  expect(verdictOf("UNKNOWN-1")).toEqual(["missingHere"]);
  expect(verdictOf(numbers[2])).toEqual(["faulty", "matched"]);
  expect(verdictOf(numbers[3])).toEqual(["missingThere"]);
  const taken = found.rows.find(({ hawalaNo }) => hawalaNo === cancelled.hawalaNo);
  expect(taken?.differences).toContainEqual({ field: "status", here: "Cancelled", there: null });
  expect(found.counts).toEqual({ matched: 3, different: 1, missingHere: 1, missingThere: 1, repeated: 1, faulty: 1 });
  expect(found.rows.find(({ verdict }) => verdict === "faulty")?.faults[0]?.cell).toMatch(/^F\d+$/);
});

describe("a row of his sheet of which something was forgotten", () => {
  const period = { fromDate: "2022-05-01", toDate: "2022-05-31" };
  const few = { F: null, G: null, H: null, I: null, J: null, K: null, L: null };

  test("cannot be read, and is not missing there; what is no hawala is told", async () => {
    const { hawalaNo } = await enter(desk, incoming({ transactionDate: "2022-05-06" }));
    const { rows, ...found } = await reconciled(
      listOf([
        { ...few, C: hawalaNo },
        { ...few, C: "Page 2 of 3", D: null, E: null },
      ]),
      period,
    );
    expect(rows).toMatchObject([
      { verdict: "faulty", row: 2, hawalaNo, faults: expect.arrayContaining([{ cell: "F2", message: "amount is missing" }]) },
    ]);
    expect(found).toMatchObject({ counts: { faulty: 1, missingThere: 0 }, skippedLines: 1 });
    expect(found.skipped).toEqual([{ row: 3, text: "1 · Page 2 of 3" }]);
  });

  test("and what is no hawala stand in the file", async () => {
    const fields = { partnerAccountId: String(london.id), fromDate: "2022-06-01", toDate: "2022-06-30" };
    const upload = uploadOf(exportReconciliation, listOf([few, { ...few, C: "Page 2 of 3", D: null, E: null }]), fields);
    const { body, headers } = await desk.operator.request({ ...upload, url: `${upload.url}?format=csv` });
    expect(headers["content-disposition"]).toContain('filename="partner-reconciliation-2001-2022-06-01-2022-06-30.csv"');
    expect(body).toMatch(/Cannot be read,2,.*F2: amount is missing/);
    expect(body).toMatch(/Left out,3,.*1 · Page 2 of 3/);
  });
});

describe("a hawala that is of one currency here and of another on his sheet", () => {
  const period = { fromDate: "2023-05-01", toDate: "2023-05-31" };
  const theirs = (hawalaNo: string) => listOf([{ C: hawalaNo, G: 1, H: "USD", I: 100, K: 1, L: 100 }]);
  const ours = (transactionDate: string) => enter(desk, incoming({ transactionDate, rAmount: "9000.00", exchangeRate: "90" }));

  test("is counted once, and each side stands in the sums of its own currency", async () => {
    const { hawalaNo } = await ours("2023-05-06");
    const { rows, counts, totals } = await reconciled(theirs(hawalaNo), period);
    expect(rows).toMatchObject([
      { verdict: "different", hawalaNo, hereCurrency: "AFN", here: "9000.00", currency: "USD", there: "100.00" },
    ]);
    expect(rows[0]?.differences).toContainEqual({ field: "currency", here: "AFN", there: "USD" });
    expect(counts.different).toBe(1);
    expect(totals).toEqual([
      { verdict: "different", currency: "AFN", hawalas: 0, here: "9000.00", there: "0.00" },
      { verdict: "different", currency: "USD", hawalas: 1, here: "0.00", there: "100.00" },
    ]);
  });

  test("is exported with both currencies", async () => {
    const { hawalaNo } = await ours("2023-06-06");
    const fields = { partnerAccountId: String(london.id), fromDate: "2023-06-01", toDate: "2023-06-30" };
    const upload = uploadOf(exportReconciliation, theirs(hawalaNo), fields);
    const { body } = await desk.operator.request({ ...upload, url: `${upload.url}?format=csv` });
    const [head = "", row = ""] = body.split(/\r?\n/);
    const cellOf = (column: string) => row.split(",")[head.split(",").findIndex((name) => name.includes(column))];
    expect(["Currency", "Our Currency", "Our Amount", "Their Amount"].map(cellOf)).toEqual(["USD", "AFN", "9000.00", "100.00"]);
  });
});

test("without a period what waits and what was paid since the last settlement has to be on his sheet", async () => {
  const { id, hawalaNo } = await enter(desk, incoming());
  await desk.admin.ok(passHawala, { params: { id }, body: {} });
  const found = await reconciled(listOf([{}]));
  expect(found.rows.find((row) => row.hawalaId === id)).toMatchObject({
    verdict: "missingThere",
    hawalaNo,
    here: "9200.00",
    there: null,
  });
  const { id: counterAccountId } = await desk.open(currency.AFN, { accountType: "company" });
  const settlement = { direction: "received", means: "bank", counterAccountId, currencyId: currency.AFN, amount: "9200" };
  await desk.admin.ok(settlePartner, { body: { partnerAccountId: london.id, ...settlement, throughHawalaId: id } });
  expect((await reconciled(listOf([{}]))).rows.map(({ hawalaId }) => hawalaId)).not.toContain(id);
});

test("the file of it has every row", async () => {
  const file = listOf([{}]);
  const number = numberOf(0);
  const upload = uploadOf(exportReconciliation, file, { partnerAccountId: String(london.id) });
  const answer = await desk.operator.request({ ...upload, url: `${upload.url}?format=csv` });
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toMatch(new RegExp(`Missing here.*${number}`));
});

test("the rows of his sheet are numbers in the file, so that 10 is sorted behind 2", async () => {
  const upload = uploadOf(exportReconciliation, listOf([{}]), { partnerAccountId: String(london.id) });
  const { rawPayload } = await desk.operator.request({ ...upload, url: `${upload.url}?format=xlsx` });
  const { rows } = readSheet(rawPayload);
  expect(rows.find(([verdict]) => verdict === "Missing here")?.[1]).toEqual({ number: "2" });
});

describe("is refused", () => {
  test("for a user, for an account that is no partner's, without a partner, and for what is no sheet", async () => {
    const file = listOf([{}]);
    expect((await sending(file, {}, desk.user)).statusCode).toBe(403);
    const customer = await desk.open(currency.AFN);
    expect(refusalIn(await sending(file, { partnerAccountId: String(customer.id) }))).toMatchObject({
      status: 400,
      message: expect.stringMatching(/is not the account of a partner/),
    });
    expect(refusalIn(await sending(file, { partnerAccountId: "" }))).toMatchObject({ status: 400, message: "Choose a partner" });
    expect(refusalIn(await sending(file, { fromDate: "2024-02-01", toDate: "2024-01-01" }))).toMatchObject({
      status: 400,
      message: "The end date must not be before the start date",
    });
    expect((await sending({ ...file, name: "list.pdf" })).statusCode).toBe(415);
    expect((await sending({ name: "list.xlsx", bytes: sheetFixture("truncated.xlsx") })).statusCode).toBe(422);
  });
});
