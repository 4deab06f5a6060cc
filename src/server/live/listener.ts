import { setTimeout as pause } from "node:timers/promises";

import type { Logger } from "pino";

import { topics as allTopics, type Topic } from "#contract/events.ts";
import type { Connection } from "#db/connection.ts";
import { openSession } from "#db/session.ts";
import { within } from "#server/within.ts";

import { channel } from "./announce.ts";

/** How soon the postings of this and every other server are seen. */
const lookEveryMs = 250;
const answerWithinMs = 5_000;
const firstRetryMs = 100;
const longestRetryMs = 5_000;

/** The one connection of this process that hears what any process has changed. */
export interface Listener {
  /** Resolves once everything that was committed before the call has been told. Refuses while the database is away. */
  upToDate(): Promise<void>;
  stop(): Promise<void>;
}

export interface Ears {
  /** Past a pooler, which would lend the listening session to somebody else. */
  readonly direct: Connection;
  readonly log: Logger;
  /** Called with what has changed; with every topic when nobody knows what was missed. */
  readonly heard: (topics: readonly Topic[]) => void;
  /** Whether anybody wants to know of postings now. */
  readonly isNeeded: () => boolean;
}

/**
 * Every journal row is an act on the books; ids are given before the commit, so a lower one may become visible after a
 * higher: the newest id together with how many stand closely below it tells that apart too. Two looks that agree saw the same books.
 */
const booksNow = {
  name: "books_now",
  text: `select newest || ' ' || (select count(*) from journal where id > newest - 2000) as books
    from (select coalesce(max(id), 0) as newest from journal) j`,
};

/**
 * Begins to listen, and goes on through every loss of the connection. What is announced arrives through LISTEN. Postings are not
 * announced: while anybody wants to know, the books are looked at every quarter of a second, on the same connection,
 * which so also proves that it lives. What was committed is there at the next look, whoever crashed in the meantime.
 */
export function startListening(ears: Ears): Listener {
  const stopped = new AbortController();
  let current = Promise.withResolvers<Line>();
  current.promise.catch(() => undefined);

  async function listenUntilStopped(): Promise<void> {
    for (let retryMs = firstRetryMs; !stopped.signal.aborted; retryMs = Math.min(2 * retryMs, longestRetryMs)) {
      try {
        const line = await openLine(ears);
        try {
          current.resolve(line);
          retryMs = firstRetryMs;
          await keepLooking(line, ears, stopped.signal);
        } finally {
          current = Promise.withResolvers<Line>();
          line.close();
        }
      } catch (error) {
        ears.log.warn({ err: error }, "changes cannot be heard of; trying again");
      }
      await pause(retryMs, undefined, { signal: stopped.signal, ref: false }).catch(() => undefined);
    }
  }

  const listening = listenUntilStopped();
  return {
    async upToDate() {
      const line = await within(answerWithinMs, current.promise);
      await line.look();
    },
    async stop() {
      stopped.abort();
      await listening;
    },
  };
}

/** A connection that listens. */
interface Line {
  readonly lost: AbortSignal;
  /** Tells of postings where there are any new ones. */
  look(): Promise<void>;
  close(): void;
}

async function openLine({ direct, heard }: Ears): Promise<Line> {
  const { client, hangUp } = await openSession(direct, { applicationName: "sarraf listen" });
  const lost = new AbortController();
  client.once("end", () => lost.abort());
  client.once("error", () => lost.abort());
  let known: string | undefined;
  let closed = false;

  /** Looks first and tells then: what is committed meanwhile is found by the next look. */
  const lookOnce = async (announced: boolean): Promise<void> => {
    const { rows } = await within(answerWithinMs, client.query<{ books: string }>(booksNow));
    const books = rows[0]?.books;
    if (books === known && !announced) return;
    known = books;
    heard(["transactions"]);
  };
  let looking = Promise.resolve();
  const look = (announced = false): Promise<void> => {
    const next = looking.then(() => lookOnce(announced));
    looking = next.catch(() => undefined);
    return next;
  };

  client.on("notification", ({ payload }) => {
    const topic = allTopics.find((one) => one === payload);
    if (topic === undefined || closed) return;
    if (topic === "transactions") look(true).catch(() => lost.abort());
    else heard([topic]);
  });
  const close = (): void => {
    if (closed) return;
    closed = true;
    client.removeAllListeners("notification");
    hangUp();
  };
  try {
    await within(answerWithinMs, client.query(`listen ${channel}`));
    await look();
    // Whatever was announced while nobody listened.
    heard(allTopics);
  } catch (error) {
    close();
    throw error;
  }
  return { lost: lost.signal, look: () => look(), close };
}

async function keepLooking(line: Line, { isNeeded }: Ears, stopped: AbortSignal): Promise<void> {
  const ended = AbortSignal.any([line.lost, stopped]);
  while (!ended.aborted) {
    if (isNeeded()) await line.look();
    await pause(lookEveryMs, undefined, { signal: ended, ref: false }).catch(() => undefined);
  }
}
