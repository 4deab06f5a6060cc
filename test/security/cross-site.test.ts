import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { listAccounts } from "#contract/accounts.ts";
import type { Route } from "#contract/route.ts";
import { declaredRoutes } from "#server/features/documentation/declared-routes.ts";
import { isProof, tellFigures } from "#test/prove/scale.ts";
import { startTestServer, type SignedInClient, type TestServer } from "#test/support/server.ts";

const publicUrl = "https://books.example.af";
let server: TestServer;
let address: string;
let admin: SignedInClient;
beforeAll(async () => {
  server = await startTestServer({ publicUrl });
  address = await server.listen();
  admin = await server.signIn("admin");
});
afterAll(() => server.close());

const routes = await declaredRoutes();
const writes = routes.filter(({ method }) => method !== "GET");

/** What browsers say of where a request comes from, and whether a write may. Sec-Fetch-Site, where it stands, decides alone. */
const origins = [
  publicUrl,
  "own",
  "https://evil.example",
  "null",
  "https://books.example.af.evil.example",
  "http://books.example.af",
];
const sites = ["same-origin", "same-site", "cross-site", "none", ""];
const combinations = [undefined, ...sites].flatMap((site) => [undefined, ...origins].map((origin) => ({ site, origin })));

function isAllowed({ site, origin }: { site: string | undefined; origin: string | undefined }): boolean {
  if (site !== undefined) return site === "same-origin";
  return origin === undefined || origin === publicUrl || origin === "own";
}

/** All of them in the battery; in `npm test` each write meets some, and each of them some writes. */
const everyNth = isProof ? 1 : 5;
const asked = writes.flatMap((_write, nth) => combinations.filter((_, index) => (nth + index) % everyNth === 0)).length;

const refusedWrites = { allowed: 0, refused: 0 };

/** Whether the write was refused for where it came from; what it asks for is nothing that any call carries out. */
async function isRefused(
  route: Route,
  { site, origin }: { site: string | undefined; origin: string | undefined },
): Promise<boolean> {
  const answer = await server.anonymous.request({
    method: route.method,
    url: route.path.replaceAll(/:\w+/g, "2147483646"),
    headers: {
      host: new URL(address).host,
      "content-type": "application/json",
      ...(route.access === "public" ? {} : { cookie: admin.cookie }),
      ...(site === undefined ? {} : { "sec-fetch-site": site }),
      ...(origin === undefined ? {} : { origin: origin === "own" ? address : origin }),
    },
    payload: '{"__proto__":0}',
  });
  expect(answer.statusCode).toBeLessThan(500);
  return answer.json<{ code?: string }>().code === "cross_site";
}

describe("a write that another site's page sets off", () => {
  test.each(writes.map((route, nth) => [`${route.method} ${route.path}`, route, nth] as const))(
    "is refused: %s",
    async (_name, route, nth) => {
      for (const combination of combinations.filter((_, index) => (nth + index) % everyNth === 0)) {
        const wanted = !isAllowed(combination);
        expect(await isRefused(route, combination), JSON.stringify(combination)).toBe(wanted);
        refusedWrites[wanted ? "refused" : "allowed"] += 1;
      }
    },
  );

  test("is what these tests tell apart: of each kind there were many, and a read is not refused", async () => {
    const { refused, allowed } = refusedWrites;
    expect(refused + allowed).toBe(asked);
    expect(Math.min(refused, allowed)).toBeGreaterThan(writes.length);
    const reading = await admin.send(listAccounts, { headers: { "sec-fetch-site": "cross-site" } });
    expect(reading.statusCode).toBe(200);
    tellFigures(
      `${String(writes.length)} writes × ${String(combinations.length)} combinations of Sec-Fetch-Site and Origin, ${String(asked)} asked: ${String(refused)} refused, ${String(allowed)} let through, each as it must`,
    );
  });
});
