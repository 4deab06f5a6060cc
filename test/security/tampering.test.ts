import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createChooser, type Chooser } from "#server/demo/random.ts";
import { patienceMs, scaled, seedOf, tellFigures } from "#test/prove/scale.ts";
import type { Desk } from "#test/support/desk.ts";

import { openFullBooks, openIntruder, type Intruder } from "./tampered-books.ts";

const changes = scaled(40, 1_000);
const chooser = createChooser(seedOf(20_260_321));

let desk: Desk;
let intruder: Intruder;
beforeAll(async () => {
  desk = await openFullBooks();
  intruder = await openIntruder(desk);
});
afterAll(async () => {
  await intruder.close();
  await desk.close();
});

/** The tables that hold the books, and the chain that seals them. */
const books = [
  "transactions",
  "journal",
  "postings",
  "balances",
  "balance_days",
  "account_currency",
  "corrected_postings",
  "hawalas",
  "hawala_days",
  "imported_states",
  "import_batches",
  "partner_settlements",
  "day_closes",
  "day_close_counts",
  "position_days",
  "audit_log",
  "audit_seals",
];

/** What stands in these tables and says nothing about the books: when a seal was made, and how an imported file looked. */
const beside = new Set([
  "audit_seals.sealed_at",
  "import_batches.file_size",
  "import_batches.format",
  "import_batches.sheet_name",
]);

interface Cell {
  readonly table: string;
  readonly column: string;
  readonly type: string;
}

const cellsOfBooks = `
  select c.table_name as "table", c.column_name as "column", c.udt_name as type from information_schema.columns c
  where c.table_schema = 'public' and c.table_name = any ($1) and c.is_generated = 'NEVER' order by 1, 2`;

/** Another value for a cell, as SQL over the one that stands there. */
function anotherValue({ column, type }: Cell, choose: Chooser): string {
  if (choose.happens(10)) return "null";
  const number = String(choose.oneOf([-1, 1]) * choose.between(1, 50));
  switch (type) {
    case "numeric":
      return `coalesce(${column}, 0) + ${number} * 0.01`;
    case "int2":
    case "int4":
    case "int8":
      return `coalesce(${column}, 0) + ${number}`;
    case "xid8":
      return `(${column}::text::bigint + abs(${number}))::text::xid8`;
    case "date":
      return `coalesce(${column}, current_date) + ${number}`;
    case "timestamptz":
      return `coalesce(${column}, now()) + ${number} * interval '1 hour'`;
    case "bool":
      return `not ${column}`;
    case "uuid":
      return `(select id from users where id is distinct from ${column} order by md5(id::text || '${number}') limit 1)`;
    case "bytea":
      return `set_byte(${column}, ${String(choose.between(0, 31))}, 255 - get_byte(${column}, ${String(choose.between(0, 31))}))`;
    case "jsonb":
      return `case jsonb_typeof(${column}) when 'object' then ${column} - (select min(k) from jsonb_object_keys(${column}) k) else ${column} || '1' end`;
    case "text":
      return choose.happens(50) ? `coalesce(${column}, '') || '1'` : `overlay(${column} placing '7' from 1 for 1)`;
    default:
      return `${column}[2:] || ${column}[1]`;
  }
}

/** Changes cells at random until so many were really changed, and says which of these verify did not find. */
async function tamper(
  count: number,
): Promise<{ readonly missed: string[]; readonly refused: number; readonly columns: Set<string> }> {
  const cells = (await intruder.query<Cell>(cellsOfBooks, [books])).filter(
    ({ table, column }) => !beside.has(`${table}.${column}`),
  );
  const [missed, columns] = [[] as string[], new Set<string>()];
  let refused = 0;
  for (let changed = 0; changed < count;) {
    const cell = chooser.oneOf(cells);
    const { table, column } = cell;
    const rows = await intruder.query<{ ctid: string }>(`select ctid::text from ${table} order by ctid`);
    if (rows.length === 0) continue;
    const { ctid } = chooser.oneOf(rows);
    const value = anotherValue(cell, chooser);
    const statement = `update ${table} set ${column} = ${value} where ctid = $1::tid and ${column} is distinct from (${value})`;
    const faults = await intruder.faultsAfter(statement, [ctid]);
    if (faults === undefined) {
      refused += 1;
      continue;
    }
    changed += 1;
    columns.add(`${table}.${column}`);
    if (faults.length === 0) missed.push(`${table}.${column} of ${ctid} = ${value}`);
  }
  return { missed, refused, columns };
}

