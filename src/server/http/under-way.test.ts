import type { IncomingMessage, ServerResponse } from "node:http";
import { connect } from "node:net";

import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";

import { createAccount, getAccount, listAccounts } from "#contract/accounts.ts";
import { login, me, secondStep } from "#contract/auth.ts";
import { downloadBackup } from "#contract/backups.ts";
import { followChanges } from "#contract/events.ts";
import { hawalaTotals, hawalaTotalUsd, listHawalas, listPassedHawalas } from "#contract/hawala-lists.ts";
import { readyz } from "#contract/health.ts";
import { previewHawalaSheet } from "#contract/import-batches.ts";
import { listDeletedTransactions, listTransactions, searchTransactions } from "#contract/transactions.ts";
import { listUsers } from "#contract/users.ts";
import { lastVerification } from "#contract/verification.ts";
import { eventually } from "#test/support/eventually.ts";
import { holding } from "#test/support/holding.ts";
import { startTestServer, type SignedInClient, type TestServer } from "#test/support/server.ts";

import { serverLimits } from "./limits.ts";

const { perUser: most, readsPerUser } = serverLimits.underWay;

let server: TestServer;
let address: URL;
let client: SignedInClient;
/** Responses of requests that came over a line. */
let responses: ServerResponse[];
beforeAll(async () => {
  server = await startTestServer();
  address = new URL(await server.listen());
  server.app.server.on("request", (_request: IncomingMessage, response: ServerResponse) => responses.push(response));
});
beforeEach(async () => {
  client = await server.signIn("operator");
  responses = [];
});
afterAll(() => server.close());

/** The opening of one account, which is waited for by whoever sends it again meanwhile. */
const opening = { body: { accountName: "Farid", currencyId: 2 }, headers: { "idempotency-key": "the-same" } };
const lockAccounts = "lock table accounts in access exclusive mode";

/** Of a kind of request whose places are looked at: one that is not given back would be missed as well as all. */
const some = 16;

const statusesOf = (answers: readonly { readonly statusCode: number }[]) => new Set(answers.map(({ statusCode }) => statusCode));

/** Every place is free, or will be: as many requests as there are places are let in at once, and no more. */
async function expectAllFree(): Promise<void> {
  await eventually("every place is free", async () => {
    const answers = await Promise.all(Array.from({ length: most }, () => client.send(me)));
    return !statusesOf(answers).has(429);
  });
  const held = await holding(server.database, lockAccounts);
  // Reads, of which most have their place and wait for their turn: that costs a fraction of what writes do.
  const answers = Promise.all(Array.from({ length: most }, () => client.send(getAccount, { params: { id: 11 } })));
  await held.heldUp(readsPerUser);
  expect(await client.refused(me)).toMatchObject({ status: 429 });
  await held.letGo();
  expect(statusesOf(await answers)).toEqual(new Set([200]));
}

/** Sends requests one after another on a line of its own, without waiting for any answer. */
function pipeline(count: number, [line, ...headers]: readonly string[], body = "") {
  const socket = connect(Number(address.port), address.hostname);
  let text = "";
  socket.on("error", () => undefined).on("data", (bytes) => (text += bytes.toString("latin1")));
  onTestFinished(() => void socket.destroy());
  const head = [`${line ?? ""} HTTP/1.1`, "host: x", `cookie: ${client.cookie}`, ...headers, "", ""].join("\r\n");
  socket.write((head + body).repeat(count));
  return {
    statuses: () =>
      text
        .matchAll(/HTTP\/1\.1 (\d{3})/g)
        .map(([, status]) => Number(status))
        .toArray(),
    came: () => eventually("all came", () => responses.length >= count),
    leave: async () => {
      socket.destroy();
      await eventually("the server knows that they left", () => responses.every(({ closed }) => closed));
    },
  };
}

/** Takes all other places for requests whose body does not come, which costs little. */
async function takeTheRest(taken: number): Promise<void> {
  let lines = Array.from({ length: most - taken }, bodiless);
  await eventually("no place is left", async () => {
    // A look takes a place itself for a moment, in which one of them may have been refused.
    lines = lines.map((line) => (line.statuses().length > 0 ? bodiless() : line));
    return (await client.send(me)).statusCode === 429;
  });
}

