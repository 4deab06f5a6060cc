import type { Kysely } from "kysely";
import type { z } from "zod";

import type { getSecondFactor } from "#contract/second-factor.ts";
import type { DB } from "#db/types.gen.ts";
import type { Actor } from "#server/http/serve.ts";
import { secondFactorOf } from "#server/identity/second-factor.ts";

/** Whether one's own sign-in has a second step, since when, and how many recovery codes are left. */
export async function standing(db: Kysely<DB>, actor: Actor): Promise<z.input<(typeof getSecondFactor)["reply"]>> {
  const factor = await secondFactorOf(db, actor.userId);
  const enabledAt = factor?.confirmed_at ?? null;
  if (enabledAt === null) return { enabled: false, enabledAt: null, recoveryCodesLeft: 0 };
  const left = await db
    .selectFrom("recovery_codes")
    .select("user_id")
    .where("user_id", "=", actor.userId)
    .where("used_at", "is", null)
    .execute();
  return { enabled: true, enabledAt: enabledAt.toISOString(), recoveryCodesLeft: left.length };
}
