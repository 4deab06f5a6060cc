import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";

import { queryKeys } from "#web/lib/query.ts";
import { batchRow, importBefore, importOf, previewOf, previewRow } from "#web/testing/import-batches.ts";
import { passMidnight, theNextDay } from "#web/testing/midnight.ts";
import { refusal, replying, type Said } from "#web/testing/replies.ts";
import { stage } from "#web/testing/stage.tsx";
import { uploading, type SentForm } from "#web/testing/uploads.ts";

import { ImportHawalaPage } from "./import-page.tsx";

const london = { id: 107, accountCode: "2001", accountName: "London", accountStatus: "active" };
const dubai = { id: 108, accountCode: "2002", accountName: "Dubai", accountStatus: "active" };
const rows = [previewRow({ row: 2 }), previewRow({ row: 3 })];
const theDay = "2026-03-21";

const importButton = () => screen.getByRole("button", { name: "Import Data" });
const date = () => screen.getByRole<HTMLInputElement>("textbox", { name: /Date/ }).value;
const press = () => fireEvent.click(importButton());
const choosePartner = (code: string) => fireEvent.change(screen.getByRole("combobox"), { target: { value: code } });

/** What makes of two imports one: its key and every field of the form. */
const sentAs = ({ headers, form }: SentForm) => [headers["idempotency-key"], ...[...form].filter(([name]) => name !== "file")];

async function closePreview(): Promise<void> {
  const dialog = within(await screen.findByRole("dialog", { name: "Preview of march.xlsx" }));
  fireEvent.click(dialog.getAllByRole("button", { name: "Close" })[0] as HTMLElement);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
}

/** Opens the page with a sheet that was previewed. */
async function open(sheet: object, answers: readonly (Said | "never")[]) {
  let batches = [batchRow({ id: 5 })];
  replying({
    "GET /api/accounts": { body: [london, dubai], headers: { "x-total-count": "2" } },
    "GET /api/import-batches": () => ({ body: batches }),
  });
  const sent = uploading([{ body: sheet }, ...answers]);
  const { client } = await stage(<ImportHawalaPage />);
  await screen.findByRole("option", { name: "2002 - Dubai" });
  fireEvent.change(screen.getByLabelText("Spreadsheet file"), { target: { files: [new File(["PK"], "march.xlsx")] } });
  // Once it has been read.
  await screen.findByText("0.00 KB");
  fireEvent.click(screen.getByRole("button", { name: "Preview Data" }));
  await closePreview();
  /** The list tells of an import more than before. */
  const listed = async (): Promise<void> => {
    batches = [batchRow({ id: 6 }), ...batches];
    await act(() => client.invalidateQueries({ queryKey: queryKeys.noun("import-batches") }));
  };
  return { sent, client, listed, imports: () => sent.filter(({ address }) => address === "/api/hawala/import").map(sentAs) };
}

test("an import that got no answer before midnight is asked for again as it was, under its key", async () => {
  const busy = refusal(503, "busy", "The server is busy at the moment");
  const { client, imports } = await open(previewOf(rows), ["no answer", busy, { body: importOf() }]);
  press();
  await screen.findByText("No Answer Came");
  await passMidnight(client);
  expect(date()).toBe(theDay);
  press();
  await screen.findByText(/^The server is busy at the moment/);
  // Which leaves open what came of the one before.
  expect(screen.getByText("It is not known whether this was saved")).toBeDefined();
  expect(screen.queryByText("Import Failed")).toBeNull();
  press();
  await screen.findByText("Import Successful");
  const [lost, ...again] = imports();
  expect(lost).toContainEqual(["transactionDate", theDay]);
  expect(again).toEqual([lost, lost]);
});

test("an import that is on its way at midnight keeps its day", async () => {
  const { client } = await open(previewOf(rows), ["never"]);
  press();
  await screen.findByRole("button", { name: "Importing..." });
  await passMidnight(client);
  expect(date()).toBe(theDay);
});

test("a sheet left open over midnight is of the new day, and so is one that was refused before or goes to another partner", async () => {
  const { client, imports } = await open(previewOf(rows), [
    refusal(409, "conflict", "A hawala of this file was entered at another desk just now"),
    "no answer",
  ]);
  press();
  await screen.findByText("Import Failed");
  await passMidnight(client);
  expect(date()).toBe(theNextDay);
  press();
  await screen.findByText("No Answer Came");
  await passMidnight(client, "2026-03-23");
  expect(date()).toBe(theNextDay);
  choosePartner("2002");
  expect(date()).toBe("2026-03-23");
  choosePartner("2001");
  expect(date()).toBe(theNextDay);
  expect(imports()).toHaveLength(2);
});

test("wanted second copies of which it is not known whether they were imported are asked for again as such, once they are listed", async () => {
  // How long it is between two presses, the test says.
  vi.useFakeTimers({ toFake: ["performance"] });
  const copies = previewOf(rows, { importedBefore: importBefore({ senderCode: "2002" }) });
  const stored = previewOf(rows.map((row) => ({ ...row, verdict: "duplicateStored" as const })));
  const { sent, listed, imports } = await open(copies, ["no answer", { body: stored }, { body: importOf() }]);
  press();
  await screen.findByText("Import second copies?");
  vi.advanceTimersByTime(1_000);
  press();
  await screen.findByText("No Answer Came");
  await listed();
  await waitFor(() => expect(sent).toHaveLength(3));
  await waitFor(() => expect(importButton().getAttribute("aria-disabled")).toBeNull());
  press();
  await screen.findByText("Import Successful");
  const [lost, ...again] = imports();
  expect(lost).toContainEqual(["secondCopies", "true"]);
  expect(again).toEqual([lost]);
});
