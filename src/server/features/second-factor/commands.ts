import { sql, type Kysely, type Selectable } from "kysely";

import { transaction, type Tx } from "#db/client.ts";
import type { DB, SecondFactors } from "#db/types.gen.ts";
import { invalidField, Refusal } from "#kernel/refusal.ts";
import { audit, holdActor } from "#server/audit.ts";
import type { Deps } from "#server/deps.ts";
import type { Actor } from "#server/http/serve.ts";
import { officeName, requireOwnPassword } from "#server/identity/own-password.ts";
import { authenticatorUri, newSecret, sealSecret, secretText, type SecretOwner } from "#server/identity/second-factor-secret.ts";
import {
  removeSecondFactor,
  replaceRecoveryCodes,
  secondFactorOf,
  spendCode,
  stepOf,
  whyNotTaken,
} from "#server/identity/second-factor.ts";
import { clearFailures, oneAtATime, recordFailure, refuseThrottled } from "#server/identity/throttle.ts";

type Keyed = Pick<Deps, "db" | "auditKey">;

/** A secret that nobody confirmed for so long may have been seen by others on an unattended screen. */
const setUpWithinSeconds = 15 * 60;

/**
 * Makes a secret for the person's authenticator. It holds only once it is confirmed; starting anew replaces it. Refuses a
 * wrong password, counting it like a failed sign-in, and a person who has a second step already.
 */
export function start({ db, auditKey }: Keyed, password: string, actor: Actor): Promise<{ secret: string; uri: string }> {
  return oneAtATime(actor.username, async () => {
    await requirePassword(db, password, actor);
    const secret = newSecret();
    const sealed_secret = sealSecret(secret, { userId: actor.userId, auditKey });
    await transaction(db, async (tx) => {
      await holdActor(tx, actor);
      const { rows } = await sql`
        insert into second_factors as f (user_id, sealed_secret) values (${actor.userId}, ${sealed_secret})
        on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, started_at = now(), last_step = 0
          where f.confirmed_at is null
        returning f.user_id`.execute(tx);
      if (rows.length === 0) throw alreadyOn();
      await audit(tx, actor, { action: "user.second_factor_started", objectType: "user", objectId: actor.userId });
    });
    await clearFailures(db, actor.username);
    const uri = authenticatorUri(secret, { issuer: await officeName(db), username: actor.username });
    return { secret: secretText(secret), uri };
  });
}

/**
 * Turns the second step on with a first code from the authenticator, and gives the recovery codes. Refuses a wrong code,
 * counting it like a failed sign-in.
 */
export function confirm({ db, auditKey }: Keyed, code: string, actor: Actor): Promise<{ recoveryCodes: string[] }> {
  const owner = { userId: actor.userId, auditKey };
  return oneAtATime(actor.username, async () => {
    await refuseThrottled(db, actor);
    const recoveryCodes = await transaction(db, async (tx) => {
      const factor = await beingSetUp(tx, actor);
      const step = stepOf(factor, code, owner);
      return step === undefined ? undefined : putInForce(tx, { factor, step, owner, actor });
    });
    if (recoveryCodes === undefined) throw await wrongCode(db, { spent: "wrong", code, actor });
    return { recoveryCodes };
  });
}

interface FirstCode {
  readonly factor: Selectable<SecondFactors>;
  readonly step: number;
  readonly owner: SecretOwner;
  readonly actor: Actor;
}

async function putInForce(tx: Tx, { factor, step, owner, actor }: FirstCode): Promise<string[]> {
  await holdActor(tx, actor);
  const confirmed = await tx
    .updateTable("second_factors")
    .set({ confirmed_at: sql`now()`, last_step: step })
    .where("user_id", "=", actor.userId)
    .where("sealed_secret", "=", factor.sealed_secret)
    .where("confirmed_at", "is", null)
    .returning("user_id")
    .executeTakeFirst();
  if (confirmed === undefined) {
    // Another server has put it in force meanwhile, or started it anew with another secret.
    await beingSetUp(tx, actor);
    throw setUpExpired();
  }
  const recoveryCodes = await replaceRecoveryCodes(tx, owner);
  await clearFailures(tx, actor.username);
  await audit(tx, actor, { action: "user.second_factor_on", objectType: "user", objectId: actor.userId });
  return recoveryCodes;
}

