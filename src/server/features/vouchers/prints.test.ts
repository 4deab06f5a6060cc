import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { hawalaHistory, listHawalas } from "#contract/hawala-lists.ts";
import { cancelHawala, getHawala, hawalaToPending, passHawala, hawalaReceived, updateHawala } from "#contract/hawalas.ts";
import {
  deleteTransaction,
  getTransaction,
  recoverTransaction,
  transactionHistory,
  updateTransaction,
} from "#contract/transactions.ts";
import { hawalaVoucher, printHawala, printTransaction, transactionVoucher } from "#contract/vouchers.ts";
import { channel } from "#server/live/announce.ts";
import { bodies, openDesk, type Desk, type Party } from "#test/support/desk.ts";
import { fileWorkHere } from "#test/support/file-work.ts";
import { enter, incoming, openLondon, outgoing } from "#test/support/hawalas.ts";
import { imported, listOf } from "#test/support/import-batches.ts";
import { currency } from "#test/support/ledger.ts";

fileWorkHere();

let desk: Desk;
let farid: Party;
let zahra: Party;
beforeAll(async () => {
  desk = await openDesk();
  await openLondon(desk);
  [farid, zahra] = [await desk.open(currency.USD), await desk.open(currency.USD)];
});
afterAll(() => desk.closeInBalance());

const posted = () => desk.post(bodies.transfer(farid, zahra, "5"));
const at = (id: number) => ({ params: { id } });

/** What the audit log says of an object's prints, oldest first. */
async function printsOf(type: string, id: number) {
  const { rows } = await sql<{ actor: string; version: number | null; new: unknown }>`
    select actor, version, new from audit_log where object_type = ${type} and object_id = ${String(id)}
      and action = ${`${type}.printed`} order by id`.execute(desk.server.database.db);
  return rows;
}

describe("the voucher of a transaction", () => {
  test("is the original once and a numbered copy from then on, for each role, each print on record", async () => {
    const { id } = await posted();
    expect(await desk.user.ok(transactionVoucher, at(id))).toEqual({
      version: 1,
      corrected: false,
      replaces: null,
      formerNames: [],
      nextCopy: 0,
    });
    const first = await desk.user.ok(printTransaction, at(id));
    expect(first).toEqual({
      version: 1,
      corrected: false,
      replaces: null,
      formerNames: [],
      copy: 0,
      printedAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    });
    expect(await desk.operator.ok(transactionVoucher, at(id))).toMatchObject({ nextCopy: 1 });
    expect((await desk.operator.ok(printTransaction, at(id))).copy).toBe(1);
    expect((await desk.admin.ok(printTransaction, at(id))).copy).toBe(2);
    expect(await printsOf("transaction", id)).toEqual([
      { actor: desk.user.username, version: null, new: { printedVersion: 1, copy: 0 } },
      { actor: desk.operator.username, version: null, new: { printedVersion: 1, copy: 1 } },
      { actor: desk.admin.username, version: null, new: { printedVersion: 1, copy: 2 } },
    ]);
    // A print is no version of what it shows.
    expect(await desk.admin.ok(transactionHistory, at(id))).toHaveLength(1);
  });

  test("of a corrected version has an original of its own and says so; deleting and recovering corrects nothing", async () => {
    const { id } = await posted();
    await desk.admin.ok(printTransaction, at(id));
    await desk.admin.ok(deleteTransaction, at(id));
    expect(await desk.admin.ok(printTransaction, at(id))).toMatchObject({ version: 2, corrected: false, replaces: 1, copy: 0 });
    await desk.admin.ok(recoverTransaction, at(id));
    expect(await desk.admin.ok(transactionVoucher, at(id))).toEqual({
      version: 3,
      corrected: false,
      replaces: 2,
      formerNames: [],
      nextCopy: 0,
    });
    await desk.admin.ok(updateTransaction, { ...at(id), body: bodies.transfer(farid, zahra, "6") });
    expect(await desk.admin.ok(transactionVoucher, at(id))).toEqual({
      version: 4,
      corrected: true,
      replaces: 2,
      formerNames: [],
      nextCopy: 0,
    });
    expect(await desk.admin.ok(printTransaction, at(id))).toMatchObject({ version: 4, corrected: true, copy: 0 });
  });

  test("is not counted for a version that is no longer current; who changed it is named", async () => {
    const { id } = await posted();
    await desk.admin.ok(updateTransaction, { ...at(id), body: bodies.transfer(farid, zahra, "6") });
    expect(await desk.user.refused(printTransaction, { ...at(id), headers: { "if-match": "1" } })).toMatchObject({
      status: 409,
      code: "stale_version",
      message: expect.stringContaining(`This transaction was changed meanwhile: ${desk.admin.username} at `) as string,
    });
    expect(await desk.user.refused(printTransaction, { ...at(id), headers: { "if-match": "latest" } })).toMatchObject({
      status: 400,
      code: "invalid",
    });
    expect(await printsOf("transaction", id)).toEqual([]);
    expect((await desk.user.ok(printTransaction, { ...at(id), headers: { "if-match": "2" } })).copy).toBe(0);
  });

  test("that several ask for at once is the original for exactly one of them", async () => {
    const { id } = await posted();
    const people = Array.from({ length: 7 }, () => [desk.admin, desk.operator, desk.user]).flat();
    const prints = await Promise.all(people.map((person) => person.ok(printTransaction, at(id))));
    const copies = prints.map(({ copy }) => copy).toSorted((left, right) => left - right);
    expect(copies).toEqual(Array.from({ length: 21 }, (_, copy) => copy));
    expect(await printsOf("transaction", id)).toHaveLength(21);
  });

  test("is refused where there is no such transaction, and to nobody who is signed in", async () => {
    for (const route of [transactionVoucher, printTransaction]) {
      const unknown = { status: 404, code: "not_found", message: "There is no transaction 2000000000" };
      expect(await desk.user.refused(route, at(2_000_000_000))).toMatchObject(unknown);
      expect(await desk.server.anonymous.refused(route, at(1))).toMatchObject({ status: 401 });
    }
  });
});

