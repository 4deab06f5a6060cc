import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { cancelHawala, createHawala, hawalaToPending, passHawala, updateHawala } from "#contract/hawalas.ts";
import { createTransaction, deleteTransaction, recoverTransaction, updateTransaction } from "#contract/transactions.ts";
import { deadlocksIn } from "#test/support/deadlocks.ts";
import { bodies, cash, openDesk, type Desk, type Party } from "#test/support/desk.ts";
import { enter, incoming, openBranch, openLondon, outgoing } from "#test/support/hawalas.ts";
import { currency } from "#test/support/ledger.ts";

const { AFN, USD } = currency;

let desk: Desk;
let from: Party;
let into: Party;
beforeAll(async () => {
  desk = await openDesk();
  await openLondon(desk);
  [from, into] = [await desk.open(USD), await desk.open(USD)];
});
afterAll(() => desk.closeInBalance());

describe("what no column can hold is refused in words", () => {
  test("a rate that makes more of an amount than any account holds", async () => {
    const body = outgoing({ amount: "999999999999999.99", exchangeRate: "1000000000", commission: "0" });
    expect(await desk.refused(desk.user, createHawala, { body })).toMatchObject({
      status: 400,
      issues: [{ path: "exchangeRate", message: "At this rate the converted amount is more than 999999999999999.99" }],
    });
  });

  test("a rate that leaves nothing", async () => {
    const body = outgoing({ amount: "0.01", exchangeRate: "0.000001", commission: "0" });
    expect(await desk.refused(desk.user, createHawala, { body })).toMatchObject({
      status: 400,
      issues: [{ path: "exchangeRate", message: "At this rate nothing is left for the receiver" }],
    });
  });

  test("a number whose signs stand for many letters", async () => {
    expect(await desk.refused(desk.user, createHawala, { body: incoming({ hawalaNo: "\uFDFA".repeat(50) }) })).toMatchObject({
      status: 400,
      issues: [{ path: "hawalaNo", message: "At most 50 letters and digits" }],
    });
  });

  test("names as long as names may be are booked; the narrative ends before half a character", async () => {
    const names = { senderName: "a".repeat(255), receiverName: "\u{1F600}".repeat(127) };
    const { transactionId } = await enter(desk, outgoing(names));
    const { rows } = await desk.server.database.pool.query<{ narrative: string }>(
      "select narrative from transactions where id = $1",
      [transactionId],
    );
    expect(rows[0]?.narrative.endsWith("\u{1F600}")).toBe(true);
  });
});

describe("a key", () => {
  test("of a hawala is refused for a posting, and the reverse", async () => {
    const [first, second] = [await enter(desk, incoming()), await enter(desk, incoming())];
    const used = { headers: { "idempotency-key": "edges-hawala" } };
    await desk.admin.ok(passHawala, { params: { id: first.id }, ...used });
    const posting = { body: bodies.transfer(from, into, "5") };
    const refused = { status: 409, code: "idempotency_conflict" };
    expect(await desk.refused(desk.admin, createTransaction, { ...posting, ...used })).toMatchObject(refused);
    const posted = { headers: { "idempotency-key": "edges-posting" } };
    await desk.admin.ok(createTransaction, { ...posting, ...posted });
    for (const route of [passHawala, cancelHawala]) {
      expect(await desk.refused(desk.admin, route, { params: { id: second.id }, ...posted })).toMatchObject(refused);
    }
    // Of one call it belongs to one hawala.
    expect(await desk.refused(desk.admin, passHawala, { params: { id: second.id }, ...used })).toMatchObject(refused);
  });

  test("used at the same moment on a hawala and on a posting carries out one of them", async () => {
    for (const round of Array.from({ length: 5 }, (_, index) => index)) {
      const { id } = await enter(desk, incoming());
      const headers = { "idempotency-key": `edges-both-${String(round)}` };
      const answers = await Promise.all([
        desk.admin.send(passHawala, { params: { id }, headers }),
        desk.admin.send(createTransaction, { body: bodies.transfer(from, into, "5"), headers }),
      ]);
      const statuses = answers.map(({ statusCode }) => statusCode);
      expect([
        [200, 409],
        [409, 201],
      ]).toContainEqual(statuses);
    }
  });
});

test("a payout is not recovered once the hawala is another partner's", async () => {
  const other = await openBranch(desk, "2002", AFN);
  const body = incoming({ senderCode: "2001" });
  const { id } = await enter(desk, body);
  const { transactionId } = await desk.admin.ok(passHawala, { params: { id } });
  await desk.admin.ok(deleteTransaction, { params: { id: transactionId ?? 0 } });
  await desk.admin.ok(updateHawala, { params: { id }, body: { ...body, senderCode: "2002" } });
  expect(await desk.refused(desk.admin, recoverTransaction, { params: { id: transactionId ?? 0 } })).toMatchObject({
    status: 409,
    message: "The sender code of this hawala was corrected since it was paid; pass it again instead",
  });
  await desk.admin.ok(passHawala, { params: { id } });
  expect((await desk.balances(other))["AFN"]).toBe("-9200.00");
});

