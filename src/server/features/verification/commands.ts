import type { Verification } from "#contract/verification.ts";
import { transaction } from "#db/client.ts";
import { verify } from "#ledger/verify.ts";
import { auditDone, type AuditActor } from "#server/audit.ts";
import type { Deps } from "#server/deps.ts";

const mostFaults = 100;

type Books = Pick<Deps, "db" | "auditKey">;

let underWay: Promise<Verification> | undefined;

/** Verifies the books and keeps the result. Whoever asks while a verification is under way gets its result. */
export function verifyBooks(books: Books, actor: AuditActor): Promise<Verification> {
  underWay ??= verifyAndKeep(books, actor).finally(() => {
    underWay = undefined;
  });
  return underWay;
}

async function verifyAndKeep({ db, auditKey }: Books, actor: AuditActor): Promise<Verification> {
  const result = await verify(db, auditKey);
  const faults = result.faults.slice(0, mostFaults);
  const balanced = faults.length === 0;
  await transaction(db, async (tx) => {
    await tx
      .insertInto("verifications")
      .values({ started_at: result.startedAt, finished_at: result.finishedAt, balanced, faults: JSON.stringify(faults) })
      .execute();
    // Others may wait for it, whoever it was that began it.
    await auditDone(tx, actor, { action: "books.verified", objectType: "books", new: { balanced, faults: faults.length } });
  });
  return { balanced, startedAt: result.startedAt.toISOString(), finishedAt: result.finishedAt.toISOString(), faults };
}
