import { CatchBoundary } from "@tanstack/react-router";
import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { ApiError } from "#web/lib/api-error.ts";
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
