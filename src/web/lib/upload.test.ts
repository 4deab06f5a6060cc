import { expect, test } from "vitest";

import { importHawalaSheet, previewHawalaSheet } from "#contract/import-batches.ts";
import { uploading } from "#web/testing/uploads.ts";

import { ApiError } from "./api-error.ts";
import { callUpload, whenSignedOut } from "./api.ts";

const file = { name: "march.xlsx", content: new Blob(["PK"]) };

async function refused(calling: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await calling.catch((thrown: unknown) => thrown);
  if (error instanceof ApiError) return error;
  throw new Error("The call was not refused by an ApiError", { cause: error });
}

test("a file goes as a form with its name, the fields beside it, and the key; what is empty stays out", async () => {
  const sent = uploading([{ body: { importedCount: 2 } }]);
  const progress: number[] = [];
  const reply = await callUpload(importHawalaSheet, {
    file,
    fields: { transactionDate: "2026-03-01", senderCode: "", skipInvalid: true },
    idempotencyKey: "key-1",
    onProgress: (part) => progress.push(part),
  });
  expect(reply).toEqual({ importedCount: 2 });
  const [request] = sent;
  expect(request).toMatchObject({ method: "POST", address: "/api/hawala/import" });
  expect(request?.headers).toEqual({ accept: "application/json", "idempotency-key": "key-1" });
  expect([...(request?.form.keys() ?? [])]).toEqual(["transactionDate", "skipInvalid", "file"]);
  expect(request?.form.get("skipInvalid")).toBe("true");
  expect(request?.form.get("file")).toHaveProperty("name", "march.xlsx");
  expect(progress).toEqual([0.5, 1]);
});

test("a refusal keeps its words, a server out of reach is told as such", async () => {
  uploading([
    { status: 413, body: { message: "The file is larger than 10 MB", code: "too_large", requestId: "r" } },
    "no answer",
  ]);
  expect(await refused(callUpload(previewHawalaSheet, { file }))).toMatchObject({
    status: 413,
    message: "The file is larger than 10 MB",
  });
  expect(await refused(callUpload(previewHawalaSheet, { file }))).toMatchObject({ status: 0, code: "offline" });
});

test("when the session has ended the person signs in again, and the file is sent once more", async () => {
  const sent = uploading([{ status: 401, body: { message: "Please sign in", code: "not_signed_in" } }, { body: { rows: [] } }]);
  const stop = whenSignedOut(() => Promise.resolve(true));
  expect(await callUpload(previewHawalaSheet, { file })).toEqual({ rows: [] });
  stop();
  expect(sent).toHaveLength(2);
  expect(sent[1]?.form.get("file")).toHaveProperty("name", "march.xlsx");
});

test("sending ends when it is told to", async () => {
  uploading(["never"]);
  const control = new AbortController();
  const calling = callUpload(previewHawalaSheet, { file, signal: control.signal });
  control.abort();
  await expect(calling).rejects.toBe(control.signal.reason);
  await expect(callUpload(previewHawalaSheet, { file, signal: control.signal })).rejects.toBe(control.signal.reason);
});
