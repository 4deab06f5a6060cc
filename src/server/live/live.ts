import type { Readable } from "node:stream";

import type pg from "pg";
import type { Logger } from "pino";

import type { Topic } from "#contract/events.ts";
import type { Connection } from "#db/connection.ts";
import { Refusal } from "#kernel/refusal.ts";
import { standingsOf } from "#server/http/session.ts";

import { createChanges } from "./changes.ts";
import { startListening, type Listener } from "./listener.ts";
import { createStreams, type Watcher } from "./streams.ts";

/** Proxies close what is silent for a minute. A session that ran out ends its streams at the next beat. */
const defaultBeatMs = 20_000;

/** Keeps the open screens of this process told of what any process changes. */
export interface Live {
  /** How many screens are being told by this server. */
  readonly streamCount: number;
  /** A stream of what changes from now on; its first message is what has changed since the position. */
  open(watcher: Watcher, since: string | undefined): Promise<Readable>;
  /** Ends every stream and opens none any more. */
  close(): Promise<void>;
}

interface Sources {
  readonly pool: pg.Pool;
  /** For the one session that listens. */
  readonly direct: Connection;
  readonly log: Logger;
}

/** Nothing listens before the first stream is opened. */
export function createLive({ pool, direct, log }: Sources, beatMs = defaultBeatMs): Live {
  const changes = createChanges();
  const streams = createStreams();
  const checkSessions = createSessionCheck();
  let listener: Listener | undefined;
  let beating: NodeJS.Timeout | undefined;
  let closed = false;
  changes.follow((change) => streams.tell(change));

  function heard(topics: readonly Topic[]): void {
    changes.note(topics);
    // A person may have been deactivated, or the time a session may idle shortened.
    if (topics.includes("users") || topics.includes("settings")) void checkSessions();
  }

  function begin(): Listener {
    beating = setInterval(() => {
      streams.beat();
      void checkSessions();
    }, beatMs).unref();
    return startListening({ direct, log, heard, isNeeded: () => streams.count > 0 });
  }

  /**
   * Ends the streams of sessions that are over, or whose person has another role or name. One check at a time; what happens during one is
   * covered by another after it.
   */
  function createSessionCheck(): () => Promise<void> {
    let checking = false;
    let again = false;
    return async () => {
      again = true;
      if (checking) return;
      checking = true;
      try {
        while (again && streams.count > 0) {
          again = false;
          const asked = streams.sessionIds();
          streams.judge(asked, await standingsOf(pool, asked));
        }
      } catch (error) {
        log.warn({ err: error }, "the sessions of open screens could not be checked; done again at the next beat");
      } finally {
        checking = false;
      }
    };
  }

  return {
    get streamCount() {
      return streams.count;
    },
    async open(watcher, since) {
      if (!closed) await (listener ??= begin()).upToDate();
      if (closed) throw new Refusal("unavailable", "The server is being stopped", { retryAfterSeconds: 1 });
      const stream = streams.open(watcher, changes.since(since));
      // The session may have ended since the request was admitted, and its end been told before there was this stream.
      void checkSessions();
      return stream;
    },
    async close() {
      closed = true;
      clearInterval(beating);
      streams.endAll();
      await listener?.stop();
    },
  };
}
