import { sql, type Kysely, type RawBuilder } from "kysely";
import type { z } from "zod";

import type { VoucherPrint, voucherState } from "#contract/vouchers.ts";
import { transaction } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";
import { assert } from "#kernel/assert.ts";
import { Refusal } from "#kernel/refusal.ts";
import { audit, type AuditActor } from "#server/audit.ts";
import { requireCurrentVersion } from "#server/http/current-version.ts";

/** What has a voucher, as the audit log calls it. */
export interface VoucherObject {
  readonly type: "transaction" | "hawala";
  readonly id: number;
}

/** What the next print of the current version will be. Refuses an id that nothing has. */
export async function stateOf(db: Kysely<DB>, object: VoucherObject): Promise<z.output<typeof voucherState>> {
  const standing = await standingOf(db, object);
  const counted = await db
    .selectFrom("voucher_prints")
    .select("prints")
    .where("object_type", "=", object.type)
    .where("object_id", "=", object.id)
    .where("version", "=", standing.version)
    .executeTakeFirst();
  const nextCopy = counted?.prints ?? 0;
  return { ...standing, formerNames: await formerNames(db, object, { ...standing, copy: nextCopy }), nextCopy };
}

/**
 * Counts a print of the current version, which the person must have seen, and puts it on record. Of all prints of a version one is
 * the original, whoever asks at the same time. Refuses an id that nothing has, and another version than the current one.
 */
export function countPrint(
  db: Kysely<DB>,
  { ifMatch, ...object }: VoucherObject & { readonly ifMatch: number | undefined },
  actor: AuditActor,
): Promise<VoucherPrint> {
  return transaction(db, async (tx) => {
    const standing = await standingOf(tx, object);
    const { version } = standing;
    await requireCurrentVersion(tx, { ...object, version }, ifMatch);
    const { rows } = await sql<{ copy: number; printedAt: Date }>`
      insert into voucher_prints as earlier (object_type, object_id, version) values (${object.type}, ${object.id}, ${version})
      on conflict (object_type, object_id, version) do update set prints = earlier.prints + 1
      returning prints - 1 as copy, now() as "printedAt"`.execute(tx);
    const [counted] = rows;
    assert(counted !== undefined, "a print that is counted has a number");
    const { copy, printedAt } = counted;
    await audit(tx, actor, {
      action: `${object.type}.printed`,
      objectType: object.type,
      objectId: object.id,
      new: { printedVersion: version, copy },
    });
    return {
      ...standing,
      formerNames: await formerNames(tx, object, { version, copy }),
      copy,
      printedAt: printedAt.toISOString(),
    };
  });
}

interface Standing {
  readonly version: number;
  readonly corrected: boolean;
  readonly replaces: number | null;
}

const tables = { transaction: sql.table("transactions"), hawala: sql.table("hawalas") } as const;

/** The current version, whether a correction led to it, and which one it replaces. The audit log is where versions are kept. */
async function standingOf(db: Kysely<DB>, { type, id }: VoucherObject): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select o.version, exists (select from audit_log a where ${auditedAs[type]("a")} and a.object_id = ${String(id)}
      and a.action = ${`${type}.edited`}) as corrected,
      (select max(p.version) from voucher_prints p where p.object_type = ${type} and p.object_id = o.id and p.version < o.version
        and ${isSameDocument[type]}) as replaces
    from ${tables[type]} o where o.id = ${id}`.execute(db);
  const [standing] = rows;
  if (standing === undefined) throw new Refusal("not_found", `There is no ${type} ${String(id)}`);
  return standing;
}

/**
 * The names that the accounts on a copy had when the original of its version was printed, of those that are called otherwise now: a copy
 * that bore the new one would say that somebody else had been paid.
 */
async function formerNames(
  db: Kysely<DB>,
  { type, id }: VoucherObject,
  { version, copy }: { readonly version: number; readonly copy: number },
): Promise<VoucherPrint["formerNames"]> {
  if (copy === 0) return [];
  const { rows } = await sql<{ code: string; name: string }>`
    select a.code, earlier.name
    from (${accountsOn[type](id)}) shown join accounts a using (id)
    cross join lateral (
      select concat_ws(' ', l.old ->> 'account_name', l.old ->> 'last_name') as name from audit_log l
      where ${auditedAs.account("l")} and l.object_id = a.id::text and l.action = 'account.changed' and l.recorded_at > (
        select min(p.recorded_at) from audit_log p where ${auditedAs[type]("p")} and p.object_id = ${String(id)}
          and p.action = ${`${type}.printed`} and p.new ->> 'printedVersion' = ${String(version)})
      order by l.recorded_at, l.id limit 1) earlier
    where earlier.name <> concat_ws(' ', a.account_name, a.last_name)`.execute(db);
  return rows;
}

/** The accounts that stand on a voucher; of a hawala those of its payout or booking, and its partner. */
const accountsOn = {
  transaction: (id: number) =>
    sql`select distinct unnest(array[out_account_id, in_account_id]) as id from transactions where id = ${id}`,
  hawala: (id: number) => sql`
    select t.out_account_id as id from hawalas h join transactions t on t.id = h.transaction_id where h.id = ${id}
    union select t.in_account_id from hawalas h join transactions t on t.id = h.transaction_id where h.id = ${id}
    union select partner_account_id from hawalas where id = ${id}`,
} as const;

/** Written out, so that the planner sees which index holds them. */
const auditedAs = {
  transaction: (entry: string) => sql`${sql.ref(`${entry}.object_type`)} = 'transaction'`,
  hawala: (entry: string) => notOfTransactions(entry, "hawala"),
  account: (entry: string) => notOfTransactions(entry, "account"),
} as const;

function notOfTransactions(entry: string, type: string): RawBuilder<unknown> {
  return sql`${sql.ref(`${entry}.object_type`)} = ${sql.lit(type)} and ${sql.ref(`${entry}.object_type`)} <> 'transaction'`;
}

/**
 * Whether the voucher of an earlier version was the same kind of document: the payout of a hawala replaces no advice. What came with an
 * import has no entry of its own for its first version, in which it waited.
 */
const isSameDocument = {
  transaction: sql`true`,
  hawala: sql`(o.direction = 'outgoing' or (o.status = 'Passed') = coalesce((select a.new ->> 'status' = 'Passed' from audit_log a
    where ${auditedAs.hawala("a")} and a.object_id = o.id::text and a.version = p.version), false))`,
} as const;
