const mostRecent = 8;

function keyOf(userId: string): string {
  return `sarraf-recent-accounts:${userId}`;
}

/** The accounts this person chose last in this browser, the latest first. Anything unreadable counts as none. */
export function recentAccounts(userId: string): readonly number[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? "[]");
    if (!Array.isArray(stored)) return [];
    return stored.filter((id): id is number => Number.isInteger(id)).slice(0, mostRecent);
  } catch {
    return [];
  }
}

/** Puts an account in front of the recent ones. A browser that stores nothing merely forgets. */
export function rememberAccount(userId: string, id: number): void {
  const recent = [id, ...recentAccounts(userId).filter((known) => known !== id)].slice(0, mostRecent);
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(recent));
  } catch {
    // A full or forbidden storage costs the convenience, never the entry.
  }
}
