import { vi } from "vitest";

import type { Topic } from "#contract/events.ts";

/** A connection that a component test plays the server of. */
class PlayedSource extends EventTarget {
  static readonly CLOSED = 2;
  readyState = 0;
  readonly address: URL;

  constructor(address: string) {
    super();
    this.address = new URL(address, "http://localhost");
    opened.push(this);
  }

  close(): void {
    this.readyState = PlayedSource.CLOSED;
  }

  get isOpen(): boolean {
    return this.readyState !== PlayedSource.CLOSED;
  }

  /** Where the page says that it was. */
  get since(): string | null {
    return this.address.searchParams.get("since");
  }

  says(position: string, topics: readonly Topic[]): void {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify({ position, topics }) }));
  }

  beats(): void {
    this.dispatchEvent(new MessageEvent("beat", { data: "{}" }));
  }

  /** The line is cut; or the server has answered with a refusal. */
  breaks(how: "cut" | "refused"): void {
    if (how === "refused") this.readyState = PlayedSource.CLOSED;
    this.dispatchEvent(new Event("error"));
  }
}
export type { PlayedSource };

const opened: PlayedSource[] = [];

/** Stands in for server-sent events. Gives back the connections in the order they were opened. */
export function playingSources(): readonly PlayedSource[] {
  opened.length = 0;
  vi.stubGlobal("EventSource", PlayedSource);
  return opened;
}
