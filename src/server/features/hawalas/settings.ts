import { sql, type Kysely } from "kysely";
import type { z } from "zod";

import type { HawalaSettings, updateHawalaSettings } from "#contract/hawala-settings.ts";
import { transaction, type Tx } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";
import { lastOfSeries } from "#kernel/hawala-number.ts";
import { audit } from "#server/audit.ts";
import { nextOfSeries, normalPrefix } from "#server/hawala/series.ts";
import { requireCurrentVersion } from "#server/http/current-version.ts";
import type { Actor } from "#server/http/serve.ts";

/** What a new office starts with. */
const startSeries: Series = { prefix: "HWL", nextNumber: 1001 };

type Series = z.output<typeof updateHawalaSettings.body & {}>;

/** The series of our own numbers, and the number that the next outgoing hawala would get. */
export async function hawalaSettings(db: Kysely<DB>): Promise<HawalaSettings> {
  const { prefix, next_number, version } = await db.selectFrom("hawala_settings").selectAll().executeTakeFirstOrThrow();
  const next = await nextOfSeries(db, { prefix, from: next_number });
  const nextHawalaNo = next === undefined ? null : `${prefix}${String(next)}`;
  // Offices whose series went on for longer than it may be set are told the last number that may.
  return { prefix, nextNumber: Math.min(next_number, lastOfSeries), nextHawalaNo, version };
}

/** Begins another series; numbers already issued are passed over. Refuses a version that is no longer current. */
export function changeSeries(
  db: Kysely<DB>,
  { series, ifMatch }: { readonly series: Series; readonly ifMatch: number | undefined },
  actor: Actor,
): Promise<HawalaSettings> {
  return transaction(db, async (tx) => {
    const row = await lockedSettings(tx);
    await requireCurrentVersion(tx, { type: "hawala_settings", ...row }, ifMatch);
    return writeSeries(tx, { series, act: "hawala_settings.changed", row }, actor);
  });
}

/** Goes back to the series that an office starts with. */
export function resetSeries(db: Kysely<DB>, actor: Actor): Promise<HawalaSettings> {
  return transaction(db, async (tx) =>
    writeSeries(tx, { series: startSeries, act: "hawala_settings.reset", row: await lockedSettings(tx) }, actor),
  );
}

/** Nobody issues a number meanwhile. */
function lockedSettings(tx: Tx): Promise<{ readonly id: number; readonly version: number }> {
  return tx.selectFrom("hawala_settings").select(["id", "version"]).forUpdate().executeTakeFirstOrThrow();
}

interface Written {
  readonly series: Series;
  readonly act: string;
  readonly row: { readonly id: number; readonly version: number };
}

async function writeSeries(tx: Tx, { series: { prefix, nextNumber }, act, row }: Written, actor: Actor): Promise<HawalaSettings> {
  const before = await hawalaSettings(tx);
  await tx
    .updateTable("hawala_settings")
    .set({
      prefix,
      normal_prefix: normalPrefix(prefix),
      start_number: nextNumber,
      next_number: nextNumber,
      version: row.version + 1,
      updated_at: sql`now()`,
    })
    .execute();
  const after = await hawalaSettings(tx);
  await audit(tx, actor, {
    action: act,
    objectType: "hawala_settings",
    objectId: row.id,
    version: after.version,
    old: before,
    new: after,
  });
  return after;
}
