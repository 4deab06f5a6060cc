import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { batchRow, importOf, previewOf, previewRow } from "#web/testing/import-batches.ts";
import { replying, type Said } from "#web/testing/replies.ts";
import { stage } from "#web/testing/stage.tsx";
import { uploading } from "#web/testing/uploads.ts";

import { ImportHawalaPage } from "./import-page.tsx";

const london = { id: 107, accountCode: "2001", accountName: "London", accountStatus: "active" };
const kabul = { id: 108, accountCode: "4001", accountName: "Kabul Exchange", accountStatus: "active" };

let batches: Said = { body: [] };
beforeEach(() => {
  batches = { body: [] };
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function open(answers: readonly (Said | "never")[]) {
  replying({
    "GET /api/accounts": { body: [london, kabul], headers: { "x-total-count": "2" } },
    "GET /api/import-batches": () => batches,
  });
  const sent = uploading(answers);
  await stage(<ImportHawalaPage />);
  await screen.findByRole("option", { name: "4001 - Kabul Exchange" });
  return sent;
}

async function choose(name = "march.xlsx"): Promise<void> {
  fireEvent.change(screen.getByLabelText("Spreadsheet file"), { target: { files: [new File(["PK"], name)] } });
  await screen.findByText(name);
}

async function preview(): Promise<void> {
  fireEvent.click(screen.getByRole("button", { name: "Preview Data" }));
  await screen.findByRole("dialog", { name: "Preview of march.xlsx" });
  fireEvent.click(within(screen.getByRole("dialog")).getAllByRole("button", { name: "Close" })[0] as HTMLElement);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
}

const importButton = () => screen.getByRole("button", { name: "Import Data" });

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
  const faulty = previewRow({ row: 3, verdict: "error", amount: null, errors: [{ cell: "F3", message: "amount is missing" }] });
  const sent = await open([
    { body: previewOf([previewRow({ row: 2 }), faulty]) },
    "no answer",
    { status: 400, body: { message: "1 row is faulty, nothing was imported. F3: amount is missing", code: "invalid" } },
    { body: importOf() },
  ]);
  await choose();
  await preview();
  fireEvent.click(importButton());
  await screen.findByText("Import Failed");
  fireEvent.click(importButton());
  await screen.findByText("1 row is faulty, nothing was imported. F3: amount is missing");
  fireEvent.click(screen.getByRole("checkbox", { name: "Skip 1 faulty row" }));
  fireEvent.click(importButton());
  await screen.findByText("Import Successful");
  const [, first, second, third] = sent.map(({ headers }) => headers["idempotency-key"]);
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
  expect(sent.map(({ form }) => form.get("skipInvalid"))).toEqual([null, "false", "false", "true"]);
  expect(sent[3]?.form.get("transactionDate")).toBe("2026-03-21");
});

test("a date that is none stops the import before it is sent", async () => {
  const sent = await open([{ body: previewOf([previewRow({ row: 2 })]) }]);
  await choose();
  await preview();
  const date = screen.getByRole("textbox", { name: "Transaction Date" });
  fireEvent.change(date, { target: { value: "" } });
  fireEvent.click(importButton());
  expect(document.activeElement).toBe(date);
  expect(screen.getByText("Date is required")).toBeTruthy();
  expect(sent).toHaveLength(1);
});

const patience = { timeout: 15_000 };

async function importedResult(): Promise<HTMLElement> {
  await open([
    { body: previewOf([previewRow({ row: 2 })]) },
    { body: importOf({ importedCount: 1, duplicateCount: 2, changed: 1 }) },
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
  await pass(2_900);
  expect(screen.queryByText("march.xlsx")).not.toBeNull();
  await pass(200);
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull(), patience);
  expect(screen.queryByText("march.xlsx")).toBeNull();
  expect(importButton()).toHaveProperty("disabled", true);
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
