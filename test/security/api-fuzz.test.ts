import { afterAll, beforeAll, expect, test } from "vitest";

import { createHawala } from "#contract/hawalas.ts";
import { createChooser } from "#server/demo/random.ts";
import { hashPassword } from "#server/identity/password-hash.ts";
import { patienceMs, scaled, seedOf, tellFigures } from "#test/prove/scale.ts";
import { bodies, cash, openDesk, type Desk, type Party } from "#test/support/desk.ts";
import { fileWorkHere } from "#test/support/file-work.ts";
import { incoming, openBranch, openLondon, outgoing } from "#test/support/hawalas.ts";
import { currency, expectBooksBalance } from "#test/support/ledger.ts";
import type { SignedInClient } from "#test/support/server.ts";

import {
  fuzzedRoutes,
  fuzzRequest,
  openWire,
  type FuzzedRoute,
  type Wire,
  type WireAnswer,
  type WireRequest,
} from "./fuzz-requests.ts";
import type { Known } from "./fuzz-values.ts";

const requests = scaled(1_500, 25_000);
const seed = seedOf(20_260_321);
const atOnce = 12;

fileWorkHere();

let desk: Desk;
let wire: Wire;
let known: Known;
let routes: readonly FuzzedRoute[];
let passwordHash: string;

/** An office with something to find, to change and to delete behind every call. */
beforeAll(async () => {
  desk = await openDesk();
  wire = openWire(await desk.server.listen(), atOnce);
  routes = fuzzedRoutes(desk.server.app.routes);
  const parties: Party[] = [];
  for (const id of [currency.USD, currency.USD, currency.AFN, currency.EUR]) parties.push(await desk.open(id));
  const london = await openLondon(desk);
  const branch = await openBranch(desk, "1007", currency.AFN);
  const [one, two, afn] = parties as [Party, Party, Party];
  for (let round = 1; round <= 20; round += 1) {
    await desk.post(bodies.transfer(one, two, String(round)));
    await desk.post(bodies.credit(one, "50"));
    await desk.post(bodies.transfer(cash, afn, "700"));
    await desk.operator.ok(createHawala, { body: round % 2 === 0 ? incoming() : outgoing() });
  }
  passwordHash = await hashPassword("a till full of coins");
  const victims = await Promise.all([1, 2, 3].map(() => desk.server.signIn("user", { passwordHash })));
  const [row] = await desk.server.database.asOwner<{ today: string }>("select office_today()::text as today");
  known = {
    accounts: [...parties.map(({ id }) => id), cash.id, london.id, branch],
    users: victims.map(({ userId }) => userId),
    today: row?.today ?? "",
  };
});
afterAll(async () => {
  wire.close();
  await desk.close();
});

interface Tally {
  /** How many answers there were of each status. */
  readonly statuses: Map<number, number>;
  /** The calls that were carried out at least once. */
  readonly carriedOut: Set<string>;
  readonly called: Set<string>;
  /** What must not be, with the request that led to it. */
  readonly faults: string[];
}

/** Whoever is signed out by what he asked for signs in again. */
function principals() {
  const clients = new Map<string, Promise<SignedInClient>>();
  return {
    of: (name: string): Promise<SignedInClient> => {
      const client = clients.get(name) ?? desk.server.signIn(name.replace(/\d/, ""), { passwordHash });
      clients.set(name, client);
      return client;
    },
    forget: (name: string): void => void clients.delete(name),
  };
}

/** Sends the requests of a seed, several at a time, and counts what came of them. */
async function fuzz(count: number, among: readonly FuzzedRoute[], from: number): Promise<Tally> {
  const tally: Tally = { statuses: new Map(), carriedOut: new Set(), called: new Set(), faults: [] };
  const drawn = [
    ...among.filter(({ isHeavy }) => !isHeavy).flatMap((route) => Array.from({ length: 20 }, () => route)),
    ...among.filter(({ isHeavy }) => isHeavy),
  ];
  const who = principals();
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) {
      const number = from + next;
      next += 1;
      const chooser = createChooser(number);
      const fuzzed = chooser.oneOf(drawn);
      const name = chooser.oneOf(["admin1", "admin2", "admin3", "admin4", "admin5", "admin6", "operator1", "user1"]);
      const request = fuzzRequest(number, fuzzed, known);
      const { cookie } = await who.of(name);
      const answer = await wire.ask({ ...request, headers: { ...request.headers, cookie } });
      if (answer?.status === 401) who.forget(name);
      note(tally, { fuzzed, request, answer, number });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return tally;
}

