import type { IncomingMessage, ServerResponse } from "node:http";
import { connect } from "node:net";

import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";

import { createAccount, listAccounts } from "#contract/accounts.ts";
import { passHawala } from "#contract/hawalas.ts";
import { previewHawalaSheet } from "#contract/import-batches.ts";
import { reconcilePartner } from "#contract/partner-reconciliations.ts";
import { eventually } from "#test/support/eventually.ts";
import { holding } from "#test/support/holding.ts";
import { startTestServer, type SignedInClient, type TestServer } from "#test/support/server.ts";
import { uploadOf } from "#test/support/upload.ts";

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;
const perUser = 3;
const inAll = 16;

let server: TestServer;
let address: URL;
let client: SignedInClient;
/** Every request as the server has it, and its response, in the order they came. */
const came: { readonly request: IncomingMessage; readonly response: ServerResponse }[] = [];
beforeAll(async () => {
  server = await startTestServer();
  address = new URL(await server.listen());
  server.app.server.on("request", (request: IncomingMessage, response: ServerResponse) => came.push({ request, response }));
});
beforeEach(async () => {
  client = await server.signIn("operator");
});
afterAll(() => server.close());

/** A request as it goes over the line. */
interface Sent {
  readonly head: string;
  readonly body: Buffer;
}

function sentTo(url: string, headers: Readonly<Record<string, string>>, body: Buffer): Sent {
  const lines = Object.entries({ host: "x", "content-length": String(body.length), ...headers });
  return { head: [`POST ${url} HTTP/1.1`, ...lines.map((line) => line.join(": ")), "", ""].join("\r\n"), body };
}

/** The opening of an account, with so many bytes of blanks behind it. */
function opening(who: SignedInClient | undefined, size = 100 * kibibyte, json = '{"accountName":"Farid","currencyId":2}'): Sent {
  const cookie = who === undefined ? {} : { cookie: who.cookie };
  return sentTo(createAccount.path, { ...cookie, "content-type": "application/json" }, Buffer.from(json.padEnd(size)));
}

/** A file that is no spreadsheet, as a partner's sheet. */
function sheet(who: SignedInClient, route = previewHawalaSheet as typeof previewHawalaSheet | typeof reconcilePartner): Sent {
  const { url, headers, payload } = uploadOf(route, { name: "list.xlsx", bytes: Buffer.alloc(100 * kibibyte) });
  return sentTo(url, { cookie: who.cookie, ...(headers as Record<string, string>) }, payload as Buffer);
}

/** A connection, and the answers that came on it. */
function openLine() {
  const socket = connect(Number(address.port), address.hostname);
  let text = "";
  socket.on("error", () => undefined).on("data", (bytes) => (text += bytes.toString("latin1")));
  onTestFinished(() => void socket.destroy());
  const answers = () =>
    text
      .split(/(?=HTTP\/1\.1 \d{3} )/)
      .filter(Boolean)
      .map((answer) => ({ status: Number(answer.slice(9, 12)), text: answer }));
  return {
    write: (bytes: Buffer | string, sent?: () => void) => socket.write(bytes, sent),
    leave: () => socket.destroy(),
    answers,
    answer: (nth = 0) => eventually(`answer ${String(nth)}`, () => answers()[nth]),
  };
}

/** Sends a request but for its last byte, and waits until the server reads it, or has refused to. */
async function begin({ head, body }: Sent) {
  const [line, nth] = [openLine(), came.length];
  line.write(head);
  line.write(body.subarray(0, -1));
  const { request, response } = await eventually("it came", () => came[nth]);
  await eventually("the server reads or answers it", () => request.readableFlowing === true || response.writableEnded);
  return { ...line, isHeld: !response.writableEnded, finish: () => line.write(body.subarray(-1)) };
}

const beginAll = async (requests: readonly Sent[]) => {
  const begun: Awaited<ReturnType<typeof begin>>[] = [];
  for (const request of requests) begun.push(await begin(request));
  return begun;
};
const times = (count: number, request: Sent): Sent[] => Array.from({ length: count }, () => request);

/** The status of a request that is sent whole on a line of its own. */
async function statusOf({ head, body }: Sent): Promise<number> {
  const line = openLine();
  line.write(head);
  line.write(body);
  const { status } = await line.answer();
  line.leave();
  return status;
}

