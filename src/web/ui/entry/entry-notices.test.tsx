import { screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { ApiError } from "#web/lib/api-error.ts";
import { stage } from "#web/testing/stage.tsx";

import { EntryContext, type EntryAround } from "./entry-context.ts";
import { EntryNotices } from "./entry-notices.tsx";

/** The notices of a form whose save has failed so, at a server that answers by now. */
function failed(code: string, message: string) {
  const around: EntryAround = {
    sending: false,
    failure: new ApiError({ status: 503, code, message }),
    failureTitle: "Failed to save",
    unanswered: false,
    askFirst: () => undefined,
    doubt: undefined,
    onSave: () => undefined,
    onSaveAndPrint: undefined,
    onRepeat: undefined,
  };
  return stage(
    <EntryContext value={around}>
      <EntryNotices />
    </EntryContext>,
  );
}

it.each(["Try again shortly", "Try again shortly."])("a server that was away answers again: %s", async (words) => {
  await failed("unavailable", words);
  screen.getByText("Try again shortly. It answers again now: save once more.");
});

it("a server whose disk is full is not promised to record the entry now", async () => {
  await failed("disk_full", "The disk of the server is full");
  screen.getByText("The disk of the server is full");
  expect(screen.queryByText(/answers again/)).toBeNull();
});
