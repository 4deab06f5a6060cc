import type { Page } from "playwright-core";

import { choose, newNarrative, type People } from "./entries.ts";

/** The pages on which one amount is entered, the accounts each asks for, and what each says when it has saved. */
export const entryPages = [
  { path: "/transactions/transfer", sides: ["Debit Account", "Credit Account"], saved: "Transfer completed successfully" },
  { path: "/transactions/debit", sides: ["Account"], saved: "Debit transaction created successfully" },
  { path: "/transactions/credit", sides: ["Account"], saved: "Credit transaction created successfully" },
] as const;
export const [transferPage] = entryPages;

type EntryPage = (typeof entryPages)[number];

export const amountField = (page: Page) => page.getByRole("textbox", { name: /^(Debit )?Amount$/ });
export const narrativeField = (page: Page) => page.getByRole("textbox", { name: /^(Debit )?Narrative$/ });

/** What a form says of a draft it has been opened with. */
export const draftNotice = (page: Page) => page.getByText("Draft restored.");

/** Fills in everything an entry needs, and gives back its narrative. */
export async function fillEntry(
  page: Page,
  { farid, zahra }: People,
  entry: Pick<EntryPage, "sides"> & { readonly amount: string; readonly narrative?: string },
): Promise<string> {
  const narrative = entry.narrative ?? newNarrative();
  for (const [index, side] of entry.sides.entries()) await choose(page, side, index === 0 ? farid : zahra);
  await amountField(page).fill(entry.amount);
  await narrativeField(page).fill(narrative);
  return narrative;
}
