import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { listAccounts } from "#contract/accounts.ts";
import { followChanges } from "#contract/events.ts";
import { serverLimits } from "#server/http/limits.ts";
import { isProof, patienceMs, scaled, tellFigures } from "#test/prove/scale.ts";
import { eventually } from "#test/support/eventually.ts";
import { startTestServer, type SignedInClient, type TestServer } from "#test/support/server.ts";

/** The battery waits for the limits as they are; in `npm test` they are so short. */
const limits = isProof
  ? { headersMs: serverLimits.headersTimeoutMs, requestMs: serverLimits.requestTimeoutMs }
  : { headersMs: 500, requestMs: 1_000 };
const ofEachKind = scaled(10, 100);
const betweenBytesMs = 100;
/** How late a connection may be cut: they are looked after every so often, and a machine may be busy. */
const tolerance = 3 * serverLimits.checkingIntervalMs;

let server: TestServer;
let patient: TestServer;
let client: SignedInClient;
let cookie: string;
beforeAll(async () => {
  [server, patient] = await Promise.all([startTestServer(), startTestServer()]);
  Object.assign(server.app.server, { headersTimeout: limits.headersMs, requestTimeout: limits.requestMs });
  Object.assign(patient.app.server, { headersTimeout: 0, requestTimeout: 0 });
  client = await server.signIn("user");
  ({ cookie } = client);
});
afterAll(() => Promise.all([server.close(), patient.close()]));

interface SlowClient {
  readonly isCut: () => boolean;
  readonly received: () => string;
}

/** Connects, sends the beginning, and then one byte after the other without an end; or nothing any more. */
function slowClient(address: string, beginning: string, drip: string): SlowClient {
  const { port, hostname } = new URL(address);
  const socket: Socket = connect(Number(port), hostname);
  let [received, isCut] = ["", false];
  socket.on("data", (bytes) => (received += bytes.toString("latin1")));
  socket.on("error", () => undefined);
  const dripping = drip === "" ? undefined : setInterval(() => socket.write(drip), betweenBytesMs);
  socket.once("close", () => {
    isCut = true;
    clearInterval(dripping);
  });
  if (beginning !== "") socket.write(beginning);
  onTestFinished(() => void socket.destroy());
  return { isCut: () => isCut, received: () => received };
}

const head = (call: string): string => `${call} HTTP/1.1\r\nhost: x\r\n`;
const kinds = {
  "that send their headers byte by byte": [head("GET /api/accounts"), "x", limits.headersMs],
  "that connect and say nothing": ["", "", limits.headersMs],
  "that announce a body and send it byte by byte": [
    `${head("POST /api/auth/login")}content-type: application/json\r\ncontent-length: 60000\r\n\r\n{`,
    " ",
    limits.requestMs,
  ],
  "that send a body in pieces without an end": [
    `${head("POST /api/auth/login")}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`,
    "1\r\n \r\n",
    limits.requestMs,
  ],
} as const;

/** Asks for something every so often until the signal, and says how long each answer took. */
async function othersServed(over: AbortSignal): Promise<number[]> {
  const took: number[] = [];
  while (!over.aborted) {
    const began = performance.now();
    expect((await client.send(listAccounts)).statusCode).toBe(200);
    took.push(performance.now() - began);
    await pause(20);
  }
  return took;
}

const rounded = (milliseconds: number): string => new Intl.NumberFormat("en", { maximumFractionDigits: 0 }).format(milliseconds);

