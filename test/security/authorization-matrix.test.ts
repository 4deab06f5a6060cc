import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, expect, test } from "vitest";

import { listCurrencies } from "#contract/currencies.ts";
import { knownRole, mayCall } from "#contract/permissions.ts";
import type { Route } from "#contract/route.ts";
import { declaredRoutes } from "#server/features/documentation/declared-routes.ts";
import { tellFigures } from "#test/prove/scale.ts";
import { fileWorkHere } from "#test/support/file-work.ts";
import { startTestServer, type SignedInClient, type TestServer } from "#test/support/server.ts";

fileWorkHere();

let server: TestServer;
let address: string;
beforeAll(async () => {
  server = await startTestServer();
  address = await server.listen();
});
afterAll(() => server.close());

const routes = await declaredRoutes();

interface Principal {
  readonly role: string;
  readonly isActive?: false;
  readonly mustChangePassword?: true;
  /** The session is there and has run out. */
  readonly isExpired?: true;
}

/** Everybody who might knock. */
const principals: Readonly<Record<string, Principal | undefined>> = {
  anonymous: undefined,
  admin: { role: "admin" },
  operator: { role: "operator" },
  user: { role: "user" },
  "an unknown role": { role: "supervisor" },
  "a deactivated admin": { role: "admin", isActive: false },
  "an admin whose password change is due": { role: "admin", mustChangePassword: true },
  "an admin whose session has run out": { role: "admin", isExpired: true },
};

type Admission = "admitted" | 401 | 403;

function expected({ access }: Route, principal: Principal | undefined): Admission {
  if (access === "public") return "admitted";
  if (principal === undefined || principal.isActive === false || principal.isExpired) return 401;
  if (principal.mustChangePassword && access !== "session") return 403;
  return mayCall(knownRole(principal.role), access) ? "admitted" : 403;
}

/** Knocks with a request that no handler accepts: whoever is admitted is told so, or that nothing has this id. */
async function admission(route: Route, client: SignedInClient | undefined): Promise<Admission> {
  const path = route.path.replaceAll(/:\w+/g, route.path.startsWith("/api/users") ? randomUUID() : "2147483646");
  const hangUp = new AbortController();
  const answer = await fetch(`${address}${path}`, {
    method: route.method,
    signal: hangUp.signal,
    headers: { "content-type": "application/json", ...(client === undefined ? {} : { cookie: client.cookie }) },
    ...(route.method === "GET" ? {} : { body: '{"__nothing__":true}' }),
  });
  // What streams has no end to wait for.
  const body = route.messages !== undefined && answer.ok ? "" : await answer.text().catch(() => "");
  hangUp.abort();
  if (answer.status >= 500) throw new Error(`${route.method} ${route.path} answered ${String(answer.status)}: ${body}`);
  if (answer.status !== 401 && answer.status !== 403) return "admitted";
  return isRefusedSignIn(route, answer.status) ? "admitted" : answer.status;
}

/** A sign-in that was tried and failed. */
function isRefusedSignIn(route: Route, status: number): boolean {
  return route.path === "/api/auth/login" && status === 401;
}

async function expire(client: SignedInClient | undefined): Promise<void> {
  await server.database.asOwner("update sessions set expires_at = now() - interval '1 second' where user_id = $1", [
    client?.userId,
  ]);
}

const decisions = new Map<Admission, number>();

test("every route of the contract is served, and nothing else", () => {
  const named = (route: Route): string => `${route.method} ${route.path}`;
  expect(server.app.routes.map(named).toSorted()).toEqual(routes.map(named).toSorted());
});

test.each(routes.map((route) => [`${route.method} ${route.path} (${route.access})`, route] as const))(
  "%s admits whom it is declared for, and nobody else",
  async (_name, route) => {
    const knocks = Object.entries(principals).map(async ([who, principal]) => {
      // Each call is made by a fresh one: some calls end the session they are made with.
      const client = principal === undefined ? undefined : await server.signIn(principal.role, principal);
      if (principal?.isExpired) await expire(client);
      return [who, await admission(route, client)] as const;
    });
    const answers = await Promise.all(knocks);
    const wanted = Object.entries(principals).map(([who, principal]) => [who, expected(route, principal)] as const);
    expect(Object.fromEntries(answers)).toEqual(Object.fromEntries(wanted));
    for (const [, answer] of answers) decisions.set(answer, (decisions.get(answer) ?? 0) + 1);
  },
);

test("every route was asked for by everybody, and a door that stands open would be seen", async () => {
  const all = routes.length * Object.keys(principals).length;
  expect([...decisions.values()].reduce((sum, count) => sum + count, 0)).toBe(all);
  // The same knock at a route that is declared for admins and served to all: its answer is not the declared one.
  const user = await server.signIn("user");
  const declared = { ...listCurrencies, access: "admin" } as const;
  expect(await admission(declared, user)).not.toBe(expected(declared, { role: "user" }));
  const counts = [...decisions].map(([decision, count]) => `${String(count)} × ${String(decision)}`);
  tellFigures(
    `${String(routes.length)} routes × ${String(Object.keys(principals).length)} principals: ${String(all)} of ${String(all)} as declared (${counts.join(", ")})`,
  );
});
