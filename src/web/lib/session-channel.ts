import { inBrowser } from "./browser-storage.ts";

/** Tabs of one browser share one session cookie, so each must know when another has changed whose it is. */
const channelName = "sarraf-session";
/** Where the latest announcement lies, for a page that could not hear it. */
const storageKey = "sarraf-session";

const nobody = "";

interface Announcement {
  /** Who is signed in from now on; null when nobody is. */
  readonly userId: string | null;
}

/** Tells the other tabs whose session this browser now carries. */
export function announceSession(userId: string | null): void {
  // Without storage no page learns of it later than at once.
  inBrowser.keep(storageKey, userId ?? nobody);
  const channel = new BroadcastChannel(channelName);
  channel.postMessage({ userId } satisfies Announcement);
  channel.close();
}

/**
 * Calls back when another tab has signed in as somebody else, or signed out; where that happened while this page was put aside, as soon as
 * the back button shows it again as it was left. Returns how to stop.
 */
export function whenSessionChanges(userId: string, changed: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener("message", (event: MessageEvent<Announcement>) => {
    if (event.data.userId !== userId) changed();
  });
  const shown = ({ persisted }: PageTransitionEvent): void => {
    if (persisted && (inBrowser.textOf(storageKey) ?? userId) !== userId) changed();
  };
  window.addEventListener("pageshow", shown);
  return () => {
    channel.close();
    window.removeEventListener("pageshow", shown);
  };
}
