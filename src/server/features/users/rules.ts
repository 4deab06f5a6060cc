import { Refusal } from "#kernel/refusal.ts";

interface Standing {
  readonly id: string;
  readonly role: string;
  readonly isActive: boolean;
}

/** A user before a change and after it; `after` is undefined where the user is deleted. */
interface Change {
  readonly before: Standing;
  readonly after: Standing | undefined;
  readonly actorId: string;
  /** Active administrators before the change, the user included. */
  readonly activeAdmins: number;
}

/** Refuses what would shut an administrator out: deactivating, demoting or deleting oneself or the last active one. */
export function refuseLockout({ before, after, actorId, activeAdmins }: Change): void {
  const staysAdmin = after !== undefined && after.isActive && after.role === "admin";
  const isActiveAdmin = before.isActive && before.role === "admin";
  if (staysAdmin || !isActiveAdmin) return;
  const verb = after === undefined ? "delete" : after.isActive ? "demote" : "deactivate";
  if (before.id === actorId) throw new Refusal("conflict", `You cannot ${verb} yourself`);
  if (activeAdmins <= 1) throw new Refusal("conflict", `You cannot ${verb} the last active admin`);
}
