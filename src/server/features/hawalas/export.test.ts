import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { exportHawalas } from "#contract/hawala-lists.ts";
import { passHawala, type RecordedHawala } from "#contract/hawalas.ts";
import { openDesk, type Desk } from "#test/support/desk.ts";
import { fileWorkHere } from "#test/support/file-work.ts";
import { enter, incoming, openLondon, outgoing } from "#test/support/hawalas.ts";
import { readSheet } from "#test/support/spreadsheet.ts";

fileWorkHere();

let desk: Desk;
let paid: RecordedHawala;
let waiting: RecordedHawala;
let ours: RecordedHawala;
beforeAll(async () => {
  desk = await openDesk();
  const london = await openLondon(desk);
  const entered = await enter(desk, incoming({ transactionDate: "2026-03-05", remarks: "=HYPERLINK(1)" }));
  paid = await desk.user.ok(passHawala, { params: { id: entered.id }, body: { transDate: "2026-03-06" } });
  waiting = await enter(
    desk,
    incoming({ transactionDate: "2026-03-07", currency: "USD", rAmount: "130", rate: "1", intoUSD: "130" }),
  );
  ours = await enter(desk, outgoing({ transactionDate: "2026-03-07", partnerAccountId: london.id }));
});
afterAll(() => desk.closeInBalance());

const file = async (query: Readonly<Record<string, string | number>> = {}) => {
  const { body, headers } = await desk.user.reply(exportHawalas, { query });
  return { bytes: body as Buffer, headers };
};
const lines = async (query: Readonly<Record<string, string | number>>) =>
  (await file({ ...query, format: "csv" })).bytes.toString("utf8").slice(1).trimEnd().split("\r\n");

describe("the export of hawalas", () => {
  test("has every field of both directions, newest first", async () => {
    const clerk = desk.operator.username;
    expect(await lines({ direction: "all" })).toEqual([
      "ID,Hawala No,Direction,Status,Transaction Date,Sender,Sender Code,Sender Location,Sender Phone,Receiver,Destination,Receiver Phone,Partner Code,Partner,Amount,Amount Currency,Exchange Rate,Commission,Receiver Amount,Currency,Rate,Into USD,Passed Date,Paid From,Transaction ID,Import Batch,Entered By,Remarks",
      `${String(ours.id)},HWL1001,Outgoing,sent,2026-03-07,Nabi Sadatyar,,,,Laila Bakhtwal,,,2001,London,100.00,USD,70.00000000,20.00,6980.00,AFN,,,,,${String(ours.transactionId)},,${clerk},`,
      `${String(waiting.id)},${waiting.hawalaNo},Incoming,Pending,2026-03-07,Idris Hotakzad,2001,,,Mursal Rahimyar,Kabul,,,,100.00,GBP,92.00000000,,130.00,USD,1.00000000,130.00,,,,,${clerk},`,
      `${String(paid.id)},${paid.hawalaNo},Incoming,Passed,2026-03-05,Idris Hotakzad,2001,,,Mursal Rahimyar,Kabul,,,,100.00,GBP,92.00000000,,9200.00,AFN,70.00000000,131.43,2026-03-06,11,${String(paid.transactionId)},,${clerk},'=HYPERLINK(1)`,
    ]);
  });

  test("is an .xlsx file of what the filter finds, in which figures can be summed", async () => {
    const { bytes, headers } = await file({ status: "Passed" });
    expect(headers["content-disposition"]).toMatch(/^attachment; filename="hawalas-\d{4}-\d\d-\d\d\.xlsx"/);
    const sheet = readSheet(bytes);
    expect(sheet.name).toBe("Hawalas");
    expect(sheet.hasFormula).toBe(false);
    expect(sheet.rows).toHaveLength(2);
    expect(sheet.rows[1]).toContainEqual({ number: "9200" });
  });

  test("of a filter that finds nothing has its headings alone", async () => {
    expect(await lines({ currency: "XXX" })).toHaveLength(1);
    expect(await lines({ q: "nobody of this name" })).toHaveLength(1);
  });

  test("is on record, with what was asked for", async () => {
    await file({ q: "Rahimyar", direction: "incoming", format: "csv", status: "" });
    const [row] = await desk.server.database.asOwner(
      "select actor, action, object_type, object_id, new from audit_log where action = 'list.exported' order by id desc limit 1",
    );
    expect(row).toEqual({
      actor: desk.user.username,
      action: "list.exported",
      object_type: "list",
      object_id: "hawalas",
      new: { format: "csv", rows: 2, filter: { q: "Rahimyar", direction: "incoming" } },
    });
  });

  test("refuses a filter that the list refuses", async () => {
    const wrong = [{ status: "Gone" }, { fromDate: "2026-02-30" }, { format: "pdf" }];
    for (const query of wrong)
      expect((await desk.user.refused(exportHawalas, { query })).status, JSON.stringify(query)).toBe(400);
  });
});
