import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { listHawalas } from "#contract/hawala-lists.ts";
import { cancelHawala, createHawala, hawalaToPending, passHawala } from "#contract/hawalas.ts";
import { undoImportBatch } from "#contract/import-batches.ts";
import { openDesk, type Desk } from "#test/support/desk.ts";
import { fileWorkHere } from "#test/support/file-work.ts";
import { incoming, openLondon } from "#test/support/hawalas.ts";
import { imported, importing, listOf, previewed, refusalIn, stored } from "#test/support/import-batches.ts";

fileWorkHere();

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  await openLondon(desk);
});
afterAll(() => desk.closeInBalance());

const london = { senderCode: "2001" };
const dubai = { senderCode: "2002" };
const unwanted = { secondCopies: "false" };
const forLondon = { senderCodes: ["2001"] };

let series = 0;

/** Rows of numbers of their own, each for another receiver. */
function rowsOf(count: number) {
  series += 1;
  const own = `E${String(series)}`;
  return Array.from({ length: count }, (_, nth) => ({ C: `${own}-${String(nth)}`, E: `Receiver ${String(nth)}` }));
}

const undo = (batchId: number | null) => desk.operator.ok(undoImportBatch, { params: { id: batchId ?? -1 } });

describe("the preview of a file that stands as another partner's import", () => {
  test("names that import; it is imported once more unless second copies are not wanted", async () => {
    const file = listOf(rowsOf(3), "london.xlsx");
    const first = await imported(desk.operator, file, london);
    expect((await previewed(desk.admin, file, london)).importedBefore).toMatchObject({ ...london, batchId: first.batchId });
    const other = await previewed(desk.admin, file, dubai);
    expect(other).toMatchObject({ ...dubai, counts: { ok: 3 }, standingElsewhere: { ...forLondon, count: 3, canUndo: true } });
    expect(other.importedBefore).toMatchObject({
      ...london,
      batchId: first.batchId,
      fileName: "london.xlsx",
      importedBy: desk.operator.username,
    });
    const before = await stored(desk);
    const refused = await importing(desk.operator, file, { fields: { ...dubai, ...unwanted } });
    expect(refused.json()).toMatchObject({ code: "second_copies" });
    expect(refusalIn(refused)).toMatchObject({
      status: 409,
      message:
        "Hawalas of this sheet are stored for 2001 already: importing it for 2002 too would make second copies. Preview it again and choose",
    });
    expect(await stored(desk)).toEqual(before);
    expect(await imported(desk.operator, file, dubai)).toMatchObject({
      message: "3 hawalas imported",
      importedCount: 3,
      duplicateCount: 0,
    });
  });

  test("names the same partner's import first, and none that was undone", async () => {
    const file = listOf(rowsOf(2));
    const ofDubai = await imported(desk.operator, file, dubai);
    const ofLondon = await imported(desk.operator, file, london);
    const before = async (fields: typeof london) => (await previewed(desk.operator, file, fields)).importedBefore;
    expect(await before(dubai)).toMatchObject({ batchId: ofDubai.batchId });
    await undo(ofDubai.batchId);
    expect(await before(dubai)).toMatchObject({ ...london, batchId: ofLondon.batchId });
    await undo(ofLondon.batchId);
    expect(await previewed(desk.operator, file, dubai)).toMatchObject({ importedBefore: null, standingElsewhere: null });
  });

  test("names one that left faulty rows out, too: what it brought would stand twice", async () => {
    const [good, bad] = rowsOf(2);
    const file = listOf([{ ...good }, { ...bad, F: null }]);
    const { batchId } = await imported(desk.operator, file, { ...london, skipInvalid: "true" });
    expect((await previewed(desk.operator, file, dubai)).importedBefore).toMatchObject({ ...london, batchId });
    expect((await previewed(desk.operator, file, london)).importedBefore).toBeNull();
  });
});