/** Every place of the user is free, or will be: as many requests as there are places are answered at once, and no more. */
async function expectAllFree(who: SignedInClient): Promise<void> {
  const begun = await eventually("every place is free", async () => {
    const tried = await beginAll(times(perUser, opening(who)));
    if (tried.every(({ isHeld }) => isHeld)) return tried;
    for (const { leave } of tried) leave();
    return undefined;
  });
  expect(await statusOf(opening(who))).toBe(429);
  for (const { finish, answer } of begun) {
    finish();
    expect((await answer()).status).toBe(201);
  }
}

test("a user has three large bodies on their way at most; the next is refused, and answered once one of them is", async () => {
  const [first] = await beginAll(times(perUser, opening(client)));
  const refused = await begin(opening(client));
  const { status, text } = await refused.answer();
  expect(status).toBe(429);
  expect(text).toMatch(/^retry-after: 5\r$/m);
  expect(text).toMatch(/"message":"You are sending several large files already\. .*"code":"too_many"/);

  // What still comes of it is passed over, and the line is as good as before.
  refused.finish();
  const { head, body } = opening(client, 1_000);
  refused.write(head);
  refused.write(body);
  expect((await refused.answer(1)).status).toBe(201);

  expect(await statusOf(opening(client))).toBe(429);
  first?.finish();
  expect((await first?.answer())?.status).toBe(201);
  expect(await statusOf(opening(client))).toBe(201);
});

test("others are answered meanwhile, and so is the same user's request that is not large", async () => {
  await beginAll(times(perUser, opening(client)));
  expect(await statusOf(opening(await server.signIn("operator")))).toBe(201);
  expect(await statusOf(opening(client, 64 * kibibyte))).toBe(201);
  await client.ok(listAccounts);
  expect((await client.refused(passHawala, { params: { id: 9 }, body: {} })).status).toBe(404);
});

/** The opening of an account whose body does not say how large it will be. */
function inPieces(body: Buffer): Sent {
  const pieces = { cookie: client.cookie, "content-type": "application/json", "transfer-encoding": "chunked" };
  const { head } = sentTo(createAccount.path, pieces, Buffer.alloc(0));
  return { head: head.replace(/content-length: 0\r\n/, ""), body };
}

test.each<[string, () => Sent]>([
  ["in one", () => opening(client, 7 * mebibyte)],
  ["in pieces", () => inPieces(Buffer.from(`700000\r\n${" ".repeat(7 * mebibyte)}\r\n0\r\n\r\n`))],
])("who sends more than may be, %s and to its end, reads why it is refused", async (_how, request) => {
  const begun = await begin(request());
  expect((await begun.answer()).status).toBe(413);
  begun.finish();
  const { head, body } = opening(client, 1_000);
  begun.write(Buffer.concat([Buffer.from(head), body]));
  expect((await begun.answer(1)).status).toBe(201);
});

test("a body that is sent in pieces, and does not say how large it will be, takes a place", async () => {
  const request = inPieces(Buffer.from('5\r\n{"a":\r\n!'));
  expect((await beginAll(times(perUser, request))).map(({ isHeld }) => isHeld)).toEqual([true, true, true]);
  expect(await statusOf(opening(client))).toBe(429);
});

test("all users together have sixteen", async () => {
  const users = await Promise.all(Array.from({ length: 6 }, () => server.signIn("user")));
  const [first] = await beginAll(users.flatMap((user) => times(perUser, opening(user))).slice(0, inAll));
  const { answer } = await begin(opening(client));
  expect(await answer()).toMatchObject({ status: 429, text: expect.stringContaining("Too many large files are being sent") });
  first?.leave();
  await eventually("the place is free", async () => (await statusOf(opening(client))) === 201);
});

test.each([previewHawalaSheet, reconcilePartner])("a file takes a place as a picture does: $path", async (route) => {
  const [first] = await beginAll([...times(perUser - 1, sheet(client, route)), opening(client)]);
  expect(await statusOf(sheet(client, route))).toBe(429);
  expect(await statusOf(opening(client))).toBe(429);
  first?.finish();
  expect((await first?.answer())?.status).toBe(route === previewHawalaSheet ? 415 : 400);
  expect(await statusOf(opening(client))).toBe(201);
});

type Begun = Awaited<ReturnType<typeof begin>>;
const finished = (begun: Begun): unknown => begun.finish();
const left = (begun: Begun): unknown => begun.leave();
/** Nothing more is sent. */
const waited = (): unknown => undefined;

describe("the place of a request is given back", () => {
  const field = '--b\r\ncontent-disposition: form-data; name="senderCode"\r\n\r\n20';
  const form = (body: string) => () =>
    sentTo(
      previewHawalaSheet.path,
      { cookie: client.cookie, "content-type": "multipart/form-data; boundary=b", "content-length": "100000" },
      Buffer.from(body),
    );
  test.each<[string, () => Sent, (begun: Begun) => unknown, number | undefined]>([
    ["that is answered", () => opening(client), finished, 201],
    ["whose body is no JSON", () => opening(client, undefined, "{"), finished, 400],
    ["whose body is larger than it may be", () => opening(client, 7 * mebibyte), waited, 413],
    [
      "whose body is of another type",
      () => ({ ...opening(client), head: opening(client).head.replace("json", "xml") }),
      waited,
      415,
    ],
    ["that is broken off", () => opening(client), left, undefined],
    ["whose file is refused", () => sheet(client), finished, 415],
    ["whose file is broken off", () => sheet(client), left, undefined],
    ["that is broken off before its file", form(field), left, undefined],
    ["that is broken off before its first part", form("--"), left, undefined],
  ])("%s", async (_which, request, end, status) => {
    for (const begun of await beginAll(times(perUser, request()))) {
      end(begun);
      if (status !== undefined) expect((await begun.answer()).status).toBe(status);
    }
    await expectAllFree(client);
  });

  test("that took too long to arrive", async () => {
    const begun = await beginAll([opening(client), sheet(client), form(field)()]);
    const { requestTimeout, headersTimeout } = server.app.server;
    Object.assign(server.app.server, { requestTimeout: 100, headersTimeout: 100 });
    for (const { answer } of begun) expect((await answer()).status).toBe(408);
    Object.assign(server.app.server, { requestTimeout, headersTimeout });
    await expectAllFree(client);
  });

  test("whose sender has left, once the work for it is done", async () => {
    const held = await holding(server.database, "lock table accounts in access exclusive mode");
    // One after the other on one line: the server begins with each as soon as it is there.
    const line = openLine();
    for (const { head, body } of times(perUser, opening(client))) {
      line.write(head);
      line.write(body);
    }
    await held.heldUp(perUser);
    const sent = came.slice(-perUser);
    line.leave();
    await eventually("the server knows that they left", () => sent.every(({ response }) => response.closed));
    expect(await statusOf(opening(client))).toBe(429);
    await held.letGo();
    await expectAllFree(client);
  });
});

test("who leaves before being let in takes no place", async () => {
  const held = await holding(server.database, "lock table sessions in access exclusive mode");
  const nth = came.length;
  const lines = times(perUser, sheet(client)).map(({ head, body }) => {
    const line = openLine();
    line.write(head);
    line.write(body);
    return line;
  });
  await held.heldUp(1);
  await eventually("all of them came", () => came.length === nth + perUser);
  for (const { leave } of lines) leave();
  await eventually("the server knows that they left", () => came.slice(nth).every(({ response }) => response.closed));
  await held.letGo();
  await expectAllFree(client);
});

test("who may not send one takes no place", async () => {
  const user = await server.signIn("user");
  const strangers = await beginAll(times(inAll, opening(undefined)));
  for (const { answer } of strangers) expect((await answer()).status).toBe(401);
  const forbidden = await beginAll(times(inAll, sheet(user)));
  for (const { answer } of forbidden) expect((await answer()).status).toBe(403);
  await expectAllFree(user);
});

test("many large bodies without an end fill no memory", async () => {
  const { head, body } = opening(client, 6_200_000);
  const before = process.memoryUsage().arrayBuffers;
  const lines = Array.from({ length: 10 }, () => {
    const line = openLine();
    line.write(head);
    // The same bytes for all: they lie in memory once on this side.
    return { ...line, isSent: new Promise<void>((sent) => line.write(body.subarray(0, -1), sent)) };
  });
  await Promise.all(lines.map(({ isSent }) => isSent));
  await eventually(
    "all but three are refused",
    () => lines.filter(({ answers }) => answers().length > 0).length === 10 - perUser,
  );
  // What has come is on its way to where it is passed over.
  await eventually("little is held", () => process.memoryUsage().arrayBuffers - before < 25 * mebibyte);
  for (const { leave } of lines) leave();
  await expectAllFree(client);
});
