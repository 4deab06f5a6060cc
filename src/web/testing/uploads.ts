import { vi } from "vitest";

import type { Said } from "./replies.ts";

/** A form that was sent. */
export interface SentForm {
  readonly method: string;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly form: FormData;
}

/**
 * Stands in for the server of forms with a file, which do not go by `fetch`: the answers in their order, of which "never" is
 * one that does not come. Gives back what was sent.
 */
export function uploading(answers: readonly (Said | "never")[]): readonly SentForm[] {
  const sent: SentForm[] = [];
  class StubRequest extends EventTarget {
    readonly upload = new EventTarget();
    status = 0;
    readonly statusText = "";
    responseType = "";
    response = new ArrayBuffer(0);
    #method = "";
    #address = "";
    readonly #headers: Record<string, string> = {};

    open(method: string, address: string): void {
      this.#method = method;
      this.#address = address;
    }

    setRequestHeader(name: string, value: string): void {
      this.#headers[name] = value;
    }

    getAllResponseHeaders(): string {
      return "content-type: application/json\r\n";
    }

    abort(): void {
      this.dispatchEvent(new Event("abort"));
    }

    send(form: FormData): void {
      const said = answers[sent.length] ?? "never";
      sent.push({ method: this.#method, address: this.#address, headers: this.#headers, form });
      queueMicrotask(() => this.#answer(said));
    }

    #answer(said: Said | "never"): void {
      for (const loaded of [1, 2]) {
        this.upload.dispatchEvent(Object.assign(new Event("progress"), { lengthComputable: true, loaded, total: 2 }));
      }
      if (said === "never") return;
      if (said === "no answer") {
        this.dispatchEvent(new Event("error"));
        return;
      }
      this.status = said.status ?? 200;
      this.response = new TextEncoder().encode(JSON.stringify(said.body)).buffer;
      this.dispatchEvent(new Event("load"));
    }
  }
  vi.stubGlobal("XMLHttpRequest", StubRequest);
  return sent;
}
