import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createAccount } from "#contract/accounts.ts";
import { importHawalaSheet, listImportBatches, previewHawalaSheet, undoImportBatch } from "#contract/import-batches.ts";
import { openDesk, type Desk } from "#test/support/desk.ts";
import { fileWorkHere } from "#test/support/file-work.ts";
import { imported, importing, listOf, previewed, refusalIn, stored } from "#test/support/import-batches.ts";
import { uploadOf } from "#test/support/upload.ts";

fileWorkHere();

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.closeInBalance());

const both = [previewHawalaSheet, importHawalaSheet] as const;
const mebibyte = 1024 * 1024;
const notASpreadsheet = "Invalid File Type: Please select an Excel file (.xls, .xlsx) or OpenDocument Spreadsheet (.ods)";

/** A body of these parts, each as a browser writes it. */
function multipart(route: (typeof both)[number], parts: readonly string[], end = "--b--\r\n") {
  const payload = parts.map((part) => `--b\r\ncontent-disposition: form-data; ${part}\r\n`).join("") + end;
  return { method: "POST" as const, url: route.path, headers: { "content-type": "multipart/form-data; boundary=b" }, payload };
}

const filePart = (field = "file") => `name="${field}"; filename="a.xlsx"\r\n\r\nPK`;

describe.each(both)("$path", (route) => {
  test("is for admins and operators", async () => {
    const file = listOf([{}]);
    expect(refusalIn(await desk.user.request(uploadOf(route, file))).status).toBe(403);
    expect(refusalIn(await desk.server.anonymous.request(uploadOf(route, file))).status).toBe(401);
    for (const client of [desk.admin, desk.operator]) {
      expect((await client.request(uploadOf(route, file))).statusCode).toBe(200);
    }
  });

  test.each(["list.csv", "list.xlsx.exe", "list", "list.xlsm"])("refuses a file called %s", async (name) => {
    const { bytes } = listOf([{}]);
    const refusal = refusalIn(await desk.operator.request(uploadOf(route, { name, bytes })));
    expect(refusal).toMatchObject({ status: 415, message: notASpreadsheet });
  });

  test("refuses what is no spreadsheet inside, and an empty file", async () => {
    const send = async (bytes: Buffer) => refusalIn(await desk.operator.request(uploadOf(route, { name: "a.xlsx", bytes })));
    expect(await send(Buffer.from("%PDF-1.7"))).toMatchObject({ status: 415, message: notASpreadsheet });
    expect(await send(Buffer.alloc(0))).toMatchObject({ status: 422, message: "The file is empty" });
  });

  test("refuses more than ten mebibytes, and takes as much", async () => {
    const send = async (size: number) =>
      refusalIn(await desk.operator.request(uploadOf(route, { name: "a.xlsx", bytes: Buffer.alloc(size) })));
    expect(await send(10 * mebibyte + 1)).toMatchObject({ status: 413, message: "The file is larger than 10 MB" });
    expect((await send(10 * mebibyte)).status).toBe(415);
  });

  test("refuses no file, two files, and a file under another name", async () => {
    const ask = async (...parts: string[]) =>
      refusalIn(
        await desk.operator.request(
          multipart(
            route,
            parts.map((part) => `${part}\r\n`.replace(/\r\n$/, "")),
          ),
        ),
      );
    expect(await ask('name="senderCode"\r\n\r\n2001\r\n')).toMatchObject({
      status: 400,
      message: "No file selected",
      issues: [{ path: "file", message: "No file selected" }],
    });
    const notOne = { status: 400, message: "Send one file, as the field file" };
    expect(await ask(`${filePart()}\r\n`, `${filePart()}\r\n`)).toMatchObject(notOne);
    expect(await ask(`${filePart("sheet")}\r\n`)).toMatchObject(notOne);
  });

  test("refuses a body that breaks off, or is none", async () => {
    const broken = multipart(route, [`${filePart()}\r\n`], "");
    expect(refusalIn(await desk.operator.request(broken))).toMatchObject({
      status: 400,
      message: "The file did not arrive whole. Send it again",
    });
    const noBoundary = { ...broken, headers: { "content-type": "multipart/form-data" } };
    expect(refusalIn(await desk.operator.request(noBoundary)).status).toBe(400);
    const empty = { ...broken, payload: "" };
    expect(refusalIn(await desk.operator.request(empty)).status).toBe(400);
  });

  test("refuses JSON, and fields that no person types", async () => {
    expect(await desk.operator.refused(route, { body: { senderCode: "2001" } })).toMatchObject({ status: 415 });
    const bare = {
      method: "POST" as const,
      url: route.path,
      headers: { "content-type": "application/octet-stream" },
      payload: "x",
    };
    expect(refusalIn(await desk.operator.request(bare))).toMatchObject({
      status: 415,
      message: expect.stringContaining("multipart/form-data"),
    });
    const request = uploadOf(route, listOf([{}]), { senderCode: "20\u000001" });
    expect(refusalIn(await desk.operator.request(request)).status).toBe(400);
    const long = uploadOf(route, listOf([{}]), { senderCode: "2".repeat(51) });
    expect(refusalIn(await desk.operator.request(long))).toMatchObject({ status: 400, issues: [{ path: "senderCode" }] });
  });
});

