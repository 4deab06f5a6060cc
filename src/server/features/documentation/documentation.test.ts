import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { afterAll, beforeAll, expect, test } from "vitest";

import { exportAccounts } from "#contract/accounts.ts";
import { apiPage, openApi } from "#contract/documentation.ts";
import { statusOf } from "#contract/errors.ts";
import { scrapeMetrics } from "#contract/metrics.ts";
import { startTestServer, type TestServer } from "#test/support/server.ts";

import { declaredRoutes } from "./declared-routes.ts";
import { openApiDocument, type OpenApiDocument, type Operation } from "./openapi.ts";
import { schemaText } from "./page.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test("the OpenAPI document has every served route with who may call it", async () => {
  const admin = await server.signIn("admin");
  const document = (await admin.ok(openApi)) as unknown as OpenApiDocument;
  expect(document.openapi).toBe("3.1.0");
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const served = server.app.routes.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`);
  expect(described.toSorted()).toEqual(served.toSorted());
  const posting = document.paths["/api/transactions"]?.["post"];
  expect(posting?.parameters.map(({ name }) => name)).toEqual(["Idempotency-Key"]);
  expect(document.paths["/api/accounts"]?.["get"]?.parameters[0]).toMatchObject({
    name: "limit",
    schema: { description: "Rows of a page, 1 to 5000; 1000 where nothing is said" },
  });
  const importing = document.paths["/api/hawala/import"]?.["post"]?.requestBody;
  expect(Object.keys(importing?.content ?? {})).toEqual(["multipart/form-data"]);
  expect(importing?.content["multipart/form-data"]?.schema).toMatchObject({
    properties: { file: { type: "string", format: "binary" }, transactionDate: {}, senderCode: {}, skipInvalid: {} },
    required: ["file"],
  });
  expect(document.paths["/api/auth/login"]?.["post"]).toMatchObject({ security: [], description: "Anybody, signed in or not." });
});

test("every operation has a name of its own, and says how a refusal asks to wait", () => {
  const document = openApiDocument(server.app.routes);
  const names = Object.values(document.paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
  expect(names).toContain("getAccountsByIdHistory");
  expect(new Set(names).size).toBe(server.app.routes.length);
  expect(document["components"]).toMatchObject({
    responses: { Error: { headers: { "Retry-After": { schema: { type: "integer" } } } } },
  });
});

test("what holds for every call is said before the calls, to programs and to people", async () => {
  const { info } = openApiDocument(server.app.routes) as unknown as { info: { description: string } };
  const admin = await server.signIn("admin");
  const page = String((await admin.reply(apiPage)).body);
  for (const words of [
    "Idempotency-Key",
    "If-Match",
    "X-Next-Cursor",
    "Retry-After",
    "Sec-Fetch-Site",
    ...Object.keys(statusOf),
  ]) {
    expect(info.description).toContain(`\`${words}\``);
    expect(page).toContain(`<code>${words}</code>`);
  }
});

test("a file is described by the type it comes with, and a token of the server as a way in", async () => {
  const admin = await server.signIn("admin");
  const document = openApiDocument(server.app.routes);
  const typesOf = (path: string): readonly string[] => {
    const success = document.paths[path]?.["get"]?.responses["200"] as { content: Readonly<Record<string, unknown>> };
    return Object.keys(success.content);
  };
  const typeOf = ({ headers }: { headers: Readonly<Record<string, unknown>> }): string =>
    String(headers["content-type"]).split(";")[0] ?? "";
  expect(typesOf("/api/docs")).toEqual([typeOf(await admin.reply(apiPage))]);
  expect(typesOf("/metrics")).toEqual([typeOf(await admin.reply(scrapeMetrics))]);
  const files = [
    await admin.reply(exportAccounts, { query: { format: "xlsx" } }),
    await admin.reply(exportAccounts, { query: { format: "csv" } }),
  ];
  expect(typesOf("/api/accounts/export")).toEqual(files.map(typeOf));
  expect(
    Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .filter((operation) => "*/*" in contentOf(operation)),
  ).toEqual([]);
  expect(document.paths["/metrics"]?.["get"]?.security).toEqual([{ session: [] }, { METRICS_TOKEN: [] }]);
});

