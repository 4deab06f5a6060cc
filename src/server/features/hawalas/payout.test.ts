import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { updateAccount } from "#contract/accounts.ts";
import {
  cancelHawala,
  completeHawala,
  getHawala,
  hawalaPhoto,
  hawalaReceived,
  hawalaToPending,
  passHawala,
  updateHawala,
  type Hawala,
} from "#contract/hawalas.ts";
import { deleteTransaction, getTransaction, listDeletedTransactions, recoverTransaction } from "#contract/transactions.ts";
import { cash, openDesk, type Desk, type Party } from "#test/support/desk.ts";
import { enter, incoming, openBranch, openLondon, outgoing } from "#test/support/hawalas.ts";
import { dataUrl, pngOf } from "#test/support/images.ts";
import { currency } from "#test/support/ledger.ts";

const { AFN, USD } = currency;

let desk: Desk;
let london: { readonly id: number };
let branch: number;
beforeAll(async () => {
  desk = await openDesk();
  london = await openLondon(desk);
  branch = await openBranch(desk, "1007", AFN);
});
afterAll(() => desk.closeInBalance());

const afghani = async (accountId: number): Promise<number> => Number((await desk.balances(accountId))["AFN"] ?? "0");
const shown = (id: number): Promise<Hawala> => desk.user.ok(getHawala, { params: { id } });
const pass = (id: number, body?: object) => desk.user.ok(passHawala, { params: { id }, ...(body === undefined ? {} : { body }) });

async function moved<Answer>(work: () => Promise<Answer>) {
  const accounts = [london.id, cash.id, branch];
  const before = await Promise.all(accounts.map(afghani));
  const answer = await work();
  const after = await Promise.all(accounts.map(afghani));
  return { answer, moved: after.map((balance, index) => balance - (before[index] ?? 0)) };
}

