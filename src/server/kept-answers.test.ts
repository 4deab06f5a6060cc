import { readFileSync } from "node:fs";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { importHawalaSheet } from "#contract/import-batches.ts";
import { fileWorkHere } from "#test/support/file-work.ts";
import { sheetFixture } from "#test/support/hawala-sheets.ts";
import { startTestServer, type SignedInClient, type TestServer } from "#test/support/server.ts";
import { uploadOf } from "#test/support/upload.ts";

/** A request of an office of November 2026, with what its key was kept with: who got no answer before an upgrade asks again after it. */
interface Kept {
  readonly call: string;
  readonly path: string;
  readonly body?: unknown;
  readonly file?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly requestHash: string;
  readonly answer: Readonly<Record<string, unknown>>;
}

const fixture = new URL("../../test/fixtures/kept-answers.json", import.meta.url);
const kept = JSON.parse(readFileSync(fixture, "utf8")) as readonly Kept[];

fileWorkHere();

let server: TestServer;
let admin: SignedInClient;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn("admin");
});
afterAll(() => server.close());

async function askAgain(key: string, { call, path, body, file, fields }: Kept) {
  const headers = { "idempotency-key": key };
  if (file !== undefined) {
    return admin.request(uploadOf(importHawalaSheet, { name: file, bytes: sheetFixture(file) }, fields, headers));
  }
  const [method] = call.split(" ") as ["POST" | "PUT"];
  return admin.request({ method, url: path, headers, ...(body === undefined ? {} : { payload: body as object }) });
}

describe("an answer that an earlier version has kept", () => {
  test.each(kept.map((row, index) => ({ ...row, key: `kept-${String(index)}` })))(
    "is given again: $call",
    async ({ key, ...row }) => {
      await server.database.asOwner(
        "insert into idempotency_keys (user_id, key, call, request_hash, answer) values ($1, $2, $3, $4, $5)",
        [admin.userId, key, row.call, row.requestHash, JSON.stringify(row.answer)],
      );
      const answer = await askAgain(key, row);
      expect(answer.statusCode, answer.body).toBeLessThan(300);
      expect(answer.json()).toMatchObject(row.answer);
    },
  );
});
