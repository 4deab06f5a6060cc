import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { hawalaHistory, listHawalas } from "#contract/hawala-lists.ts";
import { cancelHawala, createHawala, type Hawala } from "#contract/hawalas.ts";
import { importHawalaSheet, listImportBatches } from "#contract/import-batches.ts";
import { openDesk, type Desk } from "#test/support/desk.ts";
import { fileWorkHere } from "#test/support/file-work.ts";
import { incoming } from "#test/support/hawalas.ts";
import { imported, importing, listOf, numberOf, previewed, refusalIn, stored } from "#test/support/import-batches.ts";
import { uploadOf } from "#test/support/upload.ts";

fileWorkHere();

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.closeInBalance());

async function hawala(q: string, senderCode = "2001"): Promise<Hawala | undefined> {
  const rows = await desk.operator.ok(listHawalas, { query: { q } });
  return rows.find((row) => row.hawalaNo === q && row.senderCode === senderCode);
}

const faulty = [{}, { F: null }, { H: "AED" }, {}] as const;

describe("an import", () => {
  test("writes each row as a Pending hawala of the partner and the day, and names file, person and totals", async () => {
    const file = listOf([{}, { H: "USD", G: 1.25, I: 125, K: 1, L: 125 }], "March.xlsx");
    const number = numberOf(1);
    const answer = await imported(desk.operator, file, { transactionDate: "2026-03-01", senderCode: " ۳۰۷۷" });
    expect(answer).toMatchObject({ importedCount: 2, duplicateCount: 0, changed: 0, errors: [], message: "2 hawalas imported" });
    expect(await hawala(number, "3077")).toMatchObject({
      direction: "incoming",
      hawalaStatus: "Pending",
      transactionDate: "2026-03-01",
      rAmount: "125.00",
      currency: "USD",
      importBatchId: answer.batchId,
      processedBy: desk.operator.username,
    });
    const [batch] = await desk.operator.ok(listImportBatches, { query: { limit: 1 } });
    expect(batch).toMatchObject({
      id: answer.batchId,
      fileName: "March.xlsx",
      fileSize: file.bytes.length,
      senderCode: "3077",
      transactionDate: "2026-03-01",
      importedCount: 2,
      pendingCount: 2,
      importedBy: desk.operator.username,
      undoneAt: null,
      totals: [
        { currency: "AFN", count: 1, rAmount: "9000.00", intoUSD: "150.00" },
        { currency: "USD", count: 1, rAmount: "125.00", intoUSD: "125.00" },
      ],
    });
  });

  test("without a date is of today, and one of a day that cannot be is refused", async () => {
    const file = listOf([{}]);
    const number = numberOf(0);
    const wrong = refusalIn(await importing(desk.operator, file, { fields: { transactionDate: "2026-02-30" } }));
    expect(wrong).toMatchObject({ status: 400, issues: [{ path: "transactionDate" }] });
    await imported(desk.operator, file);
    expect(await hawala(number)).toMatchObject({ senderCode: "2001" });
  });

  test("of a file with a faulty row writes nothing and names the cells", async () => {
    const file = listOf(faulty);
    const before = await stored(desk);
    const refusal = refusalIn(await importing(desk.operator, file));
    expect(refusal.status).toBe(400);
    expect(refusal.message).toBe("2 rows are faulty, nothing was imported. F3: amount is missing");
    expect(refusal.issues).toEqual([
      { path: "F3", message: "amount is missing" },
      { path: "H4", message: 'currency "AED" is unknown' },
    ]);
    expect(await stored(desk)).toEqual(before);
  });

  test("and its preview tell which lines of the sheet are no hawalas; a full one is, whatever its number is", async () => {
    const few = { A: null, D: null, E: null, G: null, H: null, J: null, K: null };
    const file = listOf([{}, { C: `SUM-${String(Date.now())}` }, { ...few, C: "Total" }, { ...few, C: "جمله" }]);
    const told = {
      skipped: [
        { row: 4, text: "Total · 100 · 9000 · 150" },
        { row: 5, text: "جمله · 100 · 9000 · 150" },
      ],
      skippedLines: 2,
    };
    expect(await previewed(desk.operator, file)).toMatchObject({ ...told, counts: { ok: 2, error: 0 } });
    expect(await imported(desk.operator, file)).toMatchObject({ ...told, importedCount: 2, errors: [] });
  });

  test("is stopped by a row of which the figures were forgotten", async () => {
    const forgotten = { F: null, G: null, H: null, I: null, J: null, K: null, L: null };
    const refusal = refusalIn(await importing(desk.operator, listOf([{}, forgotten])));
    expect(refusal.message).toBe("1 row is faulty, nothing was imported. F3: amount is missing");
  });

  test.each(["field", "query"])("leaves faulty rows out when it is told to by %s, and says which", async (where) => {
    const file = listOf(faulty);
    const request = uploadOf(importHawalaSheet, file, where === "field" ? { skipInvalid: "true" } : {});
    const url = where === "query" ? `${request.url}?skipInvalid=true` : request.url;
    const response = await desk.operator.request({ ...request, url });
    expect(response.json()).toMatchObject({
      importedCount: 2,
      duplicateCount: 0,
      message: "2 hawalas imported, 2 faulty rows were left out",
      errors: [{ cell: "F3" }, { cell: "H4" }],
    });
    const [batch] = await desk.operator.ok(listImportBatches, { query: { limit: 1 } });
    expect(batch).toMatchObject({ importedCount: 2, skippedCount: 2 });
  });

  test("counts a changed row as a duplicate, and the stored one stays as it was", async () => {
    const number = `C-${String(Date.now())}`;
    await imported(desk.operator, listOf([{ C: number }]));
    const changed = listOf([{ C: number, F: 200, I: 18_000, L: 300 }, {}]);
    const preview = await previewed(desk.operator, changed);
    expect(preview.rows.map(({ verdict }) => verdict)).toEqual(["changed", "ok"]);
    expect(preview.rows[0]?.differences).toEqual(["Amount: 100.00", "R Amount: 9,000.00", "Into USD: 150.00"]);
    expect(preview.counts).toMatchObject({ ok: 1, changed: 1 });
    expect(await imported(desk.operator, changed)).toMatchObject({
      importedCount: 1,
      duplicateCount: 1,
      changed: 1,
      message: "1 hawala imported, 1 was there already",
    });
    expect(await hawala(number)).toMatchObject({ amount: "100.00", rAmount: "9000.00" });
  });

  test("tells what was there already apart from what the file repeats", async () => {
    const there = listOf([{}, {}]);
    const numbers = [numberOf(0), numberOf(1)];
    await imported(desk.operator, there);
    const repeated = `R-${String(Date.now())}`;
    const file = listOf([...numbers.map((C) => ({ C })), { C: repeated }, { C: repeated }]);
    expect(await imported(desk.operator, file)).toMatchObject({
      importedCount: 1,
      duplicateCount: 3,
      message: "1 hawala imported, 2 were there already, 1 repeated in the file",
    });
  });

  test("counts a row that repeats a number of the file with other figures as changed, and the first one stands", async () => {
    const number = `R-${String(Date.now())}`;
    const same = { C: number };
    const file = listOf([same, { ...same, E: "Mahmud", F: 1000, I: 90_000, L: 1500 }, same]);
    const preview = await previewed(desk.operator, file);
    expect(preview.rows.map(({ verdict, repeats }) => [verdict, repeats])).toEqual([
      ["ok", null],
      ["changed", 2],
      ["duplicateInFile", 2],
    ]);
    const differences = ["Amount: 100.00", "R Amount: 9,000.00", "Into USD: 150.00", "Receiver Name: Mursal Rahimyar"];
    expect(preview.rows[1]?.differences).toEqual(differences);
    expect(await imported(desk.operator, file)).toMatchObject({
      message: "1 hawala imported, 2 repeated in the file",
      duplicateCount: 2,
      changed: 1,
    });
    const again = await previewed(desk.operator, file);
    expect(again.rows.map(({ verdict }) => verdict)).toEqual(["duplicateStored", "changed", "duplicateInFile"]);
    const turned = await previewed(desk.operator, listOf([{ ...same, F: 200, I: 18_000, L: 300 }, same]));
    expect(turned.rows.map(({ verdict }) => verdict)).toEqual(["changed", "duplicateStored"]);
    const mended = await previewed(desk.operator, listOf([{ C: `${number}-2`, F: null }, { C: `${number}-2` }]));
    expect(mended.rows.map(({ verdict }) => verdict)).toEqual(["error", "ok"]);
  });

  test("knows a name however it is written, with the letters of another keyboard and with marks that nobody sees", async () => {
    const number = `N-${String(Date.now())}`;
    await imported(desk.operator, listOf([{ C: number, D: "علی احمدی", E: "کریم محمد" }]));
    const again = listOf([
      { C: number, D: "على احمدى", E: "كريم محمـد" },
      { C: number, D: "علي\u200Cاحمدي\u200F", E: "کریم  محمد" },
    ]);
    const preview = await previewed(desk.operator, again);
    expect(preview.rows.map(({ verdict }) => verdict)).toEqual(["duplicateStored", "duplicateInFile"]);
    const another = await previewed(desk.operator, listOf([{ C: number, D: "علی احمد", E: "کریم محمد" }]));
    expect(another.rows.map(({ differences }) => differences)).toEqual([["Sender Name: علی احمدی"]]);
  });

  test("knows a number by its letters and digits, however they are written, and per partner", async () => {
    const number = `MK ${String(Date.now())}`;
    const plain = number.replace(" ", "").toLowerCase();
    const file = listOf([{ C: number }, { C: ` ${plain} ` }, { C: plain.replaceAll("1", "۱") }]);
    expect(await imported(desk.operator, file)).toMatchObject({
      importedCount: 1,
      duplicateCount: 2,
      message: "1 hawala imported, 2 repeated in the file",
    });
    expect(await imported(desk.operator, listOf([{ C: plain }]))).toMatchObject({
      importedCount: 0,
      duplicateCount: 1,
      batchId: null,
    });
    expect(await imported(desk.operator, listOf([{ C: plain }]), { senderCode: "4001" })).toMatchObject({ importedCount: 1 });
  });

  test("of the same file again is known before it is read, and names nothing new", async () => {
    const file = listOf([{}, {}]);
    const first = await imported(desk.operator, file);
    const preview = await previewed(desk.admin, { ...file, name: "copy.xlsx" });
    expect(preview.importedBefore).toMatchObject({ batchId: first.batchId, importedBy: desk.operator.username });
    expect(preview.totals).toEqual([]);
    expect(await imported(desk.admin, file)).toEqual({
      message: "This file was imported before; nothing in it is new",
      importedCount: 0,
      duplicateCount: 2,
      changed: 0,
      errors: [],
      batchId: null,
      skipped: [],
      skippedLines: 0,
    });
  });
});