test("the list of imports and their undoing are for admins and operators", async () => {
  expect(await desk.user.refused(listImportBatches)).toMatchObject({ status: 403 });
  expect(await desk.user.refused(undoImportBatch, { params: { id: 1 } })).toMatchObject({ status: 403 });
  expect(await desk.server.anonymous.refused(listImportBatches)).toMatchObject({ status: 401 });
});

test("a form where JSON is expected is refused", async () => {
  const request = { ...uploadOf(importHawalaSheet, listOf([{}])), url: createAccount.path };
  expect(refusalIn(await desk.admin.request(request)).status).toBe(415);
});

test.each([
  ["C:\\Users\\Omid\\لیست حواله.xlsx", "لیست حواله.xlsx"],
  ["../../etc/passwd.xlsx", "passwd.xlsx"],
  ["a\u202Exslx.exe.xlsx", "axslx.exe.xlsx"],
  [`${"x".repeat(300)}.xlsx`, `${"x".repeat(250)}.xlsx`],
  [`${"💵".repeat(150)}1.xlsx`, `${"💵".repeat(124)}1.xlsx`],
])("a file called %s is kept under a name that can be shown", async (name, shown) => {
  await imported(desk.operator, { ...listOf([{}]), name });
  const [batch] = await desk.operator.ok(listImportBatches, { query: { limit: 1 } });
  expect(batch?.fileName).toBe(shown);
});

test("a preview judges each row, and writes nothing", async () => {
  const before = await stored(desk);
  const preview = await previewed(desk.operator, listOf([{}, { F: null }, { L: 155 }]));
  expect(preview.rows.map(({ verdict }) => verdict)).toEqual(["ok", "error", "warning"]);
  expect(preview.counts).toEqual({ ok: 1, warning: 1, error: 1, duplicateInFile: 0, duplicateStored: 0, changed: 0 });
  expect(preview.rows[1]?.errors).toEqual([{ cell: "F3", message: "amount is missing" }]);
  expect(await stored(desk)).toEqual(before);
});

test("a failure in the middle leaves nothing behind", async () => {
  const before = await stored(desk);
  await desk.server.database.asOwner(
    `create function refuse_batch() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$`,
  );
  await desk.server.database.asOwner(
    `create trigger refuse_batch before insert on audit_log for each row when (new.action = 'import_batch.imported') execute function refuse_batch()`,
  );
  const file = listOf([{}, {}]);
  const failed = await importing(desk.operator, file, { key: "half" });
  expect(failed.statusCode).toBe(500);
  expect(failed.body).not.toContain("disk");
  expect(await stored(desk)).toEqual(before);
  await desk.server.database.asOwner("drop trigger refuse_batch on audit_log");
  await desk.server.database.asOwner("drop function refuse_batch()");
  expect((await importing(desk.operator, file, { key: "half" })).json()).toMatchObject({ importedCount: 2 });
});
