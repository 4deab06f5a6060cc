import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { auditChain, auditLogFacets, exportAuditLog, listAuditLog } from "#contract/audit-log.ts";
import { faultsOfAll, tablesLargerThan, tellPlans, type Executed } from "#test/support/executed-plans.ts";
import { fileWorkHere } from "#test/support/file-work.ts";
import { startTestServer, type SignedInClient, type TestServer } from "#test/support/server.ts";
import { readSheet } from "#test/support/spreadsheet.ts";

fileWorkHere();

const entryCount = 60_000;
const removedCount = 12_000;
const hawalaDayCount = 30_000;
/** Twice what one answer looks through. */
const mostRead = 25_000;

let server: TestServer;
let admin: SignedInClient;
let teller: SignedInClient;
let auditor: SignedInClient;
let largeTables: ReadonlySet<string>;
let executed: Executed[];
beforeAll(async () => {
  server = await startTestServer();
  executed = await tellPlans(server);
  [admin, teller, auditor] = [await server.signIn("admin"), await server.signIn("user"), await server.signIn("admin")];
  await fillAuditLog();
  largeTables = await tablesLargerThan(server, 15_000);
});
afterAll(() => server.close());

/**
 * Two years of a busy office: nearly everything is a transaction that the teller entered, one in a hundred a correction, a hawala or
 * a sign-in; of the auditor there are ten entries, long ago. Of 12,000 imports, all of files of one name, each was undone and
 * took hawalas along, one of which had the same number every time.
 */
async function fillAuditLog(): Promise<void> {
  await server.database.asOwner(
    `insert into audit_log (recorded_at, actor_id, actor, action, object_type, object_id, version, reason, new)
      select timestamptz '2023-01-01' + n * interval '16 minutes', case when n between 5000 and 5009 then $2::uuid else $1::uuid end,
        'crowd', kind.action, split_part(kind.action, '.', 1), case when kind.action like 'session%' then null else n::text end,
        case when kind.action like 'transaction%' then 1 end, case when kind.action = 'transaction.deleted' then 'Entered twice' end,
        jsonb_build_object('dAmount', n || '.00', 'narrative', 'By telephone, for goods from Kandahar')
      from generate_series(1, $3::integer) n
      cross join lateral (select case when n % 100 = 1 then 'transaction.edited' when n % 100 = 2 then 'hawala.passed'
        when n % 100 = 3 then 'session.started' when n % 5000 = 4 then 'transaction.deleted' else 'transaction.created' end as action) kind`,
    [teller.userId, auditor.userId, entryCount],
  );
  await server.database.asOwner(
    `insert into audit_log (recorded_at, actor_id, actor, action, object_type, object_id, old)
      select timestamptz '2023-01-01' + n * interval '80 minutes', $1::uuid, 'crowd', kind.type || kind.act, kind.type,
        case kind.type when 'user' then md5(n::text)::uuid::text else (300000 + n)::text end, kind.old
      from generate_series(1, $2::integer) n
      cross join lateral (values ('import_batch', '.undone', '{"fileName": "daily.xlsx"}'::jsonb),
        ('hawala', '.removed', jsonb_build_object('hawala_no', case when n % 10 = 0 then 'SK-1' else 'K-' || n end)),
        ('user', '.deleted', jsonb_build_object('username', 'ghost' || n))) kind (type, act, old)
      where kind.type <> 'user' or n <= 30`,
    [teller.userId, removedCount],
  );
  // Of hawalas the days alone, of one partner.
  await server.database.asOwner(
    `insert into hawala_days select 'incoming', date '1900-01-01' + n, '2001', 0, 0, 'Passed', 1, 1, 100, 9000, 150, 0
      from generate_series(1, $1::integer) n`,
    [hawalaDayCount],
  );
  await server.database.asOwner("vacuum analyze hawala_days");
  // The planner's sample has met the teller alone, as it does every so often.
  await server.database.asOwner("alter table audit_log alter column actor_id set (n_distinct = 1)");
  await server.database.asOwner("vacuum analyze audit_log");
}

const pages = async (query: Readonly<Record<string, string>>, { limit = 50, most = 3 } = {}) => {
  const found: string[] = [];
  const sizes: number[] = [];
  let cursor: string | undefined;
  do {
    const reply = await admin.reply(listAuditLog, { query: { ...query, limit, cursor } });
    found.push(...reply.body.map(({ id }) => id));
    sizes.push(reply.body.length);
    cursor = reply.headers["x-next-cursor"] as string | undefined;
  } while (cursor !== undefined && sizes.length < most);
  return { found, sizes };
};

