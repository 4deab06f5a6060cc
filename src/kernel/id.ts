/** The largest id a row can have (PostgreSQL integer). */
export const largestId = 2_147_483_647;

/** The id that digits write; undefined where the text is something else, or more than any id. */
export function idFrom(text: string): number | undefined {
  const id = /^\d{1,10}$/.test(text) ? Number.parseInt(text, 10) : Infinity;
  return id <= largestId ? id : undefined;
}

/** The account that holds the office's cash unless the business settings name another. */
export const defaultCashAccountId = 11;

/** The house's own accounts (cash, positions, income …) have ids below this one; staff's accounts start with it. */
export const firstStaffAccountId = 101;

/** The house's own account that keeps the commissions of outgoing hawalas. */
export const commissionAccountId = 12;

/** The house's own account that balances were brought in from when an office began. */
export const openingBalancesAccountId = 13;

/** Where the obligation of an outgoing hawala stands until a partner is assigned. */
export const transitAccountId = 15;

/** The house's own account of what a count of the cash found over or short. */
export const overShortAccountId = 14;

/** Whether closing a day booked the entry between these accounts: by hand nothing is posted to Cash Over and Short. */
export function isBookedByDayClose(outAccountId: number, inAccountId: number): boolean {
  return outAccountId === overShortAccountId || inAccountId === overShortAccountId;
}
