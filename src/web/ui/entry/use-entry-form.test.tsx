import { Modal, TextInput } from "@mantine/core";
import { act, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState, type ReactNode } from "react";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";

import { ApiError } from "#web/lib/api-error.ts";
import { stage } from "#web/testing/stage.tsx";

import { FormDialog } from "./edit-dialog.tsx";
import { EntryForm } from "./entry-form.tsx";
import { FormActions } from "./form-actions.tsx";
import { useEntryForm, type Doubt, type EntryFormInput } from "./use-entry-form.ts";

type Values = Record<"amount", string>;
type Input = EntryFormInput<Values, typeof schema, number>;

const schema = z.object({ amount: z.string() });
const wrong = new ApiError({ status: 400, code: "invalid", message: "No", issues: [{ path: "amount", message: "Too much" }] });
const doubt: Doubt = { title: "Entered before", text: "By Zahra" };

function broken(): never {
  throw new Error("The page is broken");
}

function Form(given: Partial<Input>) {
  const entry = useEntryForm<Values, typeof schema, number>({
    initialValues: { amount: "" },
    schema,
    toSent: (values) => values,
    record: async () => 1,
    next: () => ({ amount: "" }),
    onRecorded: () => undefined,
    onFailed: () => undefined,
    ...given,
  });
  return (
    <>
      <button onClick={() => entry.startOver({ amount: "" })}>Anew</button>
      <button onClick={() => entry.repeatLast?.()}>The last again</button>
      <EntryForm entry={entry} label="Entry" failureTitle="Failed to save">
        <TextInput label="Amount" {...entry.form.getInputProps("amount")} />
        <button type="button" onClick={() => entry.form.setValues({ ...entry.form.getValues() })}>
          The same again
        </button>
        <FormActions saving={entry.saving} />
      </EntryForm>
    </>
  );
}

function Dialog({ children }: { readonly children: ReactNode }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button onClick={() => setOpened(true)}>Find</button>
      <Modal opened={opened} onClose={() => setOpened(false)} title="Anything">
        {children}
      </Modal>
    </>
  );
}

describe("a doubt that comes while something else is typed", () => {
  it("is shown, and what stands there now is asked about before it is saved", async () => {
    const held = Promise.withResolvers<Doubt>();
    const doubtOf = vi.fn<NonNullable<Input["doubtOf"]>>(async ({ amount }) => (amount === "12" ? held.promise : doubt));
    const record = vi.fn<Input["record"]>(async () => 1);
    await stage(<Form doubtOf={doubtOf} record={record} />);
    const user = userEvent.setup({ delay: null });
    await user.type(screen.getByLabelText("Amount"), "12");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await user.type(screen.getByLabelText("Amount"), "3");
    held.resolve(doubt);
    await screen.findByText("By Zahra");
    await user.click(screen.getByRole("button", { name: "Save anyway" }));
    await waitFor(() => expect(doubtOf).toHaveBeenLastCalledWith({ amount: "123" }));
    await waitFor(() => expect(screen.queryByText("Saving...")).toBeNull());
    expect(screen.getByText("By Zahra")).toBeDefined();
    expect(record).not.toHaveBeenCalled();
    await user.click(screen.getByRole("button", { name: "Save anyway" }));
    await waitFor(() => expect(record.mock.calls.map(([body]) => body)).toEqual([{ amount: "123" }]));
    expect(doubtOf).toHaveBeenCalledTimes(2);
  });
});

it.each(["comes", "is answered"])(
  "a doubt stands where the form was filled with the same once more before it %s",
  async (when) => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const held = Promise.withResolvers<Doubt>();
    const doubtOf = vi.fn<NonNullable<Input["doubtOf"]>>(() => held.promise);
    const record = vi.fn<Input["record"]>(async () => 1);
    await stage(<Form doubtOf={doubtOf} record={record} />);
    const user = userEvent.setup({ delay: null });
    const sameAgain = screen.getByRole("button", { name: "The same again" });
    await user.type(screen.getByLabelText("Amount"), "12");
    await user.click(screen.getByRole("button", { name: "Save" }));
    if (when === "comes") await user.click(sameAgain);
    held.resolve(doubt);
    await screen.findByText("By Zahra");
    if (when === "is answered") await user.click(sameAgain);
    vi.advanceTimersByTime(500);
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(record.mock.calls.map(([body]) => body)).toEqual([{ amount: "12" }]));
    expect(doubtOf).toHaveBeenCalledTimes(1);
  },
);

describe("while it is asked whether there is a doubt", () => {
  async function asking() {
    vi.useFakeTimers({ toFake: ["performance"] });
    const held = Promise.withResolvers<Doubt | undefined>();
    const doubtOf = vi.fn<NonNullable<Input["doubtOf"]>>(() => held.promise);
    const record = vi.fn<Input["record"]>(async () => 1);
    await stage(
      <Dialog>
        <Form doubtOf={doubtOf} record={record} />
      </Dialog>,
    );
    const user = userEvent.setup({ delay: null });
    await user.click(screen.getByRole("button", { name: "Find" }));
    await user.type(await screen.findByLabelText("Amount"), "12{Control>}{Enter}{/Control}");
    expect(doubtOf).toHaveBeenCalledTimes(1);
    return { user, held, doubtOf, record };
  }

  it("another save asks nothing more, and one is sent", async () => {
    const { user, held, doubtOf, record } = await asking();
    vi.advanceTimersByTime(500);
    await user.keyboard("{Control>}{Enter}{/Control}");
    held.resolve(undefined);
    await waitFor(() => expect(record).toHaveBeenCalledTimes(1));
    expect(doubtOf).toHaveBeenCalledTimes(1);
  });

  it("a form that is closed sends nothing any more", async () => {
    const { user, held, record } = await asking();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByLabelText("Amount")).toBeNull());
    await act(async () => held.resolve(undefined));
    expect(record).not.toHaveBeenCalled();
  });
});

