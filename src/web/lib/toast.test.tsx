import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, onTestFinished, test, vi } from "vitest";

import { i18n } from "#web/i18n/setup.ts";
import { Page } from "#web/shell/page.tsx";
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

test("an unforeseen fault is told with the id under which it was recorded, a refusal without", async () => {
  await stage(<p>page</p>);
  const message = "Something went wrong on the server. It has been recorded under this request id";
  act(() => toast.failure(new ApiError({ status: 500, code: "internal", message, requestId: "Jai05YLE-4k" }), "Failed"));
  expect(await screen.findByText(`${message}: Jai05YLE-4k`)).toBeDefined();
  act(() =>
    toast.failure(new ApiError({ status: 409, code: "conflict", message: "It is closed", requestId: "Jai05YLE-4m" }), ""),
  );
  expect(await screen.findByText("It is closed")).toBeDefined();
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

/** A page with a button that has the focus, and a toast that offers to undo. */
async function undoing() {
  await stage(
    <Page title="Transactions">
      <button type="button">Open</button>
    </Page>,
  );
  const opener = screen.getByRole("button", { name: "Open" });
  const say = (title: string) => act(() => toast.success(title, undefined, { label: "Undo", run: () => undefined }));
  const undo = () => screen.getByRole("button", { name: "Undo" });
  act(() => opener.focus());
  say("Transaction deleted");
  return { user: userEvent.setup({ delay: null }), opener, say, undo };
}

test("a toast whose button has the focus stays, and has its full time once the focus has left it", async () => {
  const { opener, undo } = await undoing();
  vi.useFakeTimers();
  await pass(10_000);
  act(() => undo().focus());
  act(() => screen.getByRole("button", { name: "Dismiss" }).focus());
  await pass(60_000);
  expect(screen.getByText("Transaction deleted")).toBeDefined();
  act(() => opener.focus());
  await pass(11_000);
  expect(screen.getByText("Transaction deleted")).toBeDefined();
  await pass(2_000);
  expect(screen.queryByText("Transaction deleted")).toBeNull();
});

test.each(["Undo", "Dismiss"])("%s gives the focus back to what had it before", async (name) => {
  const { user, opener } = await undoing();
  await user.click(screen.getByRole("button", { name }));
  await waitFor(() => expect(screen.queryByText("Transaction deleted")).toBeNull());
  expect(document.activeElement).toBe(opener);
});

test("where what had the focus before is gone, the heading of the page has it after a toast", async () => {
  const { user, opener, undo } = await undoing();
  act(() => undo().focus());
  opener.remove();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(screen.queryByText("Transaction deleted")).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Transactions" }));
});

test("a newer toast does not take the focus away with the button of the older one", async () => {
  const { opener, say, undo } = await undoing();
  act(() => undo().focus());
  say("Hawala passed");
  await screen.findByText("Hawala passed");
  expect(document.activeElement).toBe(opener);
});

test("a toast left for the next load of the page is shown there once", async () => {
  await stage(<p>page</p>);
  toast.afterReload("auth:signedIn");
  act(() => toast.showCarried());
  expect(screen.getByText("Login successful")).toBeDefined();
  expect(sessionStorage.length).toBe(0);
});

test("it is said in the language of that load: who has signed in may read another one than the sign-in screen had", async () => {
  await stage(<p>page</p>);
  toast.afterReload("auth:change.saved");
  i18n.addResourceBundle("fa-AF", "auth", { change: { saved: "رمز عبور تغییر کرد" } });
  await act(() => i18n.changeLanguage("fa-AF"));
  onTestFinished(async () => void (await i18n.changeLanguage("en")));
  act(() => toast.showCarried());
  expect(screen.getByText("رمز عبور تغییر کرد")).toBeDefined();
});
