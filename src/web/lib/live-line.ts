import { followChanges, type Change } from "#contract/events.ts";

import { ApiError } from "./api-error.ts";
import { urlOf } from "./api.ts";
import { noteBreak } from "./connection.ts";

const firstRetryMs = 250;
const longestRetryMs = 2_000;
/** After a refusal that signing in does not mend, such as one window too many. */
const afterRefusalMs = 10_000;
/** A gap shorter than this is nobody's concern: everything in it is caught up with. */
const lostAfterMs = 3_000;
/** The server says something every twenty seconds. One that is silent for longer is behind a line that was cut. */
const silentForMs = 50_000;

/** Whether what other desks do is heard of here. */
export type Liveness = "live" | "lost";

export interface Line {
  open(): void;
  close(): void;
  /** Does not wait any longer where it waits for another attempt. */
  readonly retryNow: () => void;
}

interface Listening {
  /** Called with each message; the first of a connection says what was missed. */
  readonly heard: (change: Change, isFirst: boolean) => void;
  readonly noted: (liveness: Liveness) => void;
  /** A call, for an answer where the stream gives none. */
  readonly ask: () => Promise<unknown>;
}

/** A connection that is made again whenever it is lost, and goes on where it was. */
export function createLine({ heard, noted, ask }: Listening): Line {
  let hangUp: (() => void) | undefined;
  let position: string | undefined;
  let failures = 0;
  let refusals = 0;
  const retrying = createTimer();
  const loss = createTimer();

  function connect(): void {
    hangUp = listen(position, {
      heard: (change, isFirst) => {
        position = change.position;
        settle();
        heard(change, isFirst);
      },
      lost,
    });
  }

  function settle(): void {
    failures = 0;
    refusals = 0;
    loss.stop();
    noted("live");
  }

  function lost(how: "cut" | "refused"): void {
    hangUp = undefined;
    noteBreak();
    if (!loss.isRunning) loss.start(lostAfterMs, () => noted("lost"));
    if (how === "refused") {
      refusals += 1;
      void retryAfterRefusal();
    } else {
      retrySoon();
    }
  }

  function retrySoon(): void {
    const waitMs = Math.min(firstRetryMs * 2 ** failures, longestRetryMs);
    failures += 1;
    // Not all screens of an office at the same moment.
    retrying.start(waitMs * (0.5 + Math.random() / 2), connect);
  }

  /** The stream cannot say why it was refused, and a call can: one that meets an ended session has the person sign in again. */
  async function retryAfterRefusal(): Promise<void> {
    retrying.start(afterRefusalMs, connect);
    if (refusals > 1) return;
    try {
      await ask();
      if (retrying.isRunning) retrying.start(0, connect);
    } catch (error) {
      // Whoever does not sign in now is asked by what they do next. A server that is about to stop refuses as well.
      if (!retrying.isRunning || !(error instanceof ApiError && error.isAway)) return;
      refusals = 0;
      retrySoon();
    }
  }

  return {
    open() {
      if (hangUp === undefined && !retrying.isRunning) connect();
    },
    close() {
      hangUp?.();
      hangUp = undefined;
      retrying.stop();
      settle();
    },
    retryNow: () => {
      if (retrying.isRunning) retrying.start(0, connect);
    },
  };
}

interface Listener extends Pick<Listening, "heard"> {
  /** Called once, when nothing more will come. */
  readonly lost: (how: "cut" | "refused") => void;
}

/** One connection, from where the last one was. The returned function ends it. */
function listen(since: string | undefined, { heard, lost }: Listener): () => void {
  const source = new EventSource(urlOf(followChanges, { query: { since } }));
  const silence = createTimer();
  let isFirst = true;
  const end = (): void => {
    silence.stop();
    source.close();
  };
  const awaitMore = (): void =>
    silence.start(silentForMs, () => {
      end();
      lost("cut");
    });
  awaitMore();
  source.addEventListener("beat", awaitMore);
  source.addEventListener("message", ({ data }: MessageEvent<string>) => {
    awaitMore();
    heard(JSON.parse(data) as Change, isFirst);
    isFirst = false;
  });
  // The browser would try again by itself, but without saying where it was.
  source.addEventListener("error", () => {
    const how = source.readyState === EventSource.CLOSED ? "refused" : "cut";
    end();
    lost(how);
  });
  return end;
}

/** One thing to be done later; starting it again puts it off. */
function createTimer() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    get isRunning() {
      return timer !== undefined;
    },
    start(afterMs: number, run: () => void) {
      clearTimeout(timer);
      timer = setTimeout(() => {
        timer = undefined;
        run();
      }, afterMs);
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
