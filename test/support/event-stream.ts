import { onTestFinished } from "vitest";

import { change, followChanges, type Change, type Topic } from "#contract/events.ts";

import { eventually } from "./eventually.ts";

/** A screen that is kept told, as its program sees the stream. */
export interface EventStream {
  readonly headers: Headers;
  /** Every message so far; the first says what was missed. */
  readonly messages: readonly Change[];
  /** Everything that came, as it came. */
  readonly text: string;
  /** The topics of all messages after the first. */
  heard(): readonly Topic[];
  /** Waits for a message after the first that names this topic. */
  hears(topic: Topic): Promise<void>;
  /** Forgets what was heard. */
  forget(): void;
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>;
  /** Ends it from this side. */
  close(): void;
}

/** Connects to a listening server. Resolves with the first message; closed when the test is over. */
export async function openStream(address: string, { cookie }: { readonly cookie: string }, since = ""): Promise<EventStream> {
  const hangUp = new AbortController();
  onTestFinished(() => hangUp.abort());
  const url = `${address}${followChanges.path}${since === "" ? "" : `?since=${encodeURIComponent(since)}`}`;
  const response = await fetch(url, { headers: { cookie }, signal: hangUp.signal });
  if (!response.ok || response.body === null) throw new Error(`${String(response.status)} ${await response.text()}`);
  const messages: Change[] = [];
  let text = "";
  let forgotten = 1;
  const reading = read(response.body, (piece) => {
    text += piece;
    const whole = text.split("\n\n").slice(0, -1);
    const data = whole.flatMap((block) => /^data: (.*)$/m.exec(block)?.[1] ?? []);
    for (const message of data.slice(messages.length)) messages.push(change.parse(JSON.parse(message)));
  });
  const ended = reading.catch((error: unknown) => {
    if (!hangUp.signal.aborted) throw error;
  });
  ended.catch(() => undefined);
  await eventually("the first message arrives", () => messages.length > 0);
  const heard = (): Topic[] => messages.slice(forgotten).flatMap(({ topics }) => topics);
  return {
    headers: response.headers,
    messages,
    get text() {
      return text;
    },
    heard,
    hears: async (topic) => void (await eventually(`"${topic}" is heard of`, () => heard().includes(topic))),
    forget: () => void (forgotten = messages.length),
    ended,
    close: () => hangUp.abort(),
  };
}

async function read(body: ReadableStream<Uint8Array>, take: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  for await (const bytes of body) take(decoder.decode(bytes, { stream: true }));
}
