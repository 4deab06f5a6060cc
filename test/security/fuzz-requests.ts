import { Agent, request as send, type OutgoingHttpHeaders } from "node:http";

import type { Route } from "#contract/route.ts";
import { createChooser, type Chooser } from "#server/demo/random.ts";
import { openApiDocument } from "#server/features/documentation/openapi.ts";
import { sheetFixture } from "#test/support/hawala-sheets.ts";
import { uploadOf } from "#test/support/upload.ts";

import { mutate, nastyText, type Draft } from "./fuzz-mutations.ts";
import { numeralPattern } from "./fuzz-nasty.ts";
import { valueOf, type JsonSchema, type Known } from "./fuzz-values.ts";

/** A request as it goes over the wire. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

/** What came back; undefined where the connection ended instead. */
export interface WireAnswer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** A call of the contract with what its schemas say of its parts. */
export interface FuzzedRoute {
  readonly route: Route;
  readonly query: JsonSchema;
  readonly body: JsonSchema | undefined;
  readonly fields: JsonSchema;
  /** Makes a file, reads one, or computes a password's hash: asked for less often. */
  readonly isHeavy: boolean;
}

/** The routes as their own OpenAPI document describes them. */
export function fuzzedRoutes(routes: readonly Route[]): FuzzedRoute[] {
  const { paths } = openApiDocument(routes);
  return routes.map((route) => {
    const operation = paths[route.path.replaceAll(/:(\w+)/g, "{$1}")]?.[route.method.toLowerCase()];
    const asked = (operation?.parameters ?? []).filter((parameter) => parameter.in === "query");
    const properties = Object.fromEntries(asked.map(({ name, schema }) => [name, schema]));
    const content = operation?.requestBody?.content;
    const hashes = /^\/api\/(auth|profile\/second-factor|users$)/.test(route.path) && route.body !== undefined;
    const works = /verification|backup/.test(route.path) && route.path !== "/api/backups/:id/file";
    return {
      route,
      query: { type: "object", properties },
      body: content?.["application/json"]?.schema,
      fields: content?.["multipart/form-data"]?.schema ?? {},
      isHeavy: hashes || works || route.binary === "download" || route.upload !== undefined,
    };
  });
}

const sheets = ["clean.xlsx", "clean.xls", "clean.ods", "truncated.xlsx", "html-named.xls"];

/** The request of this number: the same for the same seed, and a wrong one four times out of five. */
export function fuzzRequest(seed: number, fuzzed: FuzzedRoute, known: Known): WireRequest {
  const chooser = createChooser(seed);
  const { route } = fuzzed;
  const draft = draftOf(fuzzed, known, chooser);
  if (chooser.happens(80)) mutate(draft, chooser);
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => draft.params[name] ?? "0");
  const query = draft.query.map(([name, value]) => `${name}=${value}`).join("&");
  const url = query === "" ? path : `${path}?${query}`;
  if (route.upload !== undefined && draft.method === "POST" && draft.headers["content-type"] === undefined) {
    const { headers, payload } = uploadOf(route, fileOf(chooser), fieldsOf(fuzzed, known, chooser), draft.headers);
    return { method: "POST", path: url, headers: headers as Record<string, string>, body: payload as Buffer };
  }
  return { method: draft.method, path: url, headers: draft.headers, body: bytesOf(draft) };
}

function draftOf({ route, query, body }: FuzzedRoute, known: Known, chooser: Chooser): Draft {
  const context = { chooser, known };
  const asked = Object.entries(valueOf(query, "", context) as Record<string, unknown>);
  const params = [...route.path.matchAll(/:(\w+)/g)].map(([, name = ""]) => [name, idOf(route, name, context)]);
  return {
    method: route.method,
    params: Object.fromEntries(params) as Record<string, string>,
    query: asked.map(([name, value]) => [name, encodeURIComponent(String(value))]),
    body: body === undefined ? undefined : valueOf(body, "", context),
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(route.idempotent && chooser.happens(30) ? { "idempotency-key": `key-${String(chooser.between(1, 500))}` } : {}),
      ...(route.versioned && chooser.happens(50) ? { "if-match": String(chooser.between(1, 3)) } : {}),
    },
    garble: [],
  };
}

function idOf({ path }: Route, name: string, { chooser, known }: { chooser: Chooser; known: Known }): string {
  if (chooser.happens(3)) return nastyText(chooser) || "0";
  if (path.startsWith("/api/users") && name === "id") return chooser.oneOf(known.users);
  if (path.startsWith("/api/accounts")) return String(chooser.oneOf(known.accounts));
  return String(chooser.between(1, /transactions|hawala/.test(path) ? 60 : 6));
}

function fileOf(chooser: Chooser): { name: string; bytes: Buffer } {
  const name = chooser.oneOf(sheets);
  const bytes = Buffer.from(sheetFixture(name));
  const whole = chooser.happens(30) ? bytes.subarray(0, chooser.between(0, bytes.length)) : bytes;
  return { name: chooser.oneOf([name, name, "a.exe", "\u202Ea.xlsx", ""]), bytes: whole };
}

function fieldsOf({ fields }: FuzzedRoute, known: Known, chooser: Chooser): Record<string, string> {
  const { file: _file, ...properties } = fields.properties ?? {};
  const values = valueOf({ type: "object", properties }, "", { chooser, known }) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

function bytesOf({ body, garble }: Draft): Buffer | undefined {
  if (body === undefined) return undefined;
  const text = (JSON.stringify(body) ?? "").replaceAll(numeralPattern, "$1");
  let bytes: Buffer = Buffer.from(text);
  for (const change of garble) bytes = change(bytes);
  return bytes;
}

const silentForMs = 60_000;

/** Connections to one server, kept open from request to request as a browser keeps them. */
export function openWire(address: string, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    /** Resolves with what was answered; a stream is left after its head. */
    ask: ({ method, path, headers, body }: WireRequest): Promise<WireAnswer | undefined> =>
      new Promise((resolve) => {
        // Of itself Node announces no length with some methods, and what follows would be taken for the next request.
        const sized = body === undefined ? headers : { ...headers, "content-length": String(body.length) };
        const options = { agent, method, headers: sized as OutgoingHttpHeaders, timeout: silentForMs };
        const request = send(`${address}/`, { ...options, path }, (answer) => {
          const head = { status: answer.statusCode ?? 0, type: answer.headers["content-type"] ?? "" };
          const pieces: Buffer[] = [];
          const whole = (): void => resolve({ ...head, text: Buffer.concat(pieces).toString("utf8") });
          if (head.type.startsWith("text/event-stream")) {
            whole();
            request.destroy();
          }
          answer.on("data", (piece: Buffer) => void pieces.push(piece));
          answer.once("end", whole);
          answer.once("error", () => resolve(undefined));
        });
        request.once("error", () => resolve(undefined));
        request.once("timeout", () => request.destroy());
        request.end(body);
      }),
    close: () => agent.destroy(),
  };
}

export type Wire = ReturnType<typeof openWire>;
