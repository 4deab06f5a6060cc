import { TextInput } from "@mantine/core";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";

import { ApiError } from "#web/lib/api-error.ts";
import { isSomethingUnsaved } from "#web/lib/unsaved.ts";
import { stage, type Staging } from "#web/testing/stage.tsx";

import { EntryForm } from "./entry-form.tsx";
import { FormActions } from "./form-actions.tsx";
import { useEntryForm, type Doubt, type EntryFormInput } from "./use-entry-form.ts";

type Values = Record<"amount" | "day", string>;
type Input = EntryFormInput<Values, typeof schema, number>;

const schema = z.object({ amount: z.string().min(1, "Amount is required"), day: z.string() });
const blank: Values = { amount: "", day: "today" };
const doubt: Doubt = { title: "Entered before", text: "By Zahra" };

function Form(given: Partial<Input>) {
  const entry = useEntryForm<Values, typeof schema, number>({
    name: "test",
    initialValues: blank,
    schema,
    toSent: (values) => values,
    record: async () => 1,
    next: ({ day }) => ({ ...blank, day }),
    repeated: (last, { day }) => ({ ...last, day }),
    onRecorded: () => undefined,
    onFailed: () => undefined,
    ...given,
  });
  return (
    <EntryForm entry={entry} label="Entry" failureTitle="Failed to save">
      <TextInput label="Amount" {...entry.form.getInputProps("amount")} />
      <TextInput label="Day" {...entry.form.getInputProps("day")} />
      <FormActions saving={entry.saving} onNew={() => entry.startOver(blank)} />
    </EntryForm>
  );
}

async function open(given: Partial<Input> = {}, staging: Staging = {}) {
  const record = vi.fn<Input["record"]>(given.record ?? (async () => 1));
  const staged = await stage(<Form {...given} record={record} />, staging);
  const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
  return {
    ...staged,
    record,
    field,
    user: userEvent.setup({ delay: null }),
    save: () => screen.getByRole("button", { name: "Save" }),
  };
}

const keysOf = (record: ReturnType<typeof vi.fn<Input["record"]>>) => record.mock.calls.map(([, key]) => key);
const away = () => Promise.reject(new ApiError({ status: 0, code: "offline", message: "The server cannot be reached." }));
const refused = () => Promise.reject(new ApiError({ status: 409, code: "conflict", message: "The account is closed" }));

describe("a doubt", () => {
  it("is shown instead of saving; saving once more saves", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const { record, field, user, save } = await open({ doubtOf: async () => doubt });
    await user.type(field("Amount"), "12");
    await user.click(save());
    expect((await screen.findByRole("alert")).textContent).toContain("By Zahra");
    expect(record).not.toHaveBeenCalled();
    vi.advanceTimersByTime(500);
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(record).toHaveBeenCalledTimes(1));
    expect(screen.queryByText("By Zahra")).toBeNull();
  });

  it("is not answered by a key that is held down, nor by the second half of a double click", async () => {
    const { record, field, user, save } = await open({ doubtOf: async () => doubt });
    await user.type(field("Amount"), "12");
    await user.dblClick(save());
    await screen.findByText("By Zahra");
    fireEvent.keyDown(field("Amount"), { key: "Enter", ctrlKey: true, repeat: true });
    // Nor by one that ends on what saves all the same, wherever the notice has put that.
    await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Save anyway" }), { detail: 2 }));
    expect(record).not.toHaveBeenCalled();
    await user.click(screen.getByRole("button", { name: "Save anyway" }));
    await waitFor(() => expect(record).toHaveBeenCalledTimes(1));
  });

  it("goes when something else is typed, and is asked about anew", async () => {
    const doubtOf = vi.fn<NonNullable<Input["doubtOf"]>>(async ({ amount }) => (amount === "12" ? doubt : undefined));
    const { record, field, user, save } = await open({ doubtOf });
    await user.type(field("Amount"), "12");
    await user.click(save());
    await screen.findByText("By Zahra");
    await user.type(field("Amount"), "3");
    expect(screen.queryByText("By Zahra")).toBeNull();
    await user.click(save());
    await waitFor(() => expect(record).toHaveBeenCalledTimes(1));
    expect(doubtOf).toHaveBeenCalledTimes(2);
  });

  it("that cannot be asked about keeps nobody from saving, and none is asked about a save without an answer", async () => {
    const doubtOf = vi.fn<NonNullable<Input["doubtOf"]>>(away);
    const answers = [away, async () => 1];
    const { record, field, user, save } = await open({ doubtOf, record: () => (answers.shift() ?? away)() });
    await user.type(field("Amount"), "12");
    await user.click(save());
    await screen.findByText("The server cannot be reached.", { exact: false });
    doubtOf.mockResolvedValue(doubt);
    await user.click(save());
    await waitFor(() => expect(field("Amount").value).toBe(""));
    expect(doubtOf).toHaveBeenCalledTimes(1);
    expect(new Set(keysOf(record)).size).toBe(1);
  });
});

