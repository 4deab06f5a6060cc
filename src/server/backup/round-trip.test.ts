import { appendFileSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { updateAccount } from "#contract/accounts.ts";
import { login } from "#contract/auth.ts";
import { createHawala } from "#contract/hawalas.ts";
import { createTransaction, deleteTransaction, updateTransaction } from "#contract/transactions.ts";
import { buildApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { hashPassword } from "#server/identity/password-hash.ts";
import { scaled, tellFigures } from "#test/prove/scale.ts";
import { backupOf, emptyPlace, temporaryFolder, type EmptyPlace } from "#test/support/backups.ts";
import { bodies, openDesk, type Desk, type Party } from "#test/support/desk.ts";
import { incoming, outgoing } from "#test/support/hawalas.ts";
import { dataUrl, pngOf } from "#test/support/images.ts";
import { auditKey, currency, expectBooksBalance, sealEverything } from "#test/support/ledger.ts";
import { clientOf } from "#test/support/server.ts";

import { buildOf, currentEra, tablesOf } from "./catalogue.ts";
import { checkFile } from "./format.ts";
import { loadDump } from "./load.ts";
import { openOwner } from "./owner-connection.ts";

const password = "a till full of coins";
const withoutRows = ["backups", "sessions", "request_portions", "sign_in_challenges", "sign_in_failures"];

let desk: Desk;
let farid: Party;
let zahra: Party;
let path: string;

/** An office with something in nearly every table, and with texts that a file of lines and tabs could trip over. */
beforeAll(async () => {
  desk = await openDesk();
  const { admin, server } = desk;
  [farid, zahra] = [await desk.open(currency.USD), await desk.open(currency.USD, { lastName: "زهرا \\N\t\\" })];
  await admin.ok(updateAccount, { params: { id: farid.id }, body: { picture: dataUrl(pngOf(3, 2)) } });
  await desk.post(bodies.transfer(farid, zahra, "5", { transDescription: "one\ttab\n\\.\nand a line" }));
  const corrected = await desk.post(bodies.transfer(farid, zahra, "7"), { "idempotency-key": "a-key-of-the-desk" });
  await admin.ok(updateTransaction, { params: { id: corrected.id }, body: bodies.transfer(farid, zahra, "8") });
  const deleted = await desk.post(bodies.credit(farid, "100"));
  await admin.ok(deleteTransaction, { params: { id: deleted.id }, body: { reason: "Wrong" } });
  await admin.ok(createHawala, { body: incoming() });
  await admin.ok(createHawala, { body: outgoing() });
  await server.database.asOwner("update users set password_hash = $1 where id = $2", [
    await hashPassword(password),
    admin.userId,
  ]);
  await server.database.asOwner(
    "insert into second_factors (user_id, sealed_secret, confirmed_at) values ($1, 'sealed', now())",
    [desk.user.userId],
  );
  await server.database.asOwner("insert into sign_in_failures (username, ip) values ('typed by mistake', '::1')");
  await sealEverything(server.database);
  path = await backupOf(server.database);
});

afterAll(() => desk.closeInBalance());

/** What stands in a database: a digest of the rows of each table, and where each sequence is. */
async function contentOf(owner: EmptyPlace["owner"]) {
  const { client, hangUp } = await openOwner(owner, "test");
  try {
    await client.query("set search_path = public");
    const tables: Record<string, unknown> = {};
    for (const { name } of await tablesOf(client)) {
      const { rows } = await client.query<{ digest: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text collate "C")), '') as digest from ${name} t`,
      );
      tables[name] = rows[0]?.digest;
    }
    const { rows: sequences } = await client.query(
      "select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1",
    );
    return { tables, sequences, build: await buildOf(client), era: await currentEra(client) };
  } finally {
    hangUp();
  }
}

describe("a backup", () => {
  test("restores to a database that is built alike and has every row, but for sessions, what leads to them, and the list of backups", async () => {
    const there = await emptyPlace();
    const before = await contentOf(desk.server.database.owner);
    const counts = await loadDump({ owner: there.owner, path, whole: await checkFile(path) }, () => undefined);
    const after = await contentOf(there.owner);
    const empty = Object.fromEntries(withoutRows.map((name) => [name, "0 "]));
    expect(after).toEqual({ ...before, tables: { ...before.tables, ...empty }, era: before.era + 1 });
    expect([counts.get("transactions"), counts.get("hawalas"), counts.get("account_images")]).toEqual([4, 2, 1]);
    // The roles see that what is compared is not nothing.
    expect(before.tables["sessions"]).toMatch(/^3 /);
    expect(readFileSync(path, "utf8")).not.toContain("typed by mistake");
  });

  test("opens as an office: signing in works, work goes on, the books balance, and its own backup restores again", async () => {
    const there = await emptyPlace();
    const restored = await there.restore(path);
    expect(restored).toMatchObject({ transactions: 4, hawalas: 2, accounts: 3, users: 3, migrations: [], faults: [] });
    const config = readConfig({ DATA_DIR: there.place.dataDir, LOG_LEVEL: "silent" });
    const app = await buildApp({ config, database: there, owner: there.restorer, auditKey });
    const anonymous = clientOf(app, undefined);
    const answer = await anonymous.send(login, { body: { username: desk.admin.username, password } });
    expect(answer.statusCode).toBe(200);
    const [cookie = ""] = String(answer.headers["set-cookie"]).split(";");
    expect(await clientOf(app, cookie).ok(createTransaction, { body: bodies.transfer(farid, zahra, "3") })).toMatchObject({
      id: 5,
    });
    await expectBooksBalance(there);
    const again = await emptyPlace();
    expect(await again.restore(await backupOf({ owner: there.restorer }))).toMatchObject({ transactions: 5, faults: [] });
    expect(await again.rows("select distinct era from audit_log order by 1")).toEqual([{ era: 1 }, { era: 2 }, { era: 3 }]);
    await app.close();
  });

  test("keeps the file for its owner alone", async () => {
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });
});

describe("a damaged file", () => {
  const count = scaled(20, 400);
  /** The same places every time, from the first byte to the last. */
  const places = (size: number): number[] =>
    Array.from({ length: count }, (_, index) => Math.floor(((size - 1) * index) / (count - 1)));

  test("is refused when it was cut short, wherever that was", async () => {
    const copy = `${temporaryFolder()}/short.sql`;
    const bytes = readFileSync(path);
    for (const size of places(bytes.length)) {
      writeFileSync(copy, bytes);
      truncateSync(copy, size);
      await expect(checkFile(copy), String(size)).rejects.toThrow(/was cut short|is no backup/);
    }
    await expect(checkFile(path)).resolves.toBeDefined();
    tellFigures(`${String(count)} of ${String(count)} truncations refused, the whole file taken`);
  });

  test("is refused when one byte of it is another, wherever that is", async () => {
    const copy = `${temporaryFolder()}/altered.sql`;
    const bytes = readFileSync(path);
    for (const place of places(bytes.length)) {
      const altered = Buffer.from(bytes);
      altered[place] = (altered[place] ?? 0) ^ 0x01;
      writeFileSync(copy, altered);
      await expect(checkFile(copy), String(place)).rejects.toThrow(/was altered|was cut short|is no backup/);
    }
    tellFigures(`${String(count)} of ${String(count)} alterations of one bit refused`);
  });

  test("is refused when something was added, and where there is none", async () => {
    const copy = `${temporaryFolder()}/longer.sql`;
    writeFileSync(copy, readFileSync(path));
    appendFileSync(copy, "\n");
    await expect(checkFile(copy)).rejects.toThrow("longer.sql was cut short or added to: its last line does not say");
    writeFileSync(copy, "");
    await expect(checkFile(copy)).rejects.toThrow("longer.sql is no backup of Sarraf: it does not begin like one.");
    await expect(checkFile(`${copy}.not`)).rejects.toThrow(/longer\.sql\.not cannot be read: ENOENT/);
    await expect(checkFile(temporaryFolder())).rejects.toThrow(/cannot be read|is no file/);
  });
});
