import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";

import pg from "pg";

import type { Session } from "./office-server.ts";

const clientCount = 32;
const retryAfterMs = 100;
/** Longer than any take-over: what is not answered by then was lost. */
const answeredWithinMs = 90_000;
const usd = 2;

interface Acknowledged {
  readonly id: number;
  readonly dAmount: string;
}

/** What clients were promised while the office was under load. */
export interface Load {
  /** Transactions that were acknowledged. */
  readonly acknowledged: number;
  /** Of these, how many were sent more than once. */
  readonly sentAgain: number;
  /** Seconds from that moment until a write was acknowledged that had been sent after it. */
  writingAgain(since: number): Promise<number>;
  /** Lets every client have its answer, and ends. */
  finish(): Promise<void>;
  /** What the books lack of it, or have twice, or have besides; empty where all is as it was promised. */
  compare(direct: string): Promise<readonly string[]>;
  /** The same of promises of which one was never made, and one is left out: shows that it would be noticed. */
  compareWrongly(direct: string): Promise<readonly string[]>;
}

/** 32 clients at both servers. Each write has a key of its own and is sent again, to the other server, until it is answered. */
export async function startLoad(session: Session, urls: () => readonly string[]): Promise<Load> {
  const run = randomBytes(4).toString("hex");
  const accounts: number[] = [];
  for (let index = 0; index < 8; index += 1) {
    const body = { accountName: `Party ${run} ${String(index)}`, currencyId: usd };
    accounts.push((await session.ok<{ id: number }>(urls()[0] ?? "", "POST /api/accounts", { body })).id);
  }
  const promised = new Map<string, Acknowledged>();
  let hawalas = 0;
  let sentAgain = 0;
  const state = { failure: undefined as Error | undefined, isOver: false, lastFreshAt: 0 };

  async function untilAnswered(call: string, key: string, body: unknown): Promise<unknown> {
    const deadlineAt = performance.now() + answeredWithinMs;
    for (let tries = 0; ; tries += 1) {
      const sentAt = performance.now();
      const all = urls();
      const answered = await session.send(all[(tries + key.length) % all.length] ?? "", call, { body, key });
      if (answered !== undefined && answered.status < 400) {
        state.lastFreshAt = Math.max(state.lastFreshAt, sentAt);
        if (tries > 0) sentAgain += 1;
        return answered.body;
      }
      if (answered !== undefined && answered.status !== 503) throw new Error(`${call}: ${JSON.stringify(answered)}`);
      if (performance.now() > deadlineAt) throw new Error(`${call} was not answered in time`);
      await pause(retryAfterMs);
    }
  }

  async function client(index: number): Promise<void> {
    for (let round = 0; !state.isOver && state.failure === undefined; round += 1) {
      const narrative = `${run} ${String(index)} ${String(round)}`;
      const key = `${run}-${String(index)}-${String(round)}${index % 2 === 0 ? "-" : ""}`;
      if (round % 8 === 7) {
        await untilAnswered("POST /api/hawala", key, outgoingHawala(narrative));
        hawalas += 1;
        continue;
      }
      const body = {
        transType: "Transfer",
        outAccountId: accounts[(index + round) % 8],
        inAccountId: accounts[(index + round + 1 + (round % 7)) % 8],
        currencyId: usd,
        dAmount: `${String(round + 1)}.25`,
        transDescription: narrative,
      };
      promised.set(narrative, (await untilAnswered("POST /api/transactions", key, body)) as Acknowledged);
    }
  }

  const clients = Array.from({ length: clientCount }, (_, index) =>
    client(index).catch((error: unknown) => {
      state.failure ??= error as Error;
    }),
  );
  return {
    get acknowledged() {
      return promised.size + hawalas;
    },
    get sentAgain() {
      return sentAgain;
    },
    async writingAgain(since) {
      while (state.lastFreshAt <= since) {
        if (state.failure !== undefined) throw state.failure;
        if (performance.now() - since > answeredWithinMs) throw new Error("nobody could write again");
        await pause(20);
      }
      return (performance.now() - since) / 1_000;
    },
    async finish() {
      state.isOver = true;
      await Promise.all(clients);
      if (state.failure !== undefined) throw state.failure;
    },
    compare: (direct) => compared(direct, { run, promised, hawalas }),
    compareWrongly: (direct) => {
      const [forgotten] = promised.keys();
      const rest = [...promised].filter(([narrative]) => narrative !== forgotten);
      const wrong = new Map([...rest, [`${run} never sent`, { id: 0, dAmount: "1.00" }] as const]);
      return compared(direct, { run, promised: wrong, hawalas: hawalas + 1 });
    },
  };
}

function outgoingHawala(senderName: string): object {
  return {
    senderName,
    receiverName: "Laila Bakhtwal",
    amount: "10",
    currency: "USD",
    exchangeRate: "70",
    convertedCurrency: "AFN",
  };
}

interface Promised {
  readonly run: string;
  readonly promised: ReadonlyMap<string, Acknowledged>;
  readonly hawalas: number;
}

/** Looks into the database itself: each promise once, nothing else of this load, and each balance what the promises come to. */
async function compared(direct: string, { run, promised, hawalas }: Promised): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: direct });
  await client.connect();
  try {
    const faults: string[] = [];
    const { rows } = await client.query<{ id: number; narrative: string; amount: string }>(
      "select id, narrative, d_amount::text as amount from transactions where narrative like $1 and type = 'Transfer'",
      [`${run} %`],
    );
    const found = new Map(rows.map((row) => [row.narrative, row]));
    if (rows.length !== promised.size) {
      faults.push(`${String(rows.length)} transactions in the books, ${String(promised.size)} acknowledged`);
    }
    for (const [narrative, { id, dAmount }] of promised) {
      const row = found.get(narrative);
      if (row?.id !== id || row.amount !== dAmount) faults.push(`"${narrative}" is not in the books as it was acknowledged`);
    }
    for (const narrative of found.keys()) if (!promised.has(narrative)) faults.push(`"${narrative}" was never acknowledged`);
    const { rows: sent } = await client.query<{ count: number }>(
      "select count(*)::integer as count from hawalas where sender_name like $1",
      [`${run} %`],
    );
    if (sent[0]?.count !== hawalas)
      faults.push(`${String(sent[0]?.count)} hawalas in the books, ${String(hawalas)} acknowledged`);
    faults.push(...(await gaps(client)));
    return faults.slice(0, 5);
  } finally {
    await client.end();
  }
}

/** Numbers of our own hawalas, and codes of accounts, without one left out or given twice. */
async function gaps(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ least: number; most: number; count: number; different: number }>(
    `select min(n) as least, max(n) as most, count(*)::integer as count, count(distinct n)::integer as different
      from (select substring(hawala_no from '[0-9]+$')::integer as n from hawalas where direction = 'outgoing') numbers`,
  );
  const [{ least, most, count, different } = { least: 0, most: 0, count: 0, different: 0 }] = rows;
  return count === different && most - least + 1 === count
    ? []
    : [`${String(count)} hawala numbers from ${String(least)} to ${String(most)}, ${String(different)} of them different`];
}
