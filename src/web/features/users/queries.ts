import { useQuery, type QueryClient } from "@tanstack/react-query";
import type { z } from "zod";

import { createUser, listUsers, updateUser, type User } from "#contract/users.ts";
import { nounsChanged, nounsOf, read } from "#web/lib/query.ts";
import { bodySchema, type Unfinished } from "#web/ui/entry/form-resolver.ts";
import { changedFields } from "#web/ui/entry/use-versioned-edit.ts";

import type { UserForm } from "./rules.ts";

/** All users, read anew when the screen opens: an edit must not begin from a stale copy. */
export function useFreshUsers() {
  return useQuery({ ...read(listUsers), refetchOnMount: "always" });
}

/** A user as stored now, past the cache. Refuses one that is gone. */
export async function fetchUser(client: QueryClient, id: string): Promise<User> {
  const users = await client.fetchQuery({ ...read(listUsers), staleTime: 0 });
  const user = users.find((candidate) => candidate.id === id);
  if (user === undefined) throw new Error(`User ${id} is gone`);
  return user;
}

/** Lets every screen see that a user was added, changed or deleted. One may have changed oneself: the sidebar asks as well. */
export function usersStored(client: QueryClient): void {
  void nounsChanged(client, [...nounsOf.users, "auth"]);
}

/** The rules of a new user, and of an edit: those of the calls. */
export const creationSchema = bodySchema(createUser);
export const editSchema = bodySchema(updateUser);

/** The body that adds a user. */
export function creationBody(form: UserForm): Unfinished<z.input<typeof creationSchema>> {
  return { ...form, email: form.email.trim() };
}

/**
 * The body of an edit: what was changed, and beside it what must be there in any case; nothing where nothing was changed. An
 * empty password keeps the current one.
 */
export function editBody(typed: UserForm, before: UserForm): Unfinished<z.input<typeof editSchema>> {
  const changed = changedFields(before, typed);
  if (Object.keys(changed).length === 0) return {};
  const { username, email, role } = typed;
  return { ...changed, username, role, email: email.trim() };
}
