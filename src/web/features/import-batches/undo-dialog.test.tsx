import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";

import type { ImportBatch } from "#contract/import-batches.ts";
import { queryKeys } from "#web/lib/query.ts";
import { batchRow } from "#web/testing/import-batches.ts";
import { refusal, replying, type Said } from "#web/testing/replies.ts";
import { stage } from "#web/testing/stage.tsx";

import { BatchList } from "./batch-list.tsx";
import { UndoDialog } from "./undo-dialog.tsx";

it.each([
  [0, null],
  [1, "1 of them was corrected by hand since; the correction goes with it."],
  [2, "2 of them were corrected by hand since; their corrections go with them."],
])("names the corrections that go with an import: of %i it says %j", async (correctedCount, words) => {
  await stage(<UndoDialog batch={batchRow({ id: 4, correctedCount })} onClose={() => undefined} onUndone={() => undefined} />);
  await screen.findByText("Take back the import of march.xlsx? Its 12 hawalas are removed from the list.");
  expect(screen.queryByText(/corrected by hand/)?.textContent ?? null).toBe(words);
});

/** Asks whether an import be undone, and has another desk change it. */
async function asked(answer?: Promise<Said> | (() => Said)) {
  let batches = [batchRow({ id: 4 })];
  const refused = refusal(409, "conflict", "This import was corrected meanwhile");
  const fetched = replying({
    "GET /api/import-batches": () => ({ body: batches }),
    "POST /api/import-batches/4/undo": () => (typeof answer === "function" ? answer() : (answer ?? refused)),
  });
  const { client } = await stage(<BatchList onUndone={() => undefined} />);
  fireEvent.click(await screen.findByRole("button", { name: "Undo import 4" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Undo Import" }));
  const changed = async (given: Partial<ImportBatch>): Promise<void> => {
    batches = [batchRow({ id: 4, ...given })];
    await act(() => client.invalidateQueries({ queryKey: queryKeys.noun("import-batches") }));
  };
  const sent = () => fetched.mock.calls.flatMap(([, request]) => (typeof request?.body === "string" ? [request.body] : []));
  return { dialog, changed, sent };
}

it("names what another desk corrected while it asks, and asks for the undoing of just that", async () => {
  const { dialog, changed, sent } = await asked();
  // The second half of a double click on the button that has asked.
  fireEvent.click(dialog.getByRole("button", { name: "Undo Import" }), { detail: 2 });
  expect(dialog.queryByText(/corrected by hand/)).toBeNull();
  await changed({ correctedCount: 1 });
  await dialog.findByText("1 of them was corrected by hand since; the correction goes with it.");
  fireEvent.click(dialog.getByRole("button", { name: "Undo Import" }));
  await dialog.findByText("This import was corrected meanwhile");
  expect(sent()).toEqual(['{"correctedCount":1}']);
});

it.each([
  [{ pendingCount: 10 }, "Cannot be undone: 2 hawalas are no longer Pending"],
  [{ pendingCount: 0, undoneBy: "omid", undoneAt: "2026-03-20T07:00:00.000Z" }, "Undone 20 Mar 2026, 11:30 by omid"],
])("says what keeps it from being undone by now: %j", async (given, words) => {
  const { dialog, changed } = await asked();
  await changed(given);
  await dialog.findByText(words);
});

it("asks for no undoing of what another desk has undone", async () => {
  const { dialog, changed, sent } = await asked();
  await changed({ pendingCount: 0, undoneBy: "omid", undoneAt: "2026-03-20T07:00:00.000Z" });
  await dialog.findByText("Undone 20 Mar 2026, 11:30 by omid");
  const undo = dialog.getByRole("button", { name: "Undo Import" });
  fireEvent.click(undo);
  expect(undo.getAttribute("aria-disabled")).toBe("true");
  expect(sent()).toEqual([]);
});

it("asks no more for what was refused and is undone by then", async () => {
  const { dialog, changed, sent } = await asked();
  const undo = dialog.getByRole("button", { name: "Undo Import" });
  fireEvent.click(undo);
  await dialog.findByText("This import was corrected meanwhile");
  await changed({ pendingCount: 0, undoneBy: "omid", undoneAt: "2026-03-20T07:00:00.000Z" });
  await waitFor(() => expect(undo.getAttribute("aria-disabled")).toBe("true"));
  fireEvent.click(undo);
  expect(sent()).toHaveLength(1);
});

it("does not tell what it undoes itself as the act of another desk, before its answer has come", async () => {
  const { dialog, changed, sent } = await asked(new Promise(() => undefined));
  fireEvent.click(dialog.getByRole("button", { name: "Undo Import" }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  await changed({ pendingCount: 0, undoneBy: "admin", undoneAt: "2026-03-20T07:00:00.000Z" });
  expect((await screen.findAllByText(/^Undone 20 Mar/)).filter((said) => said.closest("[role=dialog]") !== null)).toEqual([]);
});

it("does not say that it failed where no answer came; the list tells, and a second press sends the same", async () => {
  const { dialog, changed, sent } = await asked(Promise.resolve({ status: 502, body: "Bad Gateway" }));
  fireEvent.click(dialog.getByRole("button", { name: "Undo Import" }));
  await dialog.findByText("It is not known whether the import was undone. Undo Import, pressed again, undoes it only once.");
  expect(dialog.queryByText("Undo Failed")).toBeNull();
  await changed({ pendingCount: 0, undoneBy: "admin", undoneAt: "2026-03-20T07:00:00.000Z" });
  await dialog.findByText("Undone 20 Mar 2026, 11:30 by admin");
  fireEvent.click(dialog.getByRole("button", { name: "Undo Import" }));
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]).toBe(sent()[0]);
});

it("does not say that it failed where no answer came before, and whoever is signed out would rather not sign in again", async () => {
  const answers: Said[] = ["no answer", refusal(401, "not_signed_in", "Please sign in")];
  const { dialog, changed, sent } = await asked(() => answers.shift() ?? "no answer");
  const unknown = "It is not known whether the import was undone. Undo Import, pressed again, undoes it only once.";
  fireEvent.click(dialog.getByRole("button", { name: "Undo Import" }));
  await dialog.findByText(unknown);
  fireEvent.click(dialog.getByRole("button", { name: "Undo Import" }));
  await waitFor(() => expect(sent()).toHaveLength(2));
  await changed({ pendingCount: 0, undoneBy: "admin", undoneAt: "2026-03-20T07:00:00.000Z" });
  await dialog.findByText("Undone 20 Mar 2026, 11:30 by admin");
  expect(dialog.getByText(unknown)).toBeDefined();
  expect(dialog.queryByText("Please sign in")).toBeNull();
});

it("goes on asking about an import that newer ones have pushed out of the list", async () => {
  const { dialog, changed } = await asked();
  await changed({ id: 30, fileName: "april.xlsx" });
  await screen.findByText("april.xlsx");
  dialog.getByText("Take back the import of march.xlsx? Its 12 hawalas are removed from the list.");
});
