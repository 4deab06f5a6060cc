import pg from "pg";

import { databaseName, inDatabase, type Connection } from "#db/connection.ts";

import { loadWith } from "./load.ts";
import { openBenchOffice, type BenchOffice } from "./office.ts";

const accountCount = 50_000;
const goalMs = 40;
const seconds = 3;

/** The people and firms of a large house: Latin and Persian names, four currencies, one to four balances each. */
const fill = `
  with names as (select
    array['Ahmad', 'Mirwais', 'Zarmina', 'Najib', 'Farida', 'Gul Agha', 'Shabnam', 'Tariq', 'Laila', 'Wahid', 'Parwana', 'Idris',
      'احمد', 'کریم', 'زهرا', 'فرید', 'ليلى', 'محمد یوسف', 'نجیب الله', 'عبدالرحمن', 'پروانه', 'شریف', 'میرویس', 'مینا'] as given,
    array['Noori', 'Safi', 'Barakzai', 'Hotak', 'Wardak', 'Sultani', 'Amiri', 'Rahimi', 'نوری', 'صافی', 'رحیمی', 'یوسفزی', 'احمدزی', 'امیری'] as family)
  insert into accounts (code, account_name, last_name, father_name, phone, tazkira_number, email, address, currency_id, account_type, account_status)
  select
    case n % 4 when 3 then 'AC' || (1000 + n) else ((n % 4 + 1) * 100000 + n)::text end,
    given[1 + n % 24], family[1 + n / 24 % 14], given[1 + n / 336 % 24],
    '07' || n % 10 || '0 ' || lpad((n::bigint * 7919 % 1000000)::text, 6, '0'),
    case when n % 3 > 0 then '14' || lpad((n % 100)::text, 2, '0') || '-' || lpad((n::bigint * 104729 % 100000)::text, 5, '0') || '-' || lpad(n::text, 5, '0') end,
    case when n % 5 = 0 then 'holder' || n || '@office.example' end,
    'Street ' || n % 97 || ', Kabul',
    n % 4 + 1,
    case when n % 50 = 0 then 'company' when n % 41 = 0 then 'hawala_partner' when n % 37 = 0 then 'partner' else 'customer' end,
    case when n % 29 = 0 then 'suspended' when n % 23 = 0 then 'inactive' when n % 19 = 0 then 'closed' else 'active' end
  from names, generate_series(1, ${String(accountCount)}) n`;

const holdings = `
  with held as (
    insert into account_currency (account_id, currency_id)
    select id, c from accounts, generate_series(1, 4) c
    where id > 100 and (c = currency_id or id % (2 + c) = 0) on conflict do nothing
    returning account_id, currency_id)
  insert into balances (account_id, currency_id, debits, credits)
  select account_id, currency_id, (account_id::bigint * 31 % 900000) / 7.0, (account_id::bigint * 17 % 900000) / 3.0 from held
  on conflict do nothing`;

interface Question {
  readonly name: string;
  readonly query: string;
}

const picker = "status=active&limit=50";
const page = "limit=50";

/** What the list and the picker ask, the rare and the frequent; each is a row of the table. */
const questions: readonly Question[] = [
  { name: "list, first page", query: page },
  { name: "list, by status, type and currency", query: `${page}&status=active&type=customer&currencyId=3` },
  { name: "list, a rare status and type", query: `${page}&status=closed&type=hawala_partner` },
  { name: "list, one letter", query: `${page}&q=a` },
  { name: "list, two letters", query: `${page}&q=no` },
  { name: "list, a part of a code", query: `${page}&q=0123` },
  { name: "list, a name that thousands have", query: `${page}&q=ahmad` },
  { name: "list, name, family and father", query: `${page}&q=ahmad+noori+najib` },
  { name: "list, in Arabic letters", query: `${page}&q=${encodeURIComponent("كريم صافي")}` },
  { name: "list, a telephone", query: `${page}&q=007919` },
  { name: "list, a tazkira", query: `${page}&q=1402-` },
  { name: "list, found nowhere", query: `${page}&q=xyzzy` },
  { name: "picker, just opened", query: picker },
  { name: "picker, one digit", query: `${picker}&q=2` },
  { name: "picker, two letters", query: `${picker}&q=${encodeURIComponent("اح")}` },
  { name: "picker, a whole code", query: `${picker}&q=300002` },
  { name: "picker, a name that thousands have", query: `${picker}&q=${encodeURIComponent("محمد")}` },
  { name: "picker, name and family", query: `${picker}&q=farida+bar` },
  { name: "picker, found nowhere", query: `${picker}&q=zzq` },
];

export interface AskedRow {
  readonly name: string;
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly goalMs: number;
}

/** Asks a house of 50,000 accounts everything its list and its pickers ask, over HTTP, one request at a time. */
export async function measureAccounts(): Promise<AskedRow[]> {
  const office = await openBenchOffice();
  try {
    await fillAccounts(office.superuser);
    const asked: AskedRow[] = [];
    for (const question of [...questions, await deepPage(office)]) asked.push(await ask(office, question));
    return asked;
  } finally {
    await office.stop();
  }
}

async function ask(office: BenchOffice, { name, query }: Question): Promise<AskedRow> {
  const request = { method: "GET", path: `/api/accounts?${query}`, headers: { cookie: office.cookie } } as const;
  const load = { url: office.url, inFlight: 1, seconds, expectedStatus: 200 };
  const { medianMs, p95Ms } = await loadWith(() => request, load);
  const row = { name: `accounts: ${name}, 50,000 accounts`, medianMs, p95Ms, goalMs };
  console.log(`${row.name.padEnd(72)}  p50 ${String(medianMs)} ms, p95 ${String(p95Ms)} ms  ≤ ${String(goalMs)} ms`);
  return row;
}

/** A page from the middle of the whole list. */
async function deepPage(office: BenchOffice): Promise<Question> {
  let cursor = "";
  for (let pages = 0; pages < 5; pages++) {
    const answer = await fetch(`${office.url}/api/accounts?limit=5000&balances=false&cursor=${cursor}`, {
      headers: { cookie: office.cookie },
    });
    cursor = answer.headers.get("x-next-cursor") ?? "";
  }
  return { name: "list, a page from the middle", query: `${page}&cursor=${cursor}` };
}

/** Fills the office with the accounts, straight into its tables. */
async function fillAccounts(superuser: Connection): Promise<void> {
  const client = new pg.Client(inDatabase(superuser, databaseName));
  await client.connect();
  try {
    await client.query(fill);
    await client.query(holdings);
    await client.query("vacuum analyze");
  } finally {
    await client.end();
  }
}
