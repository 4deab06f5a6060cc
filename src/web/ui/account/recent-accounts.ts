import { inBrowser } from "#web/lib/browser-storage.ts";

const mostRecent = 8;

function keyOf(userId: string): string {
  return `sarraf-recent-accounts:${userId}`;
}

/** The accounts this person chose last in this browser, the latest first. Anything unreadable counts as none. */
export function recentAccounts(userId: string): readonly number[] {
  const stored = inBrowser.jsonOf(keyOf(userId));
  if (!Array.isArray(stored)) return [];
  return stored.filter((id): id is number => Number.isInteger(id)).slice(0, mostRecent);
}

/** Puts an account in front of the recent ones. */
export function rememberAccount(userId: string, id: number): void {
  const recent = [id, ...recentAccounts(userId).filter((known) => known !== id)].slice(0, mostRecent);
  inBrowser.keep(keyOf(userId), JSON.stringify(recent));
}
