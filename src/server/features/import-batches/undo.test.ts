import { afterAll, beforeAll, expect, test } from "vitest";

import { listHawalas } from "#contract/hawala-lists.ts";
import { cancelHawala, hawalaToPending, passHawala, updateHawala } from "#contract/hawalas.ts";
import { listImportBatches, undoImportBatch } from "#contract/import-batches.ts";
import { openDesk, type Desk } from "#test/support/desk.ts";
import { fileWorkHere } from "#test/support/file-work.ts";
import { incoming, openLondon } from "#test/support/hawalas.ts";
import { imported, listOf, refusalIn, stored } from "#test/support/import-batches.ts";
import { expectBooksBalance } from "#test/support/ledger.ts";

fileWorkHere();

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  await openLondon(desk);
});
afterAll(() => desk.closeInBalance());

async function batch(rows = 3) {
  const file = listOf(Array.from({ length: rows }, () => ({})));
  const { batchId } = await imported(desk.operator, file);
  const id = batchId ?? -1;
  const hawalas = await desk.operator.ok(listHawalas, { query: { batchId: id } });
  return { id, file, hawalas, first: hawalas.at(-1)?.id ?? -1, number: hawalas.at(-1)?.hawalaNo ?? "" };
}

const undone = (id: number, headers: Readonly<Record<string, string>> = {}) =>
  desk.operator.ok(undoImportBatch, { params: { id }, headers });
const refused = (id: number) => desk.refused(desk.operator, undoImportBatch, { params: { id } });

test("takes back an import whose hawalas are all Pending: they are gone, the audit log keeps them, the file can come again", async () => {
  const { id, file, hawalas } = await batch();
  const before = await stored(desk);
  const { message, batch: after } = await undone(id);
  expect(message).toBe("The import of list.xlsx was undone");
  expect(after).toMatchObject({ id, undoneBy: desk.operator.username, pendingCount: 0, importedCount: 3 });
  expect((await stored(desk)).hawalas).toBe(before.hawalas - 3);
  const { rows } = await desk.server.database.pool.query<{ old: { hawala_no: string } }>(
    "select old from audit_log where action = 'hawala.removed' and object_id = any($1)",
    [hawalas.map((hawala) => String(hawala.id))],
  );
  expect(rows).toHaveLength(3);
  expect(await imported(desk.operator, file)).toMatchObject({ importedCount: 3, duplicateCount: 0 });
  const ids = (await desk.operator.ok(listImportBatches)).map((row) => [row.id, row.undoneBy !== null]);
  expect(ids.slice(0, 2)).toEqual([
    [id + 1, false],
    [id, true],
  ]);
});

test("refuses an import that does not exist, or was undone already; the same request again gets the same answer", async () => {
  expect(await refused(999_999)).toMatchObject({ status: 404, message: "There is no import 999999" });
  const { id } = await batch();
  const first = await undone(id, { "idempotency-key": "undo-1" });
  expect(await undone(id, { "idempotency-key": "undo-1" })).toEqual(first);
  expect(await refused(id)).toMatchObject({ status: 409, message: "This import has been undone already" });
});

test("refuses when a hawala was passed, and still when it went back to Pending: its payout stays in the books", async () => {
  const { id, first, number } = await batch();
  await desk.admin.ok(passHawala, { params: { id: first }, body: {} });
  expect(await refused(id)).toMatchObject({
    status: 409,
    message: `This import cannot be undone: hawala ${number} is Passed`,
  });
  const [listed] = await desk.operator.ok(listImportBatches, { query: { limit: 1 } });
  expect(listed).toMatchObject({ importedCount: 3, pendingCount: 2 });
  await desk.admin.ok(hawalaToPending, { params: { id: first } });
  expect((await refused(id)).message).toBe(`This import cannot be undone: hawala ${number} was paid before`);
});

test("tells how many of its hawalas were corrected by hand, which is not how many were cancelled and reopened", async () => {
  const { id, hawalas } = await batch();
  const [first = -1, second = -1] = hawalas.map((hawala) => hawala.id);
  const body = incoming({ hawalaNo: hawalas[1]?.hawalaNo ?? "", receiverName: "Corrected" });
  await desk.admin.ok(cancelHawala, { params: { id: first } });
  await desk.admin.ok(hawalaToPending, { params: { id: first } });
  const corrected = async () => (await desk.operator.ok(listImportBatches, { query: { limit: 1 } }))[0];
  expect(await corrected()).toMatchObject({ id, pendingCount: 3, correctedCount: 0 });
  await desk.operator.ok(updateHawala, { params: { id: second }, body });
  expect(await corrected()).toMatchObject({ id, pendingCount: 3, correctedCount: 1 });
  expect((await undone(id)).batch).toMatchObject({ pendingCount: 0, correctedCount: 0 });
});

test("refuses where other corrections would go with it than were told", async () => {
  const { id, hawalas } = await batch();
  const asked = (correctedCount: number) => desk.operator.send(undoImportBatch, { params: { id }, body: { correctedCount } });
  const body = incoming({ hawalaNo: hawalas[0]?.hawalaNo ?? "", receiverName: "Corrected" });
  await desk.operator.ok(updateHawala, { params: { id: hawalas[0]?.id ?? -1 }, body });
  expect(refusalIn(await asked(0))).toMatchObject({
    status: 409,
    message: "This import was corrected meanwhile: 1 hawala of it is corrected by hand now. Look again before you undo it",
  });
  expect((await asked(1)).statusCode).toBe(200);
});

test("racing a payout, one of the two happens", async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id, first } = await batch(2);
    const [undoing, passing] = await Promise.all([
      desk.operator.send(undoImportBatch, { params: { id } }),
      desk.admin.send(passHawala, { params: { id: first }, body: {} }),
    ]);
    const won = [undoing.statusCode === 200, passing.statusCode < 300];
    expect(won.filter(Boolean)).toHaveLength(1);
    expect([undoing.statusCode, passing.statusCode].some((status) => status === 409 || status === 404)).toBe(true);
    await expectBooksBalance(desk.server.database);
  }
});

test("the list goes page by page, the latest first, and refuses a cursor that is none", async () => {
  await batch(1);
  await batch(1);
  const { body, headers } = await desk.operator.reply(listImportBatches, { query: { limit: 1 } });
  const cursor = String(headers["x-next-cursor"]);
  const [next] = await desk.operator.ok(listImportBatches, { query: { limit: 1, cursor } });
  expect(next?.id).toBe((body[0]?.id ?? 0) - 1);
  expect(Number(headers["x-total-count"])).toBeGreaterThan(2);
  expect(await desk.operator.refused(listImportBatches, { query: { cursor: "x" } })).toMatchObject({ status: 400 });
});

test("5,000 rows are imported in one transaction and taken back", async () => {
  const before = await stored(desk);
  const { id } = await batch(5_000);
  expect((await stored(desk)).hawalas - before.hawalas).toBe(5_000);
  const { rows } = await desk.server.database.pool.query("select 1 from hawalas where import_batch_id = $1 group by xmin::text", [
    id,
  ]);
  expect(rows).toHaveLength(1);
  await undone(id);
  expect((await stored(desk)).hawalas).toBe(before.hawalas);
});
