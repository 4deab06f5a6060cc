import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";

import { queryKeys } from "#web/lib/query.ts";
import { batchRow, importBefore, importOf, previewOf, previewRow } from "#web/testing/import-batches.ts";
import { refusal, replying, type Said } from "#web/testing/replies.ts";
import { stage } from "#web/testing/stage.tsx";
import { uploading } from "#web/testing/uploads.ts";

import { ImportHawalaPage } from "./import-page.tsx";

const london = { id: 107, accountCode: "2001", accountName: "London", accountStatus: "active" };
const dubai = { id: 108, accountCode: "2002", accountName: "Rahim", lastName: "Dubai", accountStatus: "active" };
const rows = [previewRow({ row: 2 }), previewRow({ row: 3 })];
/** No hawala partner, but hawalas may be imported for it. */
const branch = { id: 109, accountCode: "1007", accountName: "Herat branch", accountStatus: "active" };
const importedBefore = importBefore();
const sameFile = { body: previewOf(rows, { senderCode: "2002", importedBefore }) };
const ofLondon = ["LON-1", "LON-2"].map((hawalaNo, index) => ({ row: index + 2, hawalaNo, storedFor: "2001" }));
const standing = { senderCodes: ["2001"], count: 2, hawalas: ofLondon, canUndo: true };
const sameRows = { body: previewOf(rows, { senderCode: "2002", standingElsewhere: standing }) };

// How long it is between two presses, the test says.
beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));

const preview = () => fireEvent.click(screen.getByRole("button", { name: "Preview Data" }));
const dialogOf = async () => within(await screen.findByRole("dialog", { name: "Preview of march.xlsx" }));
const importing = () => screen.getByRole<HTMLButtonElement>("button", { name: "Import Data" });
const question = () => screen.queryByText("Import second copies?");

/** Opens the page and previews a sheet for Dubai. */
async function open(answers: readonly (Said | "never")[]) {
  let batches = [batchRow({ id: 5 })];
  replying({
    "GET /api/accounts": (_body, { searchParams }) => ({
      body: searchParams.get("type") === "hawala_partner" ? [london, dubai] : [branch],
    }),
    "GET /api/import-batches": () => ({ body: batches }),
    "POST /api/import-batches/5/undo": { body: { message: "The import of march.xlsx was undone" } },
  });
  const sent = uploading(answers);
  const { client } = await stage(<ImportHawalaPage />);
  await screen.findByRole("option", { name: "2002 - Rahim Dubai" });
  fireEvent.change(screen.getByRole("combobox"), { target: { value: "2002" } });
  fireEvent.change(screen.getByLabelText("Spreadsheet file"), { target: { files: [new File(["PK"], "march.xlsx")] } });
  // Once it has been read.
  await screen.findByText("0.00 KB");
  preview();
  /** Has another desk import a sheet, which the page is told. */
  const imported = async (): Promise<void> => {
    batches = [batchRow({ id: 6 }), ...batches];
    await act(() => client.invalidateQueries({ queryKey: queryKeys.noun("import-batches") }));
  };
  return { sent, imported, dialog: await dialogOf() };
}

async function closePreview(): Promise<void> {
  fireEvent.click(screen.getAllByRole("button", { name: "Close" })[0] as HTMLElement);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
}

test.each([
  [
    "file",
    sameFile,
    "march.xlsx was imported for 2001 - London by zahra on 20 Mar 2026, 10:30 (import 5). Importing it for 2002 - Rahim Dubai too would make second copies of its hawalas. Undo that import first if the partner was wrong.",
  ],
  [
    "sheet's hawalas",
    sameRows,
    "2 hawalas of this sheet are stored for 2001 - London with the same number, receiver and amount: LON-1, LON-2. Importing them for 2002 - Rahim Dubai too would make second copies. Undo their import first if the partner was wrong.",
  ],
])("that another partner's are the same %s is said, and asked about once before the import", async (_what, said, words) => {
  const { sent, dialog } = await open([said, { body: importOf() }]);
  dialog.getByText(words);
  expect(dialog.queryByText("This file was imported before")).toBeNull();
  const press = () => fireEvent.click(dialog.getByRole("button", { name: "Import 2 hawalas" }));
  press();
  within(await dialog.findByRole("alert")).getByText(
    "Press Import once more to import them for 2002 - Rahim Dubai too; each copy can then be paid.",
  );
  // The second half of a double press answers nothing.
  press();
  expect(sent).toHaveLength(1);
  vi.advanceTimersByTime(1_000);
  press();
  await screen.findByText("Import Successful");
  expect(sent).toHaveLength(2);
  expect(sent[1]?.form.get("senderCode")).toBe("2002");
  expect(sent[1]?.form.get("secondCopies")).toBe("true");
});

