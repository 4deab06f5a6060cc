import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { Route } from "#contract/route.ts";
import { startTestServer, type TestServer } from "#test/support/server.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

function filesBelow(folder: string, ending: RegExp): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => ending.test(path))
    .map((path) => join(folder, path));
}

function read(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

/** A module and all of ours that it imports, those that it imports in the course of its work included. */
function reachedFrom(module: string, reached = new Set<string>()): ReadonlySet<string> {
  if (reached.has(module)) return reached;
  reached.add(module);
  for (const [, from = ""] of read(module).matchAll(/(?:from |import\()"((?:\.|#)[^"]+\.tsx?)"/g)) {
    const top = from.startsWith("#test/") ? "test" : "src";
    reachedFrom(from.startsWith("#") ? from.replace(/^#(?:test\/)?/, `${top}/`) : join(dirname(module), from), reached);
  }
  return reached;
}

function isRoute(value: unknown): value is Route {
  return typeof value === "object" && value !== null && "path" in value && "method" in value && "access" in value;
}

/** Every declared call, under the name it is exported by. */
async function declaredRoutes(): Promise<ReadonlyMap<string, Route>> {
  const routes = new Map<string, Route>();
  for (const file of filesBelow("src/contract", /^[a-z-]+\.ts$/)) {
    const exported = (await import(join(root, file))) as Record<string, unknown>;
    for (const [name, value] of Object.entries(exported)) if (isRoute(value)) routes.set(name, value);
  }
  return routes;
}

let server: TestServer;
let declared: ReadonlyMap<string, Route>;
beforeAll(async () => {
  server = await startTestServer();
  declared = await declaredRoutes();
});
afterAll(() => server.close());

describe("the contract", () => {
  test("is served whole, and nothing else is", () => {
    expect(new Set(server.app.routes)).toEqual(new Set(declared.values()));
    expect(declared.size).toBeGreaterThan(40);
  });

  test("has a test for every call", () => {
    const tests = [...filesBelow("src", /\.test\.tsx?$/), ...filesBelow("test", /\.test\.ts$/)].map(read).join("\n");
    expect([...declared.keys()].filter((name) => !new RegExp(`\\b${name}\\b`).test(tests))).toEqual([]);
  });

  test("says each path once", () => {
    const calls = [...declared.values()].map(({ method, path }) => `${method} ${path}`);
    expect(calls.filter((call, index) => calls.indexOf(call) !== index)).toEqual([]);
  });

  test("never declares money as a number, but for the one field that earlier clients read so", () => {
    const money = /\b(\w*(?:[aA]mount|[bB]alance|[rR]ate|[tT]otal))\s*:\s*z\s*\.(?:number|int|coerce\.number)\(/g;
    const found = filesBelow("src/contract", /\.ts$/).flatMap((file) => [...read(file).matchAll(money)].map((match) => match[1]));
    expect(found).toEqual(["currentbalance"]);
  });

  test("and the server's features have the same nouns", () => {
    const nouns = readdirSync(join(root, "src/server/features")).toSorted();
    const contracts = filesBelow("src/contract", /^[a-z-]+\.ts$/).map((file) => basename(file, ".ts"));
    expect(nouns.filter((noun) => !contracts.includes(noun))).toEqual([]);
    const pages = readdirSync(join(root, "src/web/features")).filter((noun) => noun !== "dashboard");
    expect(pages.filter((noun) => !nouns.includes(noun))).toEqual([]);
  });
});

test("the service of the operations page starts the program as npm start does", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: { start: string } };
  expect(read("docs/operations.md")).toContain(`ExecStart=/srv/sarraf/app/node_modules/.bin/${scripts.start}\n`);
});

test("the proxy of the operations page is one that the nginx of Debian 12 knows, which is older than its directive http2", () => {
  const [, nginx = ""] = /```nginx\n(.*?)```/s.exec(read("docs/operations.md")) ?? [];
  expect(nginx).toMatch(/^ *listen 443 ssl http2;$/m);
  expect(nginx).not.toMatch(/^ *http2 /m);
});

test("a migration that was released is never changed, and each is listed when it is", () => {
  const released = JSON.parse(read("src/db/migrations/released.json")) as Record<string, string>;
  const files = filesBelow("src/db/migrations", /\.sql$/).map((file) => [
    basename(file),
    createHash("sha256").update(read(file)).digest("hex"),
  ]);
  expect(Object.fromEntries(files)).toEqual(released);
});

describe("the tree", () => {
  test("keeps the ledger small enough to read in one sitting", () => {
    const isCode = (line: string): boolean => !/^\s*(?:\/\/|\/?\*|$)/.test(line);
    const lines = filesBelow("src/ledger", /\.ts$/)
      // What proves the books is a list of statements, of which each is read by itself.
      .filter((file) => !file.endsWith(".test.ts") && !/\/verify(-[a-z]+)?\.ts$/.test(file))
      .reduce((sum, file) => sum + read(file).split("\n").filter(isCode).length, 0);
    expect(lines).toBeLessThanOrEqual(750);
  });

  test("keeps the components shared by pages few", () => {
    const components = filesBelow("src/web/ui", /(?<!\.test)\.tsx$/);
    expect(components.length).toBeLessThanOrEqual(25);
  });

  test("has one fetch", () => {
    const fetching = filesBelow("src/web", /\.tsx?$/).filter(
      (file) => !/\.test\.tsx?$|\/testing\//.test(file) && /\bfetch\(/.test(read(file)),
    );
    expect(fetching).toEqual(["src/web/lib/api.ts"]);
  });

  test("says of every head in a table whether it is a column's or a row's", () => {
    const heads = filesBelow("src/web", /(?<!\.test)\.tsx$/).flatMap((file) =>
      [...read(file).matchAll(/<(?:Table\.Th|th)\b[^>]*>/g)].map(([head]) => `${file}: ${head}`),
    );
    expect(heads.length).toBeGreaterThan(10);
    expect(heads.filter((head) => !head.includes("scope="))).toEqual([]);
  });

  test("turns every arrow round where a page is read from the right", () => {
    const arrows = filesBelow("src/web", /\.tsx?$/).flatMap((file) =>
      [...read(file).matchAll(/\bIcon((?:Arrow|Chevron)s?(?:Narrow|Back)?(?:Left|Right|Up))\b(?<!IconArrowUp)/g)].map(
        ([, name = ""]) => name.replaceAll(/\B[A-Z]/g, (letter) => `-${letter}`).toLowerCase(),
      ),
    );
    const turned = [...read("src/web/theme.css").matchAll(/\.tabler-icon-([a-z-]+)/g)].map(([, name]) => name);
    expect(turned).toEqual([...new Set(arrows)].sort());
  });

  test("asks for the direction of a page by its attribute", () => {
    // The build writes :dir() as a list of languages, in which Dari is not.
    expect(filesBelow("src/web", /\.css$/).filter((file) => read(file).includes(":dir("))).toEqual([]);
  });

  test("measures without the test runner, which is not there when it does", () => {
    expect([...reachedFrom("test/bench/bench.ts")].filter((file) => /from "vitest"/.test(read(file)))).toEqual([]);
  });

  test("has no test that is left out", () => {
    const left = [...filesBelow("src", /\.test\.tsx?$/), ...filesBelow("test", /\.test\.ts$/)].filter((file) =>
      /\b(?:it|test|describe)\.(?:skip|todo|only|fixme|skipIf|runIf)\b/.test(read(file).replace(/\/\\b.*$/gm, "")),
    );
    expect(left).toEqual([]);
  });

  test("leaves nothing for later", () => {
    const marks = new RegExp(["TO[D]O", "FIX[M]E", "HAC[K]"].map((mark) => `\\b${mark}\\b`).join("|"));
    expect(
      [...filesBelow("src", /\.(?:tsx?|sql|css)$/), ...filesBelow("test", /\.ts$/)].filter((file) => marks.test(read(file))),
    ).toEqual([]);
  });
});
