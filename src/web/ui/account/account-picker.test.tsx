import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";

import type { AccountRow } from "#contract/accounts.ts";
import { latinDigits } from "#kernel/digits.ts";
import { addressOf, refusal, replying, type Said } from "#web/testing/replies.ts";
import { accountRow } from "#web/testing/rows.ts";
import { stage, type Staging } from "#web/testing/stage.tsx";

import { AccountPicker, type AccountPickerProps } from "./account-picker.tsx";
import { rememberAccount } from "./recent-accounts.ts";

const people: readonly AccountRow[] = [
  accountRow({ id: 11, accountCode: "CASH", accountName: "Cash at Shop", accountType: "company" }),
  accountRow({ id: 101, accountCode: "2001", accountName: "London", accountType: "hawala_partner", phone: "0200 2002" }),
  accountRow({
    id: 102,
    accountCode: "2002",
    accountName: "Farid",
    lastName: "Noori",
    fatherName: "Karim",
    balances: [{ currencyId: 2, currency: "USD", symbol: "$", balance: "-1234.50" }],
  }),
  accountRow({ id: 103, accountCode: "AC1000", accountName: "Zahra", phone: "0700002002", hasPicture: true, version: 3 }),
  ...Array.from({ length: 200 }, (_unused, index) =>
    accountRow({ id: 200 + index, accountCode: `AC${String(1100 + index)}`, accountName: `Person ${String(index)}` }),
  ),
];

function matches(row: AccountRow, q: string): boolean {
  return [row.accountCode, row.accountName, row.lastName, row.fatherName, row.phone].some((text) =>
    text?.toLowerCase().includes(latinDigits(q).toLowerCase()),
  );
}

function reply(_body: unknown, { searchParams: query }: URL): Said {
  const ids = query
    .get("ids")
    ?.split(",")
    .map((id) => Number.parseInt(id, 10));
  if (ids !== undefined) return { body: people.filter((row) => ids.includes(row.id)) };
  const found = people.filter((row) => matches(row, query.get("q") ?? ""));
  const from = Number.parseInt(query.get("cursor") ?? "0", 10);
  const limit = Number.parseInt(query.get("limit") ?? "1000", 10);
  const more: Record<string, string> = from + limit < found.length ? { "x-next-cursor": String(from + limit) } : {};
  return { body: found.slice(from, from + limit), headers: { "x-total-count": String(found.length), ...more } };
}

function Page(props: Partial<AccountPickerProps>) {
  const [value, setValue] = useState<number | null>(props.value ?? null);
  return (
    <form>
      <AccountPicker label="Account" {...props} value={value} onChange={setValue} />
      <input aria-label="Amount" />
      <output aria-label="chosen">{String(value)}</output>
    </form>
  );
}

async function picker(props: Partial<AccountPickerProps> = {}, staging: Staging = {}) {
  const fetched = replying({ "GET /api/accounts": reply });
  await stage(<Page {...props} />, staging);
  return {
    /** What was asked of the server so far. */
    asked: () => fetched.mock.calls.map(([address]) => addressOf(address).searchParams),
    user: userEvent.setup({ delay: null }),
    field: screen.getByRole<HTMLInputElement>("combobox", { name: "Account" }),
    chosen: () => screen.getByLabelText("chosen").textContent,
  };
}

beforeEach(() => {
  // The list draws the rows in sight; without a layout engine it has to be told how much that is.
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(400);
});

