import type { Kysely } from "kysely";

import type { RecordedHawala } from "#contract/hawalas.ts";
import type { Tx } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";
import type { AskedBy } from "#ledger/answered-key.ts";
import type { LedgerAnswer } from "#ledger/outcome.ts";
import { holdActor } from "#server/audit.ts";
import { carryOutOnce } from "#server/carry-out-once.ts";
import { announce } from "#server/live/announce.ts";

import { hawalaById } from "./queries.ts";

/** What an act left behind: the hawala, and the balances it moved. */
export interface Done {
  readonly id: number;
  readonly moved: LedgerAnswer | undefined;
}

/**
 * Carries out one act on a hawala in one database transaction, once per key, and tells the other desks. Answers the hawala
 * as the act left it, with the balances that moved.
 */
export async function actOnce(db: Kysely<DB>, by: AskedBy, act: (tx: Tx) => Promise<Done>): Promise<RecordedHawala> {
  const answer = await carryOutOnce(db, by, async (tx) => {
    // Written to a table whose trigger would say only that something named is not there.
    await holdActor(tx, by.actor);
    const { id, moved } = await act(tx);
    await announce(tx, ["hawalas", ...(moved === undefined ? [] : (["transactions"] as const))]);
    return { ...(await hawalaById(tx, id)), hawalaId: id, balances: [...(moved?.balances ?? [])] };
  });
  // One that was kept before the day had both of its names has the first alone.
  return { ...answer, hawalaDate: answer.transactionDate };
}
