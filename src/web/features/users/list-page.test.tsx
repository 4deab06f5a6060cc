import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";

import type { User } from "#contract/users.ts";
import { refusal, type Replies, type Said } from "#web/testing/replies.ts";
import { mariamPath, ownRow, stageUsers, userRow } from "#web/testing/users.tsx";

import { UserListPage } from "./list-page.tsx";

async function listed(users: readonly User[] = [ownRow, userRow()], replies?: Replies) {
  const shown = await stageUsers(<UserListPage />, users, replies);
  await screen.findByRole("list", { name: "Users" });
  return shown;
}

const page = (users: readonly User[], replies?: Replies) => stageUsers(<UserListPage />, users, replies);

const cardOf = (name: string) => {
  const card = screen.getAllByRole("listitem").find((item) => item.textContent.includes(name));
  if (card === undefined) throw new Error(`no card of ${name}`);
  return within(card);
};

describe("the user cards", () => {
  it("say who each one is, and what stands out", async () => {
    await listed([ownRow, userRow({ isActive: false, mustChangePassword: true, hasSecondFactor: true })]);
    expect(screen.getByText("2 users")).toBeDefined();
    for (const words of ["You", "Admin", "Active", "No email", "No phone"]) cardOf("Amina").getByText(words);
    for (const words of ["mariam", "Operator", "Inactive", "Two-step sign-in", "Must change password", "mariam@office.example"])
      cardOf("Mariam").getByText(words);
    expect(cardOf("Mariam").getByRole("button", { name: "Activate Mariam Noori" })).toBeDefined();
    expect(cardOf("Amina").queryByRole("button", { name: /Reset/ })).toBeNull();
  });

  it("are empty with the specified words", async () => {
    await page([]);
    expect(await screen.findByText("No users found.")).toBeDefined();
  });

  it("say that they are being loaded", async () => {
    const answer = Promise.withResolvers<{ body: User[] }>();
    await page([], { "GET /api/users": () => answer.promise });
    expect(screen.getByRole("status", { name: "Loading users" })).toBeDefined();
    answer.resolve({ body: [userRow()] });
    expect(await screen.findByText("Mariam Noori")).toBeDefined();
  });

  it("offer to try again when they could not be loaded", async () => {
    let calls = 0;
    const { press } = await page([], {
      "GET /api/users": () => ((calls += 1) === 1 ? refusal(503, "unavailable", "The database is away") : { body: [userRow()] }),
    });
    const said = (await screen.findByRole("alert")).textContent;
    for (const words of ["The users could not be loaded.", "The database is away", "Request id: request-1"])
      expect(said).toContain(words);
    await press("Retry");
    expect(await screen.findByText("Mariam Noori")).toBeDefined();
  });
});