const bodiless = () => pipeline(1, [`POST ${createAccount.path}`, "content-type: application/json", "content-length: 9"]);

test("a user has so many requests under way at most; the next is refused at once, others are served, and so is the user afterwards", async () => {
  const held = await holding(server.database, lockAccounts);
  const writes = Promise.all(Array.from({ length: some }, () => client.send(createAccount, opening)));
  await held.heldUp(1);
  await takeTheRest(some);
  const refusal = await client.refused(me);
  expect(refusal).toMatchObject({
    status: 429,
    code: "too_many",
    message: "Too many requests at once. Try again in a moment",
    requestId: expect.any(String),
  });
  expect(refusal.headers["retry-after"]).toBe("1");
  await (await server.signIn("operator")).ok(me);
  await held.letGo();
  expect(statusesOf(await writes)).toEqual(new Set([201]));
  await client.ok(me);
});

test("of hundreds that are sent at once on one line, as many are carried out", async () => {
  const { statuses } = pipeline(2 * most, [`GET ${listAccounts.path}?limit=1`]);
  await eventually("all are answered", () => statuses().length === 2 * most);
  expect(statuses().filter((status) => status === 200).length).toBeGreaterThanOrEqual(most);
  expect(statuses().filter((status) => status === 429).length).toBeGreaterThan(0);
  await expectAllFree();
});

/** Tries to sign in from an address. */
async function attempt(username: string, remoteAddress = "127.0.0.1") {
  return server.anonymous.request({ method: "POST", url: login.path, payload: { username, password: "x" }, remoteAddress });
}

test("of whoever signs in no more are worked on at once by their address than of a user", async () => {
  const slow = Array.from({ length: most }, () =>
    pipeline(1, [`POST ${login.path}`, "content-type: application/json", "content-length: 9"]),
  );
  await eventually("all came", () => responses.length === most);
  const held = await holding(server.database, "lock table sign_in_failures in access exclusive mode");
  const answers = Promise.all(Array.from({ length: 12 }, (_unused, name) => attempt(`nobody${String(name)}`)));
  await held.heldUp(readsPerUser);
  // What is refused for its fields has had its turn, and needs no connection for it.
  const elsewhere = attempt("", "192.0.2.7").then(({ statusCode }) => statusCode);
  expect(await Promise.race([elsewhere, answers])).toBe(400);
  const ofNextStep = server.anonymous.send(secondStep, { body: {} }).then(({ statusCode }) => statusCode);
  expect(await Promise.race([ofNextStep, answers])).toBe(400);
  await Promise.all([client.ok(me), server.anonymous.ok(readyz)]);
  await held.letGo();
  expect(statusesOf(await answers)).toEqual(new Set([401]));
  await Promise.all(slow.map(({ leave }) => leave()));
});

test("of a user's downloads no more are worked on at once than of their reads; these and those of others do not wait for them", async () => {
  const [admin, other] = [await server.signIn("admin"), await server.signIn("admin")];
  const held = await holding(server.database, "lock table backups in access exclusive mode");
  const answers = Promise.all(Array.from({ length: 30 }, () => admin.send(downloadBackup, { params: { id: 1 } })));
  await held.heldUp(readsPerUser);
  const ofOther = other.send(downloadBackup, { params: { id: 0 } }).then(({ statusCode }) => statusCode);
  expect(await Promise.race([ofOther, answers])).toBe(400);
  await Promise.all([admin.ok(me), client.ok(me)]);
  await held.heldUp(readsPerUser);
  await held.letGo();
  expect(statusesOf(await answers)).toEqual(new Set([404]));
});

