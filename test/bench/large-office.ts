import pg from "pg";

import { databaseName, inDatabase } from "#db/connection.ts";
import { addDays, type BusinessDate } from "#kernel/business-date.ts";
import { fillHawalas } from "#test/support/many-hawalas.ts";
import { fillBooks } from "#test/support/many-postings.ts";

import { fillAccounts } from "./many-accounts.ts";
import { openBenchOffice, signIn, type BenchOffice } from "./office.ts";
import { timed } from "./rounds.ts";

/** A part of the office is enough to see whether a measurement works at all. */
const scale = Number.parseFloat(process.env["BENCH_SCALE"] ?? "1");

/** What a large house has after years. Of the hawalas nearly all have a transaction besides. */
export const size = {
  transactions: Math.round(2_000_000 * scale),
  hawalas: Math.round(1_000_000 * scale),
  accounts: Math.round(50_000 * scale),
} as const;

/** As the generator has them. */
const hawalasPerDay = 1_000;

/** An office after years of work, an admin and an operator signed in. Everything in it is the same every time. */
export interface LargeOffice extends BenchOffice {
  readonly operatorCookie: string;
  readonly today: BusinessDate;
}

/** Starts the product and fills its tables: 2,000,000 entries with their postings from 2023 on, 1,000,000 hawalas up to today, 50,000 accounts. */
export async function openLargeOffice(): Promise<LargeOffice> {
  // As the service of docs/operations.md has it: the C library gives back what its threads freed.
  const office = await openBenchOffice({ MALLOC_ARENA_MAX: "2" });
  try {
    let today = "" as BusinessDate;
    const tookMs = await timed(async () => {
      today = await fill(office);
    });
    console.log(`(filled in ${String(Math.round(tookMs / 1_000))} s)`);
    return Object.assign(office, { operatorCookie: await signIn(office.url, "operator"), today });
  } catch (error) {
    await office.stop();
    throw error;
  }
}

async function fill({ superuser }: BenchOffice): Promise<BusinessDate> {
  const client = new pg.Client(inDatabase(superuser, databaseName));
  await client.connect();
  try {
    const run = (sql: string, values: readonly unknown[] = []): Promise<unknown> => client.query(sql, [...values]);
    const { rows } = await client.query<{ today: BusinessDate }>("select office_today()::text as today");
    const [{ today } = { today: "" as BusinessDate }] = rows;
    await fillHawalas(run, size.hawalas, addDays(today, -Math.floor(size.hawalas / hawalasPerDay)));
    await fillBooks(run, size.transactions);
    await fillAccounts(run, size.accounts);
    await run(
      "insert into users (username, password_hash, role) select 'operator', password_hash, 'operator' from users where username = 'admin'",
    );
    await run("vacuum analyze");
    return today;
  } finally {
    await client.end();
  }
}