describe("a payout that was taken back on Search", () => {
  const correctedAfterPayout = async (body: ReturnType<typeof incoming>, correction: object) => {
    const { id } = await enter(desk, body);
    const { transactionId } = await desk.admin.ok(passHawala, { params: { id } });
    const params = { id: transactionId ?? 0 };
    await desk.admin.ok(deleteTransaction, { params });
    await desk.admin.ok(updateHawala, { params: { id }, body: { ...body, ...correction } });
    return params;
  };

  test.each([
    ["another receiver", { receiverName: "Karim Noor" }, "The receiver of this hawala was"],
    ["another number", { hawalaNo: "EDGES-2" }, "The number of this hawala was"],
    [
      "another amount, receiver and number",
      { rAmount: "92.00", receiverName: "Karim Noor", hawalaNo: "EDGES-3" },
      "The amount, receiver and number of this hawala were",
    ],
  ])("is not recovered once the hawala has %s", async (_what, correction, what) => {
    const params = await correctedAfterPayout(incoming(), correction);
    expect(await desk.refused(desk.admin, recoverTransaction, { params })).toMatchObject({
      status: 409,
      message: `${what} corrected since it was paid; pass it again instead`,
    });
  });

  test("is recovered where receiver and number are only written in another way", async () => {
    const body = incoming({ hawalaNo: "EDGES-41", receiverName: "كريم محمـد 2" });
    const params = await correctedAfterPayout(body, { hawalaNo: "edges - ۴۱", receiverName: " کریم  محمد ۲" });
    expect(await desk.admin.ok(recoverTransaction, { params })).toMatchObject({ id: params.id });
  });

  test("is recovered though its own words were changed on Search", async () => {
    const { id } = await enter(desk, incoming());
    const { transactionId } = await desk.admin.ok(passHawala, { params: { id } });
    const params = { id: transactionId ?? 0 };
    await desk.admin.ok(updateTransaction, { params, body: { transType: "Hawala", transDescription: "In person" } });
    await desk.admin.ok(deleteTransaction, { params });
    await desk.admin.ok(recoverTransaction, { params });
  });
});

test("the cash account is no partner: that would be a withdrawal, which an admin alone records", async () => {
  const body = outgoing({ senderAccountId: from.id, partnerAccountId: cash.id, convertedCurrency: "USD", exchangeRate: "1" });
  expect(await desk.refused(desk.user, createHawala, { body })).toMatchObject({
    status: 400,
    issues: [{ path: "partnerAccountId", message: "The cash account is no partner" }],
  });
});

test("nor the one whose hawala is paid: by a branch that would be a deposit", async () => {
  const [{ code } = { code: "" }] = await desk.server.database.asOwner<{ code: string }>(
    "select code from accounts where id = $1",
    [cash.id],
  );
  const branchAccountId = await openBranch(desk, "1002", AFN);
  const { id } = await enter(desk, incoming({ senderCode: code }));
  expect(await desk.refused(desk.user, passHawala, { params: { id }, body: { branchAccountId } })).toMatchObject({
    status: 409,
    message: "The cash account is no partner. Correct the sender code first",
  });
});

test("a house account is no branch, whatever the settings say", async () => {
  await desk.server.database.asOwner("update business_settings set branch_codes = branch_codes || '{TRANSIT}'");
  const { id } = await enter(desk, incoming());
  expect(await desk.refused(desk.user, passHawala, { params: { id }, body: { branchAccountId: 15 } })).toMatchObject({
    status: 400,
    issues: [{ path: "branchAccountId" }],
  });
});

/** Rounds in which desks wait for each other's balances and day counts. */
const rounds = 2;

test("taking payouts back on Search and on Pass Hawala at the same moment never is a circle of waiting", async () => {
  const before = await deadlocksIn(desk.server.database);
  for (let round = 0; round < rounds; round += 1) {
    const waiting = await Promise.all(Array.from({ length: 16 }, () => enter(desk, incoming())));
    const passed = await Promise.all(waiting.map(({ id }) => desk.admin.ok(passHawala, { params: { id } })));
    const back = passed.map(({ id, transactionId }, index) =>
      index % 2 === 0
        ? desk.admin.send(deleteTransaction, { params: { id: transactionId ?? 0 } })
        : desk.admin.send(hawalaToPending, { params: { id } }),
    );
    const answers = await Promise.all(back);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
  }
  expect(await deadlocksIn(desk.server.database)).toBe(before);
});

test("entering outgoing hawalas and cancelling others of the day at the same moment neither", async () => {
  const before = await deadlocksIn(desk.server.database);
  for (let round = 0; round < rounds; round += 1) {
    const sent = await Promise.all(Array.from({ length: 16 }, () => enter(desk, outgoing())));
    const acts = sent.flatMap(({ id, transactionId }, index) => [
      index % 2 === 0
        ? desk.admin.send(cancelHawala, { params: { id } })
        : desk.admin.send(deleteTransaction, { params: { id: transactionId ?? 0 } }),
      desk.user.send(createHawala, { body: outgoing() }),
    ]);
    const answers = await Promise.all(acts);
    expect(answers.filter(({ statusCode }) => statusCode !== 200 && statusCode !== 201)).toEqual([]);
  }
  expect(await deadlocksIn(desk.server.database)).toBe(before);
});