/** What no answer may give away: SQL, places in the program, hashes of passwords. */
const inside = /violates|syntax error|relation "|node_modules|\.ts:\d|\/src\/|ENOENT|\$argon2|pg_catalog/;

function note(
  tally: Tally,
  asked: { fuzzed: FuzzedRoute; request: WireRequest; answer: WireAnswer | undefined; number: number },
): void {
  const { fuzzed, request, answer, number } = asked;
  const call = `${fuzzed.route.method} ${fuzzed.route.path}`;
  const status = answer?.status ?? 0;
  tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
  tally.called.add(call);
  if (status >= 200 && status < 300 && request.method === fuzzed.route.method) tally.carriedOut.add(call);
  const fault = faultOf(answer, request.method);
  if (fault === undefined) return;
  const sent = `${request.method} ${request.path} ${JSON.stringify(request.headers)} ${request.body?.subarray(0, 1_000).toString() ?? ""}`;
  tally.faults.push(`number ${String(number)}, ${call}: ${fault}\n${sent}`);
}

function faultOf(answer: WireAnswer | undefined, method: string): string | undefined {
  if (answer === undefined) return "the connection was lost";
  const { status, type, text } = answer;
  if (status >= 500 || status < 200) return `answered ${String(status)}: ${text.slice(0, 300)}`;
  if (status < 400 || method === "HEAD") return undefined;
  if (!type.startsWith("application/json")) return `an error of type ${type}`;
  const error = JSON.parse(text) as { message?: unknown; code?: unknown; requestId?: unknown };
  const isWhole = [error.message, error.code, error.requestId].every((part) => typeof part === "string" && part !== "");
  if (!isWhole) return `an error without its words: ${text.slice(0, 300)}`;
  return inside.test(text) ? `an error that tells of the inside: ${text.slice(0, 300)}` : undefined;
}

test(
  "nothing that is sent to any call of the contract ends in a defect or a lost connection, and the books balance after it",
  async () => {
    const tally = await fuzz(requests, routes, seed);
    const counts = [...tally.statuses]
      .toSorted(([left], [right]) => left - right)
      .map(([status, count]) => `${String(count)} × ${String(status)}`);
    expect(tally.faults.slice(0, 10)).toEqual([]);
    await expectBooksBalance(desk.server.database);
    // A battery of refusals alone would have tried the doors and never a room. How many it enters hangs on the seed.
    expect(tally.carriedOut.size).toBeGreaterThan(scaled(60, 100));
    expect(tally.called.size).toBeGreaterThanOrEqual(scaled(100, routes.length));
    tellFigures(
      `${String(requests)} requests to ${String(tally.called.size)} calls, ${String(tally.carriedOut.size)} of them carried out: ${counts.join(", ")}; 0 × 5xx, 0 connections lost, books balance`,
    );
  },
  patienceMs(60_000),
);

test("a call with a defect is found out", async () => {
  await desk.server.database.asOwner(
    "create function fail() returns trigger language plpgsql as $$ begin raise exception 'planted' using errcode = 'XX000'; end $$",
  );
  await desk.server.database.asOwner("create trigger planted before insert on accounts for each row execute function fail()");
  const creating = routes.filter(({ route }) => route.path === "/api/accounts" && route.method === "POST");
  const { faults } = await fuzz(60, creating, seed);
  await desk.server.database.asOwner("drop trigger planted on accounts");
  expect(faults.join("\n")).toMatch(/POST \/api\/accounts: answered 500/);
});
