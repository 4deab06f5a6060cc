import { EntryPage } from "./entry-page.tsx";

/** Lowers the shown balance of an account against the cash: a withdrawal, or cash brought from the bank. */
export function DebitPage() {
  return <EntryPage key="Debit" type="Debit" />;
}
