import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { knownRole, mayCall } from "#contract/permissions.ts";
import type { Route } from "#contract/route.ts";
import { declaredRoutes } from "#server/features/documentation/declared-routes.ts";
import { startTestServer, type SignedInClient, type TestServer } from "#test/support/server.ts";

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
  "a user whose password change is due": { role: "user", mustChangePassword: true },
};

type Admission = "admitted" | 401 | 403;

function expected({ access }: Route, principal: Principal | undefined): Admission {
  if (access === "public") return "admitted";
  if (principal === undefined || principal.isActive === false) return 401;
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

test("every route of the contract is served, and nothing else", () => {
  const named = (route: Route): string => `${route.method} ${route.path}`;
  expect(server.app.routes.map(named).toSorted()).toEqual(routes.map(named).toSorted());
});

describe.each(routes.map((route) => [`${route.method} ${route.path} (${route.access})`, route] as const))(
  "%s",
  (_name, route) => {
    test.each(Object.entries(principals))("%s", async (_who, principal) => {
      // Each call is made by a fresh one: some calls end the session they are made with.
      const client = principal === undefined ? undefined : await server.signIn(principal.role, principal);
      expect(await admission(route, client)).toBe(expected(route, principal));
    });
  },
);
