import { Modal } from "@mantine/core";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";

import { updateCurrency } from "#contract/currencies.ts";
import { call } from "#web/lib/api.ts";
import { useToday } from "#web/lib/session.ts";
import { refusal, replying, type Said } from "#web/testing/replies.ts";
import { admin, stage } from "#web/testing/stage.tsx";

import { SignInAgain } from "./sign-in-again.tsx";

const reload = vi.fn();
beforeEach(() => {
  reload.mockReset();
  vi.spyOn(location, "reload").mockImplementation(reload);
});

/** A page on which something is typed and then saved. */
function Draft() {
  const [outcome, setOutcome] = useState("");
  const save = (): void => {
    call(updateCurrency, { params: { id: 1 }, body: { name: "Afghani" } }).then(
      () => setOutcome("saved"),
      () => setOutcome("refused"),
    );
  };
  return (
    <>
      <input aria-label="Draft" />
      <button type="button" onClick={save}>
        Save
      </button>
      <output>{outcome}</output>
      <SignInAgain user={admin} />
    </>
  );
}

function Day() {
  return <p>Today is {useToday()}</p>;
}

/** Types a draft, saves it without a session, and returns the dialog that comes up. */
async function draftWithoutSession(login: Said, saved: () => Said) {
  const fetched = replying({ "PATCH /api/currencies/1": saved, "POST /api/auth/login": login });
  const user = userEvent.setup({ delay: null });
  await stage(<Draft />);
  await user.type(screen.getByLabelText("Draft"), "Ahmad Wali");
  await user.click(screen.getByRole("button", { name: "Save" }));
  return { fetched, user, dialog: within(await screen.findByRole("dialog")) };
}

const outcome = () => screen.getByRole("status", { hidden: true }).textContent;
const noSession = refusal(401, "not_signed_in", "Please sign in.");

test("after signing in again the refused call goes on, and what was typed is still there", async () => {
  const saved = vi
    .fn(() => noSession)
    .mockReturnValueOnce(noSession)
    .mockReturnValue({ body: {} });
  const { user, dialog } = await draftWithoutSession({ body: admin }, saved);
  expect(dialog.getByLabelText("Username")).toHaveProperty("value", admin.username);
  await user.type(dialog.getByLabelText("Password"), "secret word{Enter}");
  await waitFor(() => expect(outcome()).toBe("saved"));
  expect(screen.getByLabelText("Draft")).toHaveProperty("value", "Ahmad Wali");
  expect(saved).toHaveBeenCalledTimes(2);
  expect(reload).not.toHaveBeenCalled();
});

test("after signing in again the office is read anew, whose day may have become another one", async () => {
  const office = { today: "2026-03-22", now: new Date().toISOString() };
  const saved = vi
    .fn(() => noSession)
    .mockReturnValueOnce(noSession)
    .mockReturnValue({ body: {} });
  replying({
    "PATCH /api/currencies/1": saved,
    "POST /api/auth/login": { body: admin },
    "GET /api/office": { body: office },
  });
  const user = userEvent.setup({ delay: null });
  await stage(
    <>
      <Day />
      <Draft />
    </>,
  );
  expect(screen.getByText("Today is 2026-03-21")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Save" }));
  await user.type(await screen.findByLabelText("Password"), "secret word{Enter}");
  await screen.findByText("Today is 2026-03-22");
  await waitFor(() => expect(outcome()).toBe("saved"));
});

test("somebody else gets a fresh page, and the refused call is not repeated in their name", async () => {
  const saved = vi.fn(() => noSession);
  const { user, dialog } = await draftWithoutSession({ body: { ...admin, id: "another" } }, saved);
  await user.clear(dialog.getByLabelText("Username"));
  await user.type(dialog.getByLabelText("Username"), "another");
  await user.type(dialog.getByLabelText("Password"), "secret word{Enter}");
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(saved).toHaveBeenCalledOnce();
});

test("what waits for a sign-in is refused by the time the page goes, and is nothing without an answer", async () => {
  await draftWithoutSession({ body: admin }, () => noSession);
  window.dispatchEvent(new Event("pagehide"));
  await waitFor(() => expect(outcome()).toBe("refused"));
});

test("whoever would rather not sign in keeps the page and gets the refusal", async () => {
  const { user } = await draftWithoutSession({ body: admin }, () => noSession);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(outcome()).toBe("refused"));
  expect(screen.getByLabelText("Draft")).toHaveProperty("value", "Ahmad Wali");
});

