import { sql, type Kysely, type Selectable } from "kysely";

import { plainCode } from "#contract/second-factor.ts";
import type { Tx } from "#db/client.ts";
import type { DB, SecondFactors } from "#db/types.gen.ts";
import { Refusal } from "#kernel/refusal.ts";

import { newRecoveryCodes, openSecret, recoveryCodeHash, stepOfCode, type SecretOwner } from "./second-factor-secret.ts";

/** What became of a code: taken as one of the authenticator or as a recovery code, used up before, or no code of this person. */
type Spent = "authenticator" | "recovery code" | "used" | "wrong";

const authenticatorCode = /^\d{6}$/;

/** The second factor of a user, being set up or in force; undefined where there is none. */
export function secondFactorOf(db: Kysely<DB>, userId: string): Promise<Selectable<SecondFactors> | undefined> {
  return db.selectFrom("second_factors").selectAll().where("user_id", "=", userId).executeTakeFirst();
}

/**
 * Uses up a code, which is good once: of two who send the same one at the same moment, one is told that it is used. The code
 * comes as `plainCode` makes it; undefined where nothing is in force that a code could be of. Refuses where the server no longer has
 * the key that the secret was sealed under.
 */
export async function spendCode(tx: Tx, code: string, owner: SecretOwner): Promise<Spent | undefined> {
  // Held until the transaction ends: what one code is asked for is done before the next code is judged.
  const factor = await tx
    .selectFrom("second_factors")
    .selectAll()
    .where("user_id", "=", owner.userId)
    .forUpdate()
    .executeTakeFirst();
  if (factor === undefined || factor.confirmed_at === null) return undefined;
  return authenticatorCode.test(code) ? spendStep(tx, stepOf(factor, code, owner), owner) : spendRecoveryCode(tx, code, owner);
}

/** The step of a code of this factor; undefined for a wrong code. Refuses where the secret cannot be read any more. */
export function stepOf(factor: Selectable<SecondFactors>, code: string, owner: SecretOwner): number | undefined {
  const secret = openSecret(factor.sealed_secret, owner);
  if (secret === undefined) {
    throw new Refusal(
      "conflict",
      "The server's key has changed, and codes can no longer be checked. Ask an admin to reset yours",
    );
  }
  return stepOfCode(secret, code, Date.now());
}

async function spendStep(tx: Tx, step: number | undefined, { userId }: SecretOwner): Promise<Spent> {
  if (step === undefined) return "wrong";
  const { numUpdatedRows } = await tx
    .updateTable("second_factors")
    .set({ last_step: step })
    .where("user_id", "=", userId)
    .where("last_step", "<", step)
    .executeTakeFirst();
  return numUpdatedRows === 1n ? "authenticator" : "used";
}

async function spendRecoveryCode(tx: Tx, code: string, owner: SecretOwner): Promise<Spent> {
  const codeHash = recoveryCodeHash(code, owner);
  const { numUpdatedRows } = await tx
    .updateTable("recovery_codes")
    .set({ used_at: sql`now()` })
    .where("user_id", "=", owner.userId)
    .where("code_hash", "=", codeHash)
    .where("used_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 1n) return "recovery code";
  const spent = await tx
    .selectFrom("recovery_codes")
    .select("user_id")
    .where("user_id", "=", owner.userId)
    .where("code_hash", "=", codeHash)
    .executeTakeFirst();
  return spent === undefined ? "wrong" : "used";
}

/** Why a code was not taken, for the person who typed it. */
export function whyNotTaken(spent: "used" | "wrong", code: string): string {
  if (spent === "wrong") return "This code is wrong";
  return authenticatorCode.test(code)
    ? "This code has been used already. Wait for the next one"
    : "This recovery code has been used already";
}

/** Gives a user fresh recovery codes in place of all earlier ones. Only their hashes are kept. */
export async function replaceRecoveryCodes(tx: Tx, owner: SecretOwner): Promise<string[]> {
  const recoveryCodes = newRecoveryCodes();
  await tx.deleteFrom("recovery_codes").where("user_id", "=", owner.userId).execute();
  await tx
    .insertInto("recovery_codes")
    .values(recoveryCodes.map((code) => ({ user_id: owner.userId, code_hash: recoveryCodeHash(plainCode(code), owner) })))
    .execute();
  return recoveryCodes;
}

/**
 * Takes the second factor away, with its recovery codes. Says whether there was one in force: one that is only being set up
 * asks nobody for a code, stays, and expires by itself.
 */
export async function removeSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("second_factors")
    .where("user_id", "=", userId)
    .where("confirmed_at", "is not", null)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
