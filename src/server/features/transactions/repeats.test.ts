import pg from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import {
  createTransaction,
  deleteTransaction,
  getTransaction,
  recoverTransaction,
  updateTransaction,
} from "#contract/transactions.ts";
import { bodies, openDesk, stateOfBooks, type Desk, type Party } from "#test/support/desk.ts";
import { eventually } from "#test/support/eventually.ts";
import { currency } from "#test/support/ledger.ts";

const { USD } = currency;
const { transfer, debit } = bodies;

let desk: Desk;
let farid: Party;
let zahra: Party;
beforeAll(async () => {
  desk = await openDesk();
  [farid, zahra] = [await desk.open(USD), await desk.open(USD)];
});
afterAll(() => desk.closeInBalance());

let keys = 0;
/** The header of a key that was never used before. */
const newKey = () => ({ "idempotency-key": `key-${String((keys += 1))}` });
const body = () => transfer(farid, zahra, "5");
const posted = async () => ({ id: (await desk.post(body())).id });

/** Every call that moves money, ready to be sent to a transaction in the right state. */
const calls = {
  "a posting": () =>
    Promise.resolve({ route: createTransaction, sent: { body: body() }, other: { body: transfer(farid, zahra, "6") } }),
  "an edit": async () => {
    const params = await posted();
    return {
      route: updateTransaction,
      sent: { params, body: transfer(farid, zahra, "6") },
      other: { params, body: transfer(farid, zahra, "7") },
    };
  },
  "a deletion": async () => {
    const params = await posted();
    return {
      route: deleteTransaction,
      sent: { params, body: { reason: "twice" } },
      other: { params, body: { reason: "wrong" } },
    };
  },
  "a recovery": async () => {
    const [params, other] = [await posted(), await posted()];
    for (const one of [params, other]) await desk.admin.ok(deleteTransaction, { params: one });
    return { route: recoverTransaction, sent: { params }, other: { params: other } };
  },
} as const;
const kinds = Object.keys(calls) as (keyof typeof calls)[];

describe.each(kinds)("the key of %s", (kind) => {
  test("gives the same answer again and does nothing more", async () => {
    const { route, sent } = await calls[kind]();
    const headers = newKey();
    const first = await desk.admin.reply(route, { ...sent, headers });
    const before = await stateOfBooks(desk.server);
    const again = await desk.admin.reply(route, { ...sent, headers });
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect(await stateOfBooks(desk.server)).toEqual(before);
  });

  test("sent many times at once does it once", async () => {
    const { route, sent } = await calls[kind]();
    const headers = newKey();
    const { pool } = desk.server.database;
    const count = async () =>
      (await pool.query<{ count: string }>("select count(*) from audit_log where object_type = 'transaction'")).rows[0]?.count;
    const before = Number(await count());
    const answers = await Promise.all(Array.from({ length: 12 }, () => desk.admin.ok(route, { ...sent, headers })));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(Number(await count()) - before).toBe(1);
  });

  test("on another request of the same call is a conflict", async () => {
    const { route, sent, other } = await calls[kind]();
    const headers = newKey();
    await desk.admin.ok(route, { ...sent, headers });
    const refused = await desk.refused(desk.admin, route, { ...other, headers });
    expect(refused).toMatchObject({ status: 409, code: "idempotency_conflict" });
  });

  test("on any other call is a conflict", async () => {
    const { route, sent } = await calls[kind]();
    const headers = newKey();
    await desk.admin.ok(route, { ...sent, headers });
    for (const another of kinds.filter((name) => name !== kind)) {
      const call = await calls[another]();
      const refused = await desk.refused(desk.admin, call.route, { ...call.sent, headers });
      expect(refused).toMatchObject({ status: 409, code: "idempotency_conflict" });
    }
  });

  test("belongs to its user: another one's same key is another request", async () => {
    const [mine, yours] = [await calls[kind](), await calls[kind]()];
    const headers = newKey();
    const first = await desk.admin.ok(mine.route, { ...mine.sent, headers });
    const second = await desk.operator.ok(yours.route, { ...yours.sent, headers });
    expect(second.id).not.toBe(first.id);
  });

  test("of a refused request is judged anew", async () => {
    const { route, sent } = await calls[kind]();
    const headers = newKey();
    const nothing = {
      ...sent,
      params: { id: 999_999 },
      ...("body" in sent ? { body: { ...sent.body, outAccountId: 999_999 } } : {}),
    };
    const refused = await desk.refused(desk.admin, route, { ...nothing, headers });
    expect([400, 404]).toContain(refused.status);
    await desk.admin.ok(route, { ...sent, headers });
  });
});