describe("a pass", () => {
  test("in cash debits the partner and credits the cash box, and says what both have now", async () => {
    const { id, hawalaNo } = await enter(desk, incoming());
    const { answer, moved: by } = await moved(() => pass(id));
    expect(by).toEqual([-9200, -9200, 0]);
    expect(answer).toMatchObject({ id, hawalaId: id, hawalaStatus: "Passed", paidFromCode: "11", version: 2 });
    expect(answer.balances.map(({ accountId }) => accountId)).toEqual([london.id, cash.id]);
    const row = await desk.admin.ok(getTransaction, { params: { id: answer.transactionId ?? 0 } });
    expect(row).toMatchObject({
      transType: "Hawala",
      hawalaId: id,
      outAccountId: london.id,
      inAccountId: cash.id,
      dAmount: "9200.00",
      cAmount: "9200.00",
      userCreated: desk.user.username,
      transDescription: `Hawala ${hawalaNo}: Idris Hotakzad to Mursal Rahimyar`,
    });
    expect(answer.passedDate).toBe(row.transDate);
  });

  test("takes null for what it leaves out: the cash box, and today", async () => {
    const [{ id: silent }, { id }] = [await enter(desk, incoming()), await enter(desk, incoming())];
    const { passedDate } = await pass(silent);
    const nothing = { branchAccountId: null, transDate: null, documentName: null, documentNumber: null, documentPhoto: null };
    expect(await pass(id, nothing)).toMatchObject({ paidFromCode: "11", passedDate });
  });

  test("by branch credits the branch, on the day that is given", async () => {
    const { id } = await enter(desk, incoming());
    const { answer, moved: by } = await moved(() => pass(id, { branchAccountId: branch, transDate: "2026-02-03" }));
    expect(by).toEqual([-9200, 0, 9200]);
    expect(answer).toMatchObject({ paidFromCode: "1007", passedDate: "2026-02-03" });
  });

  test("is refused by a branch of another currency, an account that is no branch, and one that does not exist", async () => {
    const dollars = await openBranch(desk, "2007", USD);
    const { id } = await enter(desk, incoming());
    const other = await desk.open(AFN);
    const refused = (branchAccountId: number) =>
      desk.refused(desk.user, passHawala, { params: { id }, body: { branchAccountId } });
    expect(await refused(dollars)).toMatchObject({
      status: 400,
      message: "Hawala currency (AFN) must match selected account currency (USD). Please select the correct account.",
    });
    for (const account of [other.id, cash.id, 999_999]) {
      expect(await refused(account)).toMatchObject({ status: 400, message: "Choose a branch account (1007 or 2007)" });
    }
    expect((await shown(id)).hawalaStatus).toBe("Pending");
  });

  test("is refused a second time, after a cancellation, of an outgoing one and of none", async () => {
    const { id } = await enter(desk, incoming());
    await pass(id);
    const refused = (of: number) => desk.refused(desk.admin, passHawala, { params: { id: of } });
    expect(await refused(id)).toMatchObject({
      status: 409,
      code: "already_passed",
      message: "This hawala has already been passed.",
    });
    await desk.user.ok(cancelHawala, { params: { id } });
    expect(await refused(id)).toMatchObject({ status: 409, message: "This hawala has been cancelled. Mark it as pending first" });
    const sent = await enter(desk, outgoing());
    expect(await refused(sent.id)).toMatchObject({ status: 409 });
    expect((await refused(999_999)).status).toBe(404);
  });

  test.each(["2999", "TRANSIT"])("without an account of the sender code is refused and names it: %s", async (senderCode) => {
    const { id } = await enter(desk, incoming({ senderCode }));
    const refused = await desk.refused(desk.user, passHawala, { params: { id } });
    expect(refused).toMatchObject({ status: 409 });
    expect(refused.message).toContain(senderCode);
  });

  test("of a partner who is not active is refused", async () => {
    const { id } = await enter(desk, incoming());
    const status = (accountStatus: string) =>
      desk.admin.ok(updateAccount, { params: { id: london.id }, body: { accountStatus } });
    await status("suspended");
    expect(await desk.refused(desk.user, passHawala, { params: { id } })).toMatchObject({ status: 409 });
    await status("active");
    await pass(id);
  });

  test("keeps what was seen of the receiver's papers with the payout", async () => {
    const { id } = await enter(desk, incoming());
    const photo = pngOf(20, 30);
    await pass(id, { documentName: "Mursal R.", documentNumber: "1399-0502-1", documentPhoto: dataUrl(photo) });
    const payout = { documentName: "Mursal R.", documentNumber: "1399-0502-1", hasPhoto: true };
    expect(await desk.user.ok(getHawala, { params: { id } })).toMatchObject({ payout });
    const answer = await desk.user.send(hawalaPhoto, { params: { id } });
    expect([answer.statusCode, answer.headers["content-type"], answer.rawPayload.equals(photo)]).toEqual([
      200,
      "image/png",
      true,
    ]);
    const { id: other } = await enter(desk, incoming());
    const body = { documentPhoto: dataUrl(Buffer.from("<svg/>"), "image/svg+xml") };
    expect(await desk.refused(desk.user, passHawala, { params: { id: other }, body })).toMatchObject({
      status: 400,
      issues: [{ path: "documentPhoto" }],
    });
    expect((await desk.user.send(hawalaPhoto, { params: { id: other } })).statusCode).toBe(404);
  });

  test("pays what the teller saw: a hawala that was corrected since is refused, and named who did it", async () => {
    const body = incoming();
    const { id, version } = await enter(desk, body);
    await desk.operator.ok(updateHawala, { params: { id }, body: { ...body, rAmount: "92000.00" } });
    const sent = { params: { id }, headers: { "if-match": String(version) } };
    const refused = await desk.refused(desk.user, passHawala, sent);
    expect(refused).toMatchObject({ status: 409, code: "stale_version" });
    expect(refused.message).toContain(desk.operator.username);
    await desk.user.ok(passHawala, { params: { id }, headers: { "if-match": String(version + 1) } });
    // What stands is said before what was seen: a paid hawala is paid, in whichever version.
    expect(await desk.refused(desk.user, passHawala, sent)).toMatchObject({ message: "This hawala has already been passed." });
  });

  test("sent again with its key answers the same for ever, also after it was taken back", async () => {
    const { id } = await enter(desk, incoming());
    const sent = { params: { id }, headers: { "idempotency-key": "pass-for-ever" } };
    const first = await desk.user.ok(passHawala, sent);
    await desk.user.ok(hawalaToPending, { params: { id } });
    expect(await desk.user.ok(passHawala, sent)).toEqual(first);
    expect((await shown(id)).hawalaStatus).toBe("Pending");
    const other = { ...sent, params: { id: (await enter(desk, incoming())).id } };
    expect(await desk.user.refused(passHawala, other)).toMatchObject({ status: 409, code: "idempotency_conflict" });
  });
});

