import { TextInput } from "@mantine/core";
import { act, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";

import { ApiError } from "#web/lib/api-error.ts";
import { useVoucherWaiting, voucherDone } from "#web/print/print-voucher.ts";
import { stage } from "#web/testing/stage.tsx";

import { EntryForm } from "./entry-form.tsx";
import { FormActions } from "./form-actions.tsx";
import { useEntryForm, type Doubt, type EntryFormInput } from "./use-entry-form.ts";

type Values = Record<"amount", string>;
type Input = EntryFormInput<Values, typeof schema, number>;

const schema = z.object({ amount: z.string().min(1, "Amount is required") });

function Form(given: Partial<Input>) {
  const waiting = useVoucherWaiting();
  const entry = useEntryForm<Values, typeof schema, number>({
    initialValues: { amount: "" },
    schema,
    toSent: (values) => values,
    record: async () => 77,
    next: () => ({ amount: "" }),
    onRecorded: () => undefined,
    onFailed: () => undefined,
    ...given,
  });
  return (
    <EntryForm entry={entry} label="Entry" failureTitle="Failed to save">
      <TextInput label="Amount" {...entry.form.getInputProps("amount")} />
      <FormActions saving={entry.saving} />
      <output aria-label="Printing">{waiting === undefined ? "nothing" : `${waiting.kind} ${String(waiting.id)}`}</output>
    </EntryForm>
  );
}

const voucherOf: NonNullable<Input["voucherOf"]> = (id) => ({ kind: "transaction", id });

async function open(given: Partial<Input> = { voucherOf }) {
  const record = vi.fn<Input["record"]>(given.record ?? (async () => 77));
  await stage(<Form {...given} record={record} />);
  const user = userEvent.setup({ delay: null });
  const amount = () => screen.getByLabelText<HTMLInputElement>("Amount");
  const printing = () => screen.getByLabelText("Printing").textContent;
  return { record, user, amount, printing, andPrint: () => user.keyboard("{Control>}{Shift>}{Enter}{/Shift}{/Control}") };
}

describe("Ctrl+Shift+Enter", () => {
  it("saves, asks for the voucher of what was recorded, and leaves the form ready again", async () => {
    const { record, user, amount, printing, andPrint } = await open();
    await user.type(amount(), "12");
    await andPrint();
    await waitFor(() => expect(printing()).toBe("transaction 77"));
    expect(record).toHaveBeenCalledTimes(1);
    expect(amount().value).toBe("");
    expect(document.activeElement).toBe(amount());
    act(voucherDone);
    expect(printing()).toBe("nothing");
  });

  it("works while nothing has the focus, too, and the button does the same", async () => {
    const { record, user, amount, printing, andPrint } = await open();
    await user.type(amount(), "12");
    amount().blur();
    await andPrint();
    await waitFor(() => expect(printing()).toBe("transaction 77"));
    act(voucherDone);
    await user.type(amount(), "13");
    await user.click(screen.getByRole("button", { name: "Print after saving" }));
    await waitFor(() => expect(printing()).toBe("transaction 77"));
    expect(record).toHaveBeenCalledTimes(2);
    act(voucherDone);
  });

  it("prints nothing of what is incomplete or refused", async () => {
    const refused = () => Promise.reject(new ApiError({ status: 409, code: "conflict", message: "The account is closed" }));
    const { record, user, amount, printing, andPrint } = await open({ voucherOf, record: refused });
    await user.click(amount());
    await andPrint();
    expect(await screen.findByText("Amount is required")).toBeDefined();
    await user.type(amount(), "12");
    await andPrint();
    expect(await screen.findByText(/The account is closed/)).toBeDefined();
    expect(record).toHaveBeenCalledTimes(1);
    expect(printing()).toBe("nothing");
    expect(amount().value).toBe("12");
  });

  it("is remembered over a question: saving anyway prints", async () => {
    const { user, amount, printing, andPrint } = await open({
      voucherOf,
      doubtOf: async () => ({ title: "Twice?", text: "By Zahra" }),
    });
    await user.type(amount(), "12");
    await andPrint();
    await user.click(await screen.findByRole("button", { name: /^Save anyway/ }));
    await waitFor(() => expect(printing()).toBe("transaction 77"));
    act(voucherDone);
  });

  it("is remembered over a question that came while something else was typed", async () => {
    const held = Promise.withResolvers<Doubt>();
    const { record, user, amount, printing, andPrint } = await open({
      voucherOf,
      doubtOf: async (values) => (values.amount === "12" ? held.promise : undefined),
    });
    await user.type(amount(), "12");
    await andPrint();
    await user.type(amount(), "3");
    held.resolve({ title: "Twice?", text: "By Zahra" });
    await user.click(await screen.findByRole("button", { name: /^Save anyway/ }));
    await waitFor(() => expect(printing()).toBe("transaction 77"));
    expect(record.mock.calls.map(([body]) => body)).toEqual([{ amount: "123" }]);
    act(voucherDone);
  });

  it("saves where there is nothing to print, and offers no printing there", async () => {
    const { record, user, amount, printing, andPrint } = await open({});
    expect(screen.queryByRole("button", { name: "Print after saving" })).toBeNull();
    await user.type(amount(), "12");
    await andPrint();
    await waitFor(() => expect(record).toHaveBeenCalledTimes(1));
    expect(printing()).toBe("nothing");
  });
});

it("Ctrl+Enter and Save print nothing", async () => {
  const { record, user, amount, printing } = await open();
  await user.type(amount(), "12");
  await user.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(record).toHaveBeenCalledTimes(1));
  await user.type(amount(), "13");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(record).toHaveBeenCalledTimes(2));
  expect(printing()).toBe("nothing");
});