describe("a key", () => {
  test("counts the same request in other words as the same", async () => {
    const headers = newKey();
    const first = await desk.admin.ok(createTransaction, { body: transfer(farid, zahra, "5.00"), headers });
    const { transType, ...rest } = transfer(farid, zahra, 5, { cAmount: undefined, userCreated: "ignored" });
    expect(await desk.admin.ok(createTransaction, { body: { ...rest, transType }, headers })).toEqual(first);
  });

  test("answers what was answered then, also after the transaction was changed and deleted", async () => {
    const headers = newKey();
    const first = await desk.post(body(), headers);
    await desk.admin.ok(updateTransaction, { params: { id: first.id }, body: transfer(zahra, farid, "9") });
    await desk.admin.ok(deleteTransaction, { params: { id: first.id } });
    expect(await desk.post(body(), headers)).toEqual(first);
    expect(await desk.admin.ok(getTransaction, { params: { id: first.id } })).toMatchObject({ deleted: true, version: 3 });
  });

  test("gives the answer of an edit again although its If-Match is stale by then", async () => {
    const params = await posted();
    const headers = { ...newKey(), "if-match": "1" };
    const first = await desk.admin.ok(updateTransaction, { params, body: transfer(farid, zahra, "6"), headers });
    expect(await desk.admin.ok(updateTransaction, { params, body: transfer(farid, zahra, "6"), headers })).toEqual(first);
  });

  test("does not carry a right: who has lost the role is refused", async () => {
    const clerk = await desk.server.signIn("admin");
    const headers = newKey();
    await clerk.ok(createTransaction, { body: debit(farid, "5"), headers });
    await desk.server.database.pool.query("update users set role = 'operator' where id = $1", [clerk.userId]);
    expect((await desk.refused(clerk, createTransaction, { body: debit(farid, "5"), headers })).status).toBe(403);
  });

  test.each(["", " ", "two words", "x".repeat(201), "schlüssel", "a\tb"])("of %j is refused", async (key) => {
    const refused = await desk.refused(desk.admin, createTransaction, { body: body(), headers: { "idempotency-key": key } });
    expect(refused).toMatchObject({ status: 400, code: "invalid" });
  });

  test("may have 200 visible characters", async () => {
    const headers = { "idempotency-key": "!~".repeat(100) };
    expect(await desk.post(body(), headers)).toEqual(await desk.post(body(), headers));
  });

  test("is not needed: without one, every request is a transaction", async () => {
    expect((await desk.post(body())).id).not.toBe((await desk.post(body())).id);
  });
});

