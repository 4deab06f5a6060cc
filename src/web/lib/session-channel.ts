/** Tabs of one browser share one session cookie, so each must know when another has changed whose it is. */
const channelName = "sarraf-session";

interface Announcement {
  /** Who is signed in from now on; null when nobody is. */
  readonly userId: string | null;
}

/** Tells the other tabs whose session this browser now carries. */
export function announceSession(userId: string | null): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage({ userId } satisfies Announcement);
  channel.close();
}

/** Calls back when another tab has signed in as somebody else, or signed out. Returns how to stop. */
export function whenSessionChanges(userId: string, changed: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener("message", (event: MessageEvent<Announcement>) => {
    if (event.data.userId !== userId) changed();
  });
  return () => channel.close();
}
