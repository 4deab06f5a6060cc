import type { QueryClient } from "@tanstack/react-query";

/** What shows something of money that has moved. */
export const shownOfMoney = ["transactions", "balances", "accounts", "hawalas", "dashboard", "reports"];

/** Holds an answer of each noun that no screen shows just now; tells which of them have become stale since. */
export function readBefore(client: QueryClient, nouns: readonly string[] = shownOfMoney): () => string[] {
  const keyOf = (noun: string) => [noun, "read before"];
  for (const noun of nouns) client.setQueryData(keyOf(noun), true);
  return () => nouns.filter((noun) => client.getQueryState(keyOf(noun))?.isInvalidated === true);
}
