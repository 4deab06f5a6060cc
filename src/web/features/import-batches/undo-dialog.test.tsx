import { screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { batchRow } from "#web/testing/import-batches.ts";
import { stage } from "#web/testing/stage.tsx";

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
