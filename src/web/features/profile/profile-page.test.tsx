import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";

import type { Role } from "#contract/permissions.ts";
import { writesOf } from "#web/testing/office.ts";
import { refusal, replying, type Replies, type Said } from "#web/testing/replies.ts";
import { setText } from "#web/testing/set-text.ts";
import { admin, stage } from "#web/testing/stage.tsx";

import { ProfilePage } from "./profile-page.tsx";

const moment = "2026-03-01T00:00:00.000Z";
const off = { enabled: false, enabledAt: null, recoveryCodesLeft: 0 };
const on = { enabled: true, enabledAt: moment, recoveryCodesLeft: 8 };
const recoveryCodes = Array.from({ length: 10 }, (_, index) => `abcd${String(index + 2).slice(-1)}-fghjk`);
const session = { id: 1, createdAt: moment, lastSeenAt: moment, ip: "10.0.0.7", userAgent: null, current: true };

async function page(replies: Replies = {}, role: Role = "operator") {
  const fetched = replying({
    "GET /api/profile/second-factor": { body: off },
    "GET /api/sessions": { body: [session] },
    "PATCH /api/profile/preferences": (body) => ({
      body: { language: "en", theme: "auto", density: "comfortable", ...(body as object) },
    }),
    ...replies,
  });
  const user = userEvent.setup({ delay: null });
  const staged = await stage(<ProfilePage />, { user: { role } });
  const press = async (name: string) => user.click(await screen.findByRole("button", { name }));
  const dialog = async () => within(await screen.findByRole("dialog"));
  return { ...staged, user, press, dialog, sent: () => writesOf(fetched) };
}

function wrong(path: string, message: string): Said {
  return { status: 400, body: { message, code: "invalid", requestId: "r", issues: [{ path, message }] } };
}

it.each(["admin", "operator", "user"] as const)("the profile shows the role %s who they are", async (role) => {
  await page({}, role);
  const about = within(screen.getByRole("region", { name: "About you" }));
  about.getByText("Amina Rahimi");
  about.getByText("admin");
  about.getByText({ admin: "Admin", operator: "Operator", user: "User" }[role]);
  expect(about.queryByText("An administrator can change these.") === null).toBe(role === "admin");
});

describe("the choice of one's screens", () => {
  it("is among what there are catalogues for, holds at once and is kept on the server", async () => {
    const { user, sent } = await page();
    const language = screen.getByRole<HTMLSelectElement>("combobox", { name: "Language" });
    expect([...language.options].map(({ text }) => text)).toEqual(["As in this browser", "English", "دری", "پښتو"]);
    await user.click(screen.getByRole("radio", { name: "Compact" }));
    expect(screen.getByRole("radio", { name: "Compact" })).toHaveProperty("checked", true);
    await user.click(screen.getByRole("radio", { name: "Dark" }));
    await waitFor(() => expect(sent().map(({ body }) => body)).toEqual([{ density: "compact" }, { theme: "dark" }]));
    expect(screen.getByRole("radio", { name: "Compact" })).toHaveProperty("checked", true);
  });

  it("is taken back where it could not be kept, and said so", async () => {
    const { user } = await page({ "PATCH /api/profile/preferences": refusal(503, "unavailable", "") });
    await user.click(screen.getByRole("radio", { name: "Dark" }));
    expect(await screen.findByText("Your choice could not be kept")).toBeDefined();
    expect(screen.getByRole("radio", { name: "Auto" })).toHaveProperty("checked", true);
  });
});

