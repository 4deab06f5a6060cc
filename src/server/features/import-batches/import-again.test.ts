import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { listCurrencies, updateCurrency } from "#contract/currencies.ts";
import { listHawalas } from "#contract/hawala-lists.ts";
import { createHawala, passHawala, updateHawala } from "#contract/hawalas.ts";
import { undoImportBatch } from "#contract/import-batches.ts";
import { openDesk, type Desk } from "#test/support/desk.ts";
import { fileWorkHere } from "#test/support/file-work.ts";
import { incoming, openLondon } from "#test/support/hawalas.ts";
import { imported, importing, listOf, previewed, refusalIn, stored, type SheetToSend } from "#test/support/import-batches.ts";

fileWorkHere();

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  await openLondon(desk);
});
afterAll(() => desk.closeInBalance());

let series = 0;

/** A function that names the hawalas of a test of its own. */
function numbers(): (nth: number) => string {
  series += 1;
  const own = series;
  return (nth) => `KA${String(own)}-${String(nth)}`;
}

const sheetOf = (name: string, hawalas: readonly string[]): SheetToSend =>
  listOf(
    hawalas.map((C) => ({ C })),
    name,
  );

/** Sends a sheet, and holds the answer against what the preview said a moment before. */
async function importedAsPreviewed(file: SheetToSend) {
  const { counts } = await previewed(desk.operator, file);
  const before = await stored(desk);
  const answer = await imported(desk.operator, file);
  expect(answer.importedCount).toBe(counts.ok + counts.warning);
  expect(answer.duplicateCount).toBe(counts.duplicateInFile + counts.duplicateStored + counts.changed);
  expect(answer.changed).toBe(counts.changed);
  expect((await stored(desk)).hawalas - before.hawalas).toBe(answer.importedCount);
  return answer;
}

/** The body of a hawala as a row of a list says it. */
const asListed = (more: object) => incoming({ exchangeRate: "90", rAmount: "9000.00", rate: "60", intoUSD: "150.00", ...more });

async function idOf(hawalaNo: string): Promise<number> {
  const [found] = await desk.operator.ok(listHawalas, { query: { q: hawalaNo } });
  expect(found?.hawalaNo).toBe(hawalaNo);
  return found?.id ?? -1;
}

const correct = async (hawalaNo: string, more: object) =>
  desk.operator.ok(updateHawala, { params: { id: await idOf(hawalaNo) }, body: asListed({ hawalaNo, ...more }) });

describe("a file that was imported before, and stands, brings what is missing since", () => {
  test("with rows that another import had brought, after that one was undone", async () => {
    const ka = numbers();
    const first = await imported(desk.operator, sheetOf("first.xlsx", [1, 2, 3, 4, 5].map(ka)));
    const cumulative = sheetOf("second.xlsx", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(ka));
    expect(await importedAsPreviewed(cumulative)).toMatchObject({ importedCount: 5, duplicateCount: 5 });
    await desk.operator.ok(undoImportBatch, { params: { id: first.batchId ?? -1 } });
    expect((await previewed(desk.operator, cumulative)).importedBefore).toMatchObject({ fileName: "second.xlsx" });
    const again = await importedAsPreviewed(cumulative);
    expect(again).toMatchObject({ importedCount: 5, duplicateCount: 5, message: "5 hawalas imported, 5 were there already" });
    expect(again.batchId).not.toBeNull();
    expect(await importedAsPreviewed(cumulative)).toMatchObject({ importedCount: 0, duplicateCount: 10, batchId: null });
  });

  test("with a row that a person had entered, after its number was corrected", async () => {
    const ka = numbers();
    await desk.operator.ok(createHawala, { body: asListed({ hawalaNo: ka(1) }) });
    const file = sheetOf("list.xlsx", [ka(1), ka(2)]);
    expect(await importedAsPreviewed(file)).toMatchObject({ importedCount: 1, duplicateCount: 1 });
    await correct(ka(1), { hawalaNo: ka(9) });
    expect(await importedAsPreviewed(file)).toMatchObject({ importedCount: 1, duplicateCount: 1 });
  });

  test("with a row of its own, after its number was corrected", async () => {
    const ka = numbers();
    const file = sheetOf("list.xlsx", [ka(1), ka(2)]);
    await importedAsPreviewed(file);
    await correct(ka(2), { hawalaNo: ka(9) });
    expect(await importedAsPreviewed(file)).toMatchObject({ importedCount: 1, duplicateCount: 1 });
  });
});

