import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";

import type { ErrorReply } from "#contract/errors.ts";

const statusOfFault: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** Answers, in the words of every other error, a request so broken or slow that it never became one, and cuts the line. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket, nextRequestId: () => string): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  if (socket.writable) {
    const status = statusOfFault[error.code ?? ""] ?? 400;
    const requestId = nextRequestId();
    const message = status === 408 ? "The request took too long to arrive" : "The request is malformed";
    const body = JSON.stringify({ message, code: "invalid", requestId } satisfies ErrorReply);
    const head = [
      `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ""}`,
      "connection: close",
      "cache-control: no-store",
      "content-type: application/json; charset=utf-8",
      "x-content-type-options: nosniff",
      `x-request-id: ${requestId}`,
      `content-length: ${String(Buffer.byteLength(body))}`,
    ];
    socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  }
  socket.destroySoon();
}
