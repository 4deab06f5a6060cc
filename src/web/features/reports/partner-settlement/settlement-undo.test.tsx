import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { replyingOffice, writesOf } from "#web/testing/office.ts";
import { settlementRow } from "#web/testing/partner-settlements.ts";
import type { Said } from "#web/testing/replies.ts";
import { stage } from "#web/testing/stage.tsx";

import { UndoSettlementButton } from "./settlement-undo.tsx";

it("a settlement is undone by deleting its entry, in the version that was seen; what got no answer is asked for once more", async () => {
  const answers: Said[] = ["no answer", { body: {} }];
  const fetched = replyingOffice({ "DELETE /api/transactions/77": () => answers.shift() ?? "no answer" });
  await stage(<UndoSettlementButton settlement={settlementRow()} />);
  const user = userEvent.setup({ delay: null });
  await user.click(await screen.findByRole("button", { name: "Undo settlement 3" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Undo the settlement of 2026-03-01?" }));
  await user.click(dialog.getByRole("button", { name: "Undo" }));
  await dialog.findByText("It is not known whether the settlement was undone. Undo, pressed again, undoes it only once.");
  expect(screen.queryByText("The settlement could not be undone")).toBeNull();
  await user.click(dialog.getByRole("button", { name: "Undo" }));
  await screen.findByText("Settlement undone");
  const [lost, ...again] = writesOf(fetched);
  expect(lost).toMatchObject({ address: "/api/transactions/77", body: { formName: "Partner Settlement" } });
  expect(again).toEqual([lost]);
});
