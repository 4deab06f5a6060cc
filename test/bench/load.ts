import { createConnection, type Socket } from "node:net";

/** A request as bytes of HTTP/1.1 want it: everything but its method line's constant parts. */
export interface LoadRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What a round of requests gave. */
export interface LoadRound {
  readonly perSecond: number;
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  /** How many answers had another status than the expected one. They count for nothing else. */
  readonly refused: number;
}

interface Round {
  readonly origin: URL;
  readonly expectedStatus: number;
  readonly nextRequest: () => LoadRequest;
  readonly until: number;
  readonly latenciesMs: number[];
  refused: number;
}

/**
 * Keeps `inFlight` keep-alive connections busy for some seconds, each with one request at a time. An answer of another status
 * than the expected one is counted, and told where a person looks for errors. It writes and reads bare sockets: server, database and load share the machine's cores, and a
 * general HTTP client would take a fifth of what is measured, where pgbench on the other side takes next to nothing.
 */
export async function loadWith(
  nextRequest: () => LoadRequest,
  load: { readonly url: string; readonly inFlight: number; readonly seconds: number; readonly expectedStatus: number },
): Promise<LoadRound> {
  const started = performance.now();
  const round: Round = {
    origin: new URL(load.url),
    expectedStatus: load.expectedStatus,
    nextRequest,
    until: started + load.seconds * 1_000,
    latenciesMs: [],
    refused: 0,
  };
  await Promise.all(Array.from({ length: load.inFlight }, async () => keepBusy(round)));
  const seconds = (performance.now() - started) / 1_000;
  const sorted = round.latenciesMs.toSorted((left, right) => left - right);
  const quantile = (part: number): number => Math.round((sorted[Math.floor(part * sorted.length)] ?? Number.NaN) * 10) / 10;
  const { refused } = round;
  return { perSecond: sorted.length / seconds, medianMs: quantile(0.5), p95Ms: quantile(0.95), p99Ms: quantile(0.99), refused };
}

/** One connection: request, answer, request, … until the round's time is over. */
async function keepBusy(round: Round): Promise<void> {
  const socket = createConnection({ host: round.origin.hostname, port: Number.parseInt(round.origin.port, 10), noDelay: true });
  await new Promise<void>((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0);
    let sentAt = send(socket, round);
    socket.once("error", reject);
    socket.once("close", () => reject(new Error("the server closed a connection under load")));
    socket.on("data", (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const status = statusOfWhole(received);
      if (status === undefined) return;
      const now = performance.now();
      if (status === round.expectedStatus) round.latenciesMs.push(now - sentAt);
      else refuse(round, received);
      received = Buffer.alloc(0);
      if (now < round.until) sentAt = send(socket, round);
      else resolve();
    });
  });
  socket.removeAllListeners("close");
  socket.destroy();
}

/** The first is enough to see what is wrong. */
function refuse(round: Round, answer: Buffer): void {
  round.refused += 1;
  if (round.refused === 1) console.error(`an answer under load: ${answer.toString("utf8")}`);
}

function send(socket: Socket, { nextRequest, origin }: Round): number {
  const { method, path, headers, body = "" } = nextRequest();
  let head = `${method} ${path} HTTP/1.1\r\nhost: ${origin.host}\r\n`;
  for (const name in headers) head += `${name}: ${headers[name] ?? ""}\r\n`;
  socket.write(`${head}content-length: ${String(Buffer.byteLength(body))}\r\n\r\n${body}`);
  return performance.now();
}

const headEnd = "\r\n\r\n";
const lengthHeader = /\r\ncontent-length: (\d+)/i;

/** The status of an answer that has arrived whole; undefined before. */
function statusOfWhole(received: Buffer): number | undefined {
  const end = received.indexOf(headEnd);
  if (end < 0) return undefined;
  const head = received.toString("latin1", 0, end);
  const length = Number.parseInt(lengthHeader.exec(head)?.[1] ?? "", 10);
  if (Number.isNaN(length)) throw new Error(`an answer without its length: ${head}`);
  if (received.length < end + headEnd.length + length) return undefined;
  return Number.parseInt(head.slice("HTTP/1.1 ".length), 10);
}
