import type { TransactionType } from "#kernel/transaction-type.ts";

export const roles = ["admin", "operator", "user"] as const;
export type Role = (typeof roles)[number];

/** A stored role that is none of ours counts as the least. */
export function knownRole(role: string): Role {
  return roles.find((known) => known === role) ?? "user";
}

/**
 * Who may call a route: `public` needs no session; `session` needs one and works even while a password change is due;
 * `everyone` is each signed-in role, `staff` admin and operator, `admin` admin alone.
 */
export type Access = "public" | "session" | "everyone" | "staff" | "admin";

const rolesOf: Readonly<Record<Access, readonly Role[]>> = {
  public: roles,
  session: roles,
  everyone: roles,
  staff: ["admin", "operator"],
  admin: ["admin"],
};

/** Whether a signed-in person of this role may call a route of this access. */
export function mayCall(role: Role, access: Access): boolean {
  return rolesOf[access].includes(role);
}

/** Whether the role may record a transaction of this type. Transfers that touch the cash account are for admins too. */
export function mayRecord(role: Role, type: TransactionType, touchesCash: boolean): boolean {
  return role === "admin" || !isCashMovement(type, touchesCash);
}

/** Whether the role may edit, delete or recover a transaction of this type. */
export function mayCorrect(role: Role, type: TransactionType, touchesCash: boolean): boolean {
  return role === "admin" || (role === "operator" && !isCashMovement(type, touchesCash));
}

function isCashMovement(type: TransactionType, touchesCash: boolean): boolean {
  return type === "Debit" || type === "Credit" || (type === "Transfer" && touchesCash);
}
