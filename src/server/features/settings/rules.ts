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

interface CashAndExpenses {
  readonly cashCode: string;
  readonly expenseCodes: readonly string[];
}

/** Refuses the cash account among the expense accounts: what is in it is held. It is told at the field that was changed. */
export function requireCashIsHeld({ cashCode, expenseCodes }: CashAndExpenses, changed: "expenseCodes" | "cashAccountId"): void {
  if (!expenseCodes.includes(cashCode)) return;
  throw invalidField(
    changed,
    changed === "expenseCodes"
      ? `${cashCode} is the cash account, which is held and not spent: take it out of the expense account codes`
      : `${cashCode} is one of the expense account codes: take it out of them first`,
  );
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
