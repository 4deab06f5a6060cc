import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";

import type { User } from "#contract/users.ts";
import { refusal, type Replies } from "#web/testing/replies.ts";
import { mariamPath, ownRow, stageUsers, userRow } from "#web/testing/users.tsx";

import { UserListPage } from "./list-page.tsx";

async function listed(users: readonly User[] = [ownRow, userRow()], replies?: Replies) {
  const shown = await stageUsers(<UserListPage />, users, replies);
  await screen.findByRole("list", { name: "Users" });
  return shown;
}

const moment = "2026-03-01T00:00:00.000Z";

describe("the second step and the sessions of a user", () => {
  it("are reset and ended by an administrator who was asked first", async () => {
    const { press, dialog, user, sent } = await listed([ownRow, userRow({ hasSecondFactor: true })], {
      [`DELETE ${mariamPath}/second-factor`]: { body: userRow() },
    });
    await press("Reset two-step sign-in of Mariam Noori");
    const asked = await dialog();
    expect(asked.getByText(/the password alone lets them in/)).toBeDefined();
    await user.click(asked.getByRole("button", { name: "Reset" }));
    expect(await screen.findByText("Two-step sign-in reset")).toBeDefined();
    expect(sent()).toMatchObject([{ address: `${mariamPath}/second-factor` }]);
  });

  const session = { createdAt: moment, lastSeenAt: moment, ip: "10.0.0.7", current: false };
  const phone = { ...session, id: 7, userAgent: "Mozilla/5.0 (Linux; Android 15) Chrome/140.0.0.0 Mobile Safari/537.36" };
  const counter = { ...session, id: 8, userAgent: null };

  it("show the devices in words, and sign out one of them or everywhere", async () => {
    let open = [phone, counter];
    const { press, dialog, user, sent } = await listed(undefined, {
      [`GET ${mariamPath}/sessions`]: () => ({ body: open }),
      [`DELETE ${mariamPath}/sessions/7`]: () => {
        open = [counter];
        return { body: { message: "Session ended" } };
      },
      [`DELETE ${mariamPath}/sessions`]: () => {
        open = [];
        return { body: { message: "Sessions ended: 1", ended: 1 } };
      },
    });
    await press("Sessions of Mariam Noori");
    const list = await dialog();
    await list.findByText("Chrome on Android");
    expect(list.getByText("Unknown device")).toBeDefined();
    expect(list.getAllByText("10.0.0.7")).toHaveLength(2);
    await user.click(list.getByRole("button", { name: /^Sign out Chrome on Android/ }));
    await waitFor(() => expect(list.queryByText("Chrome on Android")).toBeNull());
    // The row that had it is gone; what stands under the dialog is not reached by the next key.
    const isInDialog = () => document.activeElement?.closest('[role="dialog"]') !== null;
    expect(isInDialog()).toBe(true);
    await user.click(list.getByRole("button", { name: "Sign out everywhere" }));
    expect(await list.findByText("Mariam Noori is not signed in anywhere.")).toBeDefined();
    expect(isInDialog()).toBe(true);
    expect(await screen.findByText("1 session ended")).toBeDefined();
    expect(sent().map(({ address }) => address)).toEqual([`${mariamPath}/sessions/7`, `${mariamPath}/sessions`]);
  });

  it("say when they could not be loaded or ended", async () => {
    let calls = 0;
    const { press, dialog, user } = await listed(undefined, {
      [`GET ${mariamPath}/sessions`]: () => ((calls += 1) === 1 ? refusal(503, "unavailable", "Away") : { body: [phone] }),
      [`DELETE ${mariamPath}/sessions/7`]: refusal(404, "not_found", "This session has ended already"),
    });
    await press("Sessions of Mariam Noori");
    const list = await dialog();
    await user.click(await list.findByRole("button", { name: "Retry" }));
    await user.click(await list.findByRole("button", { name: /^Sign out Chrome/ }));
    expect(await screen.findByText("This session has ended already")).toBeDefined();
  });
});