test.each([
  [
    "number",
    1,
    [{ row: 2, hawalaNo: "LDN-2", storedNo: "LDN-2a", storedFor: "2002" }],
    "1 hawala of this sheet is stored already and was corrected by hand since: LDN-2 is now LDN-2a. Importing it again would make a second copy. Take its row out of the sheet to import the others alone.",
  ],
  [
    "partner",
    3,
    [{ row: 2, hawalaNo: "LDN-2", storedNo: "LDN-2", storedFor: "2001" }],
    "3 hawalas of this sheet are stored already and were corrected by hand since: LDN-2 is now LDN-2 of 2001, and 2 more. Importing them again would make second copies. Take their rows out of the sheet to import the others alone.",
  ],
])(
  "that hawalas were corrected to another %s since is said, and asked about once before the import",
  async (_what, count, hawalas, words) => {
    const again = importBefore({ senderCode: "2002" });
    const { sent, dialog } = await open([
      { body: previewOf(rows, { senderCode: "2002", importedBefore: again, standingCorrected: { count, hawalas } }) },
      { body: importOf() },
    ]);
    dialog.getByText(words);
    dialog.getByText(/\(import 5\)\. 2 hawalas of it are not stored under their numbers and would be imported\.$/);
    expect(dialog.queryByText(/Nothing would be imported twice/)).toBeNull();
    const press = () => fireEvent.click(dialog.getByRole("button", { name: "Import 2 hawalas" }));
    press();
    await dialog.findByText("Press Import once more to import them again; each copy can then be paid.");
    expect(sent).toHaveLength(1);
    vi.advanceTimersByTime(1_000);
    press();
    await screen.findByText("Import Successful");
    expect(sent[1]?.form.get("secondCopies")).toBe("true");
  },
);

const forDubai = (given: object) => ({ body: previewOf(rows, { senderCode: "2002", ...given }) });

test.each([
  [
    "file",
    forDubai({ importedBefore: importBefore({ canUndo: false }) }),
    /second copies of its hawalas\. That import can no longer be undone: if the partner was wrong, correct the sender code of each of its hawalas instead; one that is not Pending is marked as pending first\.$/,
  ],
  [
    "sheet's hawalas",
    forDubai({ standingElsewhere: { ...standing, canUndo: false } }),
    /second copies\. No undo takes just these back: if the partner was wrong, correct the sender code of each of them instead; one that is not Pending is marked as pending first\.$/,
  ],
])("where the %s cannot be taken back by an undo, it says what can be done instead", async (_what, said, words) => {
  const { dialog } = await open([said]);
  dialog.getByText(words);
  expect(dialog.queryByText(/Undo that import first|Undo their import first/)).toBeNull();
});

test("of a few rows, and of several partners, each is named, and that it can be taken out of the sheet", async () => {
  const more = previewOf([...rows, previewRow({ row: 4 })]);
  const named = [ofLondon[0], { row: 3, hawalaNo: "HER-7", storedFor: "1007" }];
  const { dialog } = await open([
    {
      body: {
        ...more,
        senderCode: "2002",
        standingElsewhere: { ...standing, senderCodes: ["2001", "1007"], hawalas: named, canUndo: false },
      },
    },
  ]);
  dialog.getByText(
    /^2 hawalas of this sheet are stored for 2001 - London, 1007 with the same number, receiver and amount: LON-1 of 2001, HER-7 of 1007\. .* Take their rows out of the sheet to import the others alone\. No undo/,
  );
});

test("an account that is no hawala partner is called by its name as well", async () => {
  const { dialog } = await open([forDubai({ importedBefore: importBefore({ senderCode: "1007" }) })]);
  await dialog.findByText(/^march\.xlsx was imported for 1007 - Herat branch by zahra/);
});