test("a hawala that does not say where it goes is outgoing, and so it is described", () => {
  const creating = openApiDocument(server.app.routes).paths["/api/hawala"]?.["post"]?.requestBody;
  const [outgoing, incoming] = creating?.content["application/json"]?.schema?.oneOf ?? [];
  const said = [{ type: "string", const: "outgoing" }, { type: "null" }];
  expect(outgoing).toMatchObject({ properties: { direction: { anyOf: said, default: "outgoing" } } });
  expect(outgoing).not.toMatchObject({ required: expect.arrayContaining(["direction"]) as unknown });
  expect(incoming).toMatchObject({ required: expect.arrayContaining(["direction"]) as unknown });
});

test("the fields of an entry say which account is debited, and what its rate is of", () => {
  const { paths } = openApiDocument(server.app.routes);
  const kinds = paths["/api/transactions"]?.["post"]?.requestBody?.content["application/json"]?.schema?.oneOf ?? [];
  expect(kinds).toHaveLength(4);
  for (const kind of kinds) {
    expect(kind).toMatchObject({
      properties: {
        outAccountId: { description: expect.stringMatching(/^Debited/) as unknown },
        inAccountId: { description: expect.stringMatching(/^Credited/) as unknown },
      },
    });
  }
  expect(kinds.at(-1)).toMatchObject({ properties: { exRate: { description: expect.stringContaining("AFN/PKR") as unknown } } });
  const importing = paths["/api/hawala/import"]?.["post"]?.requestBody?.content["multipart/form-data"]?.schema;
  expect(importing?.properties?.["secondCopies"]).toMatchObject({
    description: expect.stringContaining("missing is true") as unknown,
  });
  const office = Object.values(contentOf(paths["/api/office"]?.["get"] as Operation))[0] as { schema: object };
  expect(office.schema).toMatchObject({ properties: { now: { format: "date-time" }, todayEndsAt: { format: "date-time" } } });
});

function contentOf({ responses }: Operation): object {
  return Object.values(responses as Readonly<Record<string, { readonly content?: object }>>)[0]?.content ?? {};
}

test("docs/openapi.json is what the contract says now (npm run openapi writes it)", async () => {
  const file = readFileSync(fileURLToPath(new URL("../../../../docs/openapi.json", import.meta.url)), "utf8");
  const fresh = JSON.stringify(openApiDocument(await declaredRoutes()), undefined, 2);
  expect(file === `${fresh}\n`).toBe(true);
});

test("the page to read is an administrator's, runs nothing and shows every route", async () => {
  const admin = await server.signIn("admin");
  const { body, headers } = await admin.reply(apiPage);
  const page = String(body);
  const nonce = /style nonce="([\w-]+)"/.exec(page)?.[1];
  expect(headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(headers["content-security-policy"]).toContain(`style-src 'nonce-${String(nonce)}'`);
  expect(headers["content-security-policy"]).toContain("default-src 'none'");
  expect(page).not.toContain("<script");
  expect(page).toContain("integer | string; Rows of a page, 1 to 5000");
  expect(page).toContain("Accounts, by code; <code>q</code> searches code");
  for (const { path } of server.app.routes) expect(page).toContain(path.replaceAll(/:(\w+)/g, "{$1}"));
  const user = await server.signIn("user");
  for (const route of [openApi, apiPage]) {
    expect(await user.refused(route)).toMatchObject({ status: 403 });
    expect(await server.anonymous.refused(route)).toMatchObject({ status: 401 });
  }
});

test("a schema is written in a shorthand", () => {
  const list = { type: "array" as const, items: { type: "string" as const } };
  const schema = {
    type: "object" as const,
    properties: { id: { type: "integer" as const, description: "Its id" }, names: list },
    required: ["id"],
  };
  expect(schemaText(schema)).toBe("{\n  id: integer  // Its id\n  names?: string[]\n}");
  const nullable = { anyOf: [{ type: "string" as const, description: "A day" }, { type: "null" as const }] };
  expect(schemaText({ type: "object", properties: { day: nullable } })).toBe("{\n  day?: string | null  // A day\n}");
  expect(schemaText({ anyOf: [{ const: "a" }, { enum: ["b", "c"] }, { type: "null" }] })).toBe('"a" | "b" | "c" | null');
});