describe("clients that are slow on purpose", () => {
  test(
    "are cut when their time is over while others are served; without the limits they would stay for ever",
    async () => {
      const [here, there] = await Promise.all([server.listen(), patient.listen()]);
      const over = new AbortController();
      const others = othersServed(over.signal);
      const began = performance.now();
      const attacks = Object.values(kinds).map(([beginning, drip, limitMs]) => ({
        limitMs,
        clients: Array.from({ length: ofEachKind }, () => slowClient(here, beginning, drip)),
        lasting: slowClient(there, beginning, drip),
      }));
      let latest = 0;
      await Promise.all(
        attacks.map(async ({ clients, limitMs }) => {
          await pause(limitMs / 2);
          expect(clients.filter(({ isCut }) => isCut()).length).toBe(0);
          await pause(limitMs / 2);
          await eventually("all of them are cut", () => clients.every(({ isCut }) => isCut()));
          latest = Math.max(latest, performance.now() - began - limitMs);
        }),
      );
      over.abort();
      const took = (await others).toSorted((left, right) => left - right);
      expect(attacks.filter(({ lasting }) => lasting.isCut())).toEqual([]);
      const { clients } = attacks[0] ?? { clients: [] };
      expect(clients[0]?.received()).toMatch(/^HTTP\/1.1 408 .*took too long to arrive/s);
      expect(latest).toBeLessThan(tolerance * 2);
      tellFigures(
        `${String(attacks.length * ofEachKind)} slow clients of ${String(attacks.length)} kinds cut, the last ${rounded(latest)} ms after its limit of ${String(limits.headersMs / 1000)} or ${String(limits.requestMs / 1000)} s; ${String(took.length)} others served meanwhile, the slowest in ${rounded(took.at(-1) ?? 0)} ms`,
      );
    },
    patienceMs(60_000),
  );

  // In `npm test` streams are cut below the network, in live.test.ts: what the kernel holds for both sides has to be filled here first.
  if (isProof) {
    test(
      "that follow the changes and never read are cut, and who reads hears on",
      async () => {
        const address = `http://127.0.0.1:${String((server.app.server.address() as { port: number }).port)}`;
        const { port, hostname } = new URL(address);
        const silent = Array.from({ length: scaled(3, 15) }, () => {
          const socket = connect(Number(port), hostname);
          socket.on("error", () => undefined).pause();
          socket.write(`${head(`GET ${followChanges.path}`)}cookie: ${cookie}\r\n\r\n`);
          onTestFinished(() => void socket.destroy());
          return socket;
        });
        const { live } = server.app.deps;
        await eventually("all of them are followed", () => live.streamCount === silent.length);
        const reader = followAsBrowsersDo(`${address}${followChanges.path}`);
        let changes = 0;
        await eventually("those who do not read are gone", async () => {
          changes += 2_000;
          await server.database.asOwner(manyChanges(2_000));
          reader.forget();
          await server.database.asOwner("select pg_notify('changes', 'currencies')");
          await eventually("who reads has heard of the last change", () => reader.heard().includes('"currencies"'));
          return live.streamCount <= 1;
        });
        tellFigures(
          `${String(silent.length)} event streams that nobody reads cut after ${String(changes)} changes at most; the one that is read was told on`,
        );
      },
      patienceMs(60_000),
    );
  }
});

/** Reads the stream, and connects again where it is cut: more at one blow than may wait for anybody cuts who reads as well. */
function followAsBrowsersDo(url: string) {
  const over = new AbortController();
  onTestFinished(() => over.abort());
  let heard = "";
  const read = async (): Promise<void> => {
    const { body } = await fetch(url, { headers: { cookie }, signal: over.signal });
    for await (const bytes of body ?? []) heard += Buffer.from(bytes).toString();
  };
  void (async () => {
    while (!over.signal.aborted) await read().catch(() => pause(betweenBytesMs));
  })();
  return { heard: () => heard, forget: () => void (heard = "") };
}

/**
 * Each a transaction of its own: PostgreSQL tells of the same thing once in a transaction. With a breath now and then, since hundreds
 * at one blow are more than may wait for anybody.
 */
function manyChanges(count: number): string {
  const breath = "if n % 50 = 0 then perform pg_sleep(0.01); end if";
  return `do $$ begin for n in 1..${String(count)} loop perform pg_notify('changes', 'accounts'); commit; ${breath}; end loop; end $$`;
}
