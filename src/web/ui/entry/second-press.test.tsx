import { TextInput } from "@mantine/core";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";

import { stage } from "#web/testing/stage.tsx";

import { EntryForm } from "./entry-form.tsx";
import { FormActions } from "./form-actions.tsx";
import { useEntryForm, type Doubt, type EntryFormInput } from "./use-entry-form.ts";

type Values = Record<"amount", string>;
type Input = EntryFormInput<Values, typeof schema, number>;

const schema = z.object({ amount: z.string().min(1, "Amount is required") });
const doubt: Doubt = { title: "Entered before", text: "By Zahra" };
const saveByKey = "{Control>}{Enter}{/Control}";
const printByKey = "{Control>}{Shift>}{Enter}{/Shift}{/Control}";

function Form(given: Partial<Input>) {
  const entry = useEntryForm<Values, typeof schema, number>({
    name: "test",
    initialValues: { amount: "" },
    schema,
    toSent: (values) => values,
    record: async () => 1,
    next: () => ({ amount: "" }),
    repeated: (last) => last,
    onRecorded: () => undefined,
    voucherOf: (id) => ({ kind: "transaction", id }),
    onFailed: () => undefined,
    ...given,
  });
  return (
    <EntryForm entry={entry} label="Entry" failureTitle="Failed to save">
      <TextInput label="Amount" {...entry.form.getInputProps("amount")} />
      <FormActions saving={entry.saving} />
    </EntryForm>
  );
}

const field = () => screen.getByLabelText<HTMLInputElement>("Amount");

async function open(given: Partial<Input> = {}) {
  const record = vi.fn<Input["record"]>(async () => 1);
  await stage(<Form {...given} record={record} />);
  return { record, user: userEvent.setup({ delay: null }) };
}

// How long it is between two presses, the test says.
beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));

describe("a key that is pressed twice", () => {
  it.each([
    ["Ctrl+Enter in a field", () => field(), saveByKey],
    ["Ctrl+Enter where nothing has the focus", () => undefined, saveByKey],
    ["Ctrl+Shift+Enter", () => field(), printByKey],
    ["Enter on the button", () => screen.getByRole("button", { name: "Save" }), "{Enter}"],
  ])("does not answer the question that came in between: %s", async (_name, place, keys) => {
    const { record, user } = await open({ doubtOf: async () => doubt });
    await user.type(field(), "12");
    act(() => field().blur());
    act(() => place()?.focus());
    await user.keyboard(keys);
    await screen.findByText("By Zahra");
    vi.advanceTimersByTime(350);
    await user.keyboard(keys);
    expect(record).not.toHaveBeenCalled();
    vi.advanceTimersByTime(150);
    await user.keyboard(keys);
    await waitFor(() => expect(record).toHaveBeenCalledTimes(1));
  });

  it("does not save the form that was emptied in between", async () => {
    const onInvalid = vi.fn<() => void>();
    const { record, user } = await open({ onInvalid });
    await user.type(field(), `12${saveByKey}`);
    await waitFor(() => expect(field().value).toBe(""));
    vi.advanceTimersByTime(350);
    await user.keyboard(saveByKey);
    expect(onInvalid).not.toHaveBeenCalled();
    expect(screen.queryByText("Amount is required")).toBeNull();
    vi.advanceTimersByTime(150);
    await user.keyboard(saveByKey);
    expect(await screen.findByText("Amount is required")).toBeDefined();
    expect(record).toHaveBeenCalledTimes(1);
  });

  it("does not save the form that a closing dialog uncovered in between", async () => {
    const covered = vi.fn<Input["record"]>(async () => 1);
    function Both() {
      const [opened, setOpened] = useState(true);
      return (
        <>
          <Form name="covered" initialValues={{ amount: "7" }} record={covered} />
          {opened ? <Form name="over" onRecorded={() => setOpened(false)} /> : null}
        </>
      );
    }
    await stage(<Both />);
    const user = userEvent.setup({ delay: null });
    const over = screen.getAllByLabelText("Amount").at(-1);
    await user.type(over ?? document.body, `12${saveByKey}`);
    await waitFor(() => expect(field().value).toBe("7"));
    act(() => field().focus());
    await user.keyboard(saveByKey);
    expect(covered).not.toHaveBeenCalled();
    vi.advanceTimersByTime(500);
    await user.keyboard(saveByKey);
    await waitFor(() => expect(covered).toHaveBeenCalledTimes(1));
  });
});

it("the second half of a double press, from under which a complaint has moved Save, takes the focus of no field", async () => {
  const { user } = await open();
  const save = screen.getByRole("button", { name: "Save" });
  const isTaken = (place: Element, detail: number): boolean => !fireEvent.mouseDown(place, { detail });
  await user.click(save);
  await screen.findByText("Amount is required");
  expect(isTaken(document.body, 2)).toBe(true);
  expect(isTaken(document.body, 2)).toBe(false);
  await user.click(save);
  expect(isTaken(document.body, 1)).toBe(false);
  expect(isTaken(field(), 2)).toBe(false);
});

it("what was typed, or filled in, since the last entry is saved at once", async () => {
  const { record, user } = await open();
  for (const amount of ["12", "13"]) {
    await user.type(field(), `${amount}${saveByKey}`);
    await waitFor(() => expect(field().value).toBe(""));
  }
  fireEvent.keyDown(field(), { key: "l", code: "KeyL", ctrlKey: true, shiftKey: true });
  await user.keyboard(saveByKey);
  await waitFor(() => expect(record.mock.calls.map(([body]) => body.amount)).toEqual(["12", "13", "13"]));
});