describe("a failed save", () => {
  it("keeps its key, says so beside the buttons, and says when the server answers again", async () => {
    const answers = [refused, away, async () => 1];
    const { record, field, user, save } = await open({ record: () => (answers.shift() ?? away)() });
    await user.type(field("Amount"), "12");
    await user.click(save());
    await screen.findByText("The account is closed");
    await user.click(save());
    await screen.findByText(/It answers again now/);
    await user.click(save());
    await waitFor(() => expect(field("Amount").value).toBe(""));
    expect(new Set(keysOf(record)).size).toBe(1);
    await user.type(field("Amount"), "13");
    await user.click(save());
    await waitFor(() => expect(record).toHaveBeenCalledTimes(4));
    expect(new Set(keysOf(record)).size).toBe(2);
  });
});

describe("why a save failed", () => {
  it("does not stand beside what is wrong with the next attempt", async () => {
    const { record, field, user, save } = await open({ record: refused });
    await user.type(field("Amount"), "12");
    await user.click(save());
    await screen.findByText("The account is closed");
    await user.clear(field("Amount"));
    await user.click(save());
    expect(await screen.findByText("Amount is required")).toBeDefined();
    expect(screen.queryByText("The account is closed")).toBeNull();
    expect(record).toHaveBeenCalledTimes(1);
  });
});

describe("the draft of a form", () => {
  it("stands there again after the page was loaded anew, as something unsaved, with the same key", async () => {
    const first = await open({ record: away });
    await first.user.type(first.field("Amount"), "12");
    await first.user.click(first.save());
    await screen.findByText("The server cannot be reached.", { exact: false });
    first.unmount();
    const { record, field, user, save } = await open();
    expect(field("Amount").value).toBe("12");
    expect(screen.getByText("Draft restored.", { exact: false })).toBeDefined();
    expect(screen.getByText(/Its last save got no answer/)).toBeDefined();
    expect(isSomethingUnsaved()).toBe(true);
    await user.click(save());
    await waitFor(() => expect(field("Amount").value).toBe(""));
    expect(keysOf(record)).toEqual(keysOf(first.record));
    expect(screen.queryByText("Draft restored.", { exact: false })).toBeNull();
    expect(isSomethingUnsaved()).toBe(false);
  });

  it.each(["Discard draft", "New"])("is forgotten by %s", async (name) => {
    const first = await open();
    await first.user.type(first.field("Amount"), "12");
    first.unmount();
    const second = await open();
    await second.user.click(screen.getByRole("button", { name }));
    expect(second.field("Amount").value).toBe("");
    second.unmount();
    const { field } = await open();
    expect(field("Amount").value).toBe("");
  });

  it("is forgotten when the form stands as it did before", async () => {
    const first = await open();
    await first.user.type(first.field("Amount"), "1{Backspace}");
    first.unmount();
    await open();
    expect(screen.queryByText("Draft restored.", { exact: false })).toBeNull();
  });

  it("is not offered to somebody else, and a form without a name has none", async () => {
    const first = await open();
    await first.user.type(first.field("Amount"), "12");
    first.unmount();
    const other = await open({}, { user: { id: "3f3b1c0a-0000-4000-8000-000000000002" } });
    expect(other.field("Amount").value).toBe("");
    other.unmount();
    const { name: _name, ...nameless } = { name: "test" };
    await stage(<NamelessForm {...nameless} />);
    expect(screen.getByLabelText<HTMLInputElement>("Amount").value).toBe("");
  });

  it("takes saves with the key held while nothing has the focus, but not while a dialog is open", async () => {
    const { record, field, user } = await open();
    await user.type(field("Amount"), "12");
    const dialog = document.createElement("div");
    dialog.setAttribute("role", "dialog");
    dialog.setAttribute("aria-modal", "true");
    document.body.append(dialog);
    act(() => field("Amount").blur());
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(record).not.toHaveBeenCalled();
    dialog.remove();
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(record).toHaveBeenCalledTimes(1));
  });
});