describe("somebody who holds the keys of the database, with its triggers and foreign keys switched off", () => {
  test("leaves books that balance when nothing is changed", async () => {
    const nothing = "update transactions set narrative = narrative where id = $1";
    expect(await intruder.faultsAfter(nothing, [1])).toEqual([]);
  });

  test(
    "changes no single cell of the books without verify finding it",
    async () => {
      const { missed, refused, columns } = await tamper(changes);
      expect(missed).toEqual([]);
      tellFigures(
        `${String(changes)} of ${String(changes)} changed cells found, in ${String(columns.size)} columns of ${String(books.length)} tables; ${String(refused)} more were stopped by a constraint`,
      );
    },
    patienceMs(60_000),
  );

  // Each of these was passed over once.
  test.each([
    ["update journal set recorded_at = recorded_at - interval '1 hour' where id = 1", /^Journal 1: who recorded it, or when/],
    [
      "update journal set recorded_at = recorded_at - interval '1 microsecond' where kind = 'restore'",
      /^Journal \d+: who recorded it/,
    ],
    [
      "update journal set actor_id = (select id from users u where u.id <> actor_id limit 1) where id = 1",
      /^Journal 1: who recorded it, or when/,
    ],
    ["update journal set version = version + 1 where id = 1", /^Journal 1: who recorded it, or when/],
    ["update postings set line = 7 where journal_id = 1", /^Journal 1: its lines are 7 to 7, there are 1/],
    ["update transactions set modified_by = created_by where id = 1", /^Transaction 1: its state is not the one last audited/],
    ["update transactions set deletion_reason = 'None' where id = 1", /^Transaction 1: its state is not the one last audited/],
    [
      "update transactions set journal_id = 1 where deleted_at is not null and hawala_id is null",
      /: it names journal 1, its last one is/,
    ],
    ["update audit_seals set seq = -1 where seq = 1", /^Audit log: seal -1 stands before the first/],
    [
      "update hawalas set normal_no = normal_no || '1' where direction = 'incoming' and status = 'Passed'",
      /is not the key of its number/,
    ],
    [
      "update hawalas set modified_at = now() where id = (select min(id) from hawalas where import_batch_id is not null)",
      /^Hawala \d+: its state is not the one last audited/,
    ],
    ["update import_batches set file_name = 'another.xlsx'", /^Import 1: what it imported is not what was audited/],
    ["update import_batches set duplicate_count = 5", /^Import 1: what it imported is not what was audited/],
    ["update import_batches set undone_at = now(), undone_by = imported_by", /^Import 1: its undoing is not what was audited/],
    ["update partner_settlements set created_at = created_at - interval '1 day'", /^Settlement 1: it is not what was audited/],
    ["update partner_settlements set after_transaction_id = through_transaction_id", /^Settlement 1: it is not what was audited/],
    ["update day_closes set business_date = business_date + 1", /^The close 1 of \S+ is not what was audited/],
    ["update day_closes set closed_at = closed_at - interval '1 day'", /^The close 1 of \S+ is not what was audited/],
    [
      'update day_close_counts set denominations = \'[{"value":"1.00","pieces":1}]\' where currency_id = 2',
      /^The close 1 of \S+ is not what was audited/,
    ],
  ])("is found out with: %s", async (statement, fault) => {
    const faults = await intruder.faultsAfter(statement, []);
    expect(faults).toEqual(expect.arrayContaining([expect.stringMatching(fault)]));
  });

  test("is not found out where verify looks at nothing of it, so the finding is verify's", async () => {
    expect(
      await intruder.faultsAfter("update audit_seals set sealed_at = sealed_at - interval '1 hour' where seq = $1", [1]),
    ).toEqual([]);
  });
});
