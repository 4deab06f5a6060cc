import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { getDashboard } from "#contract/dashboard.ts";
import { followChanges } from "#contract/events.ts";
import { scrapeMetrics } from "#contract/metrics.ts";
import { createTransaction } from "#contract/transactions.ts";
import { runVerification } from "#contract/verification.ts";
import { bodies, type Party } from "#test/support/desk.ts";
import { eventually } from "#test/support/eventually.ts";
import { currency, expectBooksBalance, sealEverything } from "#test/support/ledger.ts";
import { startTestServer, type Client, type SignedInClient, type TestServer } from "#test/support/server.ts";

const token = "a-token-of-this-office-alone";
let server: TestServer;
let admin: SignedInClient;
let address: string;
beforeAll(async () => {
  server = await startTestServer({ metricsToken: token });
  admin = await server.signIn("admin");
  address = await server.listen();
});
afterAll(async () => {
  await expectBooksBalance(server.database);
  await server.close();
});

/** The samples of an answer, each under its name and labels. */
async function samples(client: Client = admin): Promise<ReadonlyMap<string, number>> {
  const { body } = await client.reply(scrapeMetrics);
  const lines = (body as Buffer).toString("utf8").split("\n");
  return new Map(
    lines.flatMap((line) => {
      const [, name, value] = /^([a-z]\S*(?:\{.*\})?) (\S+)$/.exec(line) ?? [];
      return name === undefined ? [] : [[name, Number(value)] as const];
    }),
  );
}

async function sample(name: string): Promise<number | undefined> {
  return (await samples()).get(name);
}

const withToken = (authorization: string) => server.anonymous.request({ url: scrapeMetrics.path, headers: { authorization } });

