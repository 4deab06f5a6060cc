import { TextInput } from "@mantine/core";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";

import { officeAccounts, replyingOffice } from "#web/testing/office.ts";
import { admin, stage } from "#web/testing/stage.tsx";

import { AccountPicker } from "./account-picker.tsx";
import { EntryForm } from "./entry-form.tsx";
import { recentAccounts } from "./recent-accounts.ts";
import { useEntryForm } from "./use-entry-form.ts";

const schema = z.object({ account: z.number().nullable() });
const saved = vi.fn<(account: number | null) => void>();

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

/** The office, in which the search for 2002 takes until `answer` is called; that is done once the answer was heard. */
async function slowPicker(chosen: number | null = null) {
  const held = Promise.withResolvers<void>();
  replyingOffice({
    "GET /api/accounts": async (_body, { searchParams }) => {
      const ids = searchParams.get("ids")?.split(",");
      const q = searchParams.get("q") ?? "";
      if (q === "2002") await held.promise;
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
  return {
    answer,
    unmount,
    user: userEvent.setup({ delay: null }),
    field: screen.getByRole<HTMLInputElement>("combobox", { name: "Account" }),
    amount: screen.getByLabelText("Amount"),
    chosen: () => screen.getByLabelText("chosen").textContent,
  };
}

beforeEach(() => {
  saved.mockReset();
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(336);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(400);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("the account of a code typed at once, when the server is slow to find it", () => {
  it("is chosen while the person has gone on with Tab", async () => {
    const { user, field, amount, answer, chosen } = await slowPicker();
    await user.type(field, "2002");
    await user.tab();
    await answer();
    await waitFor(() => expect(chosen()).toBe("102"));
    expect(document.activeElement).toBe(amount);
  });

  it("does not replace the account that was chosen from the list by then", async () => {
    const { user, field, amount, answer, chosen } = await slowPicker();
    await user.type(field, "2002");
    await user.tab();
    await user.click(field);
    await user.click(await screen.findByRole("option", { name: /2003 Zahra/ }));
    await user.click(amount);
    await answer();
    expect(chosen()).toBe("103");
    expect(field.value).toBe("2003 - Zahra");
  });

  it.each<[string, string, (user: ReturnType<typeof userEvent.setup>, field: HTMLInputElement) => Promise<void>]>([
    ["emptied", "null", (user) => user.click(screen.getByRole("button", { name: "Clear" }))],
    ["opened again", "11", (user, field) => user.click(field)],
    ["typed in", "11", (user) => user.keyboard("{Shift>}{Tab}{/Shift}2")],
    ["left with Escape", "11", (user, field) => user.type(field, "2002{Enter}{Escape}")],
  ])("does not come into a field that was %s by then", async (_done, left, meanwhile) => {
    const { user, field, answer, chosen } = await slowPicker(11);
    await waitFor(() => expect(field.value).toBe("CASH - Cash at Shop"));
    await user.click(field);
    await user.keyboard("2002");
    await user.tab();
    await meanwhile(user, field);
    await answer();
    expect(chosen()).toBe(left);
  });

  it("is forgotten with the page it was asked for", async () => {
    const { user, field, answer, unmount } = await slowPicker();
    await user.type(field, "2002");
    await user.tab();
    unmount();
    await answer();
    expect(recentAccounts(admin.id)).toEqual([]);
  });

  it("is waited for by a save, which would otherwise be that of the account before", async () => {
    const { user, field, amount, answer } = await slowPicker(11);
    await waitFor(() => expect(field.value).toBe("CASH - Cash at Shop"));
    await user.click(field);
    await user.keyboard("2002");
    await user.tab();
    await user.type(amount, "5{Control>}{Enter}{/Control}");
    expect(saved).not.toHaveBeenCalled();
    await answer();
    await waitFor(() => expect(saved.mock.calls).toEqual([[102]]));
  });

  it("is chosen by Ctrl+Enter in its field, and saved only by the next", async () => {
    const { user, field, answer, chosen } = await slowPicker(11);
    await waitFor(() => expect(field.value).toBe("CASH - Cash at Shop"));
    await user.click(field);
    await user.keyboard("2002{Control>}{Enter}{/Control}");
    await answer();
    await waitFor(() => expect(chosen()).toBe("102"));
    expect(saved).not.toHaveBeenCalled();
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(saved.mock.calls).toEqual([[102]]));
  });
});

describe("the account of a code typed at once, when the person goes on with the mouse", () => {
  async function typed() {
    const page = await slowPicker(11);
    await waitFor(() => expect(page.field.value).toBe("CASH - Cash at Shop"));
    await page.user.click(page.field);
    await page.user.keyboard("2002");
    return page;
  }

  it("is waited for by the Save button, which would otherwise save the account before", async () => {
    const { user, answer } = await typed();
    const save = screen.getByRole("button", { name: "Save" });
    await user.click(save);
    expect(saved).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(save);
    await answer();
    await waitFor(() => expect(saved.mock.calls).toEqual([[102]]));
  });

  it("is chosen by a click into another field, which keeps the focus", async () => {
    const { user, amount, answer, chosen } = await typed();
    await user.click(amount);
    expect(chosen()).toBe("11");
    await answer();
    await waitFor(() => expect(chosen()).toBe("102"));
    expect(document.activeElement).toBe(amount);
  });

  it("is not asked for by a click on an option, which is chosen", async () => {
    const { user, field, answer, chosen } = await typed();
    await user.clear(field);
    await user.keyboard("200");
    await user.click(await screen.findByRole("option", { name: /2003 Zahra/ }));
    expect(field.dataset["lookingUp"]).toBeUndefined();
    await answer();
    expect(chosen()).toBe("103");
  });

  it("is not asked for by a click on the offer to open an account", async () => {
    const { user, field, answer, chosen } = await typed();
    await user.keyboard("{Backspace}");
    await user.click(await screen.findByRole("option", { name: "New customer “200”" }));
    expect(await screen.findByRole("dialog")).toBeDefined();
    expect(field.dataset["lookingUp"]).toBeUndefined();
    await answer();
    expect(chosen()).toBe("11");
  });

  it("does not replace the account that its form was given by that click", async () => {
    const { user, field, answer, chosen } = await typed();
    await user.click(screen.getByRole("button", { name: "Last entry" }));
    expect(field.dataset["lookingUp"]).toBeUndefined();
    await answer();
    expect(chosen()).toBe("103");
  });

  it("stays typed while another window has the focus, and is waited for by the Save button after that", async () => {
    const { user, field, answer } = await typed();
    fireEvent.blur(field);
    expect(field.value).toBe("2002");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(saved).not.toHaveBeenCalled();
    await answer();
    await waitFor(() => expect(saved.mock.calls).toEqual([[102]]));
  });
});

describe("a text that is no account, or several", () => {
  async function left(text: string, chosen: number | null = 11) {
    const page = await slowPicker(chosen);
    await waitFor(() => expect(page.field.value).toBe(chosen === null ? "" : "CASH - Cash at Shop"));
    await page.user.click(page.field);
    await page.user.keyboard(text);
    await page.user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(document.activeElement).toBe(page.field));
    expect(page.field.value).toBe(text);
    return page;
  }

  it("keeps the form from being saved with the account before, and offers whom it may mean", async () => {
    const { user, field, chosen } = await left("200");
    await user.click(await screen.findByRole("option", { name: /2003 Zahra/ }));
    expect(chosen()).toBe("103");
    expect(field.getAttribute("aria-invalid")).not.toBe("true");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(saved.mock.calls).toEqual([[103]]));
  });

  it("is taken back by Escape, after which the form is saved", async () => {
    const { user, field } = await left("nobody");
    await user.keyboard("{Escape}");
    expect(field.value).toBe("CASH - Cash at Shop");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(saved.mock.calls).toEqual([[11]]));
  });

  it("stays after Tab, shown as wrong, and keeps Ctrl+Enter elsewhere from saving", async () => {
    const { user, field, amount } = await slowPicker(11);
    await waitFor(() => expect(field.value).toBe("CASH - Cash at Shop"));
    await user.click(field);
    await user.keyboard("200{Tab}");
    await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
    expect(field.value).toBe("200");
    await user.type(amount, "5{Control>}{Enter}{/Control}");
    expect(document.activeElement).toBe(field);
    expect(saved).not.toHaveBeenCalled();
  });

  it.each([11, null])("goes with Clear, as the account %s does", async (before) => {
    const { user, field, amount, chosen } = await left("200", before);
    await user.click(amount);
    await user.click(screen.getByRole("button", { name: "Clear" }));
    expect(field.value).toBe("");
    expect(chosen()).toBe("null");
  });

  it("goes when its form begins anew, whose account is the same", async () => {
    const { user, field } = await left("200", null);
    await user.click(screen.getByRole("button", { name: "New" }));
    await waitFor(() => expect(field.value).toBe(""));
    expect(field.dataset["unsettled"]).toBeUndefined();
  });

  it("is not answered into a form that has begun anew meanwhile", async () => {
    const { user, field, chosen, answer } = await slowPicker();
    await user.type(field, "2002");
    await user.click(screen.getByRole("button", { name: "New" }));
    await answer();
    expect(chosen()).toBe("null");
    expect(field.value).toBe("");
  });
});