function NamelessForm() {
  const entry = useEntryForm<Values, typeof schema, number>({
    initialValues: blank,
    schema,
    toSent: (values) => values,
    record: async () => 1,
    next: () => blank,
    onRecorded: () => undefined,
    onFailed: () => undefined,
  });
  return <TextInput label="Amount" {...entry.form.getInputProps("amount")} />;
}

describe("the last entry", () => {
  it("fills the form once more with the day that stands there, under a new key", async () => {
    const { record, field, user, save } = await open();
    expect(screen.queryByRole("button", { name: "Repeat last" })).toBeNull();
    await user.type(field("Amount"), "12");
    await user.click(save());
    await waitFor(() => expect(field("Amount").value).toBe(""));
    await user.clear(field("Day"));
    await user.type(field("Day"), "tomorrow");
    await user.click(screen.getByRole("button", { name: "Repeat last" }));
    expect([field("Amount").value, field("Day").value]).toEqual(["12", "tomorrow"]);
    await user.click(save());
    await waitFor(() => expect(record).toHaveBeenCalledTimes(2));
    expect(new Set(keysOf(record)).size).toBe(2);
  });

  it("comes by Ctrl+Shift+L, by the physical key, and what it replaced can be taken back", async () => {
    const { field, user, save } = await open();
    await user.type(field("Amount"), "12");
    await user.click(save());
    await waitFor(() => expect(field("Amount").value).toBe(""));
    await user.type(field("Amount"), "7");
    fireEvent.keyDown(field("Amount"), { key: "م", code: "KeyL", ctrlKey: true, shiftKey: true });
    expect(field("Amount").value).toBe("12");
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    expect(field("Amount").value).toBe("7");
  });

  it("gives back with what it replaced the key under which that may have been recorded", async () => {
    const answers = [async () => 1, away, async () => 1];
    const { record, field, user, save } = await open({ record: () => (answers.shift() ?? away)() });
    await user.type(field("Amount"), "12");
    await user.click(save());
    await waitFor(() => expect(field("Amount").value).toBe(""));
    await user.type(field("Amount"), "7");
    await user.click(save());
    await screen.findByText("The server cannot be reached.", { exact: false });
    await user.click(screen.getByRole("button", { name: "Repeat last" }));
    expect(field("Amount").value).toBe("12");
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    expect(field("Amount").value).toBe("7");
    await user.click(save());
    await waitFor(() => expect(record).toHaveBeenCalledTimes(3));
    const [first, second, third] = keysOf(record);
    expect(third).toBe(second);
    expect(second).not.toBe(first);
  });

  it("is not taken back while it is being saved", async () => {
    const held = Promise.withResolvers<number>();
    const answers = [async () => 1, () => held.promise, async () => 1];
    const { record, field, user, save } = await open({ record: () => (answers.shift() ?? away)() });
    await user.type(field("Amount"), "12");
    await user.click(save());
    await waitFor(() => expect(field("Amount").value).toBe(""));
    await user.type(field("Amount"), "7");
    await user.click(screen.getByRole("button", { name: "Repeat last" }));
    await user.click(save());
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    expect(field("Amount").value).toBe("12");
    held.reject(new ApiError({ status: 0, code: "offline", message: "The server cannot be reached." }));
    await screen.findByText("The server cannot be reached.", { exact: false });
    await user.click(save());
    await waitFor(() => expect(record).toHaveBeenCalledTimes(3));
    expect(keysOf(record)[2]).toBe(keysOf(record)[1]);
  });
});
