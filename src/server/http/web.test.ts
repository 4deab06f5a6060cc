import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from "node:zlib";

import { fastify, type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { readConfig } from "#server/config.ts";

import { createFastify } from "./fastify.ts";
import { createLog } from "./log.ts";
import { serveWeb } from "./web.ts";

const page =
  '<!doctype html><meta name="csp-nonce" content="__CSP_NONCE__"><style nonce="__CSP_NONCE__"></style><script src="/assets/main-abc.js"></script>';
const script = "console.log(1);".repeat(500);
const folder = mkdtempSync(join(tmpdir(), "sarraf-web-"));
let server: FastifyInstance;

beforeAll(() => {
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "index.html"), page);
  writeFileSync(join(folder, "favicon.svg"), "<svg/>");
  writeFileSync(join(folder, "assets", "main-abc.js"), script);
  writeFileSync(join(folder, "assets", "font-abc.woff2"), "font");
  writeFileSync(join(folder, "assets", "page-abc.js"), script);
  writeFileSync(join(folder, "assets", "page-abc.js.br"), brotliCompressSync("as the build made it"));
  server = createFastify({ config: readConfig({}), log: createLog("silent") });
  serveWeb(server, folder);
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => server.inject({ method: "GET", url, headers });

describe("the page", () => {
  test.each(["/", "/index.html", "/dashboard", "/accounts/edit/7", "/transactions/transfer?from=1", "/no/such/page"])(
    "is what %s answers, without a session",
    async (url) => {
      const answer = await get(url);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(answer.headers["cache-control"]).toBe("no-store");
      expect(answer.body).toContain("/assets/main-abc.js");
    },
  );

  test.each(["/transactions/search.", "/accounts/view/1.5", "/old.html"])(
    "is what a browser that is sent to %s is answered, and nothing that only a file could be",
    async (url) => {
      const wanted = await get(url, { accept: "text/html,application/xhtml+xml,*/*;q=0.8" });
      expect([wanted.statusCode, wanted.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
      expect((await get(url, { accept: "*/*" })).statusCode).toBe(404);
    },
  );

  test("has a fresh nonce each time, the same in the page and in its policy", async () => {
    const answers = await Promise.all([get("/"), get("/")]);
    const nonces = answers.map(({ body, headers }) => {
      const [, nonce = ""] = /csp-nonce" content="([\w-]{20,})"/.exec(body) ?? [];
      expect(body).not.toContain("__CSP_NONCE__");
      expect(headers["content-security-policy"]).toContain(`'nonce-${nonce}'`);
      return nonce;
    });
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  test("may run its own scripts alone and be framed by nobody", async () => {
    const policy = String((await get("/")).headers["content-security-policy"]).split("; ");
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "img-src 'self' data: blob:",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ]) {
      expect(policy).toContain(rule);
    }
    expect(policy.join()).not.toMatch(/unsafe|upgrade-insecure|\*/);
  });
});

describe("an asset", () => {
  test("with a hash in its name may be kept for ever, any other is asked for again", async () => {
    expect((await get("/assets/main-abc.js")).headers).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "content-type": "text/javascript; charset=utf-8",
      "x-content-type-options": "nosniff",
    });
    expect((await get("/assets/font-abc.woff2")).headers).toMatchObject({ "content-type": "font/woff2" });
    const icon = await get("/favicon.svg");
    expect(icon.headers).toMatchObject({ "cache-control": "no-cache", "content-type": "image/svg+xml" });
    expect((await get("/favicon.svg", { "if-none-match": String(icon.headers["etag"]) })).statusCode).toBe(304);
  });

  test("is compressed for those who read that", async () => {
    const brotli = await get("/assets/main-abc.js", { "accept-encoding": "gzip, deflate, br" });
    expect(brotli.headers).toMatchObject({ "content-encoding": "br", vary: "accept-encoding" });
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(script);
    const gzip = await get("/assets/main-abc.js", { "accept-encoding": "gzip" });
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(script);
    expect((await get("/assets/main-abc.js")).body).toBe(script);
    expect((await get("/assets/font-abc.woff2", { "accept-encoding": "br" })).headers["content-encoding"]).toBeUndefined();
  });

  test("is sent compressed as the build has laid it beside it, which is nothing to ask for by itself", async () => {
    const brotli = await get("/assets/page-abc.js", { "accept-encoding": "br" });
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe("as the build made it");
    expect((await get("/assets/page-abc.js")).body).toBe(script);
    expect((await get("/assets/page-abc.js.br")).statusCode).toBe(404);
  });

  test.each([
    "/assets/missing.js",
    "/robots.txt",
    "/../package.json",
    "/assets/../../package.json",
    "/assets/%2e%2e/%2e%2e/package.json",
    "/assets/..%2f..%2fpackage.json",
    "/..%5cpackage.json",
    "//etc/passwd.txt",
    "/.env.local",
    "/assets/",
  ])("that was not built is not found: %s", async (url) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: "not_found" });
  });
});

const calls = ["/api", "/api/", "/api/nothing", "/api/accounts/1/2/3", "/API", "/API/accounts", "/Api/auth/me"];
test.each(calls)("the page is never the answer to a call: %s", async (url) => {
  expect((await get(url)).json()).toMatchObject({ code: "not_found" });
});

test("before the web is built its pages say so and the server runs", async () => {
  const unbuilt = fastify();
  serveWeb(unbuilt, join(folder, "missing"));
  const answer = await unbuilt.inject({ method: "GET", url: "/" });
  expect(answer.statusCode).toBe(503);
  expect(answer.body).toContain("npm run build");
  await unbuilt.close();
});
