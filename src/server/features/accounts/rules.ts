import { latinDigits } from "#kernel/digits.ts";
import { withoutUnseen } from "#kernel/letters.ts";
import { invalidField, Refusal } from "#kernel/refusal.ts";
import { strangeCursor } from "#server/cursor.ts";

const mostTerms = 10;
const cursorPattern = /^[A-Za-z0-9_-]{2,200}$/;

const telephone = /^\(?[+0][\d\s()./-]*$/;
/** What is left of a telephone number of most countries, Afghanistan among them, behind "0", "0093" or "+93". */
const digitsAtHome = 9;
const cutDigits = /^\d+(?:[()./-]+\d+)+$/;

/**
 * The words of a search: an account is found when each of them stands somewhere in it. A whole telephone number is one, however it is written.
 * Those that a joiner joins, as in "نبی‌زاده", are two: in the account they may be parted.
 */
export function searchTerms(q = ""): readonly string[] {
  const typed = withoutUnseen(q).trim();
  if (isWholeNumber(typed)) return [typed];
  return withoutUnseen(q.replaceAll("\u200C", " ")).split(/\s+/).filter(Boolean).slice(0, mostTerms);
}

/**
 * A word as it was typed, and as an account may have it as well: a whole telephone number without what stands in front of it, since a chat gives
 * "+93 770 555 569" for what the account has as "0770 555 569"; digits that are cut by other signs, such as "0770-555", by themselves.
 */
export function spellingsOf(term: string): readonly string[] {
  const latin = latinDigits(term);
  const digits = latin.replaceAll(/\D/g, "");
  if (isWholeNumber(term)) return [term, digits.slice(-digitsAtHome)];
  return cutDigits.test(latin) ? [term, digits] : [term];
}

/** Whether a text is a telephone number with what stands in front of its digits at home. */
function isWholeNumber(text: string): boolean {
  const number = latinDigits(text);
  return telephone.test(number) && number.replaceAll(/\D/g, "").length > digitsAtHome;
}

/** The cursor of the page that follows this account code, or this version. */
export function cursorOf(place: string): string {
  return Buffer.from(place).toString("base64url");
}

/** The account code behind a cursor. Refuses what no page has given. */
export function positionAfter(cursor: string): string {
  const code = Buffer.from(cursor, "base64url").toString("utf8");
  if (!cursorPattern.test(cursor) || cursorOf(code) !== cursor || code.includes("\0")) throw strangeCursor();
  return code;
}

/** The version behind a cursor of a history. Refuses what no page has given. */
export function versionBefore(cursor: string): number {
  const version = positionAfter(cursor);
  if (!/^[1-9]\d{0,8}$/.test(version)) throw strangeCursor();
  return Number.parseInt(version, 10);
}

interface Standing {
  readonly code: string;
  readonly account_name: string;
  readonly account_type: string;
  readonly account_status: string;
  readonly is_system: boolean;
}

/** Refuses to edit an account that belongs to the house itself: a currency position, an income account. */
export function refuseHouseAccount({ is_system, code, account_name }: Standing): void {
  if (is_system) throw new Refusal("invalid", `${code} - ${account_name} belongs to the house; nobody edits it`);
}

interface Wanted {
  readonly accountType?: string | undefined;
  readonly accountStatus?: string | undefined;
}

/** Refuses another type or status for the account that holds the office's cash. */
export function refuseCashChange(before: Standing, { accountType, accountStatus }: Wanted): void {
  const changesType = accountType !== undefined && accountType !== before.account_type;
  const changesStatus = accountStatus !== undefined && accountStatus !== before.account_status;
  if (changesType || changesStatus) {
    throw new Refusal("conflict", `${before.code} - ${before.account_name} is the cash account; its type and status stay`);
  }
}

/** Refuses a currency that does not exist or may not be used. */
export function requireActiveCurrency(currency: { readonly code: string; readonly is_active: boolean } | undefined): void {
  if (currency === undefined) throw invalidField("currencyId", "This currency does not exist");
  if (!currency.is_active) throw invalidField("currencyId", `The currency ${currency.code} is not active`);
}

/** Refuses a date of birth that is still to come at the office. */
export function refuseFutureBirth(dateOfBirth: string, today: string): void {
  if (dateOfBirth > today) throw invalidField("dateOfBirth", `The date must not be after ${today}`);
}

/** What is said where an account with entries is to become a company account, or to be one no more. */
export function keepsItsSide({ code, account_name }: Standing): Refusal {
  return new Refusal(
    "conflict",
    `The account ${code} - ${account_name} has entries, and their sign would turn: open another account for the other side`,
  );
}
