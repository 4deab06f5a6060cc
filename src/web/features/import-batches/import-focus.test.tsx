import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { previewOf, previewRow } from "#web/testing/import-batches.ts";
import { replying, type Said } from "#web/testing/replies.ts";
import { stage } from "#web/testing/stage.tsx";
import { uploading } from "#web/testing/uploads.ts";

import { ImportHawalaPage } from "./import-page.tsx";

const previewed: Said = { body: previewOf([previewRow({ row: 2 })]) };

/** The page with a sheet chosen; what is uploaded gets these answers. */
async function chosen(answers: readonly (Said | "never")[]) {
  replying({ "GET /api/accounts": { body: [] }, "GET /api/import-batches": { body: [] } });
  const sent = uploading(answers);
  await stage(<ImportHawalaPage />);
  const user = userEvent.setup({ delay: null });
  await user.upload(await screen.findByLabelText("Spreadsheet file"), new File(["PK"], "march.xlsx"));
  await screen.findByText("0.00 KB");
  const button = (name: string) => screen.getByRole("button", { name });
  const closed = async () => {
    const dialog = within(await screen.findByRole("dialog", { name: "Preview of march.xlsx" }));
    await user.click(dialog.getAllByRole("button", { name: "Close" })[0] as HTMLElement);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  };
  return { user, sent, button, closed };
}

/** A button that keeps the focus, and does nothing. */
function expectHeld(button: HTMLElement): void {
  expect(document.activeElement).toBe(button);
  // The page of the tests leaves the focus on a disabled button, which no browser does.
  expect(button).toHaveProperty("disabled", false);
  expect(button.getAttribute("aria-disabled")).toBe("true");
}

test("the button that has asked for a preview keeps the focus meanwhile, and asks for no other", async () => {
  const { user, sent, button } = await chosen(["never"]);
  await user.click(button("Preview Data"));
  await user.click(button("Reading..."));
  expectHeld(button("Reading..."));
  expect(sent).toHaveLength(1);
});

test("the button of the import keeps the focus until the answer, and the preview is not shown meanwhile", async () => {
  const { user, sent, button, closed } = await chosen([previewed, "never"]);
  await user.click(button("Preview Data"));
  await closed();
  await user.click(button("Import Data"));
  await user.click(button("Importing..."));
  expectHeld(button("Importing..."));
  expect(sent).toHaveLength(2);
  await user.click(button("Show Preview"));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a date that is none stops the import before it is sent, on the page and in the dialog", async () => {
  const { user, sent, button, closed } = await chosen([previewed]);
  await user.click(button("Preview Data"));
  await closed();
  const date = screen.getByRole("textbox", { name: "Transaction Date" });
  await user.clear(date);
  await user.click(button("Import Data"));
  expect(document.activeElement).toBe(date);
  screen.getByText("Date is required");
  await user.click(button("Show Preview"));
  const dialog = within(await screen.findByRole("dialog", { name: "Preview of march.xlsx" }));
  dialog.getByText("Transaction Date: Date is required");
  expect(dialog.getByRole("button", { name: "Import 1 hawala" })).toHaveProperty("disabled", true);
  expect(sent).toHaveLength(1);
});

test("the import is asked for in the dialog once, and its button keeps the focus until the answer", async () => {
  const { user, sent, button } = await chosen([previewed, "never"]);
  await user.click(button("Preview Data"));
  const dialog = within(await screen.findByRole("dialog", { name: "Preview of march.xlsx" }));
  await user.click(dialog.getByRole("button", { name: "Import 1 hawala" }));
  await user.click(dialog.getByRole("button", { name: "Importing..." }));
  expectHeld(dialog.getByRole("button", { name: "Importing..." }));
  expect(sent).toHaveLength(2);
});

test("a reading that was stopped leaves the focus in the form, and a sheet that was removed on what chooses another", async () => {
  const { user, button } = await chosen(["never"]);
  await user.click(button("Preview Data"));
  await user.click(button("Stop"));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Stop" })).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole("region", { name: "Hawala sheet" }));
  await user.click(button("Remove march.xlsx"));
  expect(document.activeElement).toBe(button("Choose File"));
});
