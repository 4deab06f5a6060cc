import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { afterAll, beforeAll, expect, test } from "vitest";

import { apiPage, openApi } from "#contract/documentation.ts";
import { startTestServer, type TestServer } from "#test/support/server.ts";

import { declaredRoutes } from "./declared-routes.ts";
import { openApiDocument, type OpenApiDocument } from "./openapi.ts";
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
  expect(schemaText({ anyOf: [{ const: "a" }, { enum: ["b", "c"] }, { type: "null" }] })).toBe('"a" | "b" | "c" | null');
});
