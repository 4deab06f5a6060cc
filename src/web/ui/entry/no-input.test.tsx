import { Switch, TextInput } from "@mantine/core";
import { act, createEvent, fireEvent, screen, waitFor } from "@testing-library/react";
import { userEvent, type UserEvent } from "@testing-library/user-event";
import { createPortal } from "react-dom";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";

import { ApiError } from "#web/lib/api-error.ts";
import { replying } from "#web/testing/replies.ts";
import { stage } from "#web/testing/stage.tsx";
import { AmountInput } from "#web/ui/amount/amount-input.tsx";
import { BusinessDateInput } from "#web/ui/date/business-date-input.tsx";

import { EntryForm } from "./entry-form.tsx";
import { FormActions } from "./form-actions.tsx";
import { useEntryForm, type Doubt, type EntryFormInput } from "./use-entry-form.ts";

interface Values extends Record<string, string | boolean> {
  amount: string;
  words: string;
  day: string;
  kind: string;
  urgent: boolean;
}
type Input = EntryFormInput<Values, typeof schema, number>;

const schema = z.object({ amount: z.string() });
const blank: Values = { amount: "", words: "", day: "2026-03-21", kind: "a", urgent: false };
const refused = new ApiError({ status: 409, code: "conflict", message: "The account is closed" });

interface Given extends Partial<Input> {
  readonly onClose?: () => void;
}

function Form({ onClose = () => undefined, ...given }: Given) {
  const entry = useEntryForm<Values, typeof schema, number>({
    name: "test",
    initialValues: blank,
    schema,
    toSent: ({ amount }) => ({ amount }),
    record: async () => 1,
    next: () => blank,
    repeated: (last) => last,
    onRecorded: () => undefined,
    onFailed: () => undefined,
    ...given,
  });
  const { form } = entry;
  return (
    <EntryForm entry={entry} label="Entry" failureTitle="Failed to save">
      <AmountInput label="Amount" {...form.getInputProps("amount")} value={form.values.amount} />
      <TextInput label="Words" {...form.getInputProps("words")} />
      <BusinessDateInput label="Day" {...form.getInputProps("day")} value={form.values.day} />
      <select aria-label="Kind" {...form.getInputProps("kind")}>
        <option>a</option>
        <option>b</option>
      </select>
      <Switch label="Urgent" {...form.getInputProps("urgent", { type: "checkbox" })} />
      {createPortal(
        <>
          <button onClick={() => form.setFieldValue("words", "offered")}>Offered</button>
          <div role="dialog" aria-modal="true">
            <button onClick={() => form.setFieldValue("words", "in a dialog")}>In a dialog</button>
          </div>
        </>,
        document.body,
      )}
      <FormActions
        saving={entry.saving}
        onNew={() => entry.startOver(blank)}
        onReverse={() => form.setFieldValue("words", "reversed")}
        onClose={onClose}
      />
    </EntryForm>
  );
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const press = (user: UserEvent, name: string) => user.click(screen.getByRole("button", { name }));
const standing = () => [...["Amount", "Words", "Day", "Kind"].map((name) => field(name).value), field("Urgent").checked];
const busy = () => screen.getByRole("form").getAttribute("aria-busy");

/** A form with an entry that is being sent, the focus on its amount, until `answer` is called. */
async function sending(given: Given = {}) {
  const answer = Promise.withResolvers<number>();
  const record = vi.fn<Input["record"]>(() => answer.promise);
  const staged = await stage(<Form record={record} {...given} />);
  const user = userEvent.setup({ delay: null });
  await user.type(field("Amount"), "12");
  await user.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(record).toHaveBeenCalledTimes(1));
  return { ...staged, user, record, answer };
}

const changes: [string, (user: UserEvent) => unknown][] = [
  ["a typed figure", (user) => user.keyboard("3")],
  ["a deletion", (user) => user.keyboard("{Backspace}")],
  ["a pasted amount", (user) => user.paste("900")],
  ["a text typed elsewhere", (user) => user.type(field("Words"), "Rent")],
  ["a word that is spoken or still being composed", () => fireEvent.change(field("Words"), { target: { value: "کرایه" } })],
  ["an amount that is spoken", () => fireEvent.change(field("Amount"), { target: { value: "77" } })],
  ["a key of the date", () => fireEvent.keyDown(field("Day"), { key: "+" })],
  ["a choice in a list", (user) => user.selectOptions(field("Kind"), "b")],
  ["a switch", (user) => user.click(field("Urgent"))],
  ["Reverse", (user) => press(user, "Reverse")],
  ["New", (user) => press(user, "New")],
];

