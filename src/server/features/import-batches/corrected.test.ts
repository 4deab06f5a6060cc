import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { listHawalas } from "#contract/hawala-lists.ts";
import { cancelHawala, createHawala, passHawala, updateHawala } from "#contract/hawalas.ts";
import { undoImportBatch } from "#contract/import-batches.ts";
import { openDesk, type Desk } from "#test/support/desk.ts";
import { fileWorkHere } from "#test/support/file-work.ts";
import { incoming, openBranch, openLondon } from "#test/support/hawalas.ts";
import { imported, importing, listOf, previewed, refusalIn, stored, type SheetToSend } from "#test/support/import-batches.ts";
import { currency } from "#test/support/ledger.ts";

fileWorkHere();

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  await openLondon(desk);
  await openBranch(desk, "2002", currency.AFN);
});
afterAll(() => desk.closeInBalance());

const unwanted = { senderCode: "2001", secondCopies: "false" };

let series = 0;

/** A function that names the hawalas of a test of its own. */
function numbers(): (nth: number | string) => string {
  series += 1;
  const own = series;
  return (nth) => `CO${String(own)}-${String(nth)}`;
}

const sheetOf = (name: string, hawalas: readonly string[]): SheetToSend =>
  listOf(
    hawalas.map((C) => ({ C })),
    name,
  );

/** The body of a hawala as a row of a list says it. */
const asListed = (more: object) => incoming({ exchangeRate: "90", rAmount: "9000.00", rate: "60", intoUSD: "150.00", ...more });

async function idOf(hawalaNo: string): Promise<number> {
  const [found] = await desk.operator.ok(listHawalas, { query: { number: hawalaNo } });
  return found?.id ?? -1;
}

const correct = async (hawalaNo: string, more: object) =>
  desk.operator.ok(updateHawala, { params: { id: await idOf(hawalaNo) }, body: asListed({ hawalaNo, ...more }) });

const corrected = async (file: SheetToSend) => (await previewed(desk.operator, file)).standingCorrected;

describe("a row whose hawala was corrected to another number since", () => {
  test("is asked about: its import is refused, and writes nothing, unless second copies are wanted", async () => {
    const co = numbers();
    const file = sheetOf("list.xlsx", [co(12), co(13)]);
    const { batchId } = await imported(desk.operator, file, unwanted);
    expect(await corrected(file)).toBeNull();
    await correct(co(12), { hawalaNo: co("12a") });
    expect(await previewed(desk.operator, file)).toMatchObject({
      importedBefore: { batchId },
      counts: { ok: 1, duplicateStored: 1 },
      standingCorrected: { count: 1, hawalas: [{ row: 2, hawalaNo: co(12), storedNo: co("12a"), storedFor: "2001" }] },
    });
    const before = await stored(desk);
    const refused = await importing(desk.operator, file, { fields: unwanted });
    expect(refused.json()).toMatchObject({ code: "second_copies" });
    expect(refusalIn(refused)).toMatchObject({
      status: 409,
      message:
        "Hawalas of this sheet are stored already and were corrected by hand since: importing them again would make second copies. Preview it again and choose",
    });
    expect(await stored(desk)).toEqual(before);
    const wanted = { ...unwanted, secondCopies: "true" };
    expect(await imported(desk.operator, file, wanted)).toMatchObject({ importedCount: 1, duplicateCount: 1 });
    expect(await corrected(file)).toBeNull();
  });

  test("is asked about in a sheet that was saved anew, after it was paid, and after more of it was corrected", async () => {
    const co = numbers();
    await imported(desk.operator, sheetOf("first.xlsx", [co(1), co(2)]), unwanted);
    await correct(co(1), { amount: "200.00", rAmount: "18000.00", intoUSD: "300.00" });
    await correct(co(1), {
      hawalaNo: co(9),
      receiverName: "Karim Noor",
      amount: "200.00",
      rAmount: "18000.00",
      intoUSD: "300.00",
    });
    await desk.admin.ok(passHawala, { params: { id: await idOf(co(9)) }, body: {} });
    const again = sheetOf("again.xlsx", [co(1), co(2), co(3)]);
    expect(await corrected(again)).toMatchObject({ count: 1, hawalas: [{ hawalaNo: co(1), storedNo: co(9) }] });
    expect(refusalIn(await importing(desk.operator, again, { fields: unwanted }))).toMatchObject({ status: 409 });
  });

  test("is asked about where a person had entered it, and where it is another partner's since", async () => {
    const co = numbers();
    await desk.operator.ok(createHawala, { body: asListed({ hawalaNo: co(1), receiverName: "Mursal Rahim yar" }) });
    await desk.operator.ok(createHawala, { body: asListed({ hawalaNo: co(2) }) });
    await correct(co(1), { hawalaNo: co(8), receiverName: "Mursal Rahim yar" });
    await correct(co(2), { senderCode: "2002" });
    const file = sheetOf("list.xlsx", [co(1), co(2), co(3), co(4), co(5)]);
    expect(await corrected(file)).toMatchObject({
      count: 2,
      hawalas: [
        { hawalaNo: co(1), storedNo: co(8), storedFor: "2001" },
        { hawalaNo: co(2), storedNo: co(2), storedFor: "2002" },
      ],
    });
  });

  test("is not asked about where its import was undone, it was cancelled, or the number came back for somebody else", async () => {
    const co = numbers();
    const file = sheetOf("list.xlsx", [co(1)]);
    const { batchId } = await imported(desk.operator, file, unwanted);
    await correct(co(1), { hawalaNo: co(9) });
    const forAnother = listOf([{ C: co(1), E: "Karim Noor" }]);
    expect(await corrected(forAnother)).toBeNull();
    await desk.operator.ok(undoImportBatch, { params: { id: batchId ?? -1 } });
    expect(await corrected(file)).toBeNull();
    expect(await imported(desk.operator, file, unwanted)).toMatchObject({ importedCount: 1 });
    await correct(co(1), { hawalaNo: co(9) });
    expect(await corrected(file)).toMatchObject({ count: 1 });
    await desk.admin.ok(cancelHawala, { params: { id: await idOf(co(9)) } });
    expect(await corrected(file)).toBeNull();
  });

  test("names the first five of many", async () => {
    const co = numbers();
    const file = sheetOf("list.xlsx", [1, 2, 3, 4, 5, 6].map(co));
    await imported(desk.operator, file, unwanted);
    for (const nth of [1, 2, 3, 4, 5, 6]) await correct(co(nth), { hawalaNo: co(`${String(nth)}b`) });
    const found = await corrected(file);
    expect([found?.count, found?.hawalas.length]).toEqual([6, 5]);
  });
});