test("Import Data on the page asks as well, and anew after another preview", async () => {
  const { sent } = await open([sameFile, sameFile, { body: importOf() }]);
  const press = () => fireEvent.click(screen.getByRole("button", { name: "Import Data" }));
  await closePreview();
  screen.getByText("This file was imported for another partner");
  press();
  expect(question()).not.toBeNull();
  preview();
  await dialogOf();
  await closePreview();
  expect(question()).toBeNull();
  press();
  expect(question()).not.toBeNull();
  vi.advanceTimersByTime(1_000);
  press();
  await screen.findByText("Import Successful");
  expect(sent).toHaveLength(3);
});

test.each([
  ["a file that was imported for the same partner", { senderCode: "2002", importedBefore: importBefore({ senderCode: "2002" }) }],
  [
    "a file of which no row is new",
    { senderCode: "2002", importedBefore, counts: { ...previewOf([]).counts, duplicateStored: 2 } },
  ],
  ["any other file", { senderCode: "2002" }],
])("nothing is asked about %s", async (_what, given) => {
  const { sent, dialog } = await open([{ body: previewOf(rows, given) }, { body: importOf() }]);
  expect(dialog.queryByText("This file was imported for another partner")).toBeNull();
  fireEvent.click(dialog.getByRole("button", { name: /^Import/ }));
  await screen.findByText("Import Successful");
  expect(sent).toHaveLength(2);
  expect(sent[1]?.form.get("secondCopies")).toBe("false");
});

test("once another desk has imported, the sheet is judged anew before it can be imported, and what it makes copies of is asked", async () => {
  const { sent, imported, dialog } = await open([{ body: previewOf(rows, { senderCode: "2002" }) }, sameFile]);
  const button = dialog.getByRole<HTMLButtonElement>("button", { name: "Import 2 hawalas" });
  await imported();
  await dialog.findByText("This file was imported for another partner");
  expect(sent.map(({ address }) => address)).toEqual(["/api/hawala/preview", "/api/hawala/preview"]);
  expect(button.disabled).toBe(false);
  fireEvent.click(button);
  await dialog.findByText("Import second copies?");
  expect(sent).toHaveLength(2);
});

test("while the sheet is judged anew nothing is imported; where that fails the preview is gone", async () => {
  const first = await open([sameFile, "never"]);
  await closePreview();
  await first.imported();
  await screen.findByText(/^Other imports were made or undone meanwhile: reading march.xlsx again/);
  expect(importing().getAttribute("aria-disabled")).toBe("true");
  fireEvent.click(importing());
  expect(question()).toBeNull();
  expect(first.sent).toHaveLength(2);
  fireEvent.click(screen.getByRole("button", { name: "Stop" }));
  await waitFor(() => expect(screen.queryByText("This file was imported for another partner")).toBeNull());
  expect(importing().disabled).toBe(true);
});

test("what only the server knows by then is asked about as well, after the reason", async () => {
  const { sent } = await open([
    { body: previewOf(rows, { senderCode: "2002" }) },
    refusal(409, "second_copies", "Hawalas of this sheet are stored for 2001 already"),
    sameFile,
    { body: importOf() },
  ]);
  await closePreview();
  fireEvent.click(importing());
  await screen.findByText("Hawalas of this sheet are stored for 2001 already");
  await screen.findByText("This file was imported for another partner");
  expect(screen.queryByRole("dialog")).toBeNull();
  await waitFor(() => expect(importing().getAttribute("aria-disabled")).toBeNull());
  fireEvent.click(importing());
  expect(question()).not.toBeNull();
  vi.advanceTimersByTime(1_000);
  fireEvent.click(importing());
  await screen.findByText("Import Successful");
  expect(sent.map(({ form }) => form.get("secondCopies"))).toEqual([null, "false", null, "true"]);
});

test("once that import is undone, what the preview said no longer holds and is gone", async () => {
  await open([sameFile]);
  await closePreview();
  fireEvent.click(screen.getByRole("button", { name: "Undo import 5" }));
  fireEvent.click(
    within(await screen.findByRole("dialog", { name: "Undo Import" })).getByRole("button", { name: "Undo Import" }),
  );
  await waitFor(() => expect(screen.queryByText("This file was imported for another partner")).toBeNull());
  expect(screen.getByRole("button", { name: "Import Data" })).toHaveProperty("disabled", true);
  expect(screen.getByRole("button", { name: "Remove march.xlsx" })).toBeDefined();
});
