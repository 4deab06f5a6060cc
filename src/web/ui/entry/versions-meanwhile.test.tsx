import { TextInput } from "@mantine/core";
import { act, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { z } from "zod";

import { ApiError } from "#web/lib/api-error.ts";
import { stage } from "#web/testing/stage.tsx";

import { EntryForm } from "./entry-form.tsx";
import { FormActions } from "./form-actions.tsx";
import { useVersionedEdit } from "./use-versioned-edit.ts";

const schema = z.object({ name: z.string() });
type Stored = { readonly version: number; readonly name: string };

interface FormProps {
  readonly fetchStored: () => Promise<Stored>;
}

function Form({ fetchStored }: FormProps) {
  const edit = useVersionedEdit<Stored, { name: string }, typeof schema>({
    stored: { version: 1, name: "Pound" },
    formOf: ({ name }) => ({ name }),
    schema,
    toSent: (typed) => typed,
    store: () => Promise.reject(new ApiError({ status: 409, code: "stale_version", message: "Changed meanwhile" })),
    fetchStored,
    onStored: () => undefined,
    onUnchanged: () => undefined,
    onFailed: () => undefined,
  });
  return (
    <EntryForm entry={edit.entry} label="Edit" failureTitle="Failed to save">
      <TextInput label="Name" {...edit.entry.form.getInputProps("name")} />
      <output aria-label="Version">{edit.base.version}</output>
      <output aria-label="Theirs">{edit.conflict?.theirs.name ?? "none"}</output>
      <button type="button" onClick={edit.takeTheirs}>
        Take theirs
      </button>
      <FormActions saving={edit.entry.saving} />
    </EntryForm>
  );
}

it("a version that comes late replaces none that was fetched or taken since", async () => {
  const [first, second] = [Promise.withResolvers<Stored>(), Promise.withResolvers<Stored>()];
  const fetchStored = vi.fn<FormProps["fetchStored"]>().mockReturnValueOnce(first.promise).mockReturnValueOnce(second.promise);
  await stage(<Form fetchStored={fetchStored} />);
  const user = userEvent.setup({ delay: null });
  const shown = (name: string) => screen.getByLabelText(name).textContent;
  await user.type(screen.getByLabelText("Name"), "s");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(fetchStored).toHaveBeenCalledTimes(1));
  await user.click(await screen.findByRole("button", { name: "Save" }));
  await waitFor(() => expect(fetchStored).toHaveBeenCalledTimes(2));
  await act(async () => second.resolve({ version: 3, name: "Sterling" }));
  expect(shown("Theirs")).toBe("Sterling");
  await user.click(screen.getByRole("button", { name: "Take theirs" }));
  await act(async () => first.resolve({ version: 2, name: "Quid" }));
  expect([shown("Version"), shown("Theirs")]).toEqual(["3", "none"]);
});
