import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";

import type { Hawala } from "#contract/hawalas.ts";
import { hawalaRow } from "#web/testing/hawalas.ts";
import { carriedOut, everyHawala, hawalasAsked, passed, passPage, waitingToo } from "#web/testing/pass-page.tsx";

const search = () => screen.getByRole("searchbox");
const rowsIn = () => within(screen.getByRole("list", { name: "Pass Hawala" }));

/** A screen on which the list and its filters give way to a hawala: what is hidden takes no focus, and has no height. */
function narrow(): void {
  const isGone = (element: HTMLElement): boolean => {
    const isOpen = document.querySelector("[data-open]") !== null;
    return isOpen && element.closest("[role=search], section[aria-label='Pass Hawala']") !== null;
  };
  const focus = HTMLElement.prototype.focus;
  vi.spyOn(HTMLElement.prototype, "focus").mockImplementation(function (this: HTMLElement, options) {
    if (!isGone(this)) focus.call(this, options);
  });
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockImplementation(function (this: HTMLElement) {
    return isGone(this) ? 0 : 336;
  });
}

/** Opens the paid hawala beside a list of a status and marks it as pending; where it is in the list by then. */
async function reopened(status: Hawala["hawalaStatus"] | "", others: readonly Hawala[] = []) {
  let now = [...everyHawala, ...others];
  const page = await passPage(`?status=${status}&selected=3`, {
    "GET /api/hawala-details": (...asked) => hawalasAsked(now)(...asked),
    "PUT /api/hawala/pending/3": () => {
      now = now.map((hawala) => (hawala.id === 3 ? { ...passed, hawalaStatus: "Pending", version: 3 } : hawala));
      return carriedOut(passed, { hawalaStatus: "Pending" });
    },
  });
  await page.opened("LDN-3");
  await page.inPanel("Mark as Pending");
  await screen.findByText("Hawala marked as pending successfully.");
  await waitFor(() => expect(page.client.isFetching()).toBe(0));
  return page;
}

it("is on the row of a hawala that was marked as pending", async () => {
  await reopened("");
  expect(document.activeElement).toBe(rowsIn().getByRole("button", { name: "View Details of hawala LDN-3" }));
});

it.each([
  ["all its rows", []],
  ["that row", [hawalaRow({ id: 6, hawalaStatus: "Passed" })]],
])("goes into the search box where the list loses %s", async (_what, others) => {
  await reopened("Passed", others);
  await screen.findByRole("heading", { name: `Hawala Transactions (${String(others.length)})` });
  expect(document.activeElement).toBe(search());
});

it("goes into the search box where the list has no such row", async () => {
  const page = await passPage("?status=Cancelled&selected=3");
  await page.opened("LDN-3");
  page.panel().getByRole("button", { name: "History" }).focus();
  await page.user.keyboard("{Escape}");
  expect(document.activeElement).toBe(search());
});

it("goes into the search box where the tick that had it goes, since that is not pending any more", async () => {
  let now = [...everyHawala];
  const { client } = await passPage("", { "GET /api/hawala-details": (...asked) => hawalasAsked(now)(...asked) });
  for (const [name, rest] of [
    ["Choose hawala LDN-1", [waitingToo]],
    ["Choose all that are pending", []],
  ] as const) {
    (await screen.findByRole("checkbox", { name })).focus();
    now = [...rest, passed];
    await client.invalidateQueries();
    await waitFor(() => expect(screen.queryByRole("checkbox", { name })).toBeNull());
    expect(document.activeElement).toBe(search());
  }
});

it("goes into the search box where what was chosen is cleared", async () => {
  const { user, press } = await passPage("");
  await user.click(await screen.findByRole("checkbox", { name: "Choose hawala LDN-1" }));
  await press("Clear the choice");
  expect(document.activeElement).toBe(search());
});

it.each(["Back to the list", "the browser's back button"])("goes by %s to the row, which takes it only then", async (way) => {
  narrow();
  const { press, opened, inPanel, router } = await passPage("");
  await screen.findByText("LDN-2");
  await press("View Details of hawala LDN-2");
  await opened("LDN-2");
  if (way === "Back to the list") await inPanel(way);
  else router.history.back();
  await waitFor(() =>
    expect(document.activeElement).toBe(rowsIn().getByRole("button", { name: "View Details of hawala LDN-2" })),
  );
});

it("goes back to the row of a hawala that the page was opened with, where the list was never seen before", async () => {
  narrow();
  const { opened, inPanel } = await passPage("?selected=2");
  await opened("LDN-2");
  await inPanel("Back to the list");
  await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toBe("View Details of hawala LDN-2"));
});

it("goes by / into the search box, with the list, which had given way to a hawala, and what stands in it is typed over", async () => {
  narrow();
  const { user, router, opened } = await passPage("?q=LDN&selected=1");
  await opened("LDN-1");
  await user.keyboard("/");
  await waitFor(() => expect(document.activeElement).toBe(search()));
  expect(router.state.location.search).toEqual({ q: "LDN" });
  await user.keyboard("7");
  expect(search()).toHaveProperty("value", "7");
});

it("goes by / into the search box beside a hawala, which stays", async () => {
  const { user, router, opened } = await passPage("?selected=1");
  await opened("LDN-1");
  await user.keyboard("/");
  expect(document.activeElement).toBe(search());
  expect(router.state.location.search).toEqual({ selected: "1" });
});