describe("the place of a request is given back", () => {
  const many = Array.from({ length: some });

  test("whatever the answer is", async () => {
    const ways: readonly [number, () => Promise<{ readonly statusCode: number }>][] = [
      [200, () => client.send(listAccounts, { query: { limit: 1 } })],
      [200, () => client.request({ method: "HEAD", url: `${listAccounts.path}?limit=1` })],
      [400, () => client.send(listAccounts, { query: { limit: 0 } })],
      [403, () => client.send(listUsers)],
      [404, () => client.send(getAccount, { params: { id: 99 } })],
      [415, () => client.request({ method: "POST", url: createAccount.path, payload: "a" })],
    ];
    for (const [status, ask] of ways) {
      expect(statusesOf(await Promise.all(many.map(ask)))).toEqual(new Set([status]));
    }
    await expectAllFree();
  });

  test("that is broken off in its body", async () => {
    const lines = many.map(bodiless);
    await eventually("all came", () => responses.length === some);
    await Promise.all(lines.map(({ leave }) => leave()));
    await expectAllFree();
  });

  test("whose sender has left, once the work for it is done", async () => {
    const held = await holding(server.database, lockAccounts);
    const body = JSON.stringify(opening.body);
    const headers = ["idempotency-key: the-same", "content-type: application/json", `content-length: ${String(body.length)}`];
    const { came, leave } = pipeline(most, [`POST ${createAccount.path}`, ...headers], body);
    await came();
    await held.heldUp(1);
    await leave();
    expect(await client.refused(me)).toMatchObject({ status: 429 });
    await held.letGo();
    await expectAllFree();
  });

  test.each([
    ["a list", [`GET ${listAccounts.path}`]],
    ["a file", [`POST ${previewHawalaSheet.path}`, "content-type: multipart/form-data; boundary=b", "content-length: 9"]],
  ])("for %s whose sender has left before being let in", async (_what, head) => {
    const held = await holding(server.database, "lock table sessions in access exclusive mode");
    const lines = many.map(() => pipeline(1, head));
    await lines[0]?.came();
    await held.heldUp(1);
    await eventually("all came", () => responses.length === some);
    await Promise.all(lines.map(({ leave }) => leave()));
    await held.letGo();
    await expectAllFree();
  });
});

test("a read that waits for its turn is not begun once its sender has left, and the next one is", async () => {
  const held = await holding(server.database, lockAccounts);
  const inWork = Promise.all(Array.from({ length: readsPerUser }, () => client.send(getAccount, { params: { id: 11 } })));
  await held.heldUp(readsPerUser);
  const elsewhere = await holding(server.database, "lock table verifications in access exclusive mode");
  const { came, leave } = pipeline(readsPerUser, [`GET ${lastVerification.path}`]);
  await came();
  await leave();
  const next = client.ok(me).then(() => "answered");
  await held.letGo();
  expect(statusesOf(await inWork)).toEqual(new Set([200]));
  expect(await Promise.race([next, elsewhere.heldUp(readsPerUser).then(() => "held up")])).toBe("answered");
});

test.each([
  // Rows and count are asked for at once.
  { path: listAccounts.path, statements: 2 },
  { path: listTransactions.path, statements: 1 },
  { path: searchTransactions.path, statements: 1 },
  { path: listDeletedTransactions.path, statements: 1 },
  { path: listHawalas.path, statements: 1 },
  { path: listPassedHawalas.path, statements: 1 },
  { path: hawalaTotals.path, statements: 1 },
  { path: hawalaTotalUsd.path, statements: 1 },
])("$path is given up in the database, too, once its sender has left", async ({ path, statements }) => {
  client = await server.signIn("admin");
  const held = await holding(
    server.database,
    `${lockAccounts}; lock table transactions, hawalas, hawala_days in access exclusive mode`,
  );
  // Begun earlier, it would be the first to have waited too long.
  const other = client.send(getAccount, { params: { id: 11 } });
  await held.heldUp(1);
  const { came, leave } = pipeline(1, [`GET ${path}`]);
  await came();
  await held.heldUp(1 + statements);
  await leave();
  await held.heldUp(1);
  await held.letGo();
  expect((await other).statusCode).toBe(200);
});

test("a stream of changes takes no place while it is open", async () => {
  const gone = new AbortController();
  onTestFinished(() => gone.abort());
  const open = () => fetch(new URL(followChanges.path, address), { headers: { cookie: client.cookie }, signal: gone.signal });
  const streams = await Promise.all(Array.from({ length: 20 }, open));
  expect(streams.every(({ status }) => status === 200)).toBe(true);
  await expectAllFree();
});
