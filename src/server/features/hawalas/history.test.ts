import { createHash } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { listAuditLog } from "#contract/audit-log.ts";
import { createCurrency } from "#contract/currencies.ts";
import { hawalaHistory } from "#contract/hawala-lists.ts";
import {
  cancelHawala,
  completeHawala,
  hawalaPhoto,
  hawalaReceived,
  hawalaToPending,
  passHawala,
  updateHawala,
} from "#contract/hawalas.ts";
import { updateTransaction } from "#contract/transactions.ts";
import { openDesk, type Desk } from "#test/support/desk.ts";
import { enter, incoming, openLondon, outgoing } from "#test/support/hawalas.ts";
import { dataUrl, pngOf } from "#test/support/images.ts";

let desk: Desk;
let london: { readonly id: number };
beforeAll(async () => {
  desk = await openDesk();
  london = await openLondon(desk);
});
afterAll(() => desk.closeInBalance());

const history = (id: number) => desk.user.ok(hawalaHistory, { params: { id } });

test("an incoming hawala tells each version, the latest first, with who made it and what it changed", async () => {
  await desk.admin.ok(createCurrency, { body: { code: "AED", name: "Dirham", symbol: "AED", rate: "3.67" } });
  const body = incoming({ hawalaNo: "H-1", transactionDate: "2026-03-01", remarks: undefined });
  const { id } = await enter(desk, body);
  await desk.admin.ok(updateHawala, {
    params: { id },
    body: { ...body, receiverName: "Mursal Rahim", currency: "AED", remarks: "New" },
  });
  const { transactionId } = await desk.user.ok(passHawala, { params: { id } });
  await desk.user.ok(hawalaToPending, { params: { id } });
  await desk.operator.ok(cancelHawala, { params: { id } });
  const versions = await history(id);
  expect(versions.map(({ version, action, actor }) => [version, action, actor])).toEqual([
    [5, "cancelled", desk.operator.username],
    [4, "pending", desk.user.username],
    [3, "passed", desk.user.username],
    [2, "edited", desk.admin.username],
    [1, "created", desk.operator.username],
  ]);
  const [, , passed, edited, created] = versions.map(({ changes }) => changes);
  expect(passed).toEqual([
    { field: "hawalaStatus", before: "Pending", after: "Passed" },
    { field: "transactionId", before: null, after: String(transactionId) },
    { field: "paidFromCode", before: null, after: "11" },
  ]);
  expect(edited).toEqual([
    { field: "receiverName", before: "Mursal Rahimyar", after: "Mursal Rahim" },
    { field: "currency", before: "AFN", after: "AED" },
    { field: "remarks", before: null, after: "New" },
  ]);
  expect(created).toEqual(
    Object.entries({
      hawalaNo: "H-1",
      hawalaStatus: "Pending",
      senderCode: "2001",
      senderName: "Idris Hotakzad",
      receiverName: "Mursal Rahimyar",
      receiverLocation: "Kabul",
      amount: "100.00",
      exchangeRate: "92.00000000",
      rAmount: "9200.00",
      currency: "AFN",
      rate: "70.00000000",
      intoUSD: "131.43",
      transactionDate: "2026-03-01",
    }).map(([field, after]) => ({ field, before: null, after })),
  );
});

test("an outgoing hawala tells accounts by their codes, and a commission that was given up", async () => {
  const { id } = await enter(desk, outgoing());
  const body = { direction: "outgoing", ...outgoing({ partnerAccountId: london.id, commission: "0" }) };
  await desk.operator.ok(updateHawala, { params: { id }, body });
  await desk.user.ok(hawalaReceived, { params: { id } });
  await desk.user.ok(completeHawala, { params: { id } });
  const versions = await history(id);
  expect(versions.map(({ action }) => action)).toEqual(["completed", "received", "edited", "created"]);
  expect(versions[2]?.changes).toEqual([
    { field: "partnerAccountId", before: null, after: "2001" },
    { field: "rAmount", before: "6980.00", after: "7000.00" },
    { field: "commission", before: "20.00", after: "0.00" },
  ]);
});

