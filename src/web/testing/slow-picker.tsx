import { TextInput } from "@mantine/core";
import { act, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, vi } from "vitest";
import { z } from "zod";

import { AccountPicker } from "#web/ui/account/account-picker.tsx";
import { EntryForm } from "#web/ui/entry/entry-form.tsx";
import { useEntryForm } from "#web/ui/entry/use-entry-form.ts";

import { officeAccounts, replyingOffice } from "./office.ts";
import { stage } from "./stage.tsx";

const schema = z.object({ account: z.number().nullable() });
/** What was saved, each time. */
export const saved = vi.fn<(account: number | null) => void>();

function Page({ chosen = null }: { readonly chosen?: number | null }) {
  const entry = useEntryForm<{ account: number | null }, typeof schema, void>({
    initialValues: { account: chosen },
    schema,
    toSent: (values) => values,
    record: async ({ account }) => saved(account),
    next: (values) => values,
    onRecorded: () => undefined,
    onFailed: () => undefined,
  });
  const value = entry.form.values.account;
  return (
    <EntryForm entry={entry} label="Entry" failureTitle="Failed to save">
      <AccountPicker label="Account" value={value} onChange={(id) => entry.form.setFieldValue("account", id)} />
      <TextInput label="Amount" />
      <button type="button" onClick={() => entry.form.setFieldValue("account", 103)}>
        Last entry
      </button>
      <button type="button" onClick={entry.discard}>
        New
      </button>
      <button type="submit">Save</button>
      <output aria-label="chosen">{String(value)}</output>
    </EntryForm>
  );
}

/**
 * An entry with a picker, in an office in which one search (for 2002) takes until `answer` is called; that is done once the answer was heard.
 * `asked` waits until it is under way, and `fail` lets it go unanswered.
 */
export async function slowPicker(chosen: number | null = null, slow = "2002") {
  const held = Promise.withResolvers<void>();
  let isAway = false;
  replyingOffice({
    "GET /api/accounts": async (_body, { searchParams }) => {
      const ids = searchParams.get("ids")?.split(",");
      const q = searchParams.get("q") ?? "";
      if (q === slow) await held.promise;
      if (q === slow && isAway) return "no answer";
      const isMeant = (id: number, code: string): boolean => ids?.includes(String(id)) ?? code.includes(q);
      return { body: officeAccounts.filter(({ id, accountCode }) => isMeant(id, accountCode)) };
    },
  });
  const { client, unmount } = await stage(<Page chosen={chosen} />);
  const answer = async (): Promise<void> => {
    held.resolve();
    await waitFor(() => expect(client.isFetching()).toBe(0));
    await act(async () => undefined);
  };
  const asked = (): Promise<void> => waitFor(() => expect(client.isFetching()).toBe(1));
  const fail = (): Promise<void> => {
    isAway = true;
    return answer();
  };
  return {
    asked,
    answer,
    fail,
    unmount,
    user: userEvent.setup({ delay: null }),
    field: screen.getByRole<HTMLInputElement>("combobox", { name: "Account" }),
    amount: screen.getByLabelText("Amount"),
    form: () => screen.getByRole("form"),
    chosen: () => screen.getByLabelText("chosen").textContent,
  };
}

/** The same, with the cash account chosen and this text typed over it. */
export async function typedOverCash(text: string, slow?: string) {
  const page = await slowPicker(11, slow);
  await waitFor(() => expect(page.field.value).toBe("CASH - Cash at Shop"));
  await page.user.click(page.field);
  await page.user.keyboard(text);
  return page;
}
