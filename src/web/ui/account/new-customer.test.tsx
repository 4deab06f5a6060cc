import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState, type FormEvent } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { Account } from "#contract/accounts.ts";
import { replyingOffice, writesOf } from "#web/testing/office.ts";
import { refusal, type Replies } from "#web/testing/replies.ts";
import { accountRow } from "#web/testing/rows.ts";
import { stage } from "#web/testing/stage.tsx";

import { AccountPicker, type AccountPickerProps } from "./account-picker.tsx";

const submitted = vi.fn();

function Page(props: Partial<AccountPickerProps>) {
  const [value, setValue] = useState<number | null>(null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    submitted();
  };
  return (
    <form onSubmit={submit}>
      <AccountPicker label="Account" {...props} value={value} onChange={setValue} />
      <input aria-label="Amount" />
      <output aria-label="chosen">{String(value)}</output>
    </form>
  );
}

function opened(body: unknown): Account {
  const { balances: _balances, ...account } = accountRow({ id: 900, accountCode: "AC1900", currencyId: 1, currency: "AFN" });
  return { ...account, ...(body as Partial<Account>), picture: null, signature: null };
}

async function picker(props: Partial<AccountPickerProps> = {}, replies: Replies = {}) {
  const fetched = replyingOffice({ "POST /api/accounts": (body) => ({ status: 201, body: opened(body) }), ...replies });
  await stage(<Page {...props} />);
  const user = userEvent.setup({ delay: null });
  const field = screen.getByRole<HTMLInputElement>("combobox", { name: "Account" });
  /** Types what nobody is called, and opens the dialog with the Enter key. */
  const openDialog = async (typed: string) => {
    await user.type(field, typed);
    await screen.findByText("No account found.");
    await user.keyboard("{Enter}");
    const dialog = within(await screen.findByRole("dialog", { name: "New Customer" }));
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole("textbox", { name: /^Account Name/ })));
    return dialog;
  };
  return { fetched, user, field, openDialog, chosen: () => screen.getByLabelText("chosen").textContent };
}

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(400);
});

afterEach(() => {
  submitted.mockClear();
});

describe("the offer to open a missing account", () => {
  it("opens it by the keyboard alone, chooses it and gives the focus back", async () => {
    const { fetched, user, field, openDialog, chosen } = await picker();
    const dialog = await openDialog("Parwin Azizi");
    const name = dialog.getByRole<HTMLInputElement>("textbox", { name: /^Account Name/ });
    expect(name.value).toBe("Parwin Azizi");
    await user.keyboard("{Enter}0799 11{Control>}{Enter}{/Control}");
    await waitFor(() => expect(chosen()).toBe("900"));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(document.activeElement).toBe(field);
    expect(field.value).toBe("AC1900 - Parwin Azizi");
    expect(screen.getByText("Account created")).toBeDefined();
    const [write] = writesOf(fetched);
    expect(write).toMatchObject({
      address: "/api/accounts",
      body: { accountName: "Parwin Azizi", phone: "0799 11", currencyId: 1, accountType: "customer" },
    });
    expect(write?.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
    // The entry form around the picker was neither sent nor left.
    expect(submitted).not.toHaveBeenCalled();
  });

  it("takes digits for a telephone, of whatever script", async () => {
    const { openDialog } = await picker();
    const dialog = await openDialog("+۹۳ 799-111");
    expect(dialog.getByRole<HTMLInputElement>("textbox", { name: "Phone" }).value).toBe("+۹۳ 799-111");
    expect(dialog.getByRole<HTMLInputElement>("textbox", { name: /^Account Name/ }).value).toBe("");
  });

  it("stands last in every list, one step up from its beginning, and on a click", async () => {
    const { user, field } = await picker();
    await user.type(field, "zahra");
    await screen.findByRole("option", { name: /2003 Zahra/ });
    const offer = screen.getByRole("option", { name: "New customer “zahra”" });
    await user.keyboard("{ArrowUp}");
    expect(field.getAttribute("aria-activedescendant")).toBe(offer.id);
    await user.click(offer);
    expect(await screen.findByRole("dialog", { name: "New Customer" })).toBeDefined();
  });

  it("is not made while the list still belongs to an earlier text", async () => {
    const { user, field, chosen } = await picker();
    await user.type(field, "nobody{Enter}");
    await screen.findByText("No account found.");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(chosen()).toBe("null");
  });

  it("is not made where what was recorded is searched", async () => {
    const { user, field } = await picker({ filter: { anyStatus: true } });
    await user.type(field, "nobody");
    await screen.findByText("No account found.");
    expect(screen.queryByRole("option")).toBeNull();
  });

  it("keeps to what the picker offers", async () => {
    const { fetched, user, openDialog, chosen } = await picker({ filter: { type: "hawala_partner", currencyId: 2 } });
    const dialog = await openDialog("Dubai");
    expect(dialog.getByRole<HTMLSelectElement>("combobox", { name: /^Currency/ }).disabled).toBe(true);
    expect(dialog.getByRole<HTMLSelectElement>("combobox", { name: "Account Type" }).disabled).toBe(true);
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(chosen()).toBe("900"));
    expect(writesOf(fetched)[0]?.body).toMatchObject({ accountType: "hawala_partner", currencyId: 2 });
  });
});