describe("a form whose entry is on its way", () => {
  it("is not begun anew, nor filled with the last entry", async () => {
    const second = Promise.withResolvers<number>();
    const answers = [Promise.resolve(1), second.promise, Promise.resolve(3)];
    const record = vi.fn<Input["record"]>(() => answers.shift() ?? broken());
    await stage(<Form name="entry" repeated={(last) => last} record={record} />);
    const user = userEvent.setup({ delay: null });
    const amount = screen.getByLabelText<HTMLInputElement>("Amount");
    await user.type(amount, "12{Control>}{Enter}{/Control}");
    await waitFor(() => expect(amount.value).toBe(""));
    await user.type(amount, "13{Control>}{Enter}{/Control}");
    await waitFor(() => expect(record).toHaveBeenCalledTimes(2));
    for (const name of ["Anew", "The last again"]) await user.click(screen.getByRole("button", { name }));
    expect(amount.value).toBe("13");
    await act(async () => second.reject(wrong));
    expect(amount.value).toBe("13");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(record).toHaveBeenCalledTimes(3));
    // The same entry still.
    expect(record.mock.calls[2]?.[1]).toBe(record.mock.calls[1]?.[1]);
  });
});

describe("the answer to a save", () => {
  it.each<[string, () => Promise<number>]>([
    ["recorded", async () => 1],
    ["refused", () => Promise.reject(wrong)],
  ])("that it was %s takes the focus from no dialog that was opened by then", async (_said, said) => {
    const held = Promise.withResolvers<void>();
    const record = vi.fn<Input["record"]>(() => held.promise.then(said));
    await stage(
      <>
        <Form record={record} />
        <Dialog>
          <TextInput label="Words" />
        </Dialog>
      </>,
    );
    const user = userEvent.setup({ delay: null });
    await user.type(screen.getByLabelText("Amount"), "12");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await user.click(screen.getByRole("button", { name: "Find" }));
    const words = await screen.findByLabelText("Words");
    await user.type(words, "Far");
    held.resolve();
    await waitFor(() => expect(screen.queryByText("Saving...")).toBeNull());
    expect(document.activeElement).toBe(words);
  });

  it("gives the focus back to a form that stands in the dialog itself", async () => {
    await stage(
      <Dialog>
        <Form />
      </Dialog>,
    );
    const user = userEvent.setup({ delay: null });
    await user.click(screen.getByRole("button", { name: "Find" }));
    const amount = await screen.findByLabelText<HTMLInputElement>("Amount");
    await user.type(amount, "12");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(amount.value).toBe(""));
    expect(document.activeElement).toBe(amount);
  });
});

describe("what follows upon a recorded entry", () => {
  it.each<[string, Partial<Input>, readonly string[]]>([
    ["tells of it", { onRecorded: broken }, ["12", "13"]],
    ["names its voucher", { voucherOf: broken }, ["12", "13"]],
    ["begins the next", { next: broken }, ["12", "12"]],
  ])("and fails where the page %s is no failure of the save, and records nothing twice", async (_what, given, amounts) => {
    const logged = vi.fn<(error: unknown) => void>();
    vi.stubGlobal("reportError", logged);
    const onFailed = vi.fn<Input["onFailed"]>();
    const record = vi.fn<Input["record"]>(async () => 1);
    await stage(<Form record={record} onFailed={onFailed} {...given} />);
    const user = userEvent.setup({ delay: null });
    const amount = screen.getByLabelText<HTMLInputElement>("Amount");
    await user.type(amount, "12");
    await user.keyboard("{Control>}{Shift>}{Enter}{/Shift}{/Control}");
    await waitFor(() => expect(logged).toHaveBeenCalledTimes(1));
    await waitFor(() => expect(screen.queryByText("Saving...")).toBeNull());
    expect(onFailed).not.toHaveBeenCalled();
    expect(screen.queryByText("Failed to save")).toBeNull();
    if (amount.value === "") await user.type(amount, "13");
    await user.keyboard("{Control>}{Shift>}{Enter}{/Shift}{/Control}");
    await waitFor(() => expect(record).toHaveBeenCalledTimes(2));
    expect(record.mock.calls.map(([body]) => body.amount)).toEqual(amounts);
    // The same once more is the same transaction, and another is another.
    const [first, second] = record.mock.calls.map(([, key]) => key);
    expect(first === second).toBe(amounts[0] === amounts[1]);
  });
});

it("has the focus in a dialog that opens with it, although the dialog sets the focus by itself a moment later", async () => {
  await stage(
    <FormDialog opened title="Anything" onClose={() => undefined}>
      <Form />
    </FormDialog>,
  );
  // It does so in a timer without delay, twice.
  for (let turn = 0; turn < 3; turn += 1) await act(() => new Promise<void>((resolve) => void setTimeout(resolve)));
  expect(document.activeElement).toBe(screen.getByLabelText("Amount"));
});
