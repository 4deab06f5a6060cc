import type { Readable } from "node:stream";

import type { Image } from "#server/image.ts";

/** A reply with headers of its own. */
export class Answer<Body> {
  readonly body: Body;
  readonly headers: Readonly<Record<string, string>>;

  constructor(body: Body, headers: Readonly<Record<string, string>>) {
    this.body = body;
    this.headers = headers;
  }
}

/** One page of a list that grows. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** How many rows all pages have together; with `isAtLeast`, at least so many. */
  readonly total: number;
  readonly isAtLeast?: boolean;
  /** Where the next page begins; undefined on the last one. */
  readonly nextCursor: string | undefined;
}

/** The reply of a paged route: the rows are the body, the rest stands in headers. */
export function page<Row>({ rows, total, isAtLeast = false, nextCursor }: Page<Row>): Answer<Row[]> {
  return new Answer([...rows], {
    "x-total-count": String(total),
    ...(isAtLeast ? { "x-total-count-is": "at-least" } : {}),
    ...(nextCursor === undefined ? {} : { "x-next-cursor": nextCursor }),
  });
}

/** Whatever is in a file that is sent as it came: opened by itself it can run nothing. */
const inert = { "content-security-policy": "default-src 'none'; sandbox" };

/** The reply of a route that shows an image. */
export function imageFile({ mediaType, content }: Image): Answer<Buffer> {
  return new Answer(content, { "content-type": mediaType, ...inert });
}

/** A file to be saved: its bytes, or where they come from and how many they are; their type; and the name it is offered under. */
export interface Download<Body> {
  readonly bytes: Body;
  readonly size?: number;
  readonly type: string;
  readonly name: string;
}

/** The reply of a download route. The name stands twice: in the characters every client reads, and as it is (RFC 6266). */
export function download<Body extends Buffer | Readable>({ bytes, size, type, name }: Download<Body>): Answer<Body> {
  const plain = name.replaceAll(/[^\w. -]/g, "_");
  const whole = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return new Answer(bytes, {
    "content-type": type,
    "content-disposition": `attachment; filename="${plain}"; filename*=UTF-8''${whole}`,
    ...inert,
    "cache-control": "no-store",
    // A download that breaks off is known by it.
    ...(size === undefined ? {} : { "content-length": String(size) }),
  });
}