it("an account that is opened out of an entry is proposed in its currency", async () => {
  const { fetched, user, openDialog, chosen } = await picker({ newCurrencyId: 2 });
  const dialog = await openDialog("Parwin");
  expect(dialog.getByRole<HTMLSelectElement>("combobox", { name: /^Currency/ }).disabled).toBe(false);
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(chosen()).toBe("900"));
  expect(writesOf(fetched)[0]?.body).toMatchObject({ accountType: "customer", currencyId: 2 });
});

describe("the dialog", () => {
  it("says what is missing at its field and sends nothing", async () => {
    const { fetched, user, openDialog } = await picker();
    const dialog = await openDialog("0700 99");
    await user.selectOptions(dialog.getByRole("combobox", { name: /^Currency/ }), "2");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    expect(await dialog.findByText("Account name is required")).toBeDefined();
    expect(document.activeElement).toBe(dialog.getByRole("textbox", { name: /^Account Name/ }));
    expect(writesOf(fetched)).toHaveLength(0);
  });

  it("shows a refusal of the server beside its field and keeps what was typed", async () => {
    const issues = [{ path: "currencyId", message: "The currency AFN is not active" }];
    const body = { message: "The currency AFN is not active", code: "invalid", requestId: "request-1", issues };
    const { user, openDialog, chosen } = await picker({}, { "POST /api/accounts": { status: 400, body } });
    const dialog = await openDialog("Parwin");
    await user.type(dialog.getByRole("textbox", { name: "Phone" }), "0799 11");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    expect(await dialog.findAllByText("The currency AFN is not active")).not.toHaveLength(0);
    expect(dialog.getByRole<HTMLInputElement>("textbox", { name: "Phone" }).value).toBe("0799 11");
    expect(chosen()).toBe("null");
  });

  it("sends the same key again after an answer was lost", async () => {
    let isAway = true;
    const { fetched, user, openDialog, chosen } = await picker(
      {},
      {
        "POST /api/accounts": (body) =>
          isAway ? refusal(503, "unavailable", "The database is away") : { status: 201, body: opened(body) },
      },
    );
    const dialog = await openDialog("Parwin");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    expect(await dialog.findByText("The database is away")).toBeDefined();
    isAway = false;
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(chosen()).toBe("900"));
    const [first, second] = writesOf(fetched);
    expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
  });

  it("without an answer says that it is not known whether it was opened, and asks before it is left", async () => {
    const unknown = "It is not known whether this was saved";
    const { user, openDialog, chosen } = await picker({}, { "POST /api/accounts": "no answer" });
    const dialog = await openDialog("Parwin");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    expect(await dialog.findByText(unknown)).toBeDefined();
    expect(dialog.queryByText("Failed to create account")).toBeNull();
    await user.click(dialog.getByRole("button", { name: "Close" }));
    const asked = within(await screen.findByRole("dialog", { name: unknown }));
    await user.click(asked.getByRole("button", { name: "Stay and save again" }));
    await waitFor(() => expect(screen.queryByRole("dialog", { name: unknown })).toBeNull());
    await user.click(dialog.getByRole("button", { name: "Close" }));
    await user.click(await screen.findByRole("button", { name: "Go on without" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(chosen()).toBe("null");
  });

  it("left while it saves chooses nothing any more: it only says what was opened", async () => {
    const held = Promise.withResolvers<void>();
    const { user, field, openDialog, chosen } = await picker(
      {},
      {
        "POST /api/accounts": async (body) => {
          await held.promise;
          return { status: 201, body: opened(body) };
        },
      },
    );
    const dialog = await openDialog("Parwin");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await user.keyboard("{Escape}");
    await user.clear(field);
    await user.click(await screen.findByRole("option", { name: /2002 Farid/ }));
    await user.click(screen.getByLabelText("Amount"));
    held.resolve();
    expect(await screen.findByText("Account created")).toBeDefined();
    expect(chosen()).toBe("102");
    expect(document.activeElement).toBe(screen.getByLabelText("Amount"));
  });

  it("closed with Escape gives the text back as it was, ready to be searched with", async () => {
    const { user, field, openDialog, chosen } = await picker();
    await openDialog("Parwin");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(document.activeElement).toBe(field);
    expect(field.value).toBe("Parwin");
    expect(field.getAttribute("aria-expanded")).toBe("true");
    expect(chosen()).toBe("null");
  });
});
