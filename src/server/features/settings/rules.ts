import { invalidField } from "#kernel/refusal.ts";

interface Candidate {
  readonly account_type: string;
  readonly account_status: string;
  readonly is_system: boolean;
}

/** Refuses an account that cannot hold the office's cash: it must be an active company account of the staff's. */
export function requireCashAccount(account: Candidate | undefined): void {
  if (account === undefined || account.is_system) throw invalidField("cashAccountId", "This account does not exist");
  if (account.account_type !== "company") throw invalidField("cashAccountId", "The cash account must be of type company");
  if (account.account_status !== "active") throw invalidField("cashAccountId", "The cash account must be active");
}

const minutesOfHour = 60;

interface SessionLimits {
  readonly idleMinutes: number;
  readonly hours: number;
}

/** Refuses an idle time that no session is long enough for: it would never end one. */
export function requireSessionLimits({ idleMinutes, hours }: SessionLimits): void {
  if (idleMinutes <= hours * minutesOfHour) return;
  throw invalidField("sessionIdleMinutes", "The idle time must not be longer than a session");
}
