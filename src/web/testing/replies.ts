import { vi } from "vitest";

/** What a stubbed server says to one call: a status (200 unless given) and a JSON body, or no answer at all. */
export type Said = { readonly status?: number; readonly body: unknown; readonly headers?: Record<string, string> } | "no answer";
/** By method and path, such as "POST /api/auth/login"; a function is asked anew at every call, with the body and the address. */
export type Replies = Record<string, Said | ((body: unknown, address: URL) => Said | Promise<Said>)>;

/** Stands in for the server in component tests. What is not listed is a 404. */
export function replying(replies: Replies) {
  const fetched = vi.fn<typeof fetch>(async (address, request) => {
    const url = addressOf(address);
    const sent: unknown = typeof request?.body === "string" ? JSON.parse(request.body) : undefined;
    const reply = replies[`${request?.method ?? "GET"} ${url.pathname}`] ?? refusal(404, "not_found", "There is nothing here.");
    const said = typeof reply === "function" ? await reply(sent, url) : reply;
    if (said === "no answer") throw new TypeError("Failed to fetch");
    return Response.json(said.body, { status: said.status ?? 200, headers: said.headers ?? {} });
  });
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

/** The address of a call that {@link replying} has recorded. */
export function addressOf(address: Parameters<typeof fetch>[0]): URL {
  return new URL(address instanceof Request ? address.url : address, "http://localhost");
}

/** An answer that is not a success, as the contract shapes it. */
export function refusal(status: number, code: string, message: string): Said {
  return { status, body: { message, code, requestId: "request-1" } };
}
