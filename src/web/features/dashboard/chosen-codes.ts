import { useState } from "react";
import { z } from "zod";

import { useOffice, useSession } from "#web/lib/session.ts";

const mostCodes = 4;
export const longestCode = 50;

const storageKey = "sarraf-dashboard-accounts";
const stored = z.object({ userId: z.string(), codes: z.array(z.string().trim().min(1).max(longestCode)).min(1).max(mostCodes) });

/** Why a typed code is not added. Each has a sentence in the catalogue under `dashboard:balances.faults`. */
type CodeFault = "empty" | "present" | "full";

/** What is wrong with adding a code to those that are there; undefined for nothing. */
export function codeFault(typed: string, codes: readonly string[]): CodeFault | undefined {
  const code = typed.trim();
  if (code === "") return "empty";
  if (codes.includes(code)) return "present";
  return codes.length >= mostCodes ? "full" : undefined;
}

/** The account codes whose balances a person watches, kept in this browser; at first that of the default sender. */
export function useChosenCodes(): readonly [readonly string[], (codes: readonly string[]) => void] {
  const { id: userId } = useSession();
  const { senderCode } = useOffice();
  const [chosen, setChosen] = useState(() => keptCodes(userId));
  const choose = (codes: readonly string[]): void => {
    setChosen(codes);
    localStorage.setItem(storageKey, JSON.stringify({ userId, codes }));
  };
  return [chosen ?? [senderCode], choose];
}

/** What was chosen here before; undefined for nothing that is this person's, or nothing that can be read. */
function keptCodes(userId: string): readonly string[] | undefined {
  try {
    const kept = stored.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? "null"));
    return kept.success && kept.data.userId === userId ? [...new Set(kept.data.codes)] : undefined;
  } catch {
    // Anything may stand under the key.
    return undefined;
  }
}
