import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";

import type { User } from "#contract/users.ts";
import { readBefore } from "#web/testing/read-before.ts";
import { refusal, type Replies, type Said } from "#web/testing/replies.ts";
import { setText } from "#web/testing/set-text.ts";
import { mariamPath, ownRow, stageUsers, userRow } from "#web/testing/users.tsx";

import { UserListPage } from "./list-page.tsx";

async function listed(users: readonly User[] = [ownRow, userRow()], replies?: Replies) {
  const shown = await stageUsers(<UserListPage />, users, replies);
  await screen.findByRole("list", { name: "Users" });
  return shown;
}

describe("Add User", () => {
  async function form(replies: Replies = {}) {
    const shown = await listed(undefined, {
      "POST /api/users": { status: 201, body: userRow({ username: "zahra" }) },
      ...replies,
    });
    await shown.press("Add User");
    const dialog = await shown.dialog();
    const type = (label: string | RegExp, text: string): void => setText(dialog.getByLabelText(label), text);
    const fill = async () => {
      type(/^Username/, "zahra");
      type("Full name", "Zahra Karimi");
      type(/^Email/, "zahra@office.example");
      type(/^Password/, "a word for zahra");
      await shown.user.selectOptions(dialog.getByLabelText(/^Role/), "Operator");
    };
    return { ...shown, form: dialog, type, fill, save: () => shown.user.click(dialog.getByRole("button", { name: "Save" })) };
  }

  it("starts with the least of the roles, names every field that is missing, and sends nothing", async () => {
    const { form: dialog, save, sent, type } = await form();
    expect(dialog.getByLabelText(/^Role/)).toHaveProperty("value", "user");
    await save();
    for (const words of ["Username is required", "Email is required", "Password is required"]) dialog.getByText(words);
    expect(document.activeElement).toBe(dialog.getByLabelText(/^Username/));
    type(/^Email/, "nobody");
    type(/^Password/, "short");
    await save();
    for (const words of ["Not a valid email address", "A password has at least 8 characters"]) dialog.getByText(words);
    expect(sent()).toEqual([]);
  });

  it("adds a user, who must change the password unless told otherwise, and closes", async () => {
    const { client, fill, save, sent } = await form();
    const stale = readBefore(client, ["users"]);
    await fill();
    await save();
    expect(await screen.findByText("User created successfully")).toBeDefined();
    expect(stale()).toEqual(["users"]);
    expect(sent().map(({ body }) => body)).toEqual([
      {
        username: "zahra",
        fullName: "Zahra Karimi",
        email: "zahra@office.example",
        phone: "",
        role: "operator",
        password: "a word for zahra",
        isActive: true,
        mustChangePassword: true,
      },
    ]);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("keeps everything typed when the server refuses, marks the field, and asks before it is closed over that", async () => {
    const taken = "The username zahra is taken";
    const {
      fill,
      save,
      user,
      form: dialog,
    } = await form({
      "POST /api/users": {
        status: 409,
        body: { message: taken, code: "conflict", requestId: "request-7", issues: [{ path: "username", message: taken }] },
      },
    });
    await fill();
    await save();
    await waitFor(() => expect(dialog.getAllByText(taken).length).toBeGreaterThan(0));
    expect(dialog.getByText("Failed to create user")).toBeDefined();
    expect(dialog.getByLabelText(/^Password/)).toHaveProperty("value", "a word for zahra");
    expect(document.activeElement).toBe(dialog.getByLabelText(/^Username/));
    await user.click(within(dialog.getByRole("form")).getByRole("button", { name: "Close" }));
    const question = await screen.findByRole("dialog", { name: "Leave without saving?" });
    await user.click(within(question).getByText("Keep editing"));
    expect(dialog.getByLabelText(/^Username/)).toHaveProperty("value", "zahra");
  });

  it("that was left while it was being saved does not close the one that stands there by then", async () => {
    const answer = Promise.withResolvers<Said>();
    const { fill, save, user, press, dialog } = await form({ "POST /api/users": () => answer.promise });
    await fill();
    await save();
    await user.keyboard("{Escape}");
    await user.click(await screen.findByRole("button", { name: "Leave" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await press("Add User");
    setText((await dialog()).getByLabelText(/^Username/), "omid");
    answer.resolve({ status: 201, body: userRow({ username: "zahra" }) });
    await screen.findByText("User created successfully");
    expect((await dialog()).getByLabelText(/^Username/)).toHaveProperty("value", "omid");
  });
});

describe("Edit User", () => {
  async function form(replies: Replies = {}, name = "Edit Mariam Noori") {
    const shown = await listed(undefined, {
      [`PATCH ${mariamPath}`]: (body) => ({ body: { ...userRow({ version: 5 }), ...(body as object) } }),
      ...replies,
    });
    await shown.press(name);
    const dialog = await shown.dialog();
    await dialog.findByLabelText(/^Username/);
    const retype = (label: string | RegExp, text: string): void => setText(dialog.getByLabelText(label), text);
    return { ...shown, form: dialog, retype, save: () => shown.user.click(dialog.getByRole("button", { name: "Save" })) };
  }

  it("sends what must be there and what was changed, without the empty password, on condition of the version read", async () => {
    const { client, retype, save, sent, conditions } = await form();
    const stale = readBefore(client, ["users", "auth"]);
    retype("Phone", "0799 123 456");
    await save();
    expect(await screen.findByText("User updated successfully")).toBeDefined();
    // It may be one's own role.
    expect(stale()).toEqual(["users", "auth"]);
    expect(sent().map(({ body }) => body)).toEqual([
      { username: "mariam", email: "mariam@office.example", role: "operator", phone: "0799 123 456" },
    ]);
    expect(conditions()).toEqual(["4"]);
  });

  it("sends nothing where nothing was changed", async () => {
    const { save, sent } = await form();
    await save();
    expect(await screen.findByText("Nothing has been changed.")).toBeDefined();
    expect(sent()).toEqual([]);
  });

  it("sends a new password where one is typed", async () => {
    const { retype, save, sent } = await form();
    retype(/^Password/, "a new word for her");
    await save();
    await waitFor(() => expect(sent()).toMatchObject([{ body: { password: "a new word for her" } }]));
  });

  it("asks for the username and the email, and for a password that is long enough", async () => {
    const { retype, save, sent, form: dialog } = await form();
    retype(/^Username/, "");
    retype(/^Email/, "");
    retype(/^Password/, "short");
    await save();
    for (const words of ["Username is required", "Email is required", "A password has at least 8 characters"])
      dialog.getByText(words);
    expect(sent()).toEqual([]);
  });

  it("does not change one's own password, and shows why one cannot be demoted", async () => {
    const {
      form: dialog,
      user,
      save,
      retype,
    } = await form(
      { [`PATCH /api/users/${ownRow.id}`]: refusal(409, "conflict", "You cannot demote yourself") },
      "Edit Amina Rahimi",
    );
    expect(dialog.queryByLabelText(/^Password/)).toBeNull();
    expect(dialog.getByText("You change your own password in your profile.")).toBeDefined();
    retype(/^Email/, "amina@office.example");
    await user.selectOptions(dialog.getByLabelText(/^Role/), "User");
    await save();
    expect(await dialog.findByText("You cannot demote yourself")).toBeDefined();
    expect(dialog.getByLabelText(/^Role/)).toHaveProperty("value", "user");
  });

  it("keeps what was typed when the server is away or fails in the middle of the save, and then saves it", async () => {
    const answers = vi
      .fn((): Said => ({ body: userRow({ version: 5 }) }))
      .mockReturnValueOnce("no answer")
      .mockReturnValueOnce(refusal(500, "internal", "Something went wrong on the server"));
    const { form: dialog, retype, user, sent } = await form({ [`PATCH ${mariamPath}`]: answers });
    retype("Phone", "0700 12 34");
    await user.click(dialog.getByLabelText("Phone"));
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect((await dialog.findByRole("alert")).textContent).toContain("The server cannot be reached");
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(await dialog.findByText("Request request-1")).toBeDefined();
    expect(dialog.getByLabelText("Phone")).toHaveProperty("value", "0700 12 34");
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(await screen.findByText("User updated successfully")).toBeDefined();
    expect(sent()).toHaveLength(3);
  });

  it("meets somebody else's edit without losing anything", async () => {
    let reads = 0;
    const theirs = userRow({ version: 5, phone: "0711", role: "user" });
    const {
      retype,
      save,
      form: dialog,
      user,
      sent,
      conditions,
    } = await form({
      "GET /api/users": () => ({ body: [ownRow, (reads += 1) <= 2 ? userRow() : theirs] }),
      [`PATCH ${mariamPath}`]: (body) =>
        reads <= 2
          ? refusal(409, "stale_version", "This user was changed meanwhile: zahra at 2026-03-21 10:15")
          : { body: { ...theirs, ...(body as object) } },
    });
    retype("Full name", "Mariam N.");
    await save();
    expect(await dialog.findByText("Role: Operator → User")).toBeDefined();
    expect(dialog.getByText(/changed meanwhile: zahra at/)).toBeDefined();
    await user.click(dialog.getByRole("button", { name: "Keep my changes" }));
    expect(dialog.getByLabelText("Full name")).toHaveProperty("value", "Mariam N.");
    expect(dialog.getByLabelText(/^Role/)).toHaveProperty("value", "user");
    await save();
    await waitFor(() => expect(conditions()).toEqual(["4", "5"]));
    expect(sent()[1]?.body).toMatchObject({ fullName: "Mariam N.", role: "user" });
  });

  it("says when the user is gone", async () => {
    let reads = 0;
    const shown = await listed(undefined, {
      "GET /api/users": () => ({ body: (reads += 1) === 1 ? [ownRow, userRow()] : [ownRow] }),
    });
    await shown.press("Edit Mariam Noori");
    expect(await screen.findByText("This user does not exist any more.")).toBeDefined();
  });
});
