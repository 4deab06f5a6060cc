import { TextInput } from "@mantine/core";
import { act, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";

import { ApiError } from "#web/lib/api-error.ts";
import { askSignOut } from "#web/shell/ask-sign-out.tsx";
import { stage } from "#web/testing/stage.tsx";

import { FormDialog, useDialogAround } from "./edit-dialog.tsx";
import { EntryForm } from "./entry-form.tsx";
import { FormActions } from "./form-actions.tsx";
import { useEntryForm, type Doubt, type EntryFormInput } from "./use-entry-form.ts";

type Values = Record<"amount", string>;
type Input = EntryFormInput<Values, typeof schema, number>;

const schema = z.object({ amount: z.string() });
const refused = new ApiError({ status: 409, code: "conflict", message: "The account is closed" });
const ordinary = "Leave without saving?";
const whileSending = "This is being saved";

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
  const close = useDialogAround(entry);
  return (
    <EntryForm entry={entry} label="Entry" failureTitle="Failed to save">
      <TextInput label="Amount" {...entry.form.getInputProps("amount")} />
      <FormActions saving={entry.saving} onCancel={close} />
    </EntryForm>
  );
}

function Dialog({ onClosed, ...given }: Partial<Input> & { readonly onClosed: () => void }) {
  const [opened, setOpened] = useState(true);
  const close = (): void => {
    setOpened(false);
    onClosed();
  };
  return (
    <FormDialog opened={opened} title="Edit" onClose={close}>
      <Form {...given} onRecorded={close} />
    </FormDialog>
  );
}

const amount = () => screen.getByLabelText<HTMLInputElement>("Amount");
const question = (name: string) => screen.findByRole("dialog", { name });
const noQuestion = () =>
  waitFor(() => expect([ordinary, whileSending].map((name) => screen.queryByRole("dialog", { name }))).toEqual([null, null]));

/** A call whose answer is given by the test. */
function heldCall() {
  const answer = Promise.withResolvers<number>();
  return { answer, record: vi.fn<Input["record"]>(() => answer.promise) };
}

describe("leaving a page whose entry is on its way", () => {
  async function leaving(given: Partial<Input> = {}) {
    const call = heldCall();
    const staged = await stage(<Form record={call.record} {...given} />);
    const user = userEvent.setup({ delay: null });
    await user.type(amount(), "12{Control>}{Enter}{/Control}");
    void staged.router.navigate({ to: "/elsewhere" });
    const { router } = staged;
    return { ...call, user, router, address: () => router.state.location.pathname };
  }

  it("says that this does not stop it, and is done by itself once that is recorded", async () => {
    const { answer, address } = await leaving();
    const asked = await question(whileSending);
    expect(asked.textContent).toContain("Leaving does not stop it.");
    expect(asked.textContent).not.toContain("will be lost");
    expect(address()).toBe("/here");
    answer.resolve(1);
    await waitFor(() => expect(address()).toBe("/elsewhere"));
    await noQuestion();
  });

  it("goes where the person wanted, and not where the form goes once it is saved", async () => {
    let toSaved: (() => void) | undefined;
    const { answer, router, address } = await leaving({ onRecorded: () => toSaved?.() });
    toSaved = () => void router.navigate({ to: "/saved" });
    await question(whileSending);
    answer.resolve(1);
    await waitFor(() => expect(address()).toBe("/elsewhere"));
    await noQuestion();
    expect(address()).toBe("/elsewhere");
  });

  it("asks whether what was typed may be lost once that was refused", async () => {
    const { user, answer, address } = await leaving();
    await question(whileSending);
    answer.reject(refused);
    const asked = await question(ordinary);
    expect(asked.textContent).toContain("will be lost");
    expect(address()).toBe("/here");
    await user.click(within(asked).getByRole("button", { name: "Keep editing" }));
    await noQuestion();
    expect(amount().value).toBe("12");
  });

  it("is done at once where that is wanted", async () => {
    const { user, address } = await leaving();
    await user.click(within(await question(whileSending)).getByRole("button", { name: "Leave" }));
    await waitFor(() => expect(address()).toBe("/elsewhere"));
  });

  it("is not done where the person waits", async () => {
    const { user, answer, address } = await leaving();
    await user.click(within(await question(whileSending)).getByRole("button", { name: "Wait here" }));
    await noQuestion();
    answer.resolve(1);
    await waitFor(() => expect(amount().value).toBe(""));
    expect(address()).toBe("/here");
  });

  it("loses what was typed as long as it has not been sent, and keeps it from being sent", async () => {
    const doubt = Promise.withResolvers<Doubt | undefined>();
    const { record, user, address } = await leaving({ doubtOf: () => doubt.promise });
    await user.click(within(await question(ordinary)).getByRole("button", { name: "Discard and leave" }));
    await waitFor(() => expect(address()).toBe("/elsewhere"));
    expect(amount().value).toBe("");
    doubt.resolve(undefined);
    await noQuestion();
    expect(record).not.toHaveBeenCalled();
  });
});

