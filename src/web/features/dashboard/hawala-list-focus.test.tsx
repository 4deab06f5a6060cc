import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";

import { adminFigures, dashboardParts, dialog, figures, gone, hawalasOf, paid, waiting } from "#web/testing/dashboard.tsx";
import type { Said } from "#web/testing/replies.ts";

import { HawalaListModal } from "./hawala-list-modal.tsx";
import { useDashboardPlace } from "./place.ts";
import { SummaryCards } from "./summary-cards.tsx";

function List() {
  const place = useDashboardPlace();
  const shown = { ...figures, admin: adminFigures };
  return (
    <>
      <SummaryCards figures={shown} frame={place.frame} isAdmin onOpen={place.open} />
      <HawalaListModal figures={shown} isAdmin place={place} />
    </>
  );
}

const card = () => screen.getByRole("button", { name: /^Pending Hawala/ });

test("the focus is on the button of a row after its question, in the search box once the row is gone, and on the card at last", async () => {
  let rows = [waiting, paid, gone];
  const answer = Promise.withResolvers<Said>();
  const { user } = await dashboardParts(<List />, {
    "GET /api/dashboard/hawalas": (body: unknown, url: URL) => hawalasOf(rows)(body, url),
    "PUT /api/hawala/cancel/1": () => answer.promise,
  });
  await screen.findByText("320");
  await user.click(card());
  const list = await dialog("Pending Hawala");
  const cancel = await list.findByRole("button", { name: "Cancel hawala LDN-1" });
  for (const say of ["Keep Hawala", "Escape", "Cancel Hawala"]) {
    await user.click(cancel);
    const question = await dialog("Cancel hawala LDN-1?");
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Keep Hawala"));
    if (say === "Escape") await user.keyboard("{Escape}");
    else await user.click(question.getByRole("button", { name: say }));
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "Cancel hawala LDN-1?" })).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(cancel));
  }
  rows = [paid, gone];
  answer.resolve({ body: { ...waiting, hawalaStatus: "Cancelled", version: 2, hawalaId: 1, balances: [] } });
  await list.findByText("No transactions to display.");
  expect(document.activeElement).toBe(list.getByRole("searchbox"));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(card()));
});
