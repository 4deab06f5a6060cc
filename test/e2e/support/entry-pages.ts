import type { Page } from "playwright-core";

import { choose, newNarrative, type People } from "./entries.ts";

/** The Transfer page, the accounts it asks for, and what it says when it has saved. */
export const transferPage = {
  path: "/transactions/transfer",
  sides: ["Debit Account", "Credit Account"],
  saved: "Transfer completed successfully",
} as const;

export const amountField = (page: Page) => page.getByRole("textbox", { name: /^(Debit )?Amount$/ });
export const narrativeField = (page: Page) => page.getByRole("textbox", { name: /^(Debit )?Narrative$/ });

/** What a form says of a draft it has been opened with. */
export const draftNotice = (page: Page) => page.getByText("Draft restored.");

/** Fills in everything that an entry of one amount needs, and gives back its narrative. */
export async function fillEntry(
  page: Page,
  { farid, zahra }: People,
  entry: { readonly sides: readonly string[]; readonly amount: string; readonly narrative?: string },
): Promise<string> {
  const narrative = entry.narrative ?? newNarrative();
  for (const [index, side] of entry.sides.entries()) await choose(page, side, index === 0 ? farid : zahra);
  await amountField(page).fill(entry.amount);
  await narrativeField(page).fill(narrative);
  return narrative;
}