describe("the account picker", () => {
  it("selects no label that comes while the focus is elsewhere", async () => {
    const { field } = await picker({ value: 102 });
    await waitFor(() => expect(field.value).toBe("2002 - Farid Noori"));
    expect(field.selectionStart).toBe(field.selectionEnd);
  });

  it("asks nothing of the server until it is opened", async () => {
    const { asked, field } = await picker();
    expect(field.placeholder).toBe("Search accounts...");
    expect(field.getAttribute("aria-autocomplete")).toBe("list");
    expect(field.getAttribute("aria-expanded")).toBe("false");
    expect(asked()).toHaveLength(0);
  });

  it("asks for active accounts and shows code, name, father's name, type and balance", async () => {
    const { asked, user, field } = await picker();
    await user.type(field, "farid");
    const option = await screen.findByRole("option", { name: /2002 Farid Noori/ });
    expect(option.textContent).toContain("Father: Karim");
    expect(option.textContent).toContain("-$1,234.50");
    expect(option.textContent).toContain("Customer");
    await waitFor(() => expect(asked().at(-1)?.get("q")).toBe("farid"));
    expect(asked().at(-1)?.get("status")).toBe("active");
  });

  it("says so when no account is found", async () => {
    const { user, field } = await picker({ mayAdd: false });
    await user.type(field, "nobody");
    expect(await screen.findByText("No account found.")).toBeDefined();
    expect(field.getAttribute("aria-controls")).toBeNull();
    expect(screen.queryByRole("option")).toBeNull();
  });

  it("says that there are more than anybody counted", async () => {
    const rows = people.slice(0, 50);
    replying({
      "GET /api/accounts": {
        body: rows,
        headers: { "x-total-count": "10000", "x-total-count-is": "at-least", "x-next-cursor": "50" },
      },
    });
    await stage(<Page />);
    await userEvent.setup({ delay: null }).click(screen.getByRole("combobox", { name: "Account" }));
    expect(await screen.findByText("More than 10000 accounts found")).toBeDefined();
    expect(screen.getAllByRole("option")[0]?.getAttribute("aria-setsize")).toBe("-1");
  });

  it("is walked with the arrows; Enter chooses and goes on to the next field", async () => {
    const { user, field, chosen } = await picker();
    await user.click(field);
    await screen.findByRole("option", { name: /2001 London/ });
    await user.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}");
    const active = document.getElementById(field.getAttribute("aria-activedescendant") ?? "");
    expect(active?.textContent).toContain("Farid");
    await user.keyboard("{Enter}");
    await waitFor(() => expect(chosen()).toBe("102"));
    expect(field.value).toBe("2002 - Farid Noori");
    expect(document.activeElement).toBe(screen.getByLabelText("Amount"));
  });

  it("is chosen from with the mouse", async () => {
    const { user, field, chosen } = await picker();
    await user.click(field);
    await user.click(await screen.findByRole("option", { name: /2001 London/ }));
    await waitFor(() => expect(chosen()).toBe("101"));
    expect(screen.queryByRole("option")).toBeNull();
  });

  it("chooses the account of a code typed at once with Enter, before the list has come", async () => {
    const { user, field, chosen } = await picker();
    await user.type(field, "2002{Enter}");
    await waitFor(() => expect(chosen()).toBe("102"));
  });

  it("chooses that account also when the person has gone on meanwhile, and leaves the focus where it is", async () => {
    const { user, field, chosen } = await picker();
    await user.type(field, "2002{Enter}");
    await user.click(screen.getByLabelText("Amount"));
    await waitFor(() => expect(chosen()).toBe("102"));
    expect(document.activeElement).toBe(screen.getByLabelText("Amount"));
  });

  it("highlights the account with exactly the typed code, not one whose phone contains it", async () => {
    const { user, field, chosen } = await picker();
    await user.type(field, "ac1000");
    await screen.findByRole("option", { name: /AC1000/ });
    await user.keyboard("{Enter}");
    await waitFor(() => expect(chosen()).toBe("103"));
  });

  it("never guesses: where several accounts are meant, the list stays open", async () => {
    const { user, field, chosen, asked } = await picker();
    await user.type(field, "person 1{Enter}");
    await waitFor(() => expect(asked().some((query) => query.get("q") === "person 1")).toBe(true));
    await screen.findByRole("option", { name: /Person 10\b/ });
    expect(chosen()).toBe("null");
    expect(field.getAttribute("aria-expanded")).toBe("true");
  });

  it("shows the name first when asked to", async () => {
    const { user, field } = await picker({ order: "name" });
    await user.type(field, "2002{Enter}");
    await waitFor(() => expect(field.value).toBe("Farid Noori - 2002"));
  });

  it("does not choose by accident: Enter on a list just opened goes on and leaves everything as it was", async () => {
    const { user, field, chosen } = await picker();
    await user.click(field);
    await screen.findByRole("option", { name: /2001 London/ });
    await user.keyboard("{Enter}");
    expect(document.activeElement).toBe(screen.getByLabelText("Amount"));
    expect(chosen()).toBe("null");
    expect(field.getAttribute("aria-expanded")).toBe("false");
  });

  it("lets Tab choose the only account that can be meant, and nothing else", async () => {
    const { user, field, chosen } = await picker();
    await user.type(field, "person 1");
    await user.tab();
    await user.clear(field);
    await user.type(field, "2002");
    await user.tab();
    await waitFor(() => expect(chosen()).toBe("102"));
    expect(document.activeElement).toBe(screen.getByLabelText("Amount"));
  });

  it("knows a code in Persian digits on Tab, whoever else has it in the phone", async () => {
    const { user, field, chosen } = await picker();
    await user.type(field, "۲۰۰۲");
    await user.tab();
    await waitFor(() => expect(chosen()).toBe("102"));
  });

  it("highlights the account with exactly the code typed in Persian digits, not the first whose phone contains it", async () => {
    const { user, field, chosen } = await picker();
    await user.type(field, "۲۰۰۲");
    await screen.findByText("3 accounts found");
    expect(screen.getAllByRole("option")[0]?.textContent).toContain("London");
    await user.keyboard("{Enter}");
    await waitFor(() => expect(chosen()).toBe("102"));
  });

  it("takes back what was typed on Escape and keeps the chosen account", async () => {
    const { user, field, chosen } = await picker({ value: 102 });
    await waitFor(() => expect(field.value).toBe("2002 - Farid Noori"));
    await user.type(field, "zah");
    await user.keyboard("{Escape}");
    expect(field.value).toBe("2002 - Farid Noori");
    expect(chosen()).toBe("102");
  });

  it("is cleared by emptying it", async () => {
    const { user, field, chosen } = await picker({ value: 102 });
    await waitFor(() => expect(field.value).toBe("2002 - Farid Noori"));
    await user.clear(field);
    expect(chosen()).toBe("null");
  });

  it("puts the person's recent accounts first, and never an excluded one", async () => {
    rememberAccount("3f3b1c0a-0000-4000-8000-000000000001", 103);
    rememberAccount("3f3b1c0a-0000-4000-8000-000000000001", 11);
    rememberAccount("another-user", 101);
    const { user, field } = await picker({ exclude: [11] });
    await user.click(field);
    await waitFor(() => expect(screen.getAllByRole("option")[0]?.textContent).toContain("Zahra"));
    expect(screen.getByRole("img", { name: "Recent" })).toBeDefined();
    expect(screen.queryByRole("option", { name: /Cash at Shop/ })).toBeNull();
  });

  it("shows whom it has found as their account is by now", async () => {
    const { user, field } = await picker();
    await user.type(field, "zahra");
    const option = await screen.findByRole("option", { name: /Zahra/ });
    expect(option.querySelector("img")?.getAttribute("src")).toBe("/api/accounts/103/picture?v=3");
  });

  it("remembers whom the person has chosen", async () => {
    const { user, field, chosen } = await picker();
    await user.type(field, "ac1000{Enter}");
    await waitFor(() => expect(chosen()).toBe("103"));
    await user.clear(field);
    await waitFor(() => expect(screen.getAllByRole("option")[0]?.textContent).toContain("Zahra"));
    expect(screen.getByRole("img", { name: "Recent" })).toBeDefined();
  });

  it("draws only the rows in sight and says how many there are", async () => {
    const { user, field } = await picker();
    await user.click(field);
    await screen.findByRole("option", { name: /2001 London/ });
    const options = screen.getAllByRole("option");
    expect(options.length).toBeLessThan(30);
    // The accounts, and the offer to open another one.
    expect(options[0]?.getAttribute("aria-setsize")).toBe("205");
    expect(options.at(-1)?.getAttribute("aria-posinset")).toBe("205");
    expect(options[0]?.getAttribute("aria-posinset")).toBe("1");
  });

  it("brings further pages as the list is scrolled towards its end", async () => {
    const { user, field, asked } = await picker();
    await user.click(field);
    await screen.findByRole("option", { name: /2001 London/ });
    const list = screen.getByRole("listbox", { name: "Accounts" });
    list.scrollTop = 45 * 56;
    fireEvent.scroll(list);
    await waitFor(() => expect(asked().some((query) => query.get("cursor") === "50")).toBe(true));
  });

  it.each(["its button", "Enter"])("offers to try again by %s when the accounts cannot be loaded", async (how) => {
    let away = true;
    replying({
      "GET /api/accounts": (body, address) => (away ? refusal(503, "unavailable", "The database is away") : reply(body, address)),
    });
    await stage(<Page />);
    const user = userEvent.setup({ delay: null });
    await user.click(screen.getByRole("combobox", { name: "Account" }));
    expect((await screen.findByRole("alert")).textContent).toContain("request-1");
    away = false;
    await (how === "Enter" ? user.keyboard("{Enter}") : user.click(screen.getByRole("button", { name: "Retry" })));
    expect(await screen.findByRole("option", { name: /2001 London/ })).toBeDefined();
  });
});
