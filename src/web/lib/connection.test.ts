import { beforeEach, expect, test, vi } from "vitest";

import { readyz } from "#contract/health.ts";
import { getOffice } from "#contract/office.ts";

import { call } from "./api.ts";
import { hasJustAnswered, noteConnection } from "./connection.ts";

const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal("fetch", fetched);
  noteConnection("up");
});

test("what is still answered by a server that refuses new calls does not say that it is there", async () => {
  const begun = Promise.withResolvers<Response>();
  fetched.mockReturnValueOnce(begun.promise);
  const answer = call(getOffice);
  fetched.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await expect(call(readyz)).rejects.toThrow("The server cannot be reached.");
  begun.resolve(Response.json({ name: "Sarraf" }));
  await answer;
  expect(hasJustAnswered()).toBe(false);
  fetched.mockResolvedValueOnce(Response.json({ status: "ok" }));
  await call(readyz);
  expect(hasJustAnswered()).toBe(true);
});
