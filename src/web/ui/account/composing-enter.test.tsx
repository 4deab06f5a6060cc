import { TextInput } from "@mantine/core";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { z } from "zod";

import { pressEnterOfInputMethod, pressEnterOfTelephone } from "#web/testing/composing.ts";
import { replying } from "#web/testing/replies.ts";
import { accountRow } from "#web/testing/rows.ts";
import { stage } from "#web/testing/stage.tsx";
import { EntryForm } from "#web/ui/entry/entry-form.tsx";
import { useEntryForm } from "#web/ui/entry/use-entry-form.ts";

import { AccountPicker } from "./account-picker.tsx";

const farid = accountRow({ id: 102, accountCode: "2002", accountName: "Farid" });

const schema = z.object({ name: z.string() });

type Values = { name: string; account: number | null };

function Form() {
  const { form, ...entry } = useEntryForm<Values, typeof schema, number>({
    initialValues: { name: "", account: null },
    schema,
    toSent: (values) => values,
    record: async () => 1,
    next: (values) => values,
    onRecorded: () => undefined,
    onFailed: () => undefined,
  });
  return (
    <EntryForm entry={{ form, ...entry }} label="Entry" failureTitle="Failed to save">
      <TextInput label="Name" {...form.getInputProps("name")} />
      <AccountPicker label="Account" value={form.values.account} onChange={(account) => form.setFieldValue("account", account)} />
      <TextInput label="Amount" />
      <output aria-label="chosen">{String(form.values.account)}</output>
    </EntryForm>
  );
}

async function open() {
  replying({ "GET /api/accounts": { body: [farid], headers: { "x-total-count": "1" } } });
  await stage(<Form />);
  return {
    name: screen.getByLabelText("Name"),
    account: screen.getByRole("combobox", { name: "Account" }),
    chosen: () => screen.getByLabelText("chosen").textContent,
  };
}

beforeEach(() => {
  // The list draws the rows in sight; without a layout engine it has to be told how much that is.
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(400);
});

it("Enter of a telephone goes on to the next field while its keyboard composes the word before", async () => {
  const { name, account } = await open();
  name.focus();
  pressEnterOfTelephone(name);
  expect(document.activeElement).toBe(account);
});

it("Enter of a telephone chooses the account of the code that its keyboard composes", async () => {
  const { account, chosen } = await open();
  account.focus();
  fireEvent.change(account, { target: { value: "2002" } });
  pressEnterOfTelephone(account);
  await waitFor(() => expect(chosen()).toBe("102"));
  expect(document.activeElement).toBe(screen.getByLabelText("Amount"));
});

it("Enter with which an input method ends a word goes nowhere and chooses nothing", async () => {
  const { name, account, chosen } = await open();
  name.focus();
  pressEnterOfInputMethod(name);
  expect(document.activeElement).toBe(name);
  account.focus();
  fireEvent.change(account, { target: { value: "2002" } });
  await waitFor(() => expect(account.getAttribute("aria-activedescendant")).toMatch(/102$/));
  pressEnterOfInputMethod(account);
  expect(account.getAttribute("aria-expanded")).toBe("true");
  expect(chosen()).toBe("null");
});
