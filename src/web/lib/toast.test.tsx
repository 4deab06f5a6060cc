import { act, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";

import { stage } from "#web/testing/stage.tsx";

import { ApiError } from "./api-error.ts";
import { toast } from "./toast.ts";

/** Lets so much time pass on the page. */
async function pass(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms));
}

test("one toast at a time: the newest takes the place of the one before", async () => {
  await stage(<p>page</p>);
  act(() => toast.success("Account added"));
  act(() => toast.error("Error", "Failed to update account"));
  expect(await screen.findByRole("alert")).toHaveProperty("textContent", expect.stringContaining("Failed to update account"));
  expect(screen.queryByText("Account added")).toBeNull();
  act(() => toast.success("Saved"));
  await waitFor(() => expect(screen.queryByText("Failed to update account")).toBeNull());
  expect(screen.getByText("Saved")).toBeDefined();
});

test("a success leaves by itself, and a newer one has its full time", async () => {
  await stage(<p>page</p>);
  vi.useFakeTimers();
  act(() => toast.success("First"));
  await pass(4_000);
  act(() => toast.success("Second"));
  await pass(4_000);
  expect(screen.getByText("Second")).toBeDefined();
  await pass(2_500);
  expect(screen.queryByText("Second")).toBeNull();
});

test("an error stays until it is closed", async () => {
  await stage(<p>page</p>);
  vi.useFakeTimers();
  act(() => toast.success("Saved"));
  act(() => toast.failure(new ApiError({ status: 409, code: "conflict", message: "The account is closed" }), "Failed"));
  await pass(60_000);
  expect(screen.getByText("The account is closed")).toBeDefined();
  vi.useRealTimers();
  act(() => screen.getByRole("button", { name: "Dismiss" }).click());
  await waitFor(() => expect(screen.queryByText("The account is closed")).toBeNull());
});

test("an act that succeeds in the end takes what was said of its failure away, and nothing else", async () => {
  await stage(<p>page</p>);
  vi.useFakeTimers();
  const overcome = async (name: string): Promise<void> => {
    act(() => toast.overcome(name));
    await pass(1_000);
  };
  act(() => toast.error("Preview Failed", "The file is empty", "preview"));
  await overcome("import");
  expect(screen.getByText("The file is empty")).toBeDefined();
  await overcome("preview");
  expect(screen.queryByText("The file is empty")).toBeNull();
  act(() => toast.error("Preview Failed", "The file is empty", "preview"));
  act(() => toast.error("Error", "The account is closed"));
  await overcome("preview");
  expect(screen.getByText("The account is closed")).toBeDefined();
});

test("a toast with an action stays longer; choosing the action runs it once and closes the toast", async () => {
  await stage(<p>page</p>);
  vi.useFakeTimers();
  const undo = vi.fn<() => void>();
  act(() => toast.success("Transaction deleted", "Transfer 7", { label: "Undo", run: undo }));
  await pass(10_000);
  expect(screen.getByRole("status").textContent).toContain("Transfer 7");
  vi.useRealTimers();
  act(() => screen.getByRole("button", { name: "Undo" }).click());
  await waitFor(() => expect(screen.queryByText("Transaction deleted")).toBeNull());
  expect(undo).toHaveBeenCalledTimes(1);
});

test("a newer toast takes the action of the older one away", async () => {
  await stage(<p>page</p>);
  act(() => toast.success("Transaction deleted", undefined, { label: "Undo", run: () => undefined }));
  act(() => toast.success("Saved"));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Undo" })).toBeNull());
  expect(screen.getByText("Saved")).toBeDefined();
  expect(screen.queryByText("Transaction deleted")).toBeNull();
});

test("a toast left for the next load of the page is shown there once", async () => {
  await stage(<p>page</p>);
  toast.afterReload("Login successful");
  act(() => toast.showCarried());
  expect(screen.getByText("Login successful")).toBeDefined();
  expect(sessionStorage.length).toBe(0);
});