describe("a form whose entry is on its way", () => {
  it.each(changes)("is not changed by %s, as it is at any other time", async (_what, change) => {
    const { user, answer } = await sending();
    const sent = standing();
    await change(user);
    expect(standing()).toEqual(sent);
    expect(document.activeElement).toBe(field("Amount"));
    expect(busy()).toBe("true");
    answer.reject(refused);
    await screen.findByText("The account is closed");
    field("Amount").focus();
    await change(user);
    expect(standing()).not.toEqual(sent);
  });

  it("shows that of its buttons too", async () => {
    const { user, answer } = await sending();
    const refusing = () =>
      screen
        .getAllByRole("button")
        .filter((button) => button.getAttribute("aria-disabled") === "true")
        .map((button) => button.textContent);
    expect(refusing()).toEqual(["New", "Reverse", "Saving..."]);
    answer.reject(refused);
    await screen.findByText("The account is closed");
    expect(refusing()).toEqual([]);
    await press(user, "New");
    expect(field("Amount").value).toBe("");
  });

  it("takes no text that is dropped", async () => {
    // What a browser does by itself with such a text is seen only in one: here, whether it is kept from it.
    const isPrevented = (): boolean => {
      const drop = createEvent.drop(field("Words"));
      fireEvent(field("Words"), drop);
      return drop.defaultPrevented;
    };
    const { answer } = await sending();
    expect(isPrevented()).toBe(true);
    answer.reject(refused);
    await screen.findByText("The account is closed");
    expect(isPrevented()).toBe(false);
  });

  it("takes no day from a calendar that was open by then", async () => {
    replying({ "GET /healthz": { body: { status: "ok" } } });
    const answer = Promise.withResolvers<number>();
    const record = vi.fn<Input["record"]>(() => answer.promise);
    await stage(<Form record={record} />);
    const user = userEvent.setup({ delay: null });
    await press(user, "Open the calendar");
    const day = await screen.findByRole("button", { name: /^22 March 2026/ });
    fireEvent.keyDown(day, { key: "Enter", ctrlKey: true });
    await waitFor(() => expect(record).toHaveBeenCalledTimes(1));
    await user.click(day);
    expect(field("Day").value).toBe("2026-03-21");
    answer.reject(refused);
    await screen.findByText("The account is closed");
    await user.click(day);
    expect(field("Day").value).toBe("2026-03-22");
  });

  it("takes nothing from a list of it that stands elsewhere in the page, and leaves a dialog over it alone", async () => {
    const { user } = await sending();
    await press(user, "Offered");
    expect(field("Words").value).toBe("");
    await press(user, "In a dialog");
    expect(field("Words").value).toBe("in a dialog");
  });

  it("is left by Close, with the mouse and with the keyboard, and walked through with Tab", async () => {
    const onClose = vi.fn<() => void>();
    const { user } = await sending({ onClose });
    await user.tab();
    expect(document.activeElement).toBe(field("Words"));
    await press(user, "Close");
    await user.keyboard("{Enter}");
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  it("has the focus on the first field of the next entry once it is recorded, and takes what is typed then", async () => {
    const { user, answer } = await sending();
    await user.type(field("Words"), "Lost");
    answer.resolve(1);
    await waitFor(() => expect(busy()).toBe("false"));
    await user.keyboard("45");
    expect(standing()).toEqual(["45", "", "2026-03-21", "a", false]);
  });
});

describe("while it is asked whether an entry is there already", () => {
  async function asking() {
    const held = Promise.withResolvers<Doubt | undefined>();
    const doubtOf = vi.fn<NonNullable<Input["doubtOf"]>>(({ amount }) =>
      amount === "12" ? held.promise : Promise.resolve(undefined),
    );
    const record = vi.fn<Input["record"]>(async () => 1);
    const staged = await stage(<Form doubtOf={doubtOf} record={record} />);
    const user = userEvent.setup({ delay: null });
    await user.type(field("Amount"), "12");
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(doubtOf).toHaveBeenCalledTimes(1));
    return { ...staged, user, record, held };
  }

  it("what is typed on is not lost where it was not there: nothing is sent, and that is said", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const { user, record, held } = await asking();
    await user.keyboard("3");
    held.resolve(undefined);
    expect((await screen.findByRole("alert")).textContent).toContain("Not saved yet");
    expect(field("Amount").value).toBe("123");
    expect(record).not.toHaveBeenCalled();
    vi.advanceTimersByTime(500);
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(record.mock.calls.map(([body]) => body)).toEqual([{ amount: "123" }]));
    await waitFor(() => expect(field("Amount").value).toBe(""));
  });

  it("New begins another entry, and the one before is never sent", async () => {
    const { user, record, held } = await asking();
    await press(user, "New");
    expect(field("Amount").value).toBe("");
    expect(busy()).toBe("false");
    await act(async () => held.resolve(undefined));
    expect(record).not.toHaveBeenCalled();
    expect(screen.queryByText("Not saved yet")).toBeNull();
    await user.type(field("Amount"), "7");
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(field("Amount").value).toBe(""));
    expect(record.mock.calls.map(([body]) => body)).toEqual([{ amount: "7" }]);
  });

  it("an answer to what was given up by New does not have the form take input while the next entry is on its way", async () => {
    const { user, record, held } = await asking();
    const answer = Promise.withResolvers<number>();
    record.mockImplementation(() => answer.promise);
    await press(user, "New");
    await user.type(field("Amount"), "7");
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(record).toHaveBeenCalledTimes(1));
    await act(async () => held.resolve(undefined));
    expect(busy()).toBe("true");
    await user.keyboard("3");
    expect(field("Amount").value).toBe("7");
    await act(async () => answer.resolve(1));
    expect(field("Amount").value).toBe("");
  });

  it("a form that is left sends nothing any more", async () => {
    const { unmount, record, held } = await asking();
    unmount();
    held.resolve(undefined);
    await held.promise;
    await stage(<p>Elsewhere</p>);
    expect(record).not.toHaveBeenCalled();
  });
});
