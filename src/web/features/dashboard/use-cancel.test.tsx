import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";

import type { Hawala } from "#contract/hawalas.ts";
import { adminFigures, dashboardParts, dialog, figures, hawalasOf, waiting, type Calls } from "#web/testing/dashboard.tsx";
import { writesOf } from "#web/testing/office.ts";
import { expectAlone } from "#web/testing/own-direction.ts";
import { refusal, type Said } from "#web/testing/replies.ts";

import { HawalaListModal } from "./hawala-list-modal.tsx";
import { useDashboardPlace } from "./place.ts";

const changedMeanwhile = "This hawala was changed meanwhile: zahra at 2026-03-21 10:15";
const cancelling = "PUT /api/hawala/cancel/1";
const reopening = "PUT /api/hawala/pending/1";

function List() {
  return <HawalaListModal figures={{ ...figures, admin: adminFigures }} isAdmin place={useDashboardPlace()} />;
}

/** Opens the list of what waits, on a server that holds a hawala which acts change. */
async function opened(calls: (become: (change: Partial<Hawala>) => Said) => Calls) {
  let now: Hawala = waiting;
  const become = (change: Partial<Hawala>): Said => {
    now = { ...now, version: now.version + 1, ...change };
    return { body: { ...now, hawalaId: now.id, balances: [] } };
  };
  const { user, fetched } = await dashboardParts(<List />, {
    at: "/dashboard?show=pending",
    "GET /api/dashboard/hawalas": (body: unknown, url: URL) => hawalasOf([now])(body, url),
    ...calls(become),
  });
  const list = await dialog("Pending Hawala");
  const confirm = async (): Promise<void> => {
    await user.click(await list.findByRole("button", { name: "Cancel hawala LDN-1" }));
    await user.click((await dialog("Cancel hawala LDN-1?")).getByRole("button", { name: "Cancel Hawala" }));
  };
  return { user, list, confirm, acts: () => writesOf(fetched).filter(({ address }) => address.startsWith("/api/hawala/")) };
}

test("what another desk has paid meanwhile is not cancelled: the sentence says so, it leaves the list, nothing is taken back", async () => {
  const { list, confirm, acts } = await opened((become) => ({
    [cancelling]: () => {
      become({ hawalaStatus: "Passed" });
      return refusal(409, "stale_version", changedMeanwhile);
    },
  }));
  await confirm();
  await screen.findByText("Failed to Cancel Hawala");
  expect(screen.getByText(changedMeanwhile)).toBeDefined();
  await list.findByText("No transactions to display.");
  expect(acts()).toMatchObject([{ address: "/api/hawala/cancel/1", ifMatch: "1" }]);
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});

test("what is taken back is this cancelling, unless another desk has gone on from there", async () => {
  const { user, list, confirm, acts } = await opened((become) => ({
    [cancelling]: () => become({ hawalaStatus: "Cancelled" }),
    [reopening]: () => {
      become({ hawalaStatus: "Pending" });
      return refusal(409, "stale_version", changedMeanwhile);
    },
  }));
  await confirm();
  await list.findByText("No transactions to display.");
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await screen.findByText(changedMeanwhile);
  await list.findByRole("button", { name: "Cancel hawala LDN-1" });
  expect(acts().map(({ ifMatch }) => ifMatch)).toEqual(["1", "2"]);
});

test("asked again after a lost answer, it is the same attempt on the same version", async () => {
  let attempts = 0;
  const { list, confirm, acts } = await opened((become) => ({
    [cancelling]: () => ((attempts += 1) === 1 ? "no answer" : become({ hawalaStatus: "Cancelled" })),
  }));
  await confirm();
  await screen.findByText("No Answer Came");
  expect(screen.getByText("It is not known whether the hawala was changed. Look at its status before you go on.")).toBeDefined();
  expect(screen.queryByText("Failed to Cancel Hawala")).toBeNull();
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Cancel hawala LDN-1?" })).toBeNull());
  await confirm();
  await list.findByText("No transactions to display.");
  const [first, second] = acts();
  expect(first).toMatchObject({ ifMatch: "1" });
  expect(second).toEqual(first);
});

test.each([
  [
    "a server that was too busy is refused in its words",
    503,
    "busy",
    "The server is busy at the moment. Try again shortly",
    true,
  ],
  ["a database that went away meanwhile is not known", 503, "unavailable", "The database is not available at the moment", false],
  ["an unforeseen fault is not known", 500, "internal", "Something went wrong on the server", false],
])("what came of %s", async (_what, status, code, said, isRefused) => {
  const { confirm } = await opened(() => ({ [cancelling]: refusal(status, code, said) }));
  await confirm();
  await screen.findByText(isRefused ? "Failed to Cancel Hawala" : "No Answer Came");
  expect(screen.queryByText(said) !== null).toBe(isRefused);
});

test("whose hawala it is runs its own way where its cancelling is asked about, beside the amount", async () => {
  const persian = { ...waiting, receiverName: "لیلا احمدی" };
  const { user, list } = await opened(() => ({ "GET /api/dashboard/hawalas": hawalasOf([persian]) }));
  await user.click(await list.findByRole("button", { name: "Cancel hawala LDN-1" }));
  expectAlone((await dialog("Cancel hawala LDN-1?")).getByText(persian.receiverName));
});
