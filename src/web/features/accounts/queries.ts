import { useQuery, type QueryClient, type UseQueryResult } from "@tanstack/react-query";
import type { z } from "zod";

import { createAccount, getAccount, updateAccount, type Account } from "#contract/accounts.ts";
import { nounsChanged, nounsOf, queryKeys, read } from "#web/lib/query.ts";
import { bodySchema, type Unfinished } from "#web/ui/entry/form-resolver.ts";
import { changedFields } from "#web/ui/entry/use-versioned-edit.ts";

import type { AccountForm } from "./rules.ts";

/**
 * One account, read anew: an edit must start from what is stored now, or it would meet its own stale copy as a conflict.
 * The form belongs on screen once `isFetchedAfterMount` is true.
 */
export function useFreshAccount(id: number | undefined): UseQueryResult<Account> {
  return useQuery({ ...read(getAccount, { params: { id: id ?? 0 } }), enabled: id !== undefined, refetchOnMount: "always" });
}

/** An account as it is stored now, past the cache. */
export function fetchAccount(client: QueryClient, id: number): Promise<Account> {
  return client.fetchQuery({ ...read(getAccount, { params: { id } }), staleTime: 0 });
}

/** Lets every screen see an account that has just been stored. */
export function accountStored(client: QueryClient, saved: Account): void {
  client.setQueryData(queryKeys.of(getAccount, { params: { id: saved.id } }), saved);
  void nounsChanged(client, nounsOf.accounts);
}

/** The rules of a new account, and of an edit: those of the calls. */
export const creationSchema = bodySchema(createAccount);
export const editSchema = bodySchema(updateAccount);

/** The body that opens an account. */
export function creationBody(form: AccountForm): Unfinished<z.input<typeof creationSchema>> {
  return { ...form, email: form.email.trim() };
}

/** The body of an edit: what differs between the form's two states, and nothing else. */
export function editBody(typed: AccountForm, before: AccountForm): Unfinished<z.input<typeof editSchema>> {
  const { email, ...others } = changedFields(before, typed);
  return email === undefined ? others : { ...others, email: email.trim() };
}