describe("another day of a payout", () => {
  /** Paid on a day, which Search changes twice before the payout is taken back. */
  async function redatedTwice() {
    const { id } = await enter(desk, incoming());
    const { transactionId } = await desk.user.ok(passHawala, { params: { id }, body: { transDate: "2025-04-01" } });
    const redate = (transDate: string) =>
      desk.operator.ok(updateTransaction, { params: { id: transactionId ?? -1 }, body: { transType: "Hawala", transDate } });
    await redate("2025-04-02");
    await redate("2025-04-03");
    await desk.user.ok(hawalaToPending, { params: { id } });
    return id;
  }
  const days = (before: string, after: string) => ({ before, after });

  test("stands in the history with the day before, and no other version says anything of it", async () => {
    const versions = await history(await redatedTwice());
    expect(versions.map(({ action, changes }) => [action, changes.filter(({ field }) => field === "passedDate")])).toEqual([
      ["pending", []],
      ["edited", [{ field: "passedDate", ...days("2025-04-02", "2025-04-03") }]],
      ["edited", [{ field: "passedDate", ...days("2025-04-01", "2025-04-02") }]],
      ["passed", []],
      ["created", []],
    ]);
    expect(versions[1]?.changes).toHaveLength(1);
  });

  test("stands in the audit log alike, whose next entry says nothing of it", async () => {
    const id = await redatedTwice();
    const entries = await desk.admin.ok(listAuditLog, { query: { object: `hawala:${String(id)}` } });
    const [pending, second, first] = entries.map(({ changes }) => changes);
    expect(second).toEqual([{ field: "payout.date", ...days("2025-04-02", "2025-04-03") }]);
    expect(first).toEqual([{ field: "payout.date", ...days("2025-04-01", "2025-04-02") }]);
    expect(pending?.map(({ field }) => field)).not.toContain("payout.date");
  });
});

describe("the papers that a receiver was paid on", () => {
  const [photo, secondPhoto] = [pngOf(20, 30), pngOf(30, 20)];
  const passOn = async (id: number, body: object) =>
    (await desk.user.ok(passHawala, { params: { id }, body })).transactionId ?? -1;

  /** Paid to one who showed papers, taken back, and paid to another one. */
  async function paidTwice() {
    const { id } = await enter(desk, incoming());
    const papers = { documentName: "Mursal R.", documentNumber: "1399-0502-1", documentPhoto: dataUrl(photo) };
    const first = await passOn(id, papers);
    await desk.user.ok(hawalaToPending, { params: { id } });
    const second = await passOn(id, { documentName: "Karim Noor", documentPhoto: dataUrl(secondPhoto) });
    return { id, first, second };
  }

  test("stand in the history of a hawala, also those of a payout that was taken back", async () => {
    const { id, first, second } = await paidTwice();
    expect((await history(id)).map(({ action, payout }) => [action, payout])).toEqual([
      ["passed", { transactionId: second, documentName: "Karim Noor", documentNumber: null, hasPhoto: true }],
      ["pending", null],
      ["passed", { transactionId: first, documentName: "Mursal R.", documentNumber: "1399-0502-1", hasPhoto: true }],
      ["created", null],
    ]);
    const photoOf = async (query: { readonly transactionId?: number }) =>
      (await desk.user.send(hawalaPhoto, { params: { id }, query })).rawPayload;
    expect((await photoOf({ transactionId: first })).equals(photo)).toBe(true);
    expect((await photoOf({})).equals(secondPhoto)).toBe(true);
    const other = await enter(desk, incoming());
    const refused = { params: { id: other.id }, query: { transactionId: first } };
    expect(await desk.user.refused(hawalaPhoto, refused)).toMatchObject({ status: 404, message: "This hawala has no photo" });
  });

  test("stand in the audit log of the payout, of the photo its fingerprint alone, and the next entry says nothing of them", async () => {
    const { id } = await paidTwice();
    const entries = await desk.admin.ok(listAuditLog, { query: { object: `hawala:${String(id)}` } });
    const told = entries.map(({ action, changes }) => [action, changes.filter(({ field }) => field.startsWith("payout"))]);
    const noted = (fields: object) =>
      Object.entries(fields).map(([field, after]) => ({ field: `payout.${field}`, before: null, after: after as unknown }));
    const fingerprint = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
    expect(told).toEqual([
      ["hawala.passed", noted({ photoType: "image/png", photoSha256: fingerprint(secondPhoto), documentName: "Karim Noor" })],
      ["hawala.pending", []],
      [
        "hawala.passed",
        noted({
          photoType: "image/png",
          photoSha256: fingerprint(photo),
          documentName: "Mursal R.",
          documentNumber: "1399-0502-1",
        }),
      ],
      ["hawala.created", []],
    ]);
  });

  test("none of a payout that was made without papers", async () => {
    const { id } = await enter(desk, incoming());
    await passOn(id, {});
    expect((await history(id)).map(({ payout }) => payout)).toEqual([null, null]);
  });
});

test("a hawala that nobody has has no history", async () => {
  expect(await desk.user.refused(hawalaHistory, { params: { id: 999_999 } })).toMatchObject({
    status: 404,
    message: "There is no hawala 999999",
  });
});
