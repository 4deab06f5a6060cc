import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import { queryKeys } from "#web/lib/query.ts";
import { detailsPage } from "#web/testing/details-page.tsx";
import { everyHawala, listed, passPage } from "#web/testing/pass-page.tsx";
import { refusal, type Replies } from "#web/testing/replies.ts";

const failed = "Failed to fetch hawala details";
const pages = [
  ["Pass Hawala", passPage],
  ["Hawala Details", detailsPage],
] as const;

/** A server whose list is away as long as it is said to be. */
function listAway() {
  const server = { isAway: true, held: Promise.resolve() };
  const replies: Replies = {
    "GET /api/hawala-details": async () => {
      await server.held;
      return server.isAway ? refusal(500, "unexpected", "") : listed(everyHawala);
    },
  };
  return { server, replies };
}

const user = userEvent.setup({ delay: null });
const retry = async () => user.click(await screen.findByRole("button", { name: "Retry" }));
/** The toast, by its title. */
const told = async () => {
  await screen.findByText("Error");
  expect(screen.getAllByText(failed)).toHaveLength(2);
};
const dismiss = async () => {
  await user.click(screen.getByRole("button", { name: "Dismiss" }));
  await waitFor(() => expect(screen.queryByText("Error")).toBeNull());
};

describe.each(pages)("a list of %s that fails", (_page, open) => {
  it("is told by a toast and in its place, and is read again on request", async () => {
    const { server, replies } = listAway();
    await open("", replies);
    await told();
    await dismiss();
    await retry();
    await told();
    await dismiss();
    server.isAway = false;
    await retry();
    await screen.findByText("LDN-1");
    expect(screen.queryByText("Error")).toBeNull();
  });

  it("is told once, however often the page asks again by itself, and with other filters once more", async () => {
    const { server, replies } = listAway();
    server.isAway = false;
    const { client, router } = await open("", replies);
    await screen.findByText("LDN-1");
    server.isAway = true;
    const askAgain = async () => {
      const answer = Promise.withResolvers<void>();
      server.held = answer.promise;
      const again = client.invalidateQueries({ queryKey: queryKeys.noun("hawalas") });
      // Meanwhile the rows of the filters before stand in.
      await screen.findByText("LDN-1");
      answer.resolve();
      await again;
      await screen.findByRole("button", { name: "Retry" });
    };
    for (const status of ["Pending", "Cancelled"]) {
      act(() => router.history.push(`${router.state.location.pathname}?status=${status}`));
      await told();
      await dismiss();
      await askAgain();
      await askAgain();
      expect(screen.queryByText("Error")).toBeNull();
    }
  });

  it("keeps the rows that it has, and tells above them alone that they could not be read again", async () => {
    const { server, replies } = listAway();
    server.isAway = false;
    const { client } = await open("", replies);
    await screen.findByText("LDN-1");
    server.isAway = true;
    await client.invalidateQueries({ queryKey: queryKeys.noun("hawalas") });
    const alert = within(await screen.findByRole("alert"));
    alert.getByText(failed);
    expect(screen.queryByText("Error")).toBeNull();
    expect(screen.getByText("LDN-1")).toBeDefined();
  });
});

it("the next rows of a list that could not be read are told by a toast each time they are asked for", async () => {
  let isAway = true;
  const more: Replies = {
    "GET /api/hawala-details": (_body, { searchParams }) =>
      searchParams.get("cursor") === null
        ? listed(everyHawala.slice(0, 2), { "x-total-count": "4", "x-next-cursor": "more" })
        : isAway
          ? refusal(500, "unexpected", "The next rows are away")
          : listed(everyHawala.slice(2)),
  };
  await detailsPage("", more);
  await user.click(await screen.findByRole("button", { name: "Load more" }));
  await screen.findByText("Error");
  await dismiss();
  await retry();
  await screen.findByText("Error");
  isAway = false;
  await retry();
  await screen.findByText("LDN-3");
});
