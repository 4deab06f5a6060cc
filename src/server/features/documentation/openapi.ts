import { z } from "zod";

import { errorReply } from "#contract/errors.ts";
import { exportTypes } from "#contract/file.ts";
import type { Access } from "#contract/permissions.ts";
import type { Route } from "#contract/route.ts";

import { guideMarkdown } from "./guide.ts";

export type JsonSchema = z.core.JSONSchema.JSONSchema;

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security?: readonly Readonly<Record<string, readonly []>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, unknown>>;
}

type Content = Readonly<Record<string, { readonly schema?: JsonSchema }>>;

export interface OpenApiDocument {
  readonly openapi: "3.1.0";
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly [other: string]: unknown;
}

const ofIdempotencyKeys =
  "The same key and body give the same answer, for ever. Best a UUID of version 7: keys in the order of time are found fastest";

const whoMayCall: Readonly<Record<Access, string>> = {
  public: "Anybody, signed in or not",
  session: "Whoever is signed in, also while a password change is due",
  everyone: "Whoever is signed in",
  staff: "Admins and operators",
  admin: "Admins",
};

/** The API as an OpenAPI 3.1 document, made of the contract's own schemas. */
export function openApiDocument(routes: readonly Route[]): OpenApiDocument {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of [...routes].sort(byPathAndMethod)) {
    const operations = (paths[openApiPath(route.path)] ??= {});
    operations[route.method.toLowerCase()] = operationOf(route);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Sarraf",
      version: "1",
      description: `The back office of a money transfer and currency exchange house.\n\n${guideMarkdown()}`,
    },
    security: [{ session: [] }],
    paths,
    components: {
      securitySchemes: {
        session: {
          type: "apiKey",
          in: "cookie",
          name: "sid",
          description: "Set by POST /api/auth/login; on https its name is __Host-sid",
        },
        ...bearerSchemes(routes),
      },
      schemas: { Error: schemaOf(errorReply, "output") },
      responses: {
        Error: {
          description: "Not carried out; `message` says why",
          headers: {
            "X-Request-Id": { description: "The same as `requestId`", schema: { type: "string" } },
            "Retry-After": { description: "Seconds to wait, where waiting helps (429, 503)", schema: { type: "integer" } },
          },
          content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
        },
      },
    },
  };
}

function byPathAndMethod(left: Route, right: Route): number {
  const [first, second] = [left, right].map(({ path, method }) => `${path} ${method}`) as [string, string];
  return first < second ? -1 : first > second ? 1 : 0;
}

function openApiPath(path: string): string {
  return path.replaceAll(/:(\w+)/g, "{$1}");
}

function operationOf(route: Route): Operation {
  const { tag, summary, access, bearer, bodyLimit } = route;
  const requestBody = requestBodyOf(route);
  return {
    operationId: operationIdOf(route),
    tags: [tag],
    summary,
    description: `${whoMayCall[access]}.${bodyLimit === undefined ? "" : ` A body of at most ${String(bodyLimit / 1024)} KiB.`}`,
    ...(access === "public" ? { security: [] } : bearer === undefined ? {} : { security: [{ session: [] }, { [bearer]: [] }] }),
    parameters: parametersOf(route),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: { [String(route.status ?? 200)]: successOf(route), default: { $ref: "#/components/responses/Error" } },
  };
}

/** "GET /api/accounts/:id/history" is "getAccountsByIdHistory": a generated client calls its functions so. */
function operationIdOf({ method, path }: Route): string {
  const words = path
    .replace("/api/", "/")
    .replaceAll("/:", "/by-")
    .split(/[^A-Za-z0-9]+/);
  return `${method.toLowerCase()}${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("")}`;
}

function bearerSchemes(routes: readonly Route[]): Readonly<Record<string, unknown>> {
  const tokens = routes.flatMap(({ bearer }) => bearer ?? []);
  return Object.fromEntries(
    tokens.map((token) => [token, { type: "http", scheme: "bearer", description: `${token} of the server` }]),
  );
}

function requestBodyOf({ body, upload }: Route): Operation["requestBody"] {
  if (upload !== undefined)
    return {
      required: true,
      content: { "multipart/form-data": { schema: withFile(schemaOf(upload.fields, "input"), upload.maximum) } },
    };
  if (body === undefined) return undefined;
  return {
    required: !body.safeParse(undefined).success,
    content: { "application/json": { schema: schemaOf(body, "input") } },
  };
}

/** The fields of an upload, with the file beside them. */
function withFile(fields: JsonSchema, maximum: number): JsonSchema {
  const description = `At most ${String(maximum / 1024 / 1024)} MiB`;
  const file = { type: "string", format: "binary", description } as const;
  return { ...fields, properties: { file, ...fields.properties }, required: ["file", ...(fields.required ?? [])] };
}

function parametersOf({ params, query, idempotent, versioned }: Route): Parameter[] {
  return [
    ...(params === undefined ? [] : schemaParameters(params, "path")),
    ...(query === undefined ? [] : schemaParameters(query, "query")),
    ...(idempotent ? [header("Idempotency-Key", ofIdempotencyKeys)] : []),
    ...(versioned ? [header("If-Match", "The version that was read; another one meanwhile is refused with 409")] : []),
  ];
}

function schemaParameters(schema: z.ZodType, where: "path" | "query"): Parameter[] {
  const { properties = {}, required = [] } = schemaOf(schema, "input");
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === "path" || required.includes(name),
    schema: property as JsonSchema,
  }));
}

function header(name: string, description: string): Parameter {
  return { name, in: "header", required: false, description, schema: { type: "string" } };
}

function successOf(route: Route): unknown {
  const { binary, paged } = route;
  const content = contentOf(route);
  const headers = {
    "X-Total-Count": { description: "Rows of all pages together", schema: { type: "integer" } },
    "X-Total-Count-Is": { description: "Where it was counted no further", schema: { const: "at-least" } },
    "X-Next-Cursor": { description: "The cursor of the next page; missing on the last one", schema: { type: "string" } },
  };
  const name = { "Content-Disposition": { description: "The name to save the file under", schema: { type: "string" } } };
  const described = paged ? { headers } : binary === "download" ? { headers: name } : {};
  return { description: "Carried out", ...described, content };
}

function contentOf({ reply, binary, messages, media, query }: Route): Content {
  if (messages !== undefined) return { "text/event-stream": { schema: schemaOf(messages, "output") } };
  if (!binary) return { "application/json": { schema: schemaOf(reply, "output") } };
  const choosesKind = query !== undefined && "format" in (schemaOf(query, "input").properties ?? {});
  const types = media ?? (choosesKind ? Object.values(exportTypes).map((type) => type.split(";")[0] ?? type) : ["*/*"]);
  return Object.fromEntries(types.map((type) => [type, {}]));
}

/** Bounds that only say "a JavaScript integer" are left out: they tell the reader nothing. */
function schemaOf(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, {
    target: "draft-2020-12",
    io,
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      // A reply's strictness is the server's business; a client must bear fields that a later version adds.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return described;
}
