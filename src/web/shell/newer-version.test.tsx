import { act, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, onTestFinished, test, vi } from "vitest";

import { keepLive } from "#web/lib/live.ts";
import { newQueryClient } from "#web/lib/query.ts";
import { playingSources } from "#web/testing/event-source.ts";
import { stage } from "#web/testing/stage.tsx";

import { AwayNotice } from "./away-notice.tsx";

const offer = "A new version is ready.";
const pageWith = (script: string): string => `<script type="module" crossorigin src="/assets/${script}.js"></script>`;

function shown(state: "visible" | "hidden"): void {
  Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
  document.dispatchEvent(new Event("visibilitychange"));
}

/** A tab that was loaded with the script "old", and is told of changes by a server that hands out a page, which it is asked for. */
async function tab() {
  document.head.insertAdjacentHTML("beforeend", pageWith("old"));
  onTestFinished(() => document.head.querySelector("script")?.remove());
  const asked = vi.fn<(address: string) => Promise<Response>>();
  vi.stubGlobal("fetch", asked);
  const sources = playingSources();
  await stage(<AwayNotice />);
  onTestFinished(keepLive(newQueryClient()));
  sources.at(-1)?.says("run.1", []);
  /** The window is hidden and shown, and makes its line again, to a server that answers so. */
  const connectAgain = async (answer: () => Response): Promise<void> => {
    asked.mockClear();
    const said = answer();
    asked.mockResolvedValue(said);
    shown("hidden");
    shown("visible");
    act(() => sources.at(-1)?.says("run.1", []));
    await waitFor(() => expect(asked.mock.calls.map(([address]) => address)).toEqual(["/"]));
  };
  return { asked, connectAgain, user: userEvent.setup({ delay: null }) };
}

const page = (script: string) => () => new Response(pageWith(script));

test("a tab that is older than the server offers to load the new version, and loads it only then", async () => {
  const reload = vi.spyOn(location, "reload").mockReturnValue();
  const { asked, connectAgain, user } = await tab();
  expect(asked).not.toHaveBeenCalled();
  await connectAgain(page("old"));
  expect(screen.queryByText(offer)).toBeNull();
  await connectAgain(page("new"));
  expect((await screen.findByText(offer)).closest("[role=status]")).not.toBeNull();
  expect(reload).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Reload" }));
  expect(reload).toHaveBeenCalledOnce();
});

test("the new version is offered no more where the server has gone back to the one of this tab", async () => {
  const { connectAgain } = await tab();
  await connectAgain(page("new"));
  await screen.findByText(offer);
  await connectAgain(page("old"));
  await waitFor(() => expect(screen.queryByText(offer)).toBeNull());
});

test.each([
  ["something else before the server", () => new Response("<h1>Please sign in to the network</h1>")],
  ["a server that is not up yet", () => new Response(pageWith("new"), { status: 503 })],
])("what %s answers is no new version", async (_what, answer) => {
  const { connectAgain } = await tab();
  await connectAgain(page("old"));
  await connectAgain(answer);
  await act(() => new Promise((resolve) => void setTimeout(resolve, 50)));
  expect(screen.queryByText(offer)).toBeNull();
});

test("whoever would rather not load it now is left alone for an hour", async () => {
  const { connectAgain, user } = await tab();
  await connectAgain(page("new"));
  await user.click(await screen.findByRole("button", { name: "Not now" }));
  expect(screen.queryByText(offer)).toBeNull();
  await connectAgain(page("new"));
  expect(screen.queryByText(offer)).toBeNull();
  vi.setSystemTime(Date.now() + 3_600_001);
  await connectAgain(page("new"));
  await screen.findByText(offer);
});
