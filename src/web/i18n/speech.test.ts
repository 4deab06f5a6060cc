import { expect, test, vi } from "vitest";

import { replying } from "#web/testing/replies.ts";

import { i18n } from "./setup.ts";
import { fetchSpeech, speak } from "./speech.ts";

const line = { isCut: true };
vi.mock("./fa.ts", () => {
  if (line.isCut) throw new TypeError("Failed to fetch dynamically imported module");
  return { fa: { common: { save: "ثبت" } }, refusals: undefined };
});

test("what the page began to fetch and did not get is fetched as any other part is, once the server has answered", async () => {
  const fetched = replying({ "GET /healthz": { body: { status: "ok" } } });
  fetchSpeech("fa-AF");
  await expect(import("./fa.ts")).rejects.toThrow("error when mock");
  expect(fetched).not.toHaveBeenCalled();
  line.isCut = false;
  await speak("fa-AF");
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(i18n.t("common:save")).toBe("ثبت");
  // What has no words yet is in English.
  expect(i18n.t("common:retry")).toBe("Retry");
});
