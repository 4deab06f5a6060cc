import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { replying, type Said } from "#web/testing/replies.ts";
import { admin, stage } from "#web/testing/stage.tsx";

import { ChangePasswordForm, faultsOf } from "./change-password-form.tsx";

test("each field says what is wrong with it", () => {
  const said = (typed: Parameters<typeof faultsOf>[0]) =>
    Object.fromEntries(Object.entries(faultsOf(typed)).map(([field, words]) => [field, words()]));
  expect(said({ current: "", new: "short", repeat: "other" })).toEqual({
    current: "Current password is required",
    new: "A password has at least 8 characters",
    repeat: "The two new passwords differ",
  });
  expect(said({ current: "the same word", new: "the same word", repeat: "the same word" })).toEqual({
    new: "Choose a password that differs from the current one",
  });
  expect(said({ current: "old word", new: "a new word", repeat: "a new word" })).toEqual({});
});

test("nothing is sent while a field is wrong, and the first wrong one has the focus", async () => {
  const fetched = replying({});
  const user = userEvent.setup({ delay: null });
  await stage(<ChangePasswordForm user={admin} onChanged={vi.fn()} />);
  await user.type(screen.getByLabelText("Current password"), "given word");
  await user.click(screen.getByRole("button", { name: "Change Password" }));
  expect(document.activeElement).toBe(screen.getByLabelText("New password"));
  expect(fetched).not.toHaveBeenCalled();
});

test.each([
  { start: "is given to the first field where there is nothing else to do", props: { startsHere: true }, focused: "current" },
  { start: "stays where it is on a page with more on it", props: {}, focused: undefined },
] as const)("the focus $start", async ({ props, focused }) => {
  await stage(<ChangePasswordForm user={admin} onChanged={vi.fn()} {...props} />);
  expect(document.activeElement?.getAttribute("name") ?? undefined).toBe(focused);
});

test.each([
  { path: "currentPassword", message: "The current password is wrong", field: "Current password" },
  { path: "newPassword", message: "This password is too common", field: "New password" },
])("what the server refuses stays typed, with the server's words: $message", async ({ path, message, field }) => {
  const issues = [{ path, message }];
  replying({ "POST /api/auth/change-password": { status: 400, body: { message, code: "invalid", requestId: "1", issues } } });
  const changed = vi.fn();
  const user = userEvent.setup({ delay: null });
  await stage(<ChangePasswordForm user={admin} onChanged={changed} />);
  await user.type(screen.getByLabelText("Current password"), "given word");
  await user.type(screen.getByLabelText("New password"), "password1234");
  await user.type(screen.getByLabelText("Repeat new password"), "password1234{Enter}");
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain(message));
  expect(screen.getByLabelText("New password")).toHaveProperty("value", "password1234");
  expect(document.activeElement).toBe(screen.getByLabelText(field));
  const marked = screen.getAllByLabelText(/password$/).filter((input) => input.getAttribute("aria-invalid") === "true");
  expect(marked).toEqual([screen.getByLabelText(field)]);
  expect(changed).not.toHaveBeenCalled();
});

test("a password that is on its way takes no more letters, and whoever leaves is told that this does not stop it", async () => {
  const answer = Promise.withResolvers<Said>();
  replying({ "POST /api/auth/change-password": () => answer.promise });
  const changed = vi.fn<() => void>();
  const user = userEvent.setup({ delay: null });
  const { router } = await stage(<ChangePasswordForm user={admin} onChanged={changed} guarded />);
  await user.type(screen.getByLabelText("Current password"), "given word");
  await user.type(screen.getByLabelText("New password"), "another word");
  const repeated = screen.getByLabelText<HTMLInputElement>("Repeat new password");
  await user.type(repeated, "another word{Enter}");
  await user.type(repeated, "s");
  expect(repeated.value).toBe("another word");
  void router.navigate({ to: "/elsewhere" });
  await screen.findByRole("dialog", { name: "This is being saved" });
  answer.resolve({ body: admin });
  await waitFor(() => expect(router.state.location.pathname).toBe("/elsewhere"));
  expect(changed).toHaveBeenCalledOnce();
});
