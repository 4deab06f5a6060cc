import type { HawalaBody } from "#contract/hawalas.ts";
import type { Tx } from "#db/client.ts";
import { invalidField } from "#kernel/refusal.ts";
import type { HawalaHead } from "#server/hawala/head.ts";

/** A currency of a hawala that is being entered. */
export interface EnteredCurrency {
  readonly id: number;
  readonly code: string;
}

/**
 * The currency of a code. Refuses one that the office does not have, and one that it does not use any more, unless the corrected
 * hawala has it already, on either side: the ledger lets a correction keep it, too.
 */
export async function requireCurrency(
  tx: Tx,
  { code, field }: { readonly code: string; readonly field: string },
  corrected?: HawalaHead,
): Promise<EnteredCurrency> {
  const currency = await tx
    .selectFrom("currencies")
    .select(["id", "code", "is_active"])
    .where("code", "=", code)
    .forKeyShare()
    .executeTakeFirst();
  if (currency === undefined) throw invalidField(field, `The office has no currency ${code}`);
  const isKept = currency.id === corrected?.currency_id || currency.id === corrected?.amount_currency_id;
  if (!currency.is_active && !isKept) throw invalidField(field, `The currency ${code} is not active`);
  return currency;
}

/** Refuses accounts that do not exist or belong to the house. */
export async function checkAccounts(tx: Tx, accounts: Readonly<Record<string, number | null | undefined>>): Promise<void> {
  for (const [field, id] of Object.entries(accounts)) {
    if (id === null || id === undefined) continue;
    const account = await tx.selectFrom("accounts").select(["is_system"]).where("id", "=", id).executeTakeFirst();
    if (account === undefined) throw invalidField(field, "This account does not exist");
    if (account.is_system) throw invalidField(field, "This account belongs to the house");
  }
}

/** What a correction makes of a field that can be empty: left out it stays as stored, null empties it. */
export function keptOr<Value>(given: Value | null | undefined, stored: Value | null | undefined): Value | null {
  return (given === undefined ? stored : given) ?? null;
}

/** Refuses to turn a hawala round: its direction stays. */
export function requireDirection(body: HawalaBody, { direction }: HawalaHead): void {
  if (body.direction === direction) return;
  const article = direction === "incoming" ? "an incoming" : "an outgoing";
  throw invalidField("direction", `This is ${article} hawala; its direction cannot be changed`);
}