describe("an incoming hawala", () => {
  test("marked as pending or cancelled gives the payout back, and can be paid again", async () => {
    const { id } = await enter(desk, incoming());
    for (const [route, status] of [
      [hawalaToPending, "Pending"],
      [cancelHawala, "Cancelled"],
    ] as const) {
      const { transactionId } = await pass(id);
      const { answer, moved: by } = await moved(() => desk.user.ok(route, { params: { id } }));
      expect(by).toEqual([9200, 9200, 0]);
      expect(answer).toMatchObject({ hawalaStatus: status, transactionId: null, passedDate: null });
      const deleted = await desk.admin.ok(listDeletedTransactions, { query: { referenceId: String(transactionId) } });
      expect(deleted).toHaveLength(1);
      expect(deleted[0]?.deletionReason).toMatch(/hawala was/);
    }
    expect(await desk.user.ok(hawalaToPending, { params: { id } })).toMatchObject({ hawalaStatus: "Pending", balances: [] });
    await pass(id);
  });

  test("already pending, already cancelled, or moved as only outgoing ones are, is refused", async () => {
    const { id } = await enter(desk, incoming());
    const refused = (route: typeof cancelHawala) => desk.refused(desk.user, route, { params: { id } });
    expect(await refused(hawalaToPending)).toMatchObject({ status: 409, message: "This hawala is already pending" });
    await desk.user.ok(cancelHawala, { params: { id } });
    expect(await refused(cancelHawala)).toMatchObject({ status: 409, message: "This hawala is already cancelled" });
    for (const route of [hawalaReceived, completeHawala]) expect((await refused(route)).status).toBe(409);
  });

  test("follows its transaction on Search: deleted it waits again, recovered it is passed", async () => {
    const { id } = await enter(desk, incoming());
    const { transactionId } = await pass(id);
    const params = { id: transactionId ?? 0 };
    await desk.operator.ok(deleteTransaction, { params });
    expect(await shown(id)).toMatchObject({ hawalaStatus: "Pending", transactionId: null });
    await desk.operator.ok(recoverTransaction, { params });
    expect(await shown(id)).toMatchObject({ hawalaStatus: "Passed", transactionId });
    await desk.operator.ok(deleteTransaction, { params });
    await pass(id);
    expect(await desk.refused(desk.operator, recoverTransaction, { params })).toMatchObject({
      status: 409,
      message: "This hawala has already been passed.",
    });
    await desk.user.ok(cancelHawala, { params: { id } });
    expect(await desk.refused(desk.operator, recoverTransaction, { params })).toMatchObject({ status: 409 });
    expect((await desk.refused(desk.user, deleteTransaction, { params })).status).toBe(403);
  });
});

describe("an outgoing hawala", () => {
  let kabul: Party;
  beforeAll(async () => {
    kabul = await desk.open(AFN, { accountType: "hawala_partner" });
  });

  test("is received and completed without a posting, and cancelled with the money back", async () => {
    const { id, transactionId } = await enter(desk, outgoing({ partnerAccountId: kabul.id }));
    const owed = await afghani(kabul.id);
    expect(await desk.user.ok(hawalaReceived, { params: { id } })).toMatchObject({ hawalaStatus: "received", balances: [] });
    expect(await desk.user.ok(completeHawala, { params: { id } })).toMatchObject({ hawalaStatus: "completed" });
    expect(await afghani(kabul.id)).toBe(owed);
    expect(await desk.refused(desk.user, cancelHawala, { params: { id } })).toMatchObject({ status: 409 });
    expect(await desk.refused(desk.operator, deleteTransaction, { params: { id: transactionId ?? 0 } })).toMatchObject({
      status: 409,
      message: "The receiver of this hawala has been paid. Mark it as pending first",
    });
    await desk.user.ok(hawalaToPending, { params: { id } });
    expect(await desk.user.ok(cancelHawala, { params: { id } })).toMatchObject({
      hawalaStatus: "cancelled",
      transactionId: null,
    });
    expect(owed - (await afghani(kabul.id))).toBe(6980);
    expect(await desk.user.ok(hawalaToPending, { params: { id } })).toMatchObject({ hawalaStatus: "pending", transactionId });
    expect(await afghani(kabul.id)).toBe(owed);
  });

  test("follows its booking on Search", async () => {
    const { id, transactionId } = await enter(desk, outgoing({ partnerAccountId: kabul.id }));
    const params = { id: transactionId ?? 0 };
    await desk.operator.ok(deleteTransaction, { params });
    expect(await shown(id)).toMatchObject({ hawalaStatus: "cancelled", transactionId: null });
    await desk.operator.ok(recoverTransaction, { params });
    expect(await shown(id)).toMatchObject({ hawalaStatus: "pending", transactionId });
  });
});
