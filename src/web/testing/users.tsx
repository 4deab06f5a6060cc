import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactElement } from "react";

import type { User } from "#contract/users.ts";

import { writesOf } from "./office.ts";
import { replying, type Replies } from "./replies.ts";
import { admin, stage } from "./stage.tsx";

const moment = "2026-03-01T00:00:00.000Z";

/** A user as the list gives it; say what matters for the test. */
export function userRow(given: Partial<User> = {}): User {
  return {
    id: "3f3b1c0a-0000-4000-8000-000000000002",
    username: "mariam",
    fullName: "Mariam Noori",
    email: "mariam@office.example",
    phone: "0700 000 001",
    role: "operator",
    isActive: true,
    mustChangePassword: false,
    hasSecondFactor: false,
    version: 4,
    createdAt: moment,
    updatedAt: moment,
    ...given,
  };
}

/** Who looks at the users. */
export const ownRow = userRow({
  id: admin.id,
  username: "admin",
  fullName: "Amina Rahimi",
  email: null,
  phone: null,
  role: "admin",
});

/** Where the calls about Mariam go. */
export const mariamPath = `/api/users/${userRow().id}`;

/** The page of the users, with these in the list. */
export async function stageUsers(page: ReactElement, users: readonly User[], replies: Replies = {}) {
  const fetched = replying({ "GET /api/users": { body: users }, ...replies });
  const user = userEvent.setup({ delay: null });
  const staged = await stage(page);
  const conditions = () =>
    fetched.mock.calls
      .filter(([, request]) => request?.method === "PATCH")
      .map(([, request]) => new Headers(request?.headers).get("if-match"));
  return {
    ...staged,
    user,
    press: (name: string | RegExp) => user.click(screen.getByRole("button", { name })),
    dialog: async () => within(await screen.findByRole("dialog")),
    /** The versions that edits were made from. */
    conditions,
    sent: () => writesOf(fetched),
  };
}