describe("no filter reads, sorts or answers without a bound, on 60,000 entries", () => {
  test("the guard bites", async () => {
    expect([...largeTables].toSorted()).toEqual(["audit_log", "hawala_days"]);
    executed.splice(0);
    await server.app.deps.pool.query("select count(*) from audit_log where ip = '10.0.0.1'");
    expect(faultsOfAll(executed, { readAllowed: mostRead, largeTables }).join()).toContain("scans audit_log");
  });

  test.each([
    {},
    { userId: "teller" },
    { userId: "auditor" },
    { userId: "none" },
    { action: "transaction.created" },
    { action: "transaction.deleted" },
    { action: "nothing.known" },
    { object: "transaction" },
    { object: "session" },
    { object: "hawala" },
    { object: "nothing" },
    { object: "transaction:777" },
    { object: "hawala:102" },
    { fromDate: "2023-06-01", toDate: "2023-06-02" },
    { toDate: "2023-01-05" },
    { fromDate: "2024-09-01" },
    { q: "777" },
    { q: "entered twice" },
    { q: "zz" },
    { q: "x" },
    { q: "K-4711" },
    { q: "SK-1" },
    { q: "daily.xlsx" },
    { q: "daily.xlsx", toDate: "2023-03-01" },
    { q: "daily.xlsx", userId: "auditor" },
    { q: "ghost7" },
    { q: "SK-1", object: "hawala:300010" },
    { userId: "auditor", action: "transaction.created" },
    { userId: "teller", action: "transaction.deleted", toDate: "2023-03-01" },
    { userId: "auditor", object: "session", fromDate: "2023-01-01", toDate: "2024-12-31" },
    { action: "hawala.passed", userId: "auditor" },
    { q: "twice", userId: "auditor" },
  ])("%j", async (filters: Readonly<Record<string, string>>) => {
    const people: Readonly<Record<string, string>> = { teller: teller.userId, auditor: auditor.userId };
    const userId = filters["userId"] ?? "";
    executed.splice(0);
    await pages({ ...filters, userId: people[userId] ?? userId });
    expect(faultsOfAll(executed, { readAllowed: mostRead, largeTables })).toEqual([]);
  });

  test("facets and chain are found by steps in the indexes", async () => {
    executed.splice(0);
    const { users } = await admin.ok(auditLogFacets);
    expect(users.map(({ id }) => id).toSorted()).toEqual([teller.userId, auditor.userId].toSorted());
    expect((await admin.ok(auditChain)).waiting).toBe(2_000);
    expect(faultsOfAll(executed, { readAllowed: mostRead, largeTables })).toEqual([]);
  });
});

test("what no index finds together comes in short pages with a cursor, and nothing is left out", async () => {
  const whole = { limit: 1_000, most: 40 };
  for (const [query, condition] of [
    [{ userId: teller.userId, object: "session" }, `actor_id = '${teller.userId}' and object_type = 'session'`],
    [{ userId: auditor.userId, action: "hawala.passed" }, `actor_id = '${auditor.userId}' and action = 'hawala.passed'`],
    [{ object: "hawala" }, "object_type = 'hawala'"],
  ] as const) {
    const { found, sizes } = await pages(query, whole);
    const { rows } = await server.database.pool.query<{ id: string }>(
      `select id::text as id from audit_log where ${condition} order by recorded_at desc, id desc`,
    );
    expect(found).toEqual(rows.map(({ id }) => id));
    expect(sizes.length).toBeLessThan(40);
  }
});

test("a count is exact as far as it is cheap, and says so beyond", async () => {
  const counted = async (query: Readonly<Record<string, string>>) => {
    const { headers } = await admin.reply(listAuditLog, { query: { ...query, limit: 5 } });
    return [headers["x-total-count"], headers["x-total-count-is"]];
  };
  expect(await counted({})).toEqual(["2000", "at-least"]);
  expect(await counted({ action: "hawala.passed" })).toEqual(["600", undefined]);
  expect(await counted({ object: "session" })).toEqual(["600", undefined]);
  expect(await counted({ userId: auditor.userId })).toEqual(["10", undefined]);
  expect(await counted({ action: "nothing.known" })).toEqual(["0", undefined]);
});

test("a file holds all that its filter finds, though more is read for it than at once", async () => {
  const query = { action: "import_batch.undone", toDate: "2023-05-01" };
  const { body } = await admin.reply(exportAuditLog, { query });
  const { rows } = await server.database.pool.query<{ id: string }>(
    `select object_id as id from audit_log where action = 'import_batch.undone' and recorded_at < timestamptz '2023-05-02 00:00+04:30'
      order by recorded_at desc, id desc`,
  );
  expect(rows.length).toBeGreaterThan(2_000);
  expect(
    readSheet(body as Buffer)
      .rows.slice(1)
      .map((row) => row[4]),
  ).toEqual(rows.map(({ id }) => id));
});

test("of many things of one name the latest are followed, through entries that do not name them, too", async () => {
  const latest = String(300_000 + removedCount);
  await server.database.asOwner(
    "insert into audit_log (actor, action, object_type, object_id) values ('past', 'import_batch.looked_at', 'import_batch', $1)",
    [latest],
  );
  const [first] = await admin.ok(listAuditLog, { query: { q: "daily.xlsx", limit: 1 } });
  expect(first).toMatchObject({ action: "import_batch.looked_at", objectId: latest, object: "daily.xlsx" });
});
