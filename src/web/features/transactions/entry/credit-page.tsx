import { EntryPage } from "./entry-page.tsx";

/** Raises the shown balance of an account against the cash: a deposit, or cash taken to the bank. */
export function CreditPage() {
  return <EntryPage key="Credit" type="Credit" />;
}