describe("a form that was left while its entry was on its way, and opened again", () => {
  const unknown = /got no answer/;

  /** The form with this draft in it, opened beside the place where it was left. */
  async function again() {
    const call = heldCall();
    const first = await stage(<Form name="entry" record={call.record} onUnanswered={() => undefined} />);
    const user = userEvent.setup({ delay: null });
    await user.type(amount(), "12{Control>}{Enter}{/Control}");
    first.unmount();
    const next = vi.fn<Input["record"]>(async () => 2);
    const form = <Form name="entry" record={next} onUnanswered={() => undefined} />;
    const second = await stage(form);
    await screen.findByText(unknown);
    expect(amount().value).toBe("12");
    const reload = async (): Promise<void> => {
      second.unmount();
      await stage(form);
    };
    return { ...call, user, next, reload, save: () => user.type(amount(), "{Control>}{Enter}{/Control}") };
  }

  it("begins the next entry once that is recorded", async () => {
    const { answer, user, save, record, next } = await again();
    await act(async () => answer.resolve(1));
    await waitFor(() => expect(amount().value).toBe(""));
    expect(screen.queryByText(unknown)).toBeNull();
    await user.type(amount(), "30");
    await save();
    await waitFor(() => expect(next).toHaveBeenCalledOnce());
    expect(next.mock.calls[0]?.[1]).not.toBe(record.mock.calls[0]?.[1]);
  });

  it("knows that it was not recorded once that is refused, and keeps what was typed", async () => {
    const { answer } = await again();
    await act(async () => answer.reject(refused));
    await waitFor(() => expect(screen.queryByText(unknown)).toBeNull());
    expect(amount().value).toBe("12");
    await screen.findByText("Draft restored.", { exact: false });
  });

  it("keeps what was changed in it since, where that is recorded: the key tells the two apart", async () => {
    const { answer, user, record, next, save } = await again();
    await user.type(amount(), "3");
    await act(async () => answer.resolve(1));
    expect(amount().value).toBe("123");
    await save();
    await waitFor(() => expect(next).toHaveBeenCalledOnce());
    expect(next.mock.calls[0]).toEqual([{ amount: "123" }, record.mock.calls[0]?.[1]]);
  });

  it.each(["recorded", "refused"])("keeps the draft of the entry that was begun since, where that is %s", async (how) => {
    const { answer, user, reload } = await again();
    await user.click(screen.getByRole("button", { name: "Discard draft" }));
    await user.click(await screen.findByRole("button", { name: "Go on without" }));
    await waitFor(() => expect(amount().value).toBe(""));
    await user.type(amount(), "30");
    await act(async () => (how === "recorded" ? answer.resolve(1) : answer.reject(refused)));
    expect(amount().value).toBe("30");
    await reload();
    expect(amount().value).toBe("30");
    expect(screen.queryByText(unknown)).toBeNull();
  });
});

describe("closing a dialog whose form is on its way", () => {
  async function closing() {
    const call = heldCall();
    const onClosed = vi.fn<() => void>();
    await stage(<Dialog record={call.record} onClosed={onClosed} />);
    const user = userEvent.setup({ delay: null });
    await user.type(amount(), "12{Control>}{Enter}{/Control}");
    await user.keyboard("{Escape}");
    const asked = await question(whileSending);
    return { ...call, user, asked, onClosed };
  }

  it("asks nothing any more once that is recorded: the dialog has closed", async () => {
    const { answer, onClosed } = await closing();
    answer.resolve(1);
    await noQuestion();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(onClosed).toHaveBeenCalledOnce();
  });

  it("asks whether what was typed may be lost once that was refused", async () => {
    const { answer, user, onClosed } = await closing();
    answer.reject(refused);
    await user.click(within(await question(ordinary)).getByRole("button", { name: "Discard and leave" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(onClosed).toHaveBeenCalledOnce();
  });

  it("is done at once where that is wanted, also by Cancel", async () => {
    const { user, asked, onClosed } = await closing();
    await user.click(within(asked).getByRole("button", { name: "Wait here" }));
    await noQuestion();
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await user.click(within(await question(whileSending)).getByRole("button", { name: "Leave" }));
    expect(onClosed).toHaveBeenCalledOnce();
  });
});

describe("logging out while an entry is on its way", () => {
  it("says that this does not stop it, and that nobody would tell how it went", async () => {
    const { answer, record } = heldCall();
    await stage(<Form record={record} />);
    const user = userEvent.setup({ delay: null });
    await user.type(amount(), "12");
    const isAsked = async (name: string): Promise<void> => {
      void askSignOut();
      const asked = await question(name);
      const stay = name === whileSending ? "Wait here" : "Keep editing";
      await user.click(within(asked).getByRole("button", { name: stay }));
      await waitFor(() => expect(screen.queryByRole("dialog", { name })).toBeNull());
    };
    await isAsked("Log out without saving?");
    await user.type(amount(), "{Control>}{Enter}{/Control}");
    await isAsked(whileSending);
    answer.reject(refused);
    await screen.findByText("The account is closed");
    await isAsked("Log out without saving?");
  });
});
