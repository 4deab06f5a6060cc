import type { z } from "zod";

import "./messages.ts";
import type { Access } from "./permissions.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * One call of the HTTP API, declared once. The server registers it, the client calls it, OpenAPI prints it and the tests
 * walk over it; nothing about a call is written a second time.
 */
export interface Route<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
  Fields extends z.ZodType = z.ZodType,
> {
  readonly method: Method;
  /** With parameters as `:name`. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  /** Who may call it. A route without one cannot be declared. */
  readonly access: Access;
  /** Which token of the server opens it to a program as well, sent as `Authorization: Bearer`. */
  readonly bearer?: string;
  /** What a signed-in person is told whose role may not call it, where it is not the common sentence. */
  readonly forbidden?: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /**
   * Takes a file instead of a JSON body: `multipart/form-data` with the file as `file`, of at most so many bytes, and these
   * further fields, all text.
   */
  readonly upload?: { readonly maximum: number; readonly fields: Fields };
  /** What leaves; nothing undeclared does. */
  readonly reply: Reply;
  /** 201 where something is created; 200 unless stated. */
  readonly status?: 200 | 201;
  /** The largest body in bytes, where it differs from the common 64 KiB. */
  readonly bodyLimit?: number;
  /** Answers `X-Total-Count` and, where more follows, `X-Next-Cursor`. */
  readonly paged?: true;
  /**
   * The reply is a file or a page and not JSON; `reply` then describes nothing. A download comes with the name that it is to
   * be saved under (`Content-Disposition`).
   */
  readonly binary?: true | "download";
  /** The media types that a binary reply may have, where its query does not choose between the kinds of an export. */
  readonly media?: readonly string[];
  /** The reply is a stream of server-sent events that ends with the session; the data of each is JSON like this. Goes with `binary`. */
  readonly messages?: z.ZodType;
  /** What must not be done twice, above all what moves money: takes an `Idempotency-Key`. */
  readonly idempotent?: true;
  /** An act on a version that somebody has seen: takes `If-Match: <version>`. */
  readonly versioned?: true;
}

/** Declares a route and keeps the exact types of its schemas. */
export function route<
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Reply extends z.ZodType = z.ZodType,
  Fields extends z.ZodType = z.ZodUndefined,
>(declaration: Route<Params, Query, Body, Reply, Fields>): Route<Params, Query, Body, Reply, Fields> {
  return declaration;
}