test("whoever would rather not sign in is asked again once they do something, and not for what the page reads by itself", async () => {
  const { user, dialog } = await draftWithoutSession({ body: admin }, () => noSession);
  await user.click(dialog.getByText("Not now"));
  await waitFor(() => expect(outcome()).toBe("refused"));
  await expect(call(updateCurrency, { params: { id: 1 }, body: { name: "Afghani" } })).rejects.toMatchObject({ status: 401 });
  expect(screen.queryByRole("dialog")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByRole("dialog", { name: "Sign in again" });
});

test("Escape closes this dialog alone: the one underneath stays, with what was typed in it", async () => {
  replying({ "PATCH /api/currencies/1": noSession });
  const closed = vi.fn();
  const user = userEvent.setup({ delay: null });
  await stage(
    <>
      <SignInAgain user={admin} />
      <Modal opened onClose={closed} title="Account Entry">
        <input aria-label="Name" />
      </Modal>
    </>,
  );
  await user.type(screen.getByLabelText("Name"), "Ahmad");
  const saving = call(updateCurrency, { params: { id: 1 }, body: { name: "Afghani" } }).catch((error: unknown) => error);
  await screen.findByRole("dialog", { name: "Sign in again" });
  await user.keyboard("{Escape}");
  expect(await saving).toMatchObject({ status: 401 });
  expect(closed).not.toHaveBeenCalled();
  expect(screen.getByLabelText("Name")).toHaveProperty("value", "Ahmad");
  await user.keyboard("{Escape}");
  expect(closed).toHaveBeenCalledOnce();
});

test.each([
  ["has come into a field", ["{Tab}"], "Ahmad"],
  ["has pressed the field that they are in", ["click", "click"], "Ahmad"],
  ["types", ["click", ..."Ahm"], "ad"],
])("the dialog waits for whoever %s: no letter of what was meant for the page goes into it", async (_who, acts, rest) => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const answered = vi.fn(() => noSession);
  replying({ "PATCH /api/currencies/1": answered });
  const user = userEvent.setup({ delay: null });
  await stage(<Draft />);
  for (const act of acts) {
    vi.advanceTimersByTime(500);
    await (act === "click" ? user.click(screen.getByLabelText("Draft")) : user.keyboard(act));
  }
  vi.advanceTimersByTime(500);
  void call(updateCurrency, { params: { id: 1 }, body: { name: "Afghani" } }).catch(() => undefined);
  await waitFor(() => expect(answered).toHaveBeenCalledOnce());
  for (const letter of rest) await user.keyboard(letter);
  expect(screen.getByLabelText("Draft")).toHaveProperty("value", "Ahmad");
  expect(screen.queryByRole("dialog")).toBeNull();
  vi.advanceTimersByTime(600);
  expect(await screen.findByRole("dialog", { name: "Sign in again" })).toBeDefined();
});

test("a change of password that is due is made in the dialog, before the call goes on", async () => {
  const saved = vi
    .fn(() => noSession)
    .mockReturnValueOnce(noSession)
    .mockReturnValue({ body: {} });
  const { fetched, user, dialog } = await draftWithoutSession({ body: { ...admin, mustChangePassword: true } }, saved);
  await user.type(dialog.getByLabelText("Password"), "given word{Enter}");
  await dialog.findByLabelText("Current password");
  await user.keyboard("given word");
  await user.type(dialog.getByLabelText("New password"), "a word of my own");
  await user.type(dialog.getByLabelText("Repeat new password"), "a word of my own");
  replying({ "PATCH /api/currencies/1": saved, "POST /api/auth/change-password": { body: admin } });
  await user.click(dialog.getByRole("button", { name: "Change Password" }));
  await waitFor(() => expect(outcome()).toBe("saved"));
  expect(screen.getByLabelText("Draft")).toHaveProperty("value", "Ahmad Wali");
  expect(fetched).toHaveBeenCalledTimes(2);
});

test("whoever has a second step gives the code in the dialog, and the refused call then goes on", async () => {
  const saved = vi
    .fn(() => noSession)
    .mockReturnValueOnce(noSession)
    .mockReturnValue({ body: {} });
  const awaited = { body: { secondFactorRequired: true, challenge: "the challenge", expiresInSeconds: 300 } };
  const { user, dialog } = await draftWithoutSession(awaited, saved);
  await user.type(dialog.getByLabelText("Password"), "secret word{Enter}");
  await dialog.findByLabelText("Code");
  expect(outcome()).toBe("");
  replying({ "PATCH /api/currencies/1": saved, "POST /api/auth/second-factor": { body: admin } });
  await user.type(dialog.getByLabelText("Code"), "123456{Enter}");
  await waitFor(() => expect(outcome()).toBe("saved"));
  expect(screen.getByLabelText("Draft")).toHaveProperty("value", "Ahmad Wali");
  expect(saved).toHaveBeenCalledTimes(2);
});
