import { TextInput } from "@mantine/core";
import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";

import { stage } from "#web/testing/stage.tsx";

import { EntryForm } from "./entry-form.tsx";
import { FormActions } from "./form-actions.tsx";
import { useEntryForm, type EntryFormInput } from "./use-entry-form.ts";

const schema = z.object({ amount: z.string() });

type Values = Record<"amount", string>;
type Recording = EntryFormInput<Values, typeof schema, number>["record"];

function Form({ name, record }: { readonly name: string; readonly record: Recording }) {
  const entry = useEntryForm<Values, typeof schema, number>({
    name,
    initialValues: { amount: "12" },
    schema,
    toSent: (values) => values,
    record,
    next: (values) => values,
    repeated: (last) => last,
    voucherOf: (id) => ({ kind: "transaction", id }),
    onRecorded: () => undefined,
    onFailed: () => undefined,
  });
  return (
    <EntryForm entry={entry} label={name} failureTitle="Failed to save">
      <TextInput label={`Amount ${name}`} {...entry.form.getInputProps("amount")} />
      <FormActions saving={entry.saving} />
    </EntryForm>
  );
}

const record = () => vi.fn<Recording>(async () => 1);

/** A press there puts the focus on what it stands in. */
async function pressBlankSpot(text: string) {
  const user = userEvent.setup({ delay: null });
  const spot = screen.getByText(text);
  await user.click(spot);
  expect(document.activeElement).toBe(spot.parentElement);
  return user;
}

describe("the keys of a form after a press on a blank spot", () => {
  it.each(["{Control>}{Enter}{/Control}", "{Control>}{Shift>}{Enter}{/Shift}{/Control}"])(
    "of its page: %s saves",
    async (keys) => {
      const saved = record();
      await stage(
        <main tabIndex={-1}>
          <p>The page</p>
          <Form name="entry" record={saved} />
        </main>,
      );
      const user = await pressBlankSpot("The page");
      await user.keyboard(keys);
      await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
    },
  );

  it("of its dialog save that one, and of the page below save neither", async () => {
    const below = record();
    const above = record();
    await stage(
      <>
        <main tabIndex={-1}>
          <p>The page</p>
          <Form name="below" record={below} />
        </main>
        <section role="dialog" aria-modal tabIndex={-1}>
          <p>The dialog</p>
          <Form name="above" record={above} />
        </section>
      </>,
    );
    const user = await pressBlankSpot("The page");
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(above).not.toHaveBeenCalled();
    await pressBlankSpot("The dialog");
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(above).toHaveBeenCalledTimes(1));
    expect(below).not.toHaveBeenCalled();
  });
});