/** An incoming hawala that was paid, with its original printed in version 2, and how Search corrects its payout. */
async function paidAndPrinted() {
  const { id } = await enter(desk, incoming());
  const transactionId = (await desk.user.ok(passHawala, { ...at(id), body: {} })).transactionId ?? 0;
  expect(await desk.user.ok(printHawala, at(id))).toMatchObject({ version: 2, corrected: false, copy: 0 });
  const edit = (body: object) =>
    desk.operator.ok(updateTransaction, { ...at(transactionId), body: { transType: "Hawala", ...body } });
  return { id, transactionId, edit };
}

describe("the voucher of a hawala", () => {
  test("has an original of each version: as it was announced, as it was paid, as it was cancelled", async () => {
    const { id } = await enter(desk, incoming());
    expect(await desk.user.ok(printHawala, at(id))).toMatchObject({ version: 1, corrected: false, copy: 0 });
    await desk.user.ok(passHawala, { ...at(id), body: {} });
    // The advice stands beside the payout.
    expect(await desk.user.ok(printHawala, at(id))).toMatchObject({ version: 2, corrected: false, replaces: null, copy: 0 });
    expect((await desk.user.ok(printHawala, at(id))).copy).toBe(1);
    await desk.user.ok(cancelHawala, at(id));
    expect(await desk.user.ok(hawalaVoucher, at(id))).toEqual({
      version: 3,
      corrected: false,
      replaces: 1,
      formerNames: [],
      nextCopy: 0,
    });
    expect(await printsOf("hawala", id)).toHaveLength(3);
    expect(await desk.user.ok(hawalaHistory, at(id))).toHaveLength(3);
  });

  test("is not to be had twice by taking the payout back and paying anew: the later one says which it replaces", async () => {
    const { id } = await paidAndPrinted();
    await desk.user.ok(hawalaToPending, at(id));
    expect(await desk.user.ok(hawalaVoucher, at(id))).toMatchObject({ version: 3, replaces: null });
    await desk.user.ok(passHawala, { ...at(id), body: {} });
    expect(await desk.user.ok(printHawala, at(id))).toMatchObject({ version: 4, corrected: false, replaces: 2, copy: 0 });
    const sent = await enter(desk, outgoing());
    await desk.user.ok(printHawala, at(sent.id));
    await desk.user.ok(hawalaReceived, at(sent.id));
    expect(await desk.user.ok(printHawala, at(sent.id))).toMatchObject({ version: 2, replaces: 1, copy: 0 });
  });

  test("of an imported one is the first payout's", async () => {
    await imported(desk.operator, listOf([{ C: "IMP1" }]));
    const [{ id } = { id: -1 }] = await desk.user.ok(listHawalas, { query: { number: "IMP1" } });
    await desk.user.ok(printHawala, at(id));
    await desk.user.ok(passHawala, { ...at(id), body: {} });
    expect(await desk.user.ok(printHawala, at(id))).toMatchObject({ version: 2, replaces: null, copy: 0 });
  });

  test("has an original again, which says that it was corrected, once Search gives its payout another date", async () => {
    const { id, edit } = await paidAndPrinted();
    await edit({ transDate: "2025-04-01" });
    expect(await desk.user.refused(printHawala, { ...at(id), headers: { "if-match": "2" } })).toMatchObject({
      status: 409,
      code: "stale_version",
      message: expect.stringContaining(`This hawala was changed meanwhile: ${desk.operator.username} at `) as string,
    });
    const print = await desk.user.ok(printHawala, { ...at(id), headers: { "if-match": "3" } });
    expect(print).toMatchObject({ version: 3, corrected: true, copy: 0 });
    expect(await desk.user.ok(getHawala, at(id))).toMatchObject({ version: 3, hawalaStatus: "Passed", passedDate: "2025-04-01" });
    const [edited, passed] = await desk.user.ok(hawalaHistory, at(id));
    expect(edited).toMatchObject({ version: 3, action: "edited", actor: desk.operator.username });
    expect(passed).toMatchObject({ version: 2, action: "passed" });
  });

  test("is announced to whoever has it on the screen once Search gives its payout another date", async () => {
    const { edit } = await paidAndPrinted();
    const listener = await desk.server.database.pool.connect();
    const heard: unknown[] = [];
    listener.on("notification", ({ payload }) => heard.push(payload));
    try {
      await listener.query(`listen ${channel}`);
      await edit({ transDate: "2025-04-01" });
      await expect.poll(() => heard).toContain("hawalas");
    } finally {
      listener.release(true);
    }
  });

  test("goes on with its copies where Search corrects the narratives alone, the same date sent along or not", async () => {
    const { id, transactionId, edit } = await paidAndPrinted();
    const { transDate } = await desk.user.ok(getTransaction, at(transactionId));
    await edit({ transDescription: "Paid to his brother" });
    await edit({ transDescription: "Paid to his cousin", transDate });
    expect(await desk.user.ok(printHawala, { ...at(id), headers: { "if-match": "2" } })).toMatchObject({
      version: 2,
      corrected: false,
      copy: 1,
    });
    expect(await desk.user.ok(hawalaHistory, at(id))).toHaveLength(2);
  });

  test("of an outgoing one has a day of its own: another date of the booking leaves the receipt as it was", async () => {
    const { id, transactionId } = await enter(desk, outgoing());
    await desk.user.ok(printHawala, at(id));
    const body = { transType: "Hawala", transDate: "2025-04-01" };
    await desk.operator.ok(updateTransaction, { ...at(transactionId ?? 0), body });
    expect(await desk.user.ok(hawalaVoucher, at(id))).toEqual({
      version: 1,
      corrected: false,
      replaces: null,
      formerNames: [],
      nextCopy: 1,
    });
  });

  test("says that it was corrected, and is refused for a stale version and an unknown hawala", async () => {
    const body = outgoing();
    const { id } = await enter(desk, body);
    await desk.operator.ok(updateHawala, { ...at(id), body: { ...body, receiverName: "Somebody Else" } });
    expect(await desk.user.refused(printHawala, { ...at(id), headers: { "if-match": "1" } })).toMatchObject({
      status: 409,
      message: expect.stringContaining("This hawala was changed meanwhile") as string,
    });
    expect(await desk.user.ok(printHawala, { ...at(id), headers: { "if-match": "2" } })).toMatchObject({
      corrected: true,
      copy: 0,
    });
    for (const route of [hawalaVoucher, printHawala]) {
      const unknown = { status: 404, message: "There is no hawala 2000000000" };
      expect(await desk.user.refused(route, at(2_000_000_000))).toMatchObject(unknown);
      expect(await desk.server.anonymous.refused(route, at(id))).toMatchObject({ status: 401 });
    }
  });
});

test("the database lets no count go back, so that there is no second original", async () => {
  const { id } = await posted();
  await desk.admin.ok(printTransaction, at(id));
  const { db, asOwner } = desk.server.database;
  const uncount = sql`update voucher_prints set prints = 1 where object_id = ${id}`.execute(db);
  await expect(uncount).rejects.toThrow("prints are counted upward, one at a time");
  await expect(sql`delete from voucher_prints`.execute(db)).rejects.toThrow(/permission denied|append-only/);
  await expect(asOwner("delete from voucher_prints")).rejects.toThrow("append-only");
});
