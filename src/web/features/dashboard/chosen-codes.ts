import { useState } from "react";
import { z } from "zod";

import { inBrowser } from "#web/lib/browser-storage.ts";
import { useOffice, useSession } from "#web/lib/session.ts";

const mostCodes = 4;
export const longestCode = 50;

const ownCodes = z.array(z.string().trim().min(1).max(longestCode)).min(1).max(mostCodes);

/** Where one choice lay for all who use a browser; it is still read for the person who made it. */
const sharedKey = "sarraf-dashboard-accounts";
const sharedCodes = z.object({ userId: z.string(), codes: ownCodes });

function keyOf(userId: string): string {
  return `${sharedKey}:${userId}`;
}

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
    keep(userId, codes);
  };
  return [chosen ?? [senderCode], choose];
}

/** What was chosen here before; undefined for nothing that is this person's, or nothing that can be read. */
function keptCodes(userId: string): readonly string[] | undefined {
  const codes = ownCodes.safeParse(inBrowser.jsonOf(keyOf(userId))).data ?? sharedCodesOf(userId);
  return codes === undefined ? undefined : [...new Set(codes)];
}

function sharedCodesOf(userId: string): readonly string[] | undefined {
  const shared = sharedCodes.safeParse(inBrowser.jsonOf(sharedKey)).data;
  return shared?.userId === userId ? shared.codes : undefined;
}

function keep(userId: string, codes: readonly string[]): void {
  const isKept = inBrowser.keep(keyOf(userId), JSON.stringify(codes));
  if (isKept && sharedCodesOf(userId) !== undefined) inBrowser.drop(sharedKey);
}
