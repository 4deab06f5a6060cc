import { TextInput } from "@mantine/core";
import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { z } from "zod";

import { ApiError } from "#web/lib/api-error.ts";
import { admin, stage } from "#web/testing/stage.tsx";

import { EntryForm } from "./entry-form.tsx";
import { FormActions } from "./form-actions.tsx";
import { useEntryForm } from "./use-entry-form.ts";

const schema = z.object({ amount: z.string() });
const blank = { amount: "" };
const minuteMs = 60_000;

function Form({ record = async () => 1 }: { readonly record?: () => Promise<number> }) {
  const entry = useEntryForm<typeof blank, typeof schema, number>({
    name: "test",
    initialValues: blank,
    schema,
    toSent: (values) => values,
    record,
    next: () => blank,
    onRecorded: () => undefined,
    onFailed: () => undefined,
  });
  return (
    <EntryForm entry={entry} label="Entry" failureTitle="Failed to save">
      <TextInput label="Amount" {...entry.form.getInputProps("amount")} />
      <FormActions saving={entry.saving} />
    </EntryForm>
  );
}

/** What another tab of the browser would go on with. */
async function inAnotherTab(): Promise<unknown> {
  sessionStorage.clear();
  vi.resetModules();
  const { draftOf } = await import("./drafts.ts");
  return draftOf({ userId: admin.id, form: "test" }, blank)?.values;
}

async function typed() {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
  const staged = await stage(<Form />);
  fireEvent.change(screen.getByLabelText("Amount"), { target: { value: "12" } });
  return staged;
}

it("a draft stays with the tab whose form stands open, however long nobody types in it", async () => {
  const { unmount } = await typed();
  vi.advanceTimersByTime(30 * minuteMs);
  expect(await inAnotherTab()).toBeUndefined();
  unmount();
  vi.advanceTimersByTime(3 * minuteMs);
  expect(await inAnotherTab()).toEqual({ amount: "12" });
});

it("a draft of a tab that is closed is gone on with at once in another", async () => {
  await typed();
  expect(await inAnotherTab()).toBeUndefined();
  window.dispatchEvent(new Event("pagehide"));
  expect(await inAnotherTab()).toEqual({ amount: "12" });
});

it("a draft whose save was refused is not said to have got no answer", async () => {
  const refused = new ApiError({ status: 409, code: "conflict", message: "The account is closed" });
  const first = await stage(<Form record={() => Promise.reject(refused)} />);
  fireEvent.change(screen.getByLabelText("Amount"), { target: { value: "12" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("The account is closed");
  first.unmount();
  await stage(<Form />);
  expect(screen.getByText("Draft restored.", { exact: false })).toBeDefined();
  expect(screen.queryByText(/got no answer/)).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>("Amount").value).toBe("12");
});
