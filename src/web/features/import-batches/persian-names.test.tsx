import { act, fireEvent, screen, within } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";

import type { SheetPreview } from "#contract/import-batches.ts";
import { fetchSpeech, speak } from "#web/i18n/speech.ts";
import { inItsOwnOrder, isolated } from "#web/lib/format.ts";
import { batchRow, importBefore, importOf, previewOf, previewRow } from "#web/testing/import-batches.ts";
import { expectAlone } from "#web/testing/own-direction.ts";
import { replying, type Said } from "#web/testing/replies.ts";
import { stage } from "#web/testing/stage.tsx";
import { uploading } from "#web/testing/uploads.ts";

import { ImportHawalaPage } from "./import-page.tsx";

const file = "حواله‌ها.xlsx";
const sheet = "حواله‌های لندن";
/** Kept apart by signs that are not seen: what follows it stays where it is. */
const [fileAlone, sheetAlone] = [file, sheet].map(isolated);
const fault = { cell: "E2", message: "«زهره» نام کامل نیست" };
const london = { id: 107, accountCode: "2001", accountName: "London", accountStatus: "active" };

async function open(answers: readonly Said[]): Promise<void> {
  replying({
    "GET /api/accounts": { body: [london] },
    "GET /api/import-batches": { body: [batchRow({ id: 4, fileName: file, sheetName: sheet })] },
  });
  uploading(answers);
  await stage(<ImportHawalaPage />);
  fireEvent.change(screen.getByLabelText("Spreadsheet file"), { target: { files: [new File(["PK"], file)] } });
  await screen.findByText("0.00 KB");
}

test("the names of a file and its sheet run from the right, and take nothing else along", async () => {
  await open([]);
  const batch = within(await screen.findByRole("listitem", { name: "Import 4" }));
  expectAlone(batch.getByText(file));
  const facts = batch.getByText(`Sheet “${sheetAlone}”, 2.00 KB`);
  expect(facts.closest("body [dir]")).toBeNull();
  for (const name of screen.getAllByText(file)) expectAlone(name);
});

async function preview(sheetPreview: SheetPreview) {
  fireEvent.click(screen.getByRole("button", { name: "Preview Data" }));
  return within(await screen.findByRole("dialog", { name: `Preview of ${inItsOwnOrder(sheetPreview.fileName)}` }));
}

test("the preview keeps its words and figures in their order around them", async () => {
  const shown = previewOf([previewRow({ row: 2 }), previewRow({ row: 3 })], {
    fileName: file,
    sheetName: sheet,
    otherSheets: [sheet, "Notes"],
    importedBefore: importBefore({ fileName: file, senderCode: "4001" }),
  });
  await open([{ body: shown }]);
  const dialog = await preview(shown);
  for (const said of [
    `2 rows · Sheet “${sheetAlone}” · 2.00 KB`,
    `Other sheets hold data and are not read: ${sheetAlone}, \u2068Notes\u2069`,
    new RegExp(`^${fileAlone ?? ""} was imported for 4001`),
  ])
    expect(dialog.getByText(said).closest("body [dir]")).toBeNull();
});

test("what is said of a faulty row runs as it is written, and begins where the other rows do", async () => {
  const shown = previewOf([previewRow({ row: 2, verdict: "error", errors: [fault] }), previewRow({ row: 3 })]);
  await open([{ body: shown }, { body: importOf({ errors: [fault] }) }]);
  const dialog = await preview(shown);
  const note = `${fault.cell}: ${inItsOwnOrder(fault.message)}`;
  const notes = dialog.getAllByText(note);
  expect(notes).toHaveLength(2);
  for (const one of notes) expectAlone(one);
  fireEvent.click(dialog.getByRole("checkbox", { name: "Skip 1 faulty row" }));
  fireEvent.click(dialog.getByRole("button", { name: "Import 1 hawala" }));
  expectAlone(within(await screen.findByRole("dialog", { name: "Import Result" })).getByText(note));
});

test("in Dari the cell of a fault is read first, from the right", async () => {
  fetchSpeech("fa-AF");
  await speak("fa-AF");
  onTestFinished(() => act(() => speak("en")));
  replying({ "GET /api/accounts": { body: [london] }, "GET /api/import-batches": { body: [] } });
  uploading([{ body: previewOf([previewRow({ row: 2, verdict: "error", errors: [fault] })]) }]);
  await stage(<ImportHawalaPage />);
  fireEvent.change(screen.getByLabelText("فایل اکسل"), { target: { files: [new File(["PK"], file)] } });
  // A size is a figure and a word of the language.
  expect((await screen.findByText(/0\.00.* کیلوبایت/)).getAttribute("dir")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "پیش‌نمایش" }));
  const dialog = within(await screen.findByRole("dialog", { name: /^پیش‌نمایش/ }));
  // What is seen first of a text that runs its own way says which way that is, but for what is kept apart.
  const notes = dialog.getAllByText(`\u200F${isolated(fault.cell)}: ${isolated(fault.message)}`);
  for (const note of notes) expectAlone(note);
});
