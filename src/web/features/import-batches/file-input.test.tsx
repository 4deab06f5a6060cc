import { act, fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";

import { replying } from "#web/testing/replies.ts";
import { stage } from "#web/testing/stage.tsx";

import { ImportHawalaPage } from "./import-page.tsx";

test("a file on a slow disk is named at once, cannot be previewed yet, and can be removed before it is read", async () => {
  replying({ "GET /api/accounts": { body: [] }, "GET /api/import-batches": { body: [] } });
  await stage(<ImportHawalaPage />);
  const disk = Promise.withResolvers<ArrayBuffer>();
  const slow = Object.assign(new File(["PK"], "slow.xlsx"), { arrayBuffer: () => disk.promise });
  fireEvent.change(await screen.findByLabelText("Spreadsheet file"), { target: { files: [slow] } });
  await screen.findByText("slow.xlsx");
  const preview = screen.getByRole<HTMLButtonElement>("button", { name: "Preview Data" });
  expect(preview.disabled).toBe(true);
  fireEvent.click(screen.getByRole("button", { name: "Remove slow.xlsx" }));
  await act(async () => disk.resolve(new ArrayBuffer(2)));
  expect(screen.getByRole("button", { name: "Choose File" })).toBeTruthy();
  expect(preview.disabled).toBe(false);
});