describe("If-Match", () => {
  test.each(["1", '"1"', " 1 "])("of %s means version 1", async (ifMatch) => {
    const params = await posted();
    const headers = { "if-match": ifMatch };
    expect(await desk.admin.ok(updateTransaction, { params, body: transfer(farid, zahra, "6"), headers })).toMatchObject({
      version: 2,
    });
    expect((await desk.refused(desk.admin, deleteTransaction, { params, headers })).status).toBe(409);
    await desk.admin.ok(deleteTransaction, { params, headers: { "if-match": ifMatch.replace("1", "2") } });
  });

  test.each(["0", "2", "7", '"999999999"'])("of %s is stale at version 1", async (ifMatch) => {
    const params = await posted();
    const headers = { "if-match": ifMatch };
    for (const route of [updateTransaction, deleteTransaction]) {
      const refused = await desk.refused(desk.admin, route, {
        params,
        headers,
        ...(route === updateTransaction ? { body: body() } : {}),
      });
      expect(refused).toMatchObject({ status: 409, code: "stale_version" });
    }
  });

  test("that is stale names who changed the transaction, and when by the office's clock", async () => {
    const params = await posted();
    const { dateModified } = await desk.operator.ok(updateTransaction, { params, body: transfer(farid, zahra, "6") });
    const refused = await desk.refused(desk.admin, updateTransaction, {
      params,
      body: transfer(farid, zahra, "7"),
      headers: { "if-match": "1" },
    });
    const inKabul = {
      timeZone: "Asia/Kabul",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
    } as const;
    const clock = new Intl.DateTimeFormat("sv-SE", inKabul).format(new Date(dateModified ?? ""));
    expect(refused.message).toContain(`${desk.operator.username} at ${clock}`);
  });

  test.each(["*", "one", "1, 2", '"1', 'W/"1"', "1.0", "-1", "", "9999999999"])(
    "of %j is refused as malformed",
    async (ifMatch) => {
      const params = await posted();
      const headers = { "if-match": ifMatch };
      expect(await desk.refused(desk.admin, updateTransaction, { params, body: body(), headers })).toMatchObject({
        status: 400,
        code: "invalid",
      });
      expect((await desk.refused(desk.admin, deleteTransaction, { params, headers })).status).toBe(400);
    },
  );

  test("that is missing lets the last one win", async () => {
    const params = await posted();
    for (const version of [2, 3]) {
      expect(await desk.admin.ok(updateTransaction, { params, body: body() })).toMatchObject({ version });
    }
  });

  test("lets one of many simultaneous edits win; the others are told so", async () => {
    const params = await posted();
    const headers = { "if-match": "1" };
    const edits = Array.from({ length: 8 }, (_, index) =>
      desk.admin.send(updateTransaction, { params, headers, body: transfer(farid, zahra, String(10 + index)) }),
    );
    const statuses = (await Promise.all(edits)).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(7);
    expect(await desk.admin.ok(getTransaction, { params })).toMatchObject({ version: 2 });
  });
});

test("who sends again before the answer is there waits for it without a connection, and gets it", async () => {
  const { pool, owner, asOwner } = desk.server.database;
  const params = await posted();
  const other = new pg.Client(owner).on("error", () => undefined);
  onTestFinished(() => other.end());
  await other.connect();
  await other.query("begin");
  await other.query("select from transactions where id = $1 for update", [params.id]);
  const sent = { params, body: transfer(farid, zahra, "6"), headers: newKey() };
  const answers = Promise.all(Array.from({ length: 12 }, () => desk.admin.send(updateTransaction, sent)));
  const waiting = async (): Promise<number> => {
    const [row] = await asOwner<{ count: number }>(
      `select count(*)::integer as count from pg_locks join pg_stat_activity using (pid)
        where not granted and datname = current_database()`,
    );
    return row?.count ?? 0;
  };
  await eventually("somebody waits for the row", async () => (await waiting()) > 0);
  expect(pool.totalCount - pool.idleCount).toBe(1);
  await other.query("commit");
  expect(new Set((await answers).map(({ statusCode, body: text }) => `${String(statusCode)} ${text}`)).size).toBe(1);
  expect(await desk.admin.ok(getTransaction, { params })).toMatchObject({ version: 2, dAmount: "6.00" });
});

test("the same answer is given also after the person was renamed", async () => {
  const sent = { body: body(), headers: newKey() };
  const first = await desk.admin.ok(createTransaction, sent);
  await desk.server.database.asOwner("update users set username = username || '-renamed' where id = $1", [desk.admin.userId]);
  expect(await desk.admin.ok(createTransaction, sent)).toEqual(first);
  expect(await desk.admin.ok(getTransaction, { params: { id: first.id } })).toMatchObject({
    userCreated: `${first.userCreated}-renamed`,
  });
});
