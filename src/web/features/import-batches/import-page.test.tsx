import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";

import { batchRow, importBefore, importOf, previewOf, previewRow } from "#web/testing/import-batches.ts";
import { replying, type Replies, type Said } from "#web/testing/replies.ts";
import { stage } from "#web/testing/stage.tsx";
import { uploading } from "#web/testing/uploads.ts";

import { ImportHawalaPage } from "./import-page.tsx";

const london = { id: 107, accountCode: "2001", accountName: "London", accountStatus: "active" };
const kabul = { id: 108, accountCode: "4001", accountName: "Kabul Exchange", accountStatus: "active" };

let batches: Said = { body: [] };
beforeEach(() => {
  batches = { body: [] };
});

async function open(answers: readonly (Said | "never")[], partners: readonly object[] = [london, kabul], replies: Replies = {}) {
  replying({
    "GET /api/accounts": { body: partners, headers: { "x-total-count": "2" } },
    "GET /api/import-batches": () => batches,
    ...replies,
  });
  const sent = uploading(answers);
  await stage(<ImportHawalaPage />);
  await screen.findByRole("option", { name: "4001 - Kabul Exchange" });
  return sent;
}

async function choose(name = "march.xlsx"): Promise<void> {
  fireEvent.change(screen.getByLabelText("Spreadsheet file"), { target: { files: [new File(["PK"], name)] } });
  await screen.findByText(name);
  // Once it has been read.
  await screen.findByText("0.00 KB");
}

async function preview(): Promise<void> {
  fireEvent.click(screen.getByRole("button", { name: "Preview Data" }));
  await screen.findByRole("dialog", { name: "Preview of march.xlsx" });
  fireEvent.click(within(screen.getByRole("dialog")).getAllByRole("button", { name: "Close" })[0] as HTMLElement);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
}

const leftOut = { skipped: [{ row: 9, text: "Total · 3050.5" }], skippedLines: 1 };

const faulty = previewRow({ row: 3, verdict: "error", amount: null, errors: [{ cell: "F3", message: "amount is missing" }] });
const importButton = () => screen.getByRole("button", { name: "Import Data" });

test("the page names the columns of a sheet", async () => {
  await open([]);
  const columns = within(screen.getByRole("region", { name: "Column Requirements" })).getAllByRole("listitem");
  const letters = ["C", "D", "E", "F", "G", "H", "I", "J", "K", "L"];
  expect(columns.map(({ textContent }) => textContent?.replace(/^Column /, "").slice(0, 1))).toEqual(letters);
  const names = "Trans No,Sender Name,Receiver Name,Amount,Exchange Rate,Currency,R Amount,Destination,Rate,Into USD";
  for (const [nth, name] of names.split(",").entries()) expect(columns[nth]?.textContent).toContain(name);
});

