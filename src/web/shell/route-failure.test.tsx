import { CatchBoundary } from "@tanstack/react-router";
import { act, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { ApiError } from "#web/lib/api-error.ts";
import { noteConnection } from "#web/lib/connection.ts";
import { fetchPart } from "#web/lib/fetched-part.ts";
import { watchUnsaved } from "#web/lib/unsaved.ts";
import { replying, type Said } from "#web/testing/replies.ts";
import { stage } from "#web/testing/stage.tsx";

import { RouteFailure } from "./route-failure.tsx";

function Guarded({ page: Shown }: { readonly page: () => string }) {
  return (
    <CatchBoundary getResetKey={() => "page"} errorComponent={RouteFailure}>
      <Shown />
    </CatchBoundary>
  );
}

/** A page that breaks until it is told to work. */
function breaking(error: Error) {
  vi.spyOn(console, "error").mockReturnValue();
  vi.spyOn(console, "warn").mockReturnValue();
  const state = { broken: true };
  const page = (): string => {
    if (state.broken) throw error;
    return "The page works";
  };
  return { state, page };
}

test("a page that fails says why, with the request id, and works again after Retry", async () => {
  const { state, page } = breaking(
    new ApiError({ status: 500, code: "unexpected", message: "Something broke in the server.", requestId: "r-9" }),
  );
  const user = userEvent.setup({ delay: null });
  await stage(<Guarded page={page} />);
  expect(screen.getByRole("heading", { level: 1, name: "This page could not be shown" })).toBeDefined();
  expect(screen.getByText("Something broke in the server.")).toBeDefined();
  expect(screen.getByText("Request id: r-9")).toBeDefined();
  state.broken = false;
  await user.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("The page works")).toBeDefined();
});

test("a defect of the page itself is not shown in its technical words", async () => {
  const { page } = breaking(new TypeError("undefined is not a function"));
  await stage(<Guarded page={page} />);
  expect(screen.getByText("Something went wrong on this page.")).toBeDefined();
  expect(screen.queryByText(/undefined is not/)).toBeNull();
});

/** What comes of fetching a page which the server, that says this, has no more. */
function unfetched(said: Said): Promise<Error> {
  replying({ "GET /healthz": said });
  return fetchPart(() => Promise.reject(new TypeError("Failed to fetch"))).catch((thrown: unknown) => thrown as Error);
}

test("a page that could not be fetched while the server was away opens by itself when that answers again", async () => {
  const { state, page } = breaking(await unfetched("no answer"));
  await stage(<Guarded page={page} />);
  expect(screen.getByText("The server cannot be reached. This opens by itself when it answers again.")).toBeDefined();
  state.broken = false;
  act(() => noteConnection("up"));
  expect(await screen.findByText("The page works")).toBeDefined();
});

test("a page of which another version was installed is loaded anew, once and not while something typed would be lost", async () => {
  const reload = vi.spyOn(location, "reload").mockReturnValue();
  const { page } = breaking(await unfetched({ body: { status: "ok" } }));
  const typed = watchUnsaved({
    isDirty: () => true,
    isSending: () => false,
    isUnanswered: () => false,
    discard: () => undefined,
  });
  const kept = await stage(<Guarded page={page} />);
  expect(screen.getByText("This could not be loaded. Save what you typed, then load the page again.")).toBeDefined();
  expect(reload).not.toHaveBeenCalled();
  kept.unmount();
  typed();
  const first = await stage(<Guarded page={page} />);
  expect(reload).toHaveBeenCalledOnce();
  first.unmount();
  const user = userEvent.setup({ delay: null });
  await stage(<Guarded page={page} />);
  expect(reload).toHaveBeenCalledOnce();
  await user.click(screen.getByRole("button", { name: "Retry" }));
  expect(reload).toHaveBeenCalledTimes(2);
});