describe("Activate and Deactivate", () => {
  it("asks before it deactivates, and says when it is done", async () => {
    const { press, dialog, user, sent, conditions } = await listed(undefined, {
      [`PATCH ${mariamPath}/status`]: { body: userRow({ isActive: false }) },
    });
    await press("Deactivate Mariam Noori");
    let asked = await dialog();
    expect(asked.getByText(/signed out everywhere at once/)).toBeDefined();
    // The second half of a double click on the button that has asked.
    fireEvent.click(asked.getByRole("button", { name: "Deactivate" }), { detail: 2 });
    await user.click(asked.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent()).toEqual([]);
    await press("Deactivate Mariam Noori");
    asked = await dialog();
    await user.click(asked.getByRole("button", { name: "Deactivate" }));
    expect(await screen.findByText("User status updated successfully")).toBeDefined();
    expect(sent()).toMatchObject([{ address: `${mariamPath}/status`, body: { isActive: false } }]);
    expect(conditions()).toEqual(["4"]);
  });

  it("activates at once, and says why it could not", async () => {
    const answers = vi.fn(() => ({ body: userRow() as unknown })).mockReturnValueOnce(refusal(503, "unavailable", "") as never);
    const { press, sent } = await listed([ownRow, userRow({ isActive: false })], { [`PATCH ${mariamPath}/status`]: answers });
    await press("Activate Mariam Noori");
    expect(await screen.findByText("Failed to update user status")).toBeDefined();
    await press("Activate Mariam Noori");
    expect(await screen.findByText("User status updated successfully")).toBeDefined();
    expect(sent()).toHaveLength(2);
  });

  it("is tried again from the version that the list has after a conflict", async () => {
    let mariam = userRow();
    const { press, dialog, user, conditions } = await listed(undefined, {
      "GET /api/users": () => ({ body: [ownRow, mariam] }),
      [`PATCH ${mariamPath}/status`]: () => {
        if (mariam.version === 5) return { body: { ...mariam, isActive: false } };
        mariam = userRow({ fullName: "Mariam Ahmadi", version: 5 });
        return refusal(409, "stale_version", "It has been changed meanwhile. Load it again");
      },
    });
    await press("Deactivate Mariam Noori");
    const asked = await dialog();
    await user.click(asked.getByRole("button", { name: "Deactivate" }));
    expect((await asked.findByRole("alert")).textContent).toContain("changed meanwhile");
    await screen.findByText("Mariam Ahmadi");
    await user.click(asked.getByRole("button", { name: "Deactivate" }));
    await waitFor(() => expect(conditions()).toEqual(["4", "5"]));
    expect(await screen.findByText("User status updated successfully")).toBeDefined();
  });

  it("closes over a user who is gone, says so, and asks about the next one afresh", async () => {
    let users = [ownRow, userRow()];
    const { press, dialog, user } = await listed(undefined, {
      "GET /api/users": () => ({ body: users }),
      [`PATCH ${mariamPath}/status`]: () => {
        users = [ownRow];
        return refusal(404, "not_found", "This user is not here");
      },
    });
    await press("Deactivate Mariam Noori");
    await user.click((await dialog()).getByRole("button", { name: "Deactivate" }));
    expect(await screen.findByText("This user does not exist any more.")).toBeDefined();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await press("Deactivate Amina Rahimi");
    expect((await dialog()).queryByRole("alert")).toBeNull();
  });

  it("stays over a user who is gone from the list until its own answer has come", async () => {
    const answer = Promise.withResolvers<Said>();
    let users = [ownRow, userRow()];
    const { press, dialog, user, client } = await listed(undefined, {
      "GET /api/users": () => ({ body: users }),
      [`PATCH ${mariamPath}/status`]: () => answer.promise,
    });
    await press("Deactivate Mariam Noori");
    await user.click((await dialog()).getByRole("button", { name: "Deactivate" }));
    users = [ownRow];
    await client.invalidateQueries();
    await screen.findByText("1 user");
    expect(screen.getByRole("dialog", { name: "Deactivate Mariam Noori?" })).toBeDefined();
    expect(screen.queryByText("This user does not exist any more.")).toBeNull();
    answer.resolve({ body: userRow({ isActive: false }) });
    expect(await screen.findByText("User status updated successfully")).toBeDefined();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("keeps the server's refusal in the dialog", async () => {
    const { press, dialog, user } = await listed(undefined, {
      [`PATCH /api/users/${ownRow.id}/status`]: refusal(409, "conflict", "You cannot deactivate yourself"),
    });
    await press("Deactivate Amina Rahimi");
    const asked = await dialog();
    await user.click(asked.getByRole("button", { name: "Deactivate" }));
    expect((await asked.findByRole("alert")).textContent).toContain("You cannot deactivate yourself");
  });
});

describe("Delete", () => {
  it("deletes after it was confirmed", async () => {
    const { press, dialog, user, sent } = await listed(undefined, {
      [`DELETE ${mariamPath}`]: { body: { message: "User deleted successfully" } },
    });
    await press("Delete Mariam Noori");
    await user.click((await dialog()).getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("User deleted successfully")).toBeDefined();
    expect(sent()).toMatchObject([{ address: mariamPath }]);
  });

  it("does nothing when it is called off", async () => {
    const { press, dialog, user, sent } = await listed();
    await press("Delete Mariam Noori");
    const asked = await dialog();
    expect(document.activeElement).toBe(asked.getByRole("button", { name: "Cancel" }));
    await user.click(asked.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent()).toEqual([]);
  });

  it("says why a user with recorded work stays, and offers to deactivate instead", async () => {
    const reason = "mariam has recorded work and cannot be deleted. Deactivate the user instead";
    const { press, dialog, user, sent } = await listed(undefined, {
      [`DELETE ${mariamPath}`]: refusal(409, "conflict", reason),
      [`PATCH ${mariamPath}/status`]: { body: userRow({ isActive: false }) },
    });
    await press("Delete Mariam Noori");
    const asked = await dialog();
    await user.click(asked.getByRole("button", { name: "Delete" }));
    expect((await asked.findByRole("alert")).textContent).toContain(reason);
    await user.click(asked.getByRole("button", { name: "Deactivate instead" }));
    const next = await screen.findByRole("dialog", { name: "Deactivate Mariam Noori?" });
    await user.click(within(next).getByRole("button", { name: "Deactivate" }));
    await waitFor(() => expect(sent()).toHaveLength(2));
  });

  it("offers nobody to deactivate oneself instead, which is refused as well", async () => {
    const reason = "You cannot delete yourself";
    const { press, dialog, user } = await listed(undefined, {
      [`DELETE /api/users/${ownRow.id}`]: refusal(409, "conflict", reason),
    });
    await press("Delete Amina Rahimi");
    const asked = await dialog();
    await user.click(asked.getByRole("button", { name: "Delete" }));
    expect((await asked.findByRole("alert")).textContent).toContain(reason);
    expect(asked.queryByRole("button", { name: "Deactivate instead" })).toBeNull();
  });

  it("has words of its own where the server has none", async () => {
    const { press, dialog, user } = await listed(undefined, { [`DELETE ${mariamPath}`]: refusal(500, "internal", "") });
    await press("Delete Mariam Noori");
    const asked = await dialog();
    await user.click(asked.getByRole("button", { name: "Delete" }));
    expect((await asked.findByRole("alert")).textContent).toContain("Failed to delete user");
    expect(asked.queryByRole("button", { name: "Deactivate instead" })).toBeNull();
  });
});

describe("a refusal", () => {
  const reason = "The server is busy at the moment. Try again shortly";
  const refused = refusal(503, "unavailable", reason);
  const idle = userRow({ id: "3f3b1c0a-0000-4000-8000-000000000003", username: "karim", fullName: "Karim", isActive: false });

  it.each([
    ["Deactivate Mariam Noori", "Deactivate", `PATCH ${mariamPath}/status`],
    ["Delete Mariam Noori", "Delete", `DELETE ${mariamPath}`],
    ["Reset two-step sign-in of Mariam Noori", "Reset", `DELETE ${mariamPath}/second-factor`],
  ])("to %s stands in the dialog, and as an error in place of what was said before", async (asking, confirm, call) => {
    const { press, dialog, user } = await listed([ownRow, userRow({ hasSecondFactor: true }), idle], {
      [`PATCH /api/users/${idle.id}/status`]: { body: { ...idle, isActive: true } },
      [call]: refused,
    });
    await press("Activate Karim");
    await screen.findByText("User status updated successfully");
    await press(asking);
    const asked = await dialog();
    await user.click(asked.getByRole("button", { name: confirm }));
    expect((await asked.findByRole("alert")).textContent).toContain(reason);
    const told = (await screen.findByText("Error")).closest("[role=alert]");
    expect(told?.textContent).toContain(reason);
    expect(screen.queryByText("User status updated successfully")).toBeNull();
  });
});
