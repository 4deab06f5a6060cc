import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";

import { toast } from "#web/lib/toast.ts";
import { passPage, sent, stored, waiting } from "#web/testing/pass-page.tsx";
import { refusal, type Said } from "#web/testing/replies.ts";

const said = "The disk of the server is full, and nothing was recorded. Tell whoever looks after the server";
const fullDisk = refusal(503, "disk_full", said);

it.each([
  ["Confirm Pass Hawala", waiting, "POST /api/hawala/pass/1", "Failed to Pass Hawala"],
  ["Mark as Completed", sent, "PUT /api/hawala/completed/5", "Failed to Update Status"],
] as const)("%s at a server whose disk is full has failed, in its words", async (name, hawala, path, title) => {
  const page = await passPage(`?direction=all&selected=${String(hawala.id)}`, { [path]: fullDisk });
  await page.opened(hawala.hawalaNo);
  await page.inPanel(name);
  await page.toast(title, said);
  expect(screen.queryByText("No Answer Came")).toBeNull();
});

const unknown = "It is not known whether this hawala was passed";

it("a payout that got no answer stays unknown over a full disk and over what is typed, until an attempt is refused", async () => {
  const closed = refusal(409, "conflict", "The day is closed");
  const answers: Said[] = ["no answer", fullDisk, refusal(429, "too_many", "Try again in 3 seconds"), closed, fullDisk];
  const page = await passPage("?selected=1", { "POST /api/hawala/pass/1": () => answers.shift() ?? closed });
  const told = vi.spyOn(toast, "error");
  const press = async (title: string, text: string): Promise<void> => {
    await page.inPanel("Confirm Pass Hawala");
    await waitFor(() => expect(told.mock.lastCall?.slice(0, 2)).toEqual([title, text]));
  };
  await page.opened("LDN-1");
  await press(
    "No Answer Came",
    "It is not known whether the hawala was passed. Press the button again: the same payout is never made twice.",
  );
  await page.panel().findByText(unknown);
  await page.user.type(screen.getByLabelText("Document number"), "77");
  page.panel().getByText(unknown);
  await press(unknown, said);
  page.panel().getByText(unknown);
  await press(unknown, "Try again in 3 seconds");
  page.panel().getByText(unknown);
  await press("Failed to Pass Hawala", "The day is closed");
  await waitFor(() => expect(page.panel().queryByText(unknown)).toBeNull());
  await press("Failed to Pass Hawala", said);
  expect(page.panel().queryByText(unknown)).toBeNull();
});

it("a payout that got no answer is open no more where it was seen to be made, and taken back", async () => {
  const { become, ...reads } = stored(waiting);
  const page = await passPage("?selected=1", {
    ...reads,
    "POST /api/hawala/pass/1": () => {
      become({ hawalaStatus: "Passed" });
      return "no answer";
    },
  });
  await page.opened("LDN-1");
  await page.inPanel("Confirm Pass Hawala");
  await page.panel().findByRole("button", { name: "Already Passed" });
  become({ hawalaStatus: "Pending" });
  await page.client.invalidateQueries({ queryKey: ["hawalas"] });
  await page.panel().findByRole("button", { name: "Confirm Pass Hawala" });
  expect(page.panel().queryByText(unknown)).toBeNull();
});