test("the history of an imported hawala begins with the import, before its first change and after it", async () => {
  const number = numberOf(0);
  await imported(desk.operator, listOf([{}]));
  const found = await hawala(number);
  const history = () => desk.user.ok(hawalaHistory, { params: { id: found?.id ?? -1 } });
  const [first, ...none] = await history();
  expect(none).toEqual([]);
  expect(first).toMatchObject({ version: 1, action: "imported", actor: desk.operator.username });
  expect(first?.changes).toContainEqual({ field: "hawalaStatus", before: null, after: "Pending" });
  expect(first?.changes).toContainEqual({ field: "rAmount", before: null, after: "9000.00" });
  await desk.admin.ok(cancelHawala, { params: { id: found?.id ?? -1 } });
  const [cancelled, ...before] = await history();
  expect(cancelled).toMatchObject({ version: 2, action: "cancelled", actor: desk.admin.username });
  expect(cancelled?.changes).toEqual([{ field: "hawalaStatus", before: "Pending", after: "Cancelled" }]);
  expect(before).toEqual([first]);
});

describe("sent twice", () => {
  test("under one key an import happens once and answers the same; another body under that key is refused", async () => {
    const file = listOf([{}, {}]);
    const first = await importing(desk.operator, file, { key: "import-1" });
    const before = await stored(desk);
    const again = await importing(desk.operator, file, { key: "import-1" });
    expect(again.json()).toEqual(first.json());
    expect(first.json()).toMatchObject({ importedCount: 2 });
    expect(refusalIn(await importing(desk.operator, listOf([{}]), { key: "import-1" })).status).toBe(409);
    const otherDay = { key: "import-1", fields: { transactionDate: "2026-01-02" } };
    expect(refusalIn(await importing(desk.operator, file, otherDay)).status).toBe(409);
    expect(await stored(desk)).toEqual(before);
  });

  test("an answer that was kept before lines were told comes again", async () => {
    const file = listOf([{}]);
    const first = (await importing(desk.operator, file, { key: "import-0" })).json<object>();
    await desk.server.database.asOwner(
      "alter table idempotency_keys disable trigger user; update idempotency_keys set answer = answer - 'skipped' - 'skippedLines' where key = 'import-0'; alter table idempotency_keys enable trigger user",
    );
    expect((await importing(desk.operator, file, { key: "import-0" })).json()).toEqual(first);
  });

  test("a refused import keeps no key: mended, it is judged anew", async () => {
    const file = listOf(faulty);
    expect((await importing(desk.operator, file, { key: "import-2" })).statusCode).toBe(400);
    const second = await importing(desk.operator, file, { key: "import-2", fields: { skipInvalid: "true" } });
    expect(second.json()).toMatchObject({ importedCount: 2 });
  });

  test("at the same moment by several desks, the rows are there once", async () => {
    const file = listOf(Array.from({ length: 200 }, () => ({})));
    const before = await stored(desk);
    const clients = [desk.operator, desk.admin];
    const answers = await Promise.all(clients.map((client) => importing(client, file)));
    const counts = answers.map((answer) => answer.json<{ importedCount: number; duplicateCount: number }>());
    expect(
      new Set(counts.map(({ importedCount, duplicateCount }) => `${String(importedCount)} ${String(duplicateCount)}`)),
    ).toEqual(new Set(["200 0", "0 200"]));
    const after = await stored(desk);
    expect([after.hawalas - before.hawalas, after.batches - before.batches]).toEqual([200, 1]);
  });

  test("racing the entry of one of its numbers by hand, the number is there once, and the import is whole or nothing", async () => {
    for (let round = 0; round < 5; round += 1) {
      const file = listOf([{}, {}, {}]);
      const hawalaNo = numberOf(1);
      const before = await stored(desk);
      const [answer, entry] = await Promise.all([
        importing(desk.operator, file),
        desk.admin.send(createHawala, { body: incoming({ hawalaNo }) }),
      ]);
      const written = (await stored(desk)).hawalas - before.hawalas;
      const { rows } = await desk.server.database.pool.query("select 1 from hawalas where hawala_no = $1", [hawalaNo]);
      expect(rows).toHaveLength(1);
      expect([200, 409]).toContain(answer.statusCode);
      expect([201, 409]).toContain(entry.statusCode);
      expect(written).toBe(answer.statusCode === 200 ? 3 : 1);
    }
  });
});
