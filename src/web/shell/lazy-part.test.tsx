import { act, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";

import { noteBreak, noteConnection } from "#web/lib/connection.ts";
import { watchUnsaved } from "#web/lib/unsaved.ts";
import { addressesOf } from "#web/testing/addresses.ts";
import { refusal, replying, type Said } from "#web/testing/replies.ts";
import { stage } from "#web/testing/stage.tsx";

import { AwayNotice } from "./away-notice.tsx";
import { lazyPart } from "./lazy-part.tsx";

const away = "The server cannot be reached. This opens by itself when it answers again.";

const missing = "This could not be loaded. Save what you typed, then load the page again.";
const gone = new TypeError("Failed to fetch dynamically imported module: /assets/part-abc.js");
const up: Said = { body: { status: "ok" } };

beforeEach(() => {
  vi.spyOn(console, "error").mockReturnValue();
  vi.spyOn(console, "warn").mockReturnValue();
  // A server that was there, and of which nothing has been heard for a while.
  noteConnection("up");
  noteBreak();
});

/** A server that says this to whoever asks whether it is there, and which of that it was asked. */
function serverThatSays(said: Said) {
  const server = { said };
  const fetched = replying({ "GET /healthz": () => server.said, "GET /readyz": () => server.said });
  return { server, asked: () => addressesOf(fetched).map(({ pathname }) => pathname) };
}

/** A form with a part that is still to be fetched, while the server is away. */
async function formWhileAway() {
  const { server } = serverThatSays("no answer");
  const Part = lazyPart(async () => ({ name }: { readonly name: string }) => <p>The part {name}</p>);
  const user = userEvent.setup({ delay: null });
  await stage(
    <>
      <input aria-label="Amount" />
      <Part waiting={<p>Waiting</p>} name="first" />
      <Part waiting={<p>Waiting</p>} name="second" />
      <AwayNotice />
    </>,
  );
  await user.type(screen.getByLabelText("Amount"), "250");
  await waitFor(() => expect(screen.getAllByText(away)).toHaveLength(2));
  const comes = async (): Promise<void> => {
    await screen.findByText("The part first");
    await screen.findByText("The part second");
    expect(screen.getByLabelText("Amount")).toHaveProperty("value", "250");
  };
  const back = (): void => void (server.said = up);
  return { user, back, comes };
}

test("a part that cannot be fetched says so in its place, and leaves what was typed around it", async () => {
  const { user, back, comes } = await formWhileAway();
  expect(screen.getByLabelText("Amount")).toHaveProperty("value", "250");
  expect(screen.getAllByText("This part could not be shown")).toHaveLength(2);
  back();
  for (const retry of screen.getAllByRole("button", { name: "Retry" }).slice(0, 2)) await user.click(retry);
  await comes();
});

test("a part that could not be fetched comes by itself when the server answers again", async () => {
  const { user, back, comes } = await formWhileAway();
  const ofNotice = screen.getAllByRole("button", { name: "Retry" }).at(-1);
  await waitFor(() => expect(ofNotice).toHaveProperty("disabled", false));
  back();
  if (ofNotice !== undefined) await user.click(ofNotice);
  await comes();
});

/** A part, alone with the notice, that is fetched so. */
async function partFetchedBy(load: () => Promise<() => string>) {
  const Part = lazyPart(load);
  const user = userEvent.setup({ delay: null });
  const staged = await stage(
    <>
      <Part waiting={<p>Waiting</p>} />
      <AwayNotice />
    </>,
  );
  return { ...staged, user, retry: () => user.click(screen.getAllByRole("button", { name: "Retry" })[0] ?? document.body) };
}

test("a server that is away behind a proxy is asked once, and then not before the five seconds of the notice are over", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const { asked } = serverThatSays(refusal(502, "unexpected", "Bad Gateway"));
  await partFetchedBy(async () => () => "The part");
  await screen.findByText(away);
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  await pass(4_999);
  // Time for all that would follow without any timer.
  await act(() => new Promise((resolve) => void setTimeout(resolve, 200)));
  expect(asked()).toEqual(["/healthz", "/readyz"]);
  await pass(1);
  await waitFor(() => expect(asked()).toEqual(["/healthz", "/readyz", "/readyz"]));
});

test("a part that is there no more has the page loaded anew, once, or by Retry where something typed would be lost", async () => {
  const reload = vi.spyOn(location, "reload").mockReturnValue();
  serverThatSays(up);
  const typed = watchUnsaved({
    isDirty: () => true,
    isSending: () => false,
    isUnanswered: () => false,
    discard: () => undefined,
  });
  const kept = await partFetchedBy(() => Promise.reject(gone));
  await screen.findByText(missing);
  expect(reload).not.toHaveBeenCalled();
  await kept.retry();
  expect(reload).toHaveBeenCalledOnce();
  kept.unmount();
  typed();
  for (let opened = 0; opened < 2; opened += 1) {
    const { unmount } = await partFetchedBy(() => Promise.reject(gone));
    await screen.findByText(missing);
    expect(reload).toHaveBeenCalledTimes(2);
    unmount();
  }
});

test("a part that was cut off on its way comes with a new load of the page, once the server answers", async () => {
  const reload = vi.spyOn(location, "reload").mockReturnValue();
  const { server } = serverThatSays(up);
  const { retry } = await partFetchedBy(() => {
    server.said = "no answer";
    return Promise.reject(gone);
  });
  await screen.findByText(away);
  expect(reload).not.toHaveBeenCalled();
  server.said = up;
  await retry();
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
});