describe("the metrics", () => {
  test("are for admins, and for a program that brings the token", async () => {
    const { headers } = await admin.reply(scrapeMetrics);
    expect(headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect(headers["cache-control"]).toBe("no-store");
    for (const role of ["operator", "user"]) {
      expect((await (await server.signIn(role)).refused(scrapeMetrics)).status).toBe(403);
    }
    expect((await server.anonymous.refused(scrapeMetrics)).status).toBe(401);
    const admitted = await withToken(`Bearer ${token}`);
    expect([admitted.statusCode, admitted.body.includes("sarraf_database_up 1")]).toEqual([200, true]);
    for (const wrong of ["Bearer ", `Bearer ${token}x`, `Bearer ${token.slice(1)}`, token, `bearer ${token}`, `Basic ${token}`]) {
      const refused = await withToken(wrong);
      expect([wrong, refused.statusCode]).toEqual([wrong, 401]);
      expect(refused.body).not.toContain("sarraf_");
    }
  });

  test("are an admin's alone where no token is set", async () => {
    const other = await startTestServer();
    for (const authorization of ["Bearer undefined", "Bearer ", "Bearer"]) {
      const answer = await other.anonymous.request({ url: scrapeMetrics.path, headers: { authorization } });
      expect(answer.statusCode).toBe(401);
    }
    expect((await other.anonymous.refused(scrapeMetrics)).status).toBe(401);
    await (await other.signIn("admin")).ok(scrapeMetrics);
    await other.close();
  });

  test("the token opens nothing else", async () => {
    const headers = { authorization: `Bearer ${token}` };
    for (const url of ["/api/dashboard", "/api/backups", "/api/users", "/api/docs"]) {
      expect((await server.anonymous.request({ url, headers })).statusCode).toBe(401);
    }
    const post = { method: "POST", url: "/api/verification", headers } as const;
    expect((await server.anonymous.request(post)).statusCode).toBe(401);
  });

  test("count each request by its route and status, and never by what was asked", async () => {
    const name = 'sarraf_http_request_duration_seconds_count{method="GET",route="/api/dashboard",status="200"}';
    const before = (await sample(name)) ?? 0;
    await admin.ok(getDashboard, { query: { fromDate: "2026-01-01" } });
    await admin.refused(getDashboard, { query: { fromDate: "Farid" } });
    await server.anonymous.request({ url: "/api/nowhere/Farid" });
    await server.anonymous.request({ method: "PATCH", url: "/Farid" });
    const after = await samples();
    expect(after.get(name)).toBe(before + 1);
    expect(after.get(name.replace("200", "400"))).toBe(1);
    const names = [...after.keys()];
    expect(names.filter((one) => /farid|2026-01/i.test(one))).toEqual([]);
    expect(names.some((one) => one.includes('route="/api/dashboard",status="200"') && one.includes('le="0.25"'))).toBe(true);
  });

  test("count postings and the batches they went in", async () => {
    const before = await samples();
    const open = async (): Promise<Party> => {
      const [account] = await server.database.asOwner<{ id: number }>(
        `with opened as (insert into accounts (code, account_name, currency_id) values ('M' || (select count(*) from accounts), 'M', 2) returning id),
          holding as (select open_account_currency(id, 2) from opened) select id from opened, holding`,
      );
      return { id: account?.id ?? 0, currencyId: currency.USD, accountType: "customer", accountCode: "", accountName: "" };
    };
    const [first, second] = [await open(), await open()];
    const body = bodies.transfer(first, second, "5");
    await Promise.all(Array.from({ length: 20 }, () => admin.ok(createTransaction, { body })));
    const after = await samples();
    const grown = (name: string): number => (after.get(name) ?? 0) - (before.get(name) ?? 0);
    expect(grown("sarraf_posting_batch_size_sum")).toBe(20);
    expect(grown("sarraf_posting_batch_size_count")).toBeGreaterThan(0);
    expect(grown("sarraf_journal_entries")).toBe(20);
  });

  test("tell of the books, the audit log and the backups", async () => {
    const before = await samples();
    expect(before.has("sarraf_books_balanced")).toBe(false);
    expect(before.has("sarraf_backup_age_seconds")).toBe(false);
    expect(before.get("sarraf_backup_overdue")).toBe(0);
    await admin.ok(runVerification);
    await server.database.asOwner(
      `insert into backups (origin, verdict, file_name, size, sha256, finished_at)
        values ('schedule', 'good', 'x.sql', 1, sha256('x'), now() - interval '40 hours')`,
    );
    await sealEverything(server.database);
    const after = await samples();
    expect(after.get("sarraf_books_balanced")).toBe(1);
    expect(after.get("sarraf_verification_age_seconds")).toBeLessThan(60);
    expect(Math.round((after.get("sarraf_backup_age_seconds") ?? 0) / 3_600)).toBe(40);
    expect(after.get("sarraf_backup_overdue")).toBe(1);
    expect(after.get("sarraf_audit_unsealed_seconds")).toBeLessThan(60);
    await server.database.asOwner(
      "insert into verifications (started_at, finished_at, balanced, faults) values (now(), now(), false, '[\"x\"]')",
    );
    expect(await sample("sarraf_books_balanced")).toBe(0);
    const age = (await sample("sarraf_verification_age_seconds")) ?? -1;
    await server.database.asOwner(
      `insert into verifications (started_at, finished_at, balanced, faults)
        select now() + '30 days', now() + '30 days', true, '[]'`,
    );
    // A clock stood ahead: what it noted has no age.
    expect(await sample("sarraf_verification_age_seconds")).toBeGreaterThanOrEqual(age);
  });

  test("tell how long the audit log has waited for its seal, by the entry that waits longest", async () => {
    // Seals by itself only once it listens.
    const other = await startTestServer();
    onTestFinished(() => other.close());
    const chief = await other.signIn("admin");
    const waits = async () => Math.round(((await samples(chief)).get("sarraf_audit_unsealed_seconds") ?? -1) / 3_600);
    expect(await waits()).toBe(0);
    for (const hours of [5, 3])
      await other.database.asOwner(
        "insert into audit_log (recorded_at, action, object_type) values (now() - make_interval(hours => $1), 'test', 'call')",
        [hours],
      );
    expect(await waits()).toBe(5);
    await sealEverything(other.database);
    expect(await waits()).toBe(0);
  });

  test("tell of the process, the pool, sessions and open screens", async () => {
    const before = await samples();
    expect(before.get("process_resident_memory_bytes")).toBeGreaterThan(10_000_000);
    expect(before.has("nodejs_eventloop_lag_p99_seconds")).toBe(true);
    expect(before.get('sarraf_pool_connections{state="waiting"}')).toBe(0);
    expect(before.get('sarraf_pool_connections{state="open"}')).toBeGreaterThan(0);
    expect([...before.keys()].some((name) => /^sarraf_build_info\{version="\d+\.\d+\.\d+",node="\d+/.test(name))).toBe(true);
    const sessions = before.get("sarraf_sessions") ?? 0;
    await server.signIn("user");
    expect(await sample("sarraf_sessions")).toBe(sessions + 1);
    const hangUp = new AbortController();
    await fetch(`${address}${followChanges.path}`, { headers: { cookie: admin.cookie }, signal: hangUp.signal });
    expect(await sample("sarraf_live_streams")).toBe(1);
    hangUp.abort();
    await eventually("the stream has ended", async () => (await sample("sarraf_live_streams")) === 0);
    expect([...(await samples()).keys()].filter((name) => name.includes(`route="${followChanges.path}"`))).toEqual([]);
  });

  test("are told to a program even while the database is away", async () => {
    const other = await startTestServer({ metricsToken: token });
    await other.database.close();
    const answer = await other.anonymous.request({ url: scrapeMetrics.path, headers: { authorization: `Bearer ${token}` } });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain("sarraf_database_up 0");
    expect(answer.body).toContain("sarraf_build_info");
    expect(answer.body).not.toContain("sarraf_books_balanced");
    await other.close();
  });
});