describe("of a file that was imported before", () => {
  test("a row of its own with other figures since counts as changed", async () => {
    const ka = numbers();
    const file = sheetOf("list.xlsx", [ka(1), ka(2)]);
    await importedAsPreviewed(file);
    await correct(ka(1), { amount: "200.00", rAmount: "18000.00", intoUSD: "300.00" });
    expect(await importedAsPreviewed(file)).toMatchObject({ importedCount: 0, duplicateCount: 2, changed: 1 });
  });

  test("rows that differed or were left out then are judged again", async () => {
    const ka = numbers();
    await desk.operator.ok(createHawala, { body: asListed({ hawalaNo: ka(1), rAmount: "9100.00" }) });
    const differing = sheetOf("list.xlsx", [ka(1), ka(2)]);
    expect(await importedAsPreviewed(differing)).toMatchObject({ importedCount: 1, duplicateCount: 1, changed: 1 });
    await correct(ka(1), { rAmount: "9000.00" });
    expect(await importedAsPreviewed(differing)).toMatchObject({ importedCount: 0, duplicateCount: 2, changed: 0 });

    const faulty = listOf([{ C: ka(3) }, { C: ka(4), F: null }]);
    const leavingOut = { fields: { skipInvalid: "true" } };
    expect((await importing(desk.operator, faulty, leavingOut)).json()).toMatchObject({ importedCount: 1, duplicateCount: 0 });
    expect(refusalIn(await importing(desk.operator, faulty))).toMatchObject({ status: 400 });
    const again = (await importing(desk.operator, faulty, leavingOut)).json<{ errors: unknown[] }>();
    expect(again).toMatchObject({ importedCount: 0, duplicateCount: 1, errors: [{ cell: "F3" }] });
  });

  test("rows in a currency that the office gave up are faulty, as its preview says", async () => {
    const ka = numbers();
    const [dirham] = (await desk.operator.ok(listCurrencies)).filter(({ code }) => !["AFN", "USD"].includes(code));
    expect(dirham).toBeDefined();
    const { id = -1, code = "" } = dirham ?? {};
    const file = listOf([{ C: ka(1), H: code }]);
    await importedAsPreviewed(file);
    await desk.admin.ok(updateCurrency, { params: { id }, body: { isActive: false } });
    expect((await previewed(desk.operator, file)).counts).toMatchObject({ error: 1, duplicateStored: 0 });
    expect(refusalIn(await importing(desk.operator, file))).toMatchObject({
      status: 400,
      issues: [{ path: "H2", message: `currency ${code} is not active` }],
    });
    await desk.admin.ok(updateCurrency, { params: { id }, body: { isActive: true } });
    expect(await importedAsPreviewed(file)).toMatchObject({ importedCount: 0, duplicateCount: 1 });
  });

  test("nothing is new while all its rows stand, paid or not", async () => {
    const ka = numbers();
    const file = sheetOf("list.xlsx", [ka(1), ka(2)]);
    await importedAsPreviewed(file);
    expect(await importedAsPreviewed(file)).toMatchObject({ message: "This file was imported before; nothing in it is new" });
    await desk.admin.ok(passHawala, { params: { id: await idOf(ka(1)) }, body: {} });
    expect(await importedAsPreviewed(file)).toMatchObject({ importedCount: 0, duplicateCount: 2, changed: 0, batchId: null });
  });
});