async function beingSetUp(tx: Tx, actor: Actor): Promise<Selectable<SecondFactors>> {
  const factor = await secondFactorOf(tx, actor.userId);
  if (factor !== undefined && factor.confirmed_at !== null) throw alreadyOn();
  if (factor === undefined || !(await isRecent(tx, factor))) throw setUpExpired();
  return factor;
}

/** By the clock that dated it. One that stood ahead would otherwise have it wait until that day. */
async function isRecent(tx: Tx, { started_at }: Selectable<SecondFactors>): Promise<boolean> {
  const { rows } = await sql<{ age_seconds: number }>`
    select abs(extract(epoch from now() - ${started_at}::timestamptz))::float8 as age_seconds`.execute(tx);
  return rows.every(({ age_seconds }) => age_seconds <= setUpWithinSeconds);
}

function setUpExpired(): Refusal {
  return new Refusal("conflict", "This set-up has expired. Start again");
}

interface Proof {
  readonly password: string;
  readonly code: string;
}

/** Gives new recovery codes in place of the old ones. Takes the password and a code. */
export function renewCodes({ db, auditKey }: Keyed, proof: Proof, actor: Actor): Promise<{ recoveryCodes: string[] }> {
  return proven({ db, auditKey }, proof, {
    actor,
    work: async (tx) => {
      const recoveryCodes = await replaceRecoveryCodes(tx, { userId: actor.userId, auditKey });
      await audit(tx, actor, { action: "user.recovery_codes_made", objectType: "user", objectId: actor.userId });
      return { recoveryCodes };
    },
  });
}

/** Turns the second step off. Takes the password and a code; a recovery code too, since the telephone may be lost. */
export function stop({ db, auditKey }: Keyed, proof: Proof, actor: Actor): Promise<{ message: string }> {
  return proven({ db, auditKey }, proof, {
    actor,
    work: async (tx) => {
      await removeSecondFactor(tx, actor.userId);
      await audit(tx, actor, { action: "user.second_factor_off", objectType: "user", objectId: actor.userId });
      return { message: "Two-step sign-in is off" };
    },
  });
}

interface Guarded<Done> {
  readonly actor: Actor;
  readonly work: (tx: Tx) => Promise<Done>;
}

/** Does the work for whoever gives the password and a code that is good; both count as failed sign-ins when they are wrong. */
function proven<Done>({ db, auditKey }: Keyed, { password, code }: Proof, { actor, work }: Guarded<Done>): Promise<Done> {
  return oneAtATime(actor.username, async () => {
    await requirePassword(db, password, actor);
    const outcome = await transaction(db, async (tx) => {
      await holdActor(tx, actor);
      const spent = await spendCode(tx, code, { userId: actor.userId, auditKey });
      if (spent === undefined) throw new Refusal("conflict", "Two-step sign-in is off already");
      if (spent === "wrong" || spent === "used") return { refused: spent };
      const used = { action: "user.recovery_code_used", objectType: "user", objectId: actor.userId };
      if (spent === "recovery code") await audit(tx, actor, used);
      return { done: await work(tx) };
    });
    if ("done" in outcome) {
      await clearFailures(db, actor.username);
      return outcome.done;
    }
    throw await wrongCode(db, { spent: outcome.refused, code, actor });
  });
}

interface WrongCode {
  readonly spent: "used" | "wrong";
  readonly code: string;
  readonly actor: Actor;
}

/** Counts a code that was not taken like a failed sign-in, and says why it was not. */
async function wrongCode(db: Kysely<DB>, { spent, code, actor }: WrongCode): Promise<Refusal> {
  const act = { action: "user.second_factor_failed", objectType: "user", objectId: actor.userId, reason: `${spent} code` };
  await recordFailure(db, actor, act);
  return invalidField("code", whyNotTaken(spent, code));
}

function requirePassword(db: Kysely<DB>, password: string, actor: Actor): Promise<unknown> {
  const given = { password, path: "password", wrong: "The password is wrong", failure: "user.second_factor_failed" };
  return requireOwnPassword(db, given, actor);
}

function alreadyOn(): Refusal {
  return new Refusal("conflict", "Two-step sign-in is on already");
}