test("what is wrong with a file is said before anything is sent, and a good one is shown with its size, to be removed again", async () => {
  const sent = await open([]);
  const pick = (...files: File[]) => fireEvent.change(screen.getByLabelText("Spreadsheet file"), { target: { files } });
  const said = async (text: string) => within(await screen.findByRole("alert")).findByText(text);
  fireEvent.click(screen.getByRole("button", { name: "Preview Data" }));
  await said("No file selected");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Choose File" }));
  pick(new File(["%PDF"], "list.pdf"));
  await said("Invalid File Type: Please select an Excel file (.xls, .xlsx) or OpenDocument Spreadsheet (.ods)");
  pick(Object.defineProperty(new File(["PK"], "big.xlsx"), "size", { value: 10 * 1024 * 1024 + 1 }));
  await said("The file is larger than 10 MB. Divide the list into several files");
  pick(new File([new Uint8Array(1_234)], "small.xlsx"));
  await screen.findByText("1.21 KB");
  expect(screen.queryByRole("alert")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Remove small.xlsx" }));
  await screen.findByRole("button", { name: "Choose File" });
  expect(sent).toHaveLength(0);
});

test("while a sheet is read the page says so, and it can be stopped; a failure keeps the file", async () => {
  const sent = await open(["never", "no answer", { body: previewOf([previewRow({ row: 2 })]) }]);
  await choose();
  const read = () => fireEvent.click(screen.getByRole("button", { name: "Preview Data" }));
  read();
  await screen.findByRole("progressbar");
  expect(screen.getAllByRole("status").some(({ textContent }) => textContent?.includes("march.xlsx"))).toBe(true);
  expect(screen.getByRole("button", { name: "Reading..." }).getAttribute("aria-disabled")).toBe("true");
  fireEvent.click(screen.getByRole("button", { name: "Stop" }));
  await waitFor(() => expect(screen.queryByRole("progressbar")).toBeNull());
  expect(screen.queryByText("Preview Failed")).toBeNull();
  read();
  await screen.findByText("Preview Failed");
  expect(screen.getByText("march.xlsx")).toBeTruthy();
  read();
  await screen.findByRole("dialog", { name: "Preview of march.xlsx" });
  expect(sent).toHaveLength(3);
});

test("what was said of a file that could not be previewed goes once a good one is on screen", async () => {
  const empty: Said = { status: 400, body: { message: "The file is empty", code: "invalid" } };
  await open([empty, { body: previewOf([previewRow({ row: 2 })]) }]);
  await choose("empty.xlsx");
  fireEvent.click(screen.getByRole("button", { name: "Preview Data" }));
  await screen.findByText("The file is empty");
  await choose();
  expect(screen.getByText("The file is empty")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Preview Data" }));
  await screen.findByRole("dialog", { name: "Preview of march.xlsx" });
  await waitFor(() => expect(screen.queryByText("The file is empty")).toBeNull());
});

test("the preview has its columns, and says that its file was imported before, that no row is new and what is left out", async () => {
  const importedBefore = importBefore({ fileName: "twice.xlsx", importedBy: "admin" });
  const stored = previewRow({ row: 2, verdict: "duplicateStored" });
  await open([{ body: previewOf([stored], { importedBefore, totals: [], ...leftOut }) }]);
  await choose();
  fireEvent.click(screen.getByRole("button", { name: "Preview Data" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Preview of march.xlsx" }));
  const headers = dialog.getAllByRole("columnheader").map(({ textContent }) => textContent);
  expect(headers.slice(1, 9)).toEqual([
    "Hawala No",
    "Sender",
    "Receiver",
    "Amount",
    "Currency",
    "R Amount",
    "Rate",
    "Destination",
  ]);
  dialog.getByText("This file was imported before");
  dialog.getByText(/^twice\.xlsx was imported by admin on .* Nothing would be imported twice\.$/);
  dialog.getByText("Nothing: no row is new");
  within(dialog.getByRole("region", { name: "Left out: 1 row" })).getByText("Total · 3050.5");
});

test.each([
  [1, 0, "Import Successful"],
  [1, 1, "Import Completed with Duplicates"],
  [0, 2, "Duplicate Records Detected"],
  [0, 0, "Nothing Imported"],
])("%i imported and %i duplicates are told by a toast of their own: %s", async (importedCount, duplicateCount, title) => {
  await open([{ body: previewOf([previewRow({ row: 2 })]) }, { body: importOf({ importedCount, duplicateCount }) }]);
  await choose();
  await preview();
  fireEvent.click(importButton());
  await screen.findByText(title);
});

test("a sender code that no account has is warned about", async () => {
  await open([], [kabul]);
  await screen.findByText("No account has the code 2001: hawalas of this sheet could be imported, but not passed.");
  fireEvent.change(screen.getByRole("combobox"), { target: { value: "4001" } });
  await waitFor(() => expect(screen.queryByText(/^No account has the code/)).toBeNull());
});

test("Import Data belongs to a preview of this very file, for this partner", async () => {
  const sent = await open([{ body: previewOf([previewRow({ row: 2 })]) }]);
  expect(importButton()).toHaveProperty("disabled", true);
  await choose();
  expect(importButton()).toHaveProperty("disabled", true);
  await preview();
  expect(sent[0]?.form.get("senderCode")).toBe("2001");
  expect(importButton()).toHaveProperty("disabled", false);
  fireEvent.change(screen.getByRole("combobox"), { target: { value: "4001" } });
  expect(importButton()).toHaveProperty("disabled", true);
  fireEvent.change(screen.getByRole("combobox"), { target: { value: "2001" } });
  expect(importButton()).toHaveProperty("disabled", false);
  await choose("april.xlsx");
  expect(importButton()).toHaveProperty("disabled", true);
});

test("an import whose answer was lost is asked for again under the same key; another choice is another import", async () => {
  const sent = await open([
    { body: previewOf([previewRow({ row: 2 }), faulty]) },
    "no answer",
    { status: 400, body: { message: "1 row is faulty, nothing was imported. F3: amount is missing", code: "invalid" } },
    { body: importOf() },
  ]);
  await choose();
  await preview();
  fireEvent.click(importButton());
  await screen.findByText("No Answer Came");
  await screen.findByText(/^It is not known whether the sheet was imported: see Imports on this page\./);
  expect(screen.queryByText("Import Failed")).toBeNull();
  fireEvent.click(importButton());
  await screen.findByText("1 row is faulty, nothing was imported. F3: amount is missing");
  expect(screen.getByText("Import Failed")).toBeDefined();
  fireEvent.click(screen.getByRole("checkbox", { name: "Skip 1 faulty row" }));
  fireEvent.click(importButton());
  await screen.findByText("Import Successful");
  const [, first, second, third] = sent.map(({ headers }) => headers["idempotency-key"]);
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
  expect(sent.map(({ form }) => form.get("skipInvalid"))).toEqual([null, "false", "false", "true"]);
  expect(sent[3]?.form.get("transactionDate")).toBe("2026-03-21");
});

test("that faulty rows are skipped is said of one sheet, and not of the next", async () => {
  const body = previewOf([previewRow({ row: 2 }), faulty]);
  await open([{ body }, { body }]);
  const skip = () => screen.getByRole<HTMLInputElement>("checkbox", { name: "Skip 1 faulty row" });
  await choose();
  await preview();
  fireEvent.click(skip());
  await choose("april.xlsx");
  await preview();
  expect(skip().checked).toBe(false);
});

const patience = { timeout: 15_000 };

async function importedResult(): Promise<HTMLElement> {
  await open([
    { body: previewOf([previewRow({ row: 2 })]) },
    { body: importOf({ importedCount: 1, duplicateCount: 2, changed: 1, ...leftOut }) },
  ]);
  await choose();
  await preview();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  fireEvent.click(importButton());
  await vi.waitFor(() => screen.getByRole("dialog", { name: "Import Result" }), patience);
  return screen.getByRole("dialog", { name: "Import Result" });
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test("after 3000 ms the file, the preview and the result are cleared", async () => {
  const result = await importedResult();
  expect(
    within(result)
      .getAllByRole("definition")
      .map(({ textContent }) => textContent),
  ).toEqual(["1", "2", "1"]);
  within(within(result).getByRole("region", { name: "Left out: 1 row" })).getByText("Total · 3050.5");
  await pass(2_900);
  expect(screen.queryByText("march.xlsx")).not.toBeNull();
  await pass(200);
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull(), patience);
  expect(screen.queryByText("march.xlsx")).toBeNull();
  expect(importButton()).toHaveProperty("disabled", true);
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Choose File" })), patience);
});

test("the result stays while the pointer or the keyboard is busy in it, and Done clears it at once", async () => {
  const result = await importedResult();
  const inside = within(result).getByText("1 hawala imported");
  fireEvent.pointerMove(inside, { movementX: 3, movementY: 0 });
  await pass(10_000);
  expect(screen.queryByText("march.xlsx")).not.toBeNull();
  fireEvent.keyDown(inside, { key: "Tab" });
  await pass(10_000);
  expect(screen.queryByText("march.xlsx")).not.toBeNull();
  fireEvent.click(within(result).getByRole("button", { name: "Done" }));
  await vi.waitFor(() => expect(screen.queryByText("march.xlsx")).toBeNull(), patience);
});

test("the list of imports says when there is none, when it could not be read, and what stands in it", async () => {
  batches = { status: 500, body: { message: "Broken", code: "internal", requestId: "r-9" } };
  await open([]);
  await screen.findByText("The imports could not be loaded.");
  batches = { body: [] };
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  await screen.findByText("No sheet has been imported yet");
});

test("an import that was undone says by whom, and offers nothing any more", async () => {
  const undone = batchRow({ id: 3, pendingCount: 0, undoneBy: "omid", undoneAt: "2026-03-20T07:00:00.000Z" });
  batches = { body: [batchRow({ id: 4, pendingCount: 10, skippedCount: 1, changedCount: 2, duplicateCount: 3 }), undone] };
  await open([]);
  const first = await screen.findByRole("listitem", { name: "Import 4" });
  within(first).getByText("12 imported · 3 duplicates · 2 changed · 1 faulty row left out · 10 of 12 Pending");
  within(first).getByText("Cannot be undone: 2 hawalas are no longer Pending");
  const second = screen.getByRole("listitem", { name: "Import 3" });
  within(second).getByText(/^Undone 20 Mar 2026, 11:30 by omid$/);
  expect(within(second).queryByRole("button", { name: "Undo import 3" })).toBeNull();
});

test("the question before an import is undone stays until that is done: what comes of it is said of no other import", async () => {
  const answer = Promise.withResolvers<Said>();
  batches = { body: [batchRow({ id: 4 }), batchRow({ id: 5 })] };
  await open([], [london, kabul], { "POST /api/import-batches/4/undo": () => answer.promise });
  fireEvent.click(await screen.findByRole("button", { name: "Undo import 4" }));
  const question = within(await screen.findByRole("dialog", { name: "Undo Import" }));
  fireEvent.click(question.getByRole("button", { name: "Undo Import" }));
  await question.findByRole("button", { name: "Undoing..." });
  fireEvent.keyDown(question.getByRole("button", { name: "Keep the Import" }), { key: "Escape" });
  fireEvent.click(question.getByRole("button", { name: "Keep the Import" }));
  expect(screen.getByRole("dialog", { name: "Undo Import" })).toBeDefined();
  answer.resolve({ body: { message: "12 hawalas removed" } });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("an import gives its SHA-256 to copy", async () => {
  const written = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
  batches = { body: [batchRow({ id: 4 })] };
  await open([]);
  vi.stubGlobal("navigator", Object.create(navigator, { clipboard: { value: { writeText: written } } }) as Navigator);
  fireEvent.click(await screen.findByRole("button", { name: "Copy the SHA-256 of import 4" }));
  await screen.findByText("SHA-256 copied");
  expect(written).toHaveBeenCalledExactlyOnceWith("ab".repeat(32));
});
