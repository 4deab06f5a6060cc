import { randomBytes } from "node:crypto";

import type { InjectOptions } from "fastify";

import type { Route } from "#contract/route.ts";

/** A request with a file and text fields, as a browser sends a form. */
export function uploadOf(
  route: Route,
  file: { readonly name: string; readonly bytes: Uint8Array },
  fields: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
): InjectOptions & { readonly method: "POST"; readonly url: string } {
  const boundary = `form${randomBytes(12).toString("hex")}`;
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${file.name}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(parts.join("") + head), file.bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return {
    method: "POST",
    url: route.path,
    headers: { ...headers, "content-type": `multipart/form-data; boundary=${boundary}` },
    payload,
  };
}
