import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, vi } from "vitest";

import type { ListedTransaction } from "#contract/transactions.ts";
import { EditDialog } from "#web/features/transactions/search/edit-dialog.tsx";

import { labelled } from "./labelled.ts";
import { replyingOffice, writesOf } from "./office.ts";
import type { Replies } from "./replies.ts";
import { setText } from "./set-text.ts";
import { stage, type Staging } from "./stage.tsx";

/** The address of the transaction that {@link editDialog} edits. */
export const editedPath = "/api/transactions/7";

/** Opens the edit dialog over transaction 7, in an office that stores what it is sent. */
export async function editDialog(stored: ListedTransaction, replies: Replies = {}, staging: Staging = {}) {
  const onClose = vi.fn<() => void>();
  const fetched = replyingOffice({
    [`GET ${editedPath}`]: { body: { ...stored, deleted: false } },
    [`PUT ${editedPath}`]: (body) => ({ body: { ...stored, ...(body as object), version: stored.version + 1, balances: [] } }),
    ...replies,
  });
  const staged = await stage(<EditDialog id={7} onClose={onClose} />, staging);
  const user = userEvent.setup({ delay: null });
  const field = (name: string) => labelled(new RegExp(`^${name}( \\*)?$`));
  const type = (name: string, text: string): void => setText(field(name), text);
  const choose = async (name: string, code: string): Promise<void> => {
    await user.clear(field(name));
    await user.paste(code);
    await user.keyboard("{Enter}");
    await waitFor(() => expect(field(name).value).toContain(`${code} - `));
  };
  const press = (name: string) => user.click(screen.getByRole("button", { name }));
  const conditions = () =>
    fetched.mock.calls
      .filter(([, request]) => request?.method === "PUT")
      .map(([, request]) => new Headers(request?.headers).get("if-match"));
  const offered = await screen.findByRole("dialog", { name: `Edit ${stored.transType} Transaction` });
  await within(offered).findByRole("button", { name: "Save" });
  return { ...staged, user, field, type, choose, press, onClose, conditions, sent: () => writesOf(fetched) };
}
