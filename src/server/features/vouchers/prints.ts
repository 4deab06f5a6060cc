import { sql, type Kysely } from "kysely";
import type { z } from "zod";

import type { VoucherPrint, voucherState } from "#contract/vouchers.ts";
import { transaction } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";
import { Refusal } from "#kernel/refusal.ts";
import { audit, type AuditActor } from "#server/http/audit.ts";
import { requireCurrentVersion } from "#server/http/current-version.ts";

/** What has a voucher, as the audit log calls it. */
export interface VoucherObject {
  readonly type: "transaction" | "hawala";
  readonly id: number;
}

/** What the next print of the current version will be. Refuses an id that nothing has. */
export async function stateOf(db: Kysely<DB>, object: VoucherObject): Promise<z.output<typeof voucherState>> {
  const { version, corrected } = await standingOf(db, object);
  const counted = await db
    .selectFrom("voucher_prints")
    .select("prints")
    .where("object_type", "=", object.type)
    .where("object_id", "=", object.id)
    .where("version", "=", version)
    .executeTakeFirst();
  return { version, corrected, nextCopy: counted?.prints ?? 0 };
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
    const { version, corrected } = await standingOf(tx, object);
    await requireCurrentVersion(tx, { ...object, version }, ifMatch);
    const { rows } = await sql<{ copy: number; printedAt: Date }>`
      insert into voucher_prints as earlier (object_type, object_id, version) values (${object.type}, ${object.id}, ${version})
      on conflict (object_type, object_id, version) do update set prints = earlier.prints + 1
      returning prints - 1 as copy, now() as "printedAt"`.execute(tx);
    const [{ copy, printedAt } = { copy: 0, printedAt: new Date() }] = rows;
    await audit(tx, actor, {
      action: `${object.type}.printed`,
      objectType: object.type,
      objectId: object.id,
      new: { printedVersion: version, copy },
    });
    return { version, corrected, copy, printedAt: printedAt.toISOString() };
  });
}

interface Standing {
  readonly version: number;
  readonly corrected: boolean;
}

const tables = { transaction: sql.table("transactions"), hawala: sql.table("hawalas") } as const;

/** The current version, and whether a correction led to it. The audit log is where versions are kept. */
async function standingOf(db: Kysely<DB>, { type, id }: VoucherObject): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select o.version, exists (select from audit_log a where ${auditedAs[type]} and a.object_id = ${String(id)}
      and a.action = ${`${type}.edited`}) as corrected
    from ${tables[type]} o where o.id = ${id}`.execute(db);
  const [standing] = rows;
  if (standing === undefined) throw new Refusal("not_found", `There is no ${type} ${String(id)}`);
  return standing;
}

/** Written out, so that the planner sees which index holds them. */
const auditedAs = {
  transaction: sql`a.object_type = 'transaction'`,
  hawala: sql`a.object_type = 'hawala' and a.object_type <> 'transaction'`,
} as const;
