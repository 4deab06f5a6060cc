import { Readable } from "node:stream";

import { topicAccess, type Change } from "#contract/events.ts";
import { mayCall } from "#contract/permissions.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Standing } from "#server/http/session.ts";

/** Whose screen a stream feeds. */
export interface Watcher extends Standing {
  readonly userId: string;
  readonly sessionId: number;
}

/** The open streams of this process. */
export interface Streams {
  readonly count: number;
  /** The sessions that have one. */
  sessionIds(): readonly number[];
  /** Opens a stream that begins with this message. Refuses one too many of a person, or of all. */
  open(watcher: Watcher, first: Change): Readable;
  /** Tells each as much of a change as its watcher may know of. */
  tell(change: Change): void;
  /**
   * Something to send while nothing happens, so that both ends and what lies between know that the other is there. An event, since
   * the page of a browser never sees a comment.
   */
  beat(): void;
  /**
   * Of the sessions asked about, ends the streams of those that are over, or whose person has another role or name by now; the screen may
   * connect as what it is.
   */
  judge(asked: readonly number[], standings: ReadonlyMap<number, Standing>): void;
  endAll(): void;
}

/** Every visible window of a person has one; more than this looks like a fault of a client. */
const mostOfOne = 20;
const mostOfAll = 2_000;
/** Bytes that may wait for a client that does not read. It is cut off then, and told of everything when it is back. */
const mostWaiting = 16 * 1024;
/** When a client that lost its stream is to try again. */
const retryMs = 1_000;

/** No stream yet; each leaves by itself when its reader goes. */
export function createStreams(): Streams {
  const open = new Map<Readable, Watcher>();

  const send = (stream: Readable, text: string): void => {
    stream.push(text);
    if (stream.readableLength > mostWaiting) stream.destroy();
  };

  return {
    get count() {
      return open.size;
    },
    sessionIds: () => [...new Set([...open.values()].map(({ sessionId }) => sessionId))],
    open(watcher, first) {
      const ofOne = open.values().filter(({ userId }) => userId === watcher.userId);
      if (open.size >= mostOfAll || [...ofOne].length >= mostOfOne) {
        throw new Refusal("too_many", "Too many windows are kept up to date at once. Close some of them", {
          retryAfterSeconds: 30,
        });
      }
      const stream = new Readable({ read: () => undefined, highWaterMark: mostWaiting });
      open.set(stream, watcher);
      stream.once("close", () => open.delete(stream));
      send(stream, `retry: ${String(retryMs)}\n\n${messageOf(visibleTo(watcher, first))}`);
      return stream;
    },
    tell(change) {
      for (const [stream, watcher] of open) {
        const visible = visibleTo(watcher, change);
        if (visible.topics.length > 0) send(stream, messageOf(visible));
      }
    },
    beat() {
      for (const stream of open.keys()) send(stream, "event: beat\ndata: {}\n\n");
    },
    judge(asked, standings) {
      const judged = new Set(asked);
      for (const [stream, watcher] of open) {
        if (judged.has(watcher.sessionId) && !isSame(watcher, standings.get(watcher.sessionId))) end(stream);
      }
    },
    endAll() {
      for (const stream of open.keys()) end(stream);
    },
  };

  /** At once out of the count: what has ended is not told of anything any more, read to its end or not. */
  function end(stream: Readable): void {
    open.delete(stream);
    stream.push(null);
  }
}

function isSame(before: Standing, now: Standing | undefined): boolean {
  return now !== undefined && now.role === before.role && now.username === before.username && now.fullName === before.fullName;
}

function visibleTo({ role }: Watcher, { position, topics }: Change): Change {
  return { position, topics: topics.filter((topic) => mayCall(role, topicAccess[topic])) };
}

function messageOf(change: Change): string {
  return `id: ${change.position}\ndata: ${JSON.stringify(change)}\n\n`;
}
