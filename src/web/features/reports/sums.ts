import type { AccountBalancesReport, TrialBalance } from "#contract/report-balances.ts";
import type { AccountStatement } from "#contract/reports.ts";
import { addAmounts, amountFrom, subtractAmounts, zeroAmount, type Amount } from "#kernel/amount.ts";

/**
 * Whether the lines of a report come to the sums at its head. Pages that were read one after the other may differ in single lines though
 * their heads are alike: money that went from one customer to another is in no sum, nor is the day of an entry.
 */
type AddsUp<Page> = (pages: readonly Page[]) => boolean;

function comesTo(amounts: readonly (string | null)[], sum: Amount): boolean {
  return amounts.reduce((total, amount) => addAmounts(total, amountFrom(amount ?? "0")), zeroAmount) === sum;
}

/** Whether the sides of lines come to the sums of both. */
function sidesComeTo(
  lines: readonly { readonly debit: string | null; readonly credit: string | null }[],
  { debits, credits }: { readonly debits: string; readonly credits: string },
): boolean {
  const isSum = (side: "debit" | "credit", sum: string): boolean =>
    comesTo(
      lines.map((line) => line[side]),
      amountFrom(sum),
    );
  return isSum("debit", debits) && isSum("credit", credits);
}

export const statementAddsUp: AddsUp<AccountStatement> = (pages) => {
  const entries = pages.flatMap((page) => page.entries);
  return pages.slice(0, 1).every((sums) => sidesComeTo(entries, sums));
};

export const balancesAddUp: AddsUp<AccountBalancesReport> = (pages) => {
  const rows = pages.flatMap((page) => page.rows);
  const totals = pages[0]?.totals ?? [];
  return totals.every(({ currencyId, balances, ...total }) => {
    const lines = rows.filter((row) => row.currencyId === currencyId);
    const of = (isCompany: boolean): string[] =>
      lines.filter(({ account }) => (account.type === "company") === isCompany).map(({ balance }) => balance);
    const held = addAmounts(amountFrom(total.held), amountFrom(total.spent));
    const owed = subtractAmounts(amountFrom(total.weOwe), amountFrom(total.owesUs));
    return lines.length === balances && comesTo(of(true), held) && comesTo(of(false), owed);
  });
};

export const trialAddsUp: AddsUp<TrialBalance> = (pages) => {
  const rows = pages.flatMap((page) => page.rows);
  const totals = pages[0]?.totals ?? [];
  return totals.every((total) => {
    const lines = rows.filter((row) => row.currencyId === total.currencyId);
    return lines.length === total.balances && sidesComeTo(lines, total);
  });
};
