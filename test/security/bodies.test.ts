import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { listAccounts } from "#contract/accounts.ts";
import { startTestServer, type SignedInClient, type TestServer } from "#test/support/server.ts";

let server: TestServer;
let admin: SignedInClient;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn("admin");
});
afterAll(() => server.close());

const json = { "content-type": "application/json" };
const post = (payload: string | Buffer, headers: Record<string, string> = json, url = "/api/accounts") =>
  admin.request({ method: "POST", url, headers, payload });

describe("a body", () => {
  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/json-patch+json",
    "text/json",
    "application/xml",
  ])("of type %s is refused with 415", async (type) => {
    const answer = await post('{"accountName":"A","currencyId":1}', { "content-type": type });
    expect(answer.statusCode).toBe(415);
    expect(answer.json()).toMatchObject({ code: "unsupported_type" });
  });

  test("without a type is refused with 415", async () => {
    expect((await post('{"accountName":"A","currencyId":1}', {})).statusCode).toBe(415);
  });

  test.each(["application/json; charset=utf-8", "APPLICATION/JSON", "application/json;charset=UTF-8"])(
    "of type %s is read",
    async (type) => {
      expect((await post('{"accountName":"A","currencyId":1}', { "content-type": type })).statusCode).toBe(201);
    },
  );

  test("over 64 KiB is refused with 413, over 6 MiB where pictures are sent", async () => {
    const large = (bytes: number): string => JSON.stringify({ note: "x".repeat(bytes) });
    expect((await post(large(64 * 1024), json, "/api/currencies")).statusCode).toBe(413);
    expect((await post(large(60 * 1024), json, "/api/currencies")).statusCode).toBe(400);
    expect((await post(large(6 * 1024 * 1024))).statusCode).toBe(413);
    expect((await post(large(5 * 1024 * 1024))).statusCode).toBe(400);
  });

  test.each([
    ["nested deeply", `${'{"a":'.repeat(30)}1${"}".repeat(30)}`],
    ["nested a hundred thousand times", "[".repeat(100_000)],
    ["with a prototype", '{"accountName":"A","currencyId":1,"__proto__":{"x":1}}'],
    ["with a constructor's prototype", '{"accountName":"A","currencyId":1,"constructor":{"prototype":{"x":1}}}'],
    ["with a null character", String.raw`{"accountName":"A\u0000B","currencyId":1}`],
    ["with a control character", String.raw`{"accountName":"A\u001b[31m","currencyId":1}`],
    ["with half a character", String.raw`{"accountName":"A\ud800","currencyId":1}`],
    ["with a direction override", '{"accountName":"A\u202e","currencyId":1}'],
    ["with such a thing in a field that nobody reads", String.raw`{"accountName":"A","currencyId":1,"x":{"y":["\u2066"]}}`],
    ["that is cut off", '{"accountName":"A"'],
    ["that is no object", '"A"'],
    ["that is a list", "[]"],
    ["that is null", "null"],
  ])("%s is refused with 400", async (_name, payload) => {
    const answer = await post(payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: "invalid", message: expect.any(String) });
  });

  test("that is not UTF-8 is refused with 400", async () => {
    const payload = Buffer.concat([Buffer.from('{"accountName":"'), Buffer.from([0xc3, 0x28]), Buffer.from('","currencyId":1}')]);
    expect((await post(payload)).statusCode).toBe(400);
  });

  test("may be missing where none is needed, whatever type is announced", async () => {
    const client = await server.signIn("user");
    const answer = await client.request({ method: "POST", url: "/api/auth/logout", headers: json });
    expect(answer.statusCode).toBe(200);
  });
});

describe("a query", () => {
  test.each(["q=a%00b", "q=%1b", "q=%E2%80%AE", "q=a&q=b", "limit=1&limit=2", "cursor=%00", "currencyId=1%20or%201=1"])(
    "of %s is refused with 400",
    async (query) => {
      expect((await admin.request({ method: "GET", url: `/api/accounts?${query}` })).statusCode).toBe(400);
    },
  );

  test.each(["__proto__=x", "constructor=x", "unknown=1", "q=%"])("of %s harms nothing", async (query) => {
    expect((await admin.request({ method: "GET", url: `/api/accounts?${query}` })).statusCode).toBe(200);
  });

  test("is data and never SQL", async () => {
    for (const q of ["'; drop table accounts; --", "\\", "%' or '1'='1", "$1", "{}"])
      expect(await admin.ok(listAccounts, { query: { q } })).toEqual([]);
  });
});
