import { sql, type Kysely } from "kysely";

import type { SheetPreview } from "#contract/import-batches.ts";
import type { DB } from "#db/types.gen.ts";
import { hawalaKey } from "#kernel/hawala-number.ts";
import { isSameName } from "#kernel/letters.ts";

import { importable, type JudgedRow } from "./judge.ts";

/** Corrections by hand that are looked through: the latest of the office. */
const mostCorrections = 20_000;
/** So many of the rows are named; more would say no more to whoever is asked. */
export const mostNamed = 5;

/** A hawala that had another number or sender code before it was corrected by hand. */
interface Corrected {
  readonly hawala_no: string;
  readonly sender_code: string;
  /** What it said while it had the sender code of the sheet. */
  readonly states: readonly {
    readonly hawalaNo: string;
    readonly receiverName: string;
    readonly rAmount: string;
    readonly currency: string;
  }[];
}

/**
 * How many of the rows that an import would write stand already, though their numbers are free again: the number or the sender code of
 * their hawala was corrected by hand since. Null where there are none. What was undone is not there, and what was cancelled is not paid.
 */
export async function standingCorrected(
  db: Kysely<DB>,
  rows: readonly JudgedRow[],
  senderCode: string,
): Promise<SheetPreview["standingCorrected"]> {
  const fresh = importable(rows);
  const byNumber = fresh.length === 0 ? new Map<string, Corrected[]>() : byEarlierNumber(await correctedFrom(db, senderCode));
  const found = fresh.flatMap((row) => {
    const there = byNumber.get(row.normalNo)?.find(({ states }) => states.some((state) => isThat(row, state)));
    const { row: place, hawalaNo } = row;
    return there === undefined ? [] : [{ row: place, hawalaNo, storedNo: there.hawala_no, storedFor: there.sender_code }];
  });
  return found.length === 0 ? null : { count: found.length, hawalas: found.slice(0, mostNamed) };
}

function byEarlierNumber(corrected: readonly Corrected[]): ReadonlyMap<string, Corrected[]> {
  const byNumber = new Map<string, Corrected[]>();
  for (const hawala of corrected) {
    for (const number of new Set(hawala.states.map(({ hawalaNo }) => hawalaKey(hawalaNo)))) {
      byNumber.set(number, [...(byNumber.get(number) ?? []), hawala]);
    }
  }
  return byNumber;
}

function isThat(row: JudgedRow, { rAmount, currency, receiverName }: Corrected["states"][number]): boolean {
  return row.rAmount === rAmount && row.currency === currency && isSameName(row.receiverName, receiverName);
}

/** What had this sender code before and has another number or sender code now, with all that it said under it. */
async function correctedFrom(db: Kysely<DB>, senderCode: string): Promise<readonly Corrected[]> {
  const { rows } = await sql<Corrected>`
    with corrected as materialized (
      select distinct object_id from (
        select object_id from audit_log where object_type = 'hawala' and action = 'hawala.edited'
        order by recorded_at desc, id desc limit ${mostCorrections}) latest
    )
    select h.hawala_no, h.sender_code, jsonb_agg(jsonb_build_object('hawalaNo', s.state ->> 'hawala_no',
      'receiverName', s.state ->> 'receiver_name', 'rAmount', s.state ->> 'r_amount', 'currency', c.code)) as states
    from corrected
    cross join lateral (select * from hawalas where id = object_id::integer offset 0) h
    cross join lateral (
      -- The state before the first change of an import is kept with that change.
      select unnest(array[old, new]) as state from audit_log a
      where a.object_type = 'hawala' and a.object_id = corrected.object_id and a.version is not null) s
    join currencies c on c.id = (s.state ->> 'currency_id')::integer
    where h.direction = 'incoming' and h.status <> 'Cancelled' and s.state ->> 'sender_code' = ${senderCode}
    group by h.id, h.hawala_no, h.sender_code
    having h.sender_code <> ${senderCode} or bool_or(s.state ->> 'hawala_no' <> h.hawala_no)`.execute(db);
  return rows;
}
