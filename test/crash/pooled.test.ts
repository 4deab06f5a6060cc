import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test } from "vitest";

import { openExternal, type ExternalPlace } from "#db/external.ts";
import { StartError } from "#db/start-error.ts";
import { startExternalPostgres, type ExternalPostgres } from "#test/support/external-postgres.ts";
import { bareCluster } from "#test/support/made-once.ts";
import { refusedStart, startHere } from "#test/support/refused-start.ts";
import { launchServer, temporaryDataDir } from "#test/support/server-process.ts";
import { startTransactionPooler, type TransactionPooler } from "#test/support/transaction-pooler.ts";

let external: ExternalPostgres;
beforeAll(async () => {
  external = await startExternalPostgres(inject("testDataDir"), await bareCluster());
});
beforeEach(async () => {
  await external.empty();
  await external.asAdministrator("CREATE ROLE sarraf_app LOGIN PASSWORD 'ppa_farras'; GRANT sarraf_app TO creator");
});
afterAll(() => external.stop());

const password = "a long enough password";

/** The pooler before the database, and how a server is told of both. */
async function pooled(database = "creator"): Promise<{ readonly pooler: TransactionPooler; readonly environment: Urls }> {
  const direct = external.url("creator", "creator");
  const pooler = await startTransactionPooler(external.url("sarraf_app", database));
  onTestFinished(() => pooler.stop());
  const url = `postgres://sarraf_app:ppa_farras@127.0.0.1:${String(pooler.port)}/${database}`;
  return { pooler, environment: { DATABASE_URL: url, DATABASE_DIRECT_URL: direct } };
}

type Urls = { readonly DATABASE_URL: string; readonly DATABASE_DIRECT_URL: string };

const placeOf = ({ DATABASE_URL, DATABASE_DIRECT_URL }: Urls) => ({ databaseUrl: DATABASE_URL, directUrl: DATABASE_DIRECT_URL });

test("two servers work through a pooler that lends sessions by the transaction, as one office", async () => {
  // A first start gives the role its settings; sessions that were opened before do not have them yet.
  const early = await pooled();
  await expect(openExternal(placeOf(early.environment))).rejects.toThrow("have the pooler connect anew (RECONNECT in PgBouncer)");
  const { pooler, environment } = await pooled();

  const dataDirs = [temporaryDataDir(), temporaryDataDir()] as const;
  const one = launchServer({ ...environment, DATA_DIR: dataDirs[0] });
  const url = await one.ready;
  expect(await refusedStart({ ...environment, DATA_DIR: dataDirs[1] })).toContain("audit.key is missing");
  mkdirSync(dataDirs[1], { recursive: true, mode: 0o700 });
  copyFileSync(join(dataDirs[0], "audit.key"), join(dataDirs[1], "audit.key"));
  const beside = await startHere({ ...environment, DATA_DIR: dataDirs[1] });
  onTestFinished(() => beside.stop(true));
  const other = beside.url;

  const signIn = await post(url, "/api/auth/login", { username: "admin", password });
  const cookie = signIn.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const hangUp = new AbortController();
  onTestFinished(() => hangUp.abort());
  const stream = await fetch(`${other}/api/events`, { headers: { cookie }, signal: hangUp.signal });
  const account = await made(await post(url, "/api/accounts", { accountName: "Farid", currencyId: 2 }, { cookie }));
  const credit = { transType: "Credit", outAccountId: 11, inAccountId: account.id, currencyId: 2, dAmount: "1" };
  const calls = Array.from({ length: 60 }, async (_, index) => {
    const headers = { cookie, "idempotency-key": `key-${String(index >> 1)}` };
    const body = { ...credit, transDescription: `Entry ${String(index >> 1)}` };
    return (await made(await post(index % 2 === 0 ? url : other, "/api/transactions", body, headers))).id;
  });
  const ids = await Promise.all(calls);
  expect(new Set(ids).size).toBe(30);
  expect(ids.every((id, index) => id === ids[index ^ 1])).toBe(true);
  expect(await heardOf(stream, "transactions")).toBe(true);
  const verified = await post(other, "/api/verification", {}, { cookie });
  expect(await verified.json()).toMatchObject({ balanced: true });
  expect(pooler.lent).toBeGreaterThan(60);
});

test("a pooler that nobody was told of, another user and another database are named", async () => {
  const { environment } = await pooled();
  const { DATABASE_URL, DATABASE_DIRECT_URL } = environment;
  const refused = async (place: ExternalPlace): Promise<string> => {
    const error = await openExternal(place).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StartError);
    return (error as StartError).message;
  };
  expect(await refused({ databaseUrl: DATABASE_URL, directUrl: undefined })).toMatch(
    /^DATABASE_URL leads through a connection pooler: .* DATABASE_DIRECT_URL .*\.$/,
  );
  const asOwner = external.url("creator", "creator");
  expect(await refused({ databaseUrl: asOwner, directUrl: DATABASE_DIRECT_URL })).toContain(
    "DATABASE_URL must name the user sarraf_app when DATABASE_DIRECT_URL names the owner",
  );
  const elsewhere = await pooled("office");
  expect(await refused(placeOf(elsewhere.environment))).toBe(
    "DATABASE_URL and DATABASE_DIRECT_URL do not lead to the same database.",
  );
});

test("what the application's role is set to is looked at through the pooler, where its sessions have it", async () => {
  const early = await pooled();
  await expect(openExternal(placeOf(early.environment))).rejects.toThrow("RECONNECT");
  await external.asAdministrator("ALTER ROLE sarraf_app SET synchronous_commit = off");
  const { environment } = await pooled();
  expect(await refusedStart({ ...environment, DATA_DIR: temporaryDataDir() })).toMatch(
    /^PostgreSQL runs with synchronous_commit off and could lose recorded transactions/,
  );
});

function post(url: string, path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const all = { "content-type": "application/json", ...headers };
  return fetch(`${url}${path}`, { method: "POST", headers: all, body: JSON.stringify(body) });
}

async function made(response: Response): Promise<{ readonly id: number }> {
  const text = await response.text();
  expect(response.status, text).toBe(201);
  return JSON.parse(text) as { id: number };
}

async function heardOf(stream: Response, topic: string): Promise<boolean> {
  let heard = "";
  const decoder = new TextDecoder();
  for await (const bytes of stream.body as AsyncIterable<Uint8Array>) {
    heard += decoder.decode(bytes, { stream: true });
    // The first message names everything; what is heard of counts after that.
    if (heard.split("\n\n").slice(2).join("").includes(`"${topic}"`)) return true;
  }
  return false;
}