describe("turning two-step sign-in on", () => {
  const started = { body: { secret: "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", uri: "otpauth://totp/Sarraf:admin?secret=ABCD" } };
  const path = "/api/profile/second-factor";

  async function atPassword(replies: Replies = {}) {
    let standing: unknown = off;
    const shown = await page({
      [`GET ${path}`]: () => ({ body: standing }),
      [`POST ${path}`]: started,
      [`POST ${path}/confirmation`]: () => {
        standing = on;
        return { body: { recoveryCodes } };
      },
      ...replies,
    });
    await shown.press("Turn On");
    const form = await shown.dialog();
    return {
      ...shown,
      form,
      /** Puts a text into a field, in place of what is there, and presses Enter in it. */
      enter: async (label: string, text: string) => {
        const field = await form.findByLabelText(label);
        setText(field, text);
        await shown.user.type(field, "{Enter}");
      },
    };
  }

  it("takes the password, shows the secret as a picture and as text, takes a code, and shows the recovery codes once", async () => {
    const { enter, form, user, sent } = await atPassword();
    await enter("Your password", "secret word");
    expect(await form.findByRole("img", { name: "QR code for the authenticator app" })).toBeDefined();
    form.getByText("ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567");
    await enter("Code from the authenticator", "123456");
    const list = await screen.findByRole("list", { name: "Recovery codes" });
    expect(document.activeElement).toBe(list);
    expect(
      within(list)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual(recoveryCodes);
    expect(sent().map(({ address, body }) => [address, body])).toEqual([
      [path, { password: "secret word" }],
      [`${path}/confirmation`, { code: "123456" }],
    ]);
    await user.keyboard("{Escape}");
    await user.click(screen.getByRole("button", { name: "Done" }));
    expect(screen.getByText("Say that you have kept the codes: they are not shown again")).toBeDefined();
    await user.click(screen.getByRole("checkbox", { name: "I have kept these codes" }));
    await user.click(screen.getByRole("button", { name: "Done" }));
    expect(await screen.findByText("Two-step sign-in is on")).toBeDefined();
    expect(await screen.findByText(/8 recovery codes are left/)).toBeDefined();
    await waitFor(() => expect(screen.queryByText(recoveryCodes[0] ?? "")).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "My Profile" }));
  });

  it("that was left while it was being turned on shows the recovery codes all the same: they come once", async () => {
    const answer = Promise.withResolvers<Said>();
    const { enter, form, user } = await atPassword({ [`POST ${path}/confirmation`]: () => answer.promise });
    await enter("Your password", "secret word");
    await enter("Code from the authenticator", "123456");
    await user.click(form.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    answer.resolve({ body: { recoveryCodes } });
    await screen.findByRole("list", { name: "Recovery codes" });
    await user.click(screen.getByRole("checkbox", { name: "I have kept these codes" }));
    await user.click(screen.getByRole("button", { name: "Done" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("says at the field what is missing or wrong", async () => {
    const { enter, form, user, sent } = await atPassword({
      [`POST ${path}`]: vi.fn(() => started as Said).mockReturnValueOnce(wrong("password", "The password is wrong")),
      [`POST ${path}/confirmation`]: wrong("code", "This code is wrong"),
    });
    await user.click(form.getByRole("button", { name: "Continue" }));
    form.getByText("Password is required");
    expect(sent()).toEqual([]);
    await enter("Your password", "guess");
    expect(await form.findByText("The password is wrong")).toBeDefined();
    expect(document.activeElement).toBe(form.getByLabelText("Your password"));
    await enter("Your password", "secret word");
    await form.findByLabelText("Code from the authenticator");
    await user.keyboard("{Enter}");
    form.getByText("Enter the code");
    await enter("Code from the authenticator", "111111");
    expect(await form.findByText("This code is wrong")).toBeDefined();
    expect(form.getByLabelText("Code from the authenticator")).toHaveProperty("value", "111111");
  });

  it("says what is wrong with the whole, such as a server that is away, and goes on from there", async () => {
    const { enter, form, user } = await atPassword({
      [`POST ${path}`]: vi.fn(() => started as Said).mockReturnValueOnce("no answer"),
    });
    await enter("Your password", "secret word");
    expect((await form.findByRole("alert")).textContent).toContain("The server cannot be reached");
    expect(form.getByLabelText("Your password")).toHaveProperty("value", "secret word");
    await user.type(form.getByLabelText("Your password"), "{Enter}");
    expect(await form.findByLabelText("Code from the authenticator")).toBeDefined();
  });
});

describe("two-step sign-in that is on", () => {
  const path = "/api/profile/second-factor";
  const standing = { [`GET ${path}`]: { body: on } };

  it("gives new recovery codes for the password and a code, also where they were on their way when the dialog was left", async () => {
    const answer = Promise.withResolvers<Said>();
    const { press, dialog, user, sent } = await page({ ...standing, [`POST ${path}/recovery-codes`]: () => answer.promise });
    await press("New Recovery Codes");
    const form = await dialog();
    setText(form.getByLabelText("Your password"), "secret word");
    setText(form.getByLabelText("Code or recovery code"), "123456");
    await user.click(form.getByRole("button", { name: "Make New Codes" }));
    await user.click(form.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    answer.resolve({ body: { recoveryCodes } });
    await screen.findByRole("list", { name: "Recovery codes" });
    expect(sent()).toMatchObject([{ body: { password: "secret word", code: "123456" } }]);
  });

  it("is turned off with the password and a code, and says what is wrong with either", async () => {
    const { press, dialog, user } = await page({
      ...standing,
      [`DELETE ${path}`]: vi
        .fn((): Said => ({ body: { message: "Two-step sign-in is off" } }))
        .mockReturnValueOnce(wrong("code", "This code has been used already. Wait for the next one")),
    });
    await press("Turn Off");
    const form = await dialog();
    await user.click(form.getByRole("button", { name: "Turn Off" }));
    form.getByText("Password is required");
    form.getByText("Enter the code");
    setText(form.getByLabelText("Your password"), "secret word");
    setText(form.getByLabelText("Code or recovery code"), "123456");
    await user.type(form.getByLabelText("Code or recovery code"), "{Enter}");
    expect(await form.findByText("This code has been used already. Wait for the next one")).toBeDefined();
    expect(document.activeElement).toBe(form.getByLabelText("Code or recovery code"));
    await user.keyboard("{Enter}");
    expect(await screen.findByText("Two-step sign-in is off")).toBeDefined();
  });

  it("that is turned off after its dialog was left closes nothing that was opened since", async () => {
    const answer = Promise.withResolvers<Said>();
    const { press, dialog, user } = await page({ ...standing, [`DELETE ${path}`]: () => answer.promise });
    await press("Turn Off");
    const form = await dialog();
    setText(form.getByLabelText("Your password"), "secret word");
    setText(form.getByLabelText("Code or recovery code"), "123456");
    await user.type(form.getByLabelText("Code or recovery code"), "{Enter}");
    await user.click(form.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await press("New Recovery Codes");
    await user.type((await dialog()).getByLabelText("Your password"), "secret");
    answer.resolve({ body: { message: "Two-step sign-in is off" } });
    await screen.findByText("Two-step sign-in is off");
    await user.keyboard(" word");
    expect((await dialog()).getByLabelText("Your password")).toHaveProperty("value", "secret word");
  });

  it("offers to try again when it could not be loaded, and warns when few recovery codes are left", async () => {
    let calls = 0;
    const few = { body: { ...on, recoveryCodesLeft: 1 } };
    const { press } = await page({
      [`GET ${path}`]: () => ((calls += 1) === 1 ? refusal(503, "unavailable", "The database is away") : few),
    });
    await press("Retry");
    expect(await screen.findByText(/1 recovery code is left/)).toBeDefined();
    expect(screen.getByText("Make new ones before you run out.")).toBeDefined();
  });
});

describe("one's own sessions", () => {
  const phone = {
    ...session,
    id: 2,
    current: false,
    userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6) Version/18.6 Safari/604.1",
  };

  it("are listed, this one marked and without a button, and the others can be ended one by one or together", async () => {
    let open = [session, phone, { ...phone, id: 3 }];
    const { press, sent, user } = await page({
      "GET /api/sessions": () => ({ body: open }),
      "DELETE /api/sessions/2": () => {
        open = open.filter(({ id }) => id !== 2);
        return { body: { message: "Session ended" } };
      },
      "DELETE /api/sessions": () => {
        open = [session];
        return { body: { message: "Sessions ended: 1", ended: 1 } };
      },
    });
    const list = within(await screen.findByRole("list", { name: "Where you are signed in" }));
    expect(within(list.getAllByRole("listitem")[0] as HTMLElement).queryByRole("button")).toBeNull();
    list.getByText("This session");
    await user.click(list.getAllByRole("button", { name: /^Sign out Safari on iPhone/ })[0] as HTMLElement);
    await waitFor(() => expect(list.getAllByRole("listitem")).toHaveLength(2));
    // The second half of a double click, under which the next one has moved.
    fireEvent.click(list.getByRole("button", { name: /^Sign out Safari on iPhone/ }), { detail: 2 });
    fireEvent.click(screen.getByRole("button", { name: "Sign out everywhere else" }), { detail: 2 });
    expect(sent().map(({ address }) => address)).toEqual(["/api/sessions/2"]);
    await press("Sign out everywhere else");
    await waitFor(() => expect(list.getAllByRole("listitem")).toHaveLength(1));
    expect(screen.queryByRole("button", { name: "Sign out everywhere else" })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole("region", { name: "Where you are signed in" }));
    expect(sent().map(({ address }) => address)).toEqual(["/api/sessions/2", "/api/sessions"]);
  });
});

describe("one's own password", () => {
  it("is changed, and the form stands empty again", async () => {
    const { user, sent } = await page({ "POST /api/auth/change-password": { body: admin } });
    const type = (label: string, text: string): void => setText(screen.getByLabelText(label), text);
    type("Current password", "given word");
    type("New password", "a word of my own");
    type("Repeat new password", "a word of my own");
    await user.type(screen.getByLabelText("Repeat new password"), "{Enter}");
    expect(await screen.findByText("Password changed")).toBeDefined();
    expect(screen.getByLabelText("Current password")).toHaveProperty("value", "");
    // The button that was pressed is another by now.
    expect(document.activeElement).toBe(screen.getByRole("region", { name: "Password" }));
    expect(sent()).toMatchObject([{ body: { currentPassword: "given word", newPassword: "a word of my own" } }]);
  });
});