describe("the preview of a sheet that was saved anew counts the rows that stand under another sender code", () => {
  const elsewhere = async (rows: readonly object[], fields = dubai) =>
    (
      await previewed(
        desk.operator,
        listOf(
          rows.map((row) => ({ ...row })),
          "again.xlsx",
        ),
        fields,
      )
    ).standingElsewhere;

  test("however few of those that would be imported they are", async () => {
    const rows = rowsOf(4);
    await imported(desk.operator, listOf(rows.slice(0, 3)), london);
    expect(await elsewhere(rows)).toMatchObject({ ...forLondon, count: 3, canUndo: true });
    expect(await elsewhere(rowsOf(300).concat(rows.slice(2)))).toMatchObject({
      ...forLondon,
      count: 1,
      hawalas: [{ row: 302, hawalaNo: rows[2]?.C, storedFor: "2001" }],
      canUndo: false,
    });
    expect(await elsewhere(rows.slice(3))).toBeNull();
    // Nothing of it would be imported.
    expect(await elsewhere(rows.slice(0, 3), london)).toBeNull();
  });

  test("and names every such code, though one has most of them", async () => {
    const rows = rowsOf(4);
    await imported(desk.operator, listOf(rows.slice(0, 2)), london);
    await imported(desk.operator, listOf(rows.slice(2, 3)), { senderCode: "2003" });
    expect(await elsewhere(rows)).toMatchObject({ senderCodes: ["2001", "2003"], count: 3 });
  });

  test("and its import is refused where they are, and only there", async () => {
    const rows = rowsOf(4);
    await imported(desk.operator, listOf(rows.slice(0, 3)), london);
    const others = listOf(rows.slice(3).concat(rowsOf(2)));
    const asked = { fields: { ...dubai, ...unwanted } };
    expect(refusalIn(await importing(desk.operator, listOf(rows), asked))).toMatchObject({ status: 409 });
    expect(await imported(desk.operator, others, asked.fields)).toMatchObject({ importedCount: 3 });
    const again = { ...london, ...unwanted };
    expect(await imported(desk.operator, listOf(rows.slice(0, 3)), again)).toMatchObject({ importedCount: 0, duplicateCount: 3 });
  });

  test("of a long sheet all of them, though its beginning is new", async () => {
    const rows = rowsOf(300);
    await imported(desk.operator, listOf(rows.slice(100)), london);
    expect(await elsewhere(rows)).toMatchObject({ ...forLondon, count: 200, canUndo: true });
  });

  test("of a sheet that is too long to be looked up under every other code, under those that a part of it has met", async () => {
    const [stranger] = rowsOf(1);
    for (let code = 3001; code <= 3021; code += 1) {
      const body = incoming({ hawalaNo: stranger?.C, senderCode: String(code) });
      await desk.operator.ok(createHawala, { body });
    }
    const rows = rowsOf(100);
    await imported(desk.operator, listOf(rows), london);
    expect(await elsewhere(rowsOf(1_900).concat(rows))).toMatchObject({ ...forLondon, count: 100, canUndo: true });
  });

  test("with the same receiver, however the name is written, and the same amount in the same currency", async () => {
    const [row] = rowsOf(1);
    await imported(desk.operator, listOf([{ ...row, E: "كريم محمـد" }]), london);
    expect(await elsewhere([{ ...row, E: "کریم  محمد" }])).toMatchObject({ ...forLondon, count: 1, canUndo: true });
    expect(await elsewhere([{ ...row, E: "کریم\u200Cمحمد" }])).toMatchObject({ count: 1 });
    expect(await elsewhere([{ ...row, E: "کریم احمد" }])).toBeNull();
    expect(await elsewhere([{ ...row, E: "کریم محمد", F: 200, I: 18_000, L: 300 }])).toBeNull();
    expect(await elsewhere([{ ...row, E: "کریم محمد", H: "PKR" }])).toBeNull();
  });

  test("but none that was cancelled", async () => {
    const [row] = rowsOf(1);
    await imported(desk.operator, listOf([{ ...row }]), london);
    const [found] = await desk.operator.ok(listHawalas, { query: { number: row?.C ?? "" } });
    await desk.admin.ok(cancelHawala, { params: { id: found?.id ?? -1 } });
    expect(await elsewhere([{ ...row }])).toBeNull();
  });
});

test("a hawala that was entered by hand for another partner and paid is asked about", async () => {
  const [row] = rowsOf(1);
  const figures = { receiverName: row?.E, amount: "100", exchangeRate: "90", currency: "AFN", rAmount: "9000" };
  await desk.operator.ok(createHawala, { body: incoming({ hawalaNo: row?.C ?? "", ...london, ...figures }) });
  const file = listOf(rowsOf(3).concat(row ?? []));
  expect((await previewed(desk.operator, file, dubai)).standingElsewhere).toMatchObject({
    ...forLondon,
    count: 1,
    canUndo: false,
  });
});

describe("whether what stands under another sender code can be taken back by an undo", () => {
  const told = async (rows: readonly { readonly C: string; readonly E: string }[], file = listOf(rows)) => {
    const { importedBefore, standingElsewhere } = await previewed(desk.operator, file, dubai);
    return [importedBefore?.canUndo, standingElsewhere?.canUndo];
  };
  const idOf = async (number = "") => (await desk.operator.ok(listHawalas, { query: { number } }))[0]?.id ?? -1;

  test("is told of the file and of its rows: not once one was paid, though it waits again", async () => {
    const rows = rowsOf(2);
    const file = listOf(rows);
    await imported(desk.operator, file, london);
    expect(await told(rows, file)).toEqual([true, true]);
    const params = { id: await idOf(rows[0]?.C) };
    await desk.admin.ok(passHawala, { params, body: {} });
    expect(await told(rows, file)).toEqual([false, false]);
    await desk.admin.ok(hawalaToPending, { params });
    expect(await told(rows, file)).toEqual([false, false]);
    expect(await told([...rows, ...rowsOf(1)])).toEqual([undefined, false]);
  });

  test("of some rows of an import it cannot, however many of the sheet they are: the others of it would be gone", async () => {
    const rows = rowsOf(3);
    await imported(desk.operator, listOf(rows), london);
    expect(await told(rows.slice(2))).toEqual([undefined, false]);
    expect(await told(rows.slice(1))).toEqual([undefined, false]);
    expect(await told([...rows, ...rowsOf(9)])).toEqual([undefined, true]);
    const [first, ...others] = rows;
    expect(await told([], listOf([{ ...first, F: 200, I: 18_000, L: 300 }, ...others]))).toEqual([undefined, true]);
    expect(await told([], listOf([{ ...first, F: null }, ...others]))).toEqual([undefined, false]);
  });

  test("of rows that a person entered it cannot", async () => {
    const [row] = rowsOf(1);
    const figures = { exchangeRate: "90", rAmount: "9000.00", rate: "60", intoUSD: "150.00" };
    const body = incoming({ ...figures, hawalaNo: row?.C, receiverName: row?.E, ...london });
    await desk.operator.ok(createHawala, { body });
    expect(await told([{ C: row?.C ?? "", E: row?.E ?? "" }])).toEqual([undefined, false]);
  });
});
