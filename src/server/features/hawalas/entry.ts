import type { Kysely } from "kysely";

import type { HawalaBody, RecordedHawala } from "#contract/hawalas.ts";
import type { DB } from "#db/types.gen.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { AskedBy } from "#ledger/answered-key.ts";
import type { Ledger } from "#ledger/post.ts";
import { changeHawala, lockHawala, type HawalaHead } from "#server/hawala/head.ts";
import { requireCurrentVersion } from "#server/http/current-version.ts";

import { actOnce } from "./act.ts";
import { enterIncoming, incomingFields, refusingTakenNumber } from "./incoming.ts";
import { correctOutgoing, enterOutgoing } from "./outgoing.ts";
import { requireDirection } from "./rules.ts";

/** What acts on hawalas work with. */
export interface Stores {
  readonly db: Kysely<DB>;
  readonly ledger: Ledger;
}

/** Enters a hawala: an outgoing one gets its number and is booked at once; an incoming one waits, and posts nothing. */
export function enterHawala({ db, ledger }: Stores, body: HawalaBody, by: AskedBy): Promise<RecordedHawala> {
  return actOnce(db, by, (tx) =>
    body.direction === "incoming" ? enterIncoming(tx, body, by) : enterOutgoing({ tx, ledger }, body, by),
  );
}

/**
 * Corrects a hawala that is still open. An outgoing one is booked anew where its booking says something else by then, and
 * balances change by the difference. Refuses a version that is no longer current, another direction, and what has been paid or
 * cancelled.
 */
export function correctHawala(
  { db, ledger }: Stores,
  { id, body, ifMatch }: { readonly id: number; readonly body: HawalaBody; readonly ifMatch: number | undefined },
  by: AskedBy,
): Promise<RecordedHawala> {
  return actOnce(db, by, async (tx) => {
    const head = await lockHawala(tx, id);
    requireDirection(body, head);
    await requireCurrentVersion(tx, { type: "hawala", id, version: head.version }, ifMatch);
    requireOpen(head);
    if (body.direction === "outgoing") return correctOutgoing({ tx, ledger }, { head, body }, by);
    const fields = await incomingFields(tx, body, head);
    await refusingTakenNumber(body, changeHawala(tx, head, { fields, act: "hawala.edited", actor: by.actor }));
    return { id, moved: undefined };
  });
}

const openStatuses: ReadonlySet<string> = new Set(["Pending", "sent", "received", "pending"]);

function requireOpen({ status }: HawalaHead): void {
  if (!openStatuses.has(status)) {
    throw new Refusal("conflict", `This hawala is ${status.toLowerCase()}. Mark it as pending before you change it`);
  }
}
