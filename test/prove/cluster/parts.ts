import { randomBytes } from "node:crypto";

import pg from "pg";

import type { OfficeServer, Session } from "./office-server.ts";
import { until } from "./until.ts";

/** Two servers, a session, and the database behind them. */
export interface TwoServers {
  readonly first: OfficeServer;
  readonly second: OfficeServer;
  readonly session: Session;
  readonly direct: string;
}

/** What was seen, in a few words; throws where it is not as it should be. */
type Part = (servers: TwoServers) => Promise<string>;

/** A session begun at one server opens the other, and ended there opens neither. */
export const sessions: Part = async ({ first, second, session }) => {
  const seen = await session.ok<{ username: string }>(second.url, "GET /api/auth/me");
  const other = await fetch(`${second.url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "admin", password: "a long enough password" }),
  });
  const cookie = other.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const asOther = (url: string, path: string, method = "GET"): Promise<Response> =>
    fetch(`${url}${path}`, { method, headers: { cookie } });
  require(other.ok && (await asOther(first.url, "/api/auth/me")).ok, "a session of one server opens the other");
  await asOther(second.url, "/api/auth/logout", "POST");
  const after = [await asOther(first.url, "/api/auth/me"), await asOther(second.url, "/api/auth/me")].map(({ status }) => status);
  require(after.every((status) => status === 401), "a session that was ended at one server opens neither");
  return `${JSON.stringify(seen.username)} known at both, ended at both`;
};

const posts = 100;

/** Each key goes to both servers at the same moment, ten times. */
export const idempotency: Part = async ({ first, second, session, direct }) => {
  const run = randomBytes(4).toString("hex");
  const { id } = await session.ok<{ id: number }>(first.url, "POST /api/accounts", {
    body: { accountName: `Keys ${run}`, currencyId: 2 },
  });
  const answers = await Promise.all(
    Array.from({ length: posts }, async (_, index) => {
      const body = { transType: "Credit", outAccountId: 11, inAccountId: id, currencyId: 2, dAmount: "1", transDescription: run };
      const key = `${run}-${String(index)}`;
      const urls = Array.from({ length: 10 }, (_none, turn) => (turn % 2 === 0 ? first.url : second.url));
      return Promise.all(urls.map((url) => session.ok<{ id: number }>(url, "POST /api/transactions", { body, key })));
    }),
  );
  require(answers.every((same) => new Set(same.map((answer) => answer.id)).size === 1), "one key has one answer");
  const [row] = await query<{ count: number }>(
    direct,
    `select count(*)::integer as count from transactions where narrative = '${run}'`,
  );
  require(row?.count === posts, `${String(posts)} keys make ${String(row?.count)} postings`);
  return `${String(posts)} keys × 10 posts at both servers: ${String(row?.count)} postings`;
};

/** What is done at one server reaches the screens of the other. */
export const liveEvents: Part = async ({ first, second, session }) => {
  const hangUp = new AbortController();
  const stream = await fetch(`${second.url}/api/events`, { headers: { cookie: session.cookie }, signal: hangUp.signal });
  let heard = "";
  const listening = (async () => {
    for await (const bytes of stream.body ?? []) heard += Buffer.from(bytes as Uint8Array).toString();
  })().catch(() => undefined);
  await until("the stream has begun", 5_000, async () => heard.includes("data: "));
  const waits: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    heard = "";
    const isPosting = round % 2 === 0;
    const topic = isPosting ? "transactions" : "accounts";
    if (isPosting) {
      const body = {
        transType: "Credit",
        outAccountId: 11,
        inAccountId: 101,
        currencyId: 2,
        dAmount: "1",
        transDescription: "live",
      };
      await session.ok(first.url, "POST /api/transactions", { body });
    } else {
      await session.ok(first.url, "POST /api/accounts", { body: { accountName: `Live ${String(round)}`, currencyId: 2 } });
    }
    const doneAt = performance.now();
    await until(`"${topic}" is heard of at the other server`, 5_000, async () => heard.includes(`"${topic}"`));
    waits.push(performance.now() - doneAt);
  }
  hangUp.abort();
  await listening;
  const longest = Math.max(...waits);
  require(longest <= 1_000, `an event took ${longest.toFixed(0)} ms`);
  return `20 events, the slowest ${longest.toFixed(0)} ms after its answer`;
};

/** Both servers issue account codes and hawala numbers at the same moment. */
export const serials: Part = async ({ first, second, session, direct }) => {
  const urls = [first.url, second.url];
  const both = Array.from({ length: 200 }, (_, index) => urls[index % 2] ?? "");
  const run = randomBytes(4).toString("hex");
  const codes = await Promise.all(
    both.map((url, index) => {
      const body = { accountName: `S ${String(index)}`, currencyId: 2 };
      return session.ok<{ accountCode: string }>(url, "POST /api/accounts", { body, key: `${run}-a-${String(index)}` });
    }),
  );
  const numbers = codes.map(({ accountCode }) => Number.parseInt(accountCode.replace(/^\D+/, ""), 10));
  require(isGapless(numbers), "account codes without a gap");
  const body = {
    senderName: "N",
    receiverName: "L",
    amount: "10",
    currency: "USD",
    exchangeRate: "70",
    convertedCurrency: "AFN",
  };
  await Promise.all(both.map((url, index) => session.ok(url, "POST /api/hawala", { body, key: `${run}-h-${String(index)}` })));
  const rows = await query<{ n: number }>(
    direct,
    "select substring(hawala_no from '[0-9]+$')::integer as n from hawalas where direction = 'outgoing'",
  );
  require(rows.length >= 200 && isGapless(rows.map(({ n }) => n)), "hawala numbers without a gap");
  return `200 account codes and ${String(rows.length)} hawala numbers from both, no gap, none twice`;
};

/** A report comes from a node that follows, with what was posted right before it. */
export const replicaReports: Part = async ({ first, second, session }) => {
  const { id } = await session.ok<{ id: number }>(first.url, "POST /api/accounts", {
    body: { accountName: "Replica", currencyId: 2 },
  });
  const ages: (number | undefined)[] = [];
  for (let round = 1; round <= 20; round += 1) {
    const body = {
      transType: "Credit",
      outAccountId: 11,
      inAccountId: id,
      currencyId: 2,
      dAmount: "1",
      transDescription: "replica",
    };
    await session.ok(first.url, "POST /api/transactions", { body });
    const call = `GET /api/reports/account-statement?accountId=${String(id)}`;
    const report = await session.ok<{ closing: string; replicaAgeSeconds?: number }>(second.url, call);
    ages.push(report.replicaAgeSeconds);
    require(report.replicaAgeSeconds !== 0 || report.closing === `${String(round)}.00`, "a report that is of now has all of it");
  }
  const read = ages.filter((age) => age !== undefined);
  require(read.length >= 15, `${String(read.length)} of 20 reports were read from a replica`);
  const current = read.filter((age) => age === 0).length;
  return `${String(read.length)} of 20 statements from a replica, ${String(current)} of them with the posting right before`;
};

/** With a limit of 60 a minute, told to both. */
export const rateLimit: Part = async ({ first, second, session }) => {
  const calls = Array.from({ length: 200 }, (_, index) =>
    session.send(index % 2 === 0 ? first.url : second.url, "GET /api/currencies"),
  );
  const statuses = (await Promise.all(calls)).map((answered) => answered?.status);
  const let_in = statuses.filter((status) => status === 200).length;
  require(let_in <= 60 && let_in >= 50, `${String(let_in)} of 200 requests were let in, 60 a minute are allowed`);
  require(statuses.every((status) => status === 200 || status === 429), "the others are asked to come back");
  return `${String(let_in)} of 200 requests to both were let in, 60 a minute are allowed`;
};

/** Has the schedule of backups come due within the next minutes, at both servers. */
export async function planBackup({ first, session }: TwoServers): Promise<void> {
  const soon = new Date(Date.now() + 65_000);
  const time = soon.toLocaleTimeString("en-GB", { timeZone: "Asia/Kabul", hour: "2-digit", minute: "2-digit" });
  await session.ok(first.url, "PUT /api/business-settings", { body: { backupTime: time } });
}

/** One backup of the two servers' schedules, and one sealer: the chain is whole. */
export const jobs: Part = async ({ direct }) => {
  const made = await until("the scheduled backup is proven", 240_000, async () => {
    const rows = await query<{ verdict: string }>(direct, "select verdict from backups where finished_at is not null");
    return rows.length > 0 ? rows : undefined;
  });
  const all = await query<{ verdict: string }>(direct, "select concat_ws(': ', verdict, reason) as verdict from backups");
  require(all.length === 1 && made[0]?.verdict === "good", `backups made: ${all.map(({ verdict }) => verdict).join(", ")}`);
  return "both servers' schedules were due: one backup, restored and verified";
};

/** What `verify` finds, asked of a server. */
export async function verified({ first, session }: TwoServers): Promise<string> {
  const { balanced, faults } = await session.ok<{ balanced: boolean; faults: string[] }>(first.url, "POST /api/verification", {
    body: {},
  });
  require(balanced, `verify: ${faults.slice(0, 3).join("; ")}`);
  return "verify finds nothing";
}

function isGapless(numbers: readonly number[]): boolean {
  return new Set(numbers).size === numbers.length && Math.max(...numbers) - Math.min(...numbers) + 1 === numbers.length;
}

async function query<Row extends pg.QueryResultRow>(direct: string, sql: string): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString: direct, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Fails the part. */
export function require(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what);
}
