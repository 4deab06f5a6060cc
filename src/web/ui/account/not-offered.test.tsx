import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { replyingOffice } from "#web/testing/office.ts";
import { addressOf } from "#web/testing/replies.ts";
import { accountRow } from "#web/testing/rows.ts";
import { saved, slowPicker } from "#web/testing/slow-picker.tsx";
import { stage } from "#web/testing/stage.tsx";

import { AccountPicker, type AccountPickerProps } from "./account-picker.tsx";

const cash = 11;
const accounts = [
  accountRow({ id: cash, accountCode: "11", accountName: "Cash at Shop", accountType: "company" }),
  accountRow({ id: 101, accountCode: "1011", accountName: "Karim" }),
  accountRow({ id: 102, accountCode: "1013", accountName: "Sharif", lastName: "Stanekzai", accountStatus: "suspended" }),
  accountRow({ id: 103, accountCode: "1017", accountName: "Nadia", accountStatus: "inactive" }),
  accountRow({ id: 104, accountCode: "1020", accountName: "Latif", accountStatus: "closed" }),
  accountRow({ id: 105, accountCode: "AC1013", accountName: "Parwana" }),
  accountRow({ id: 106, accountCode: "AC1017", accountName: "Jamila" }),
  accountRow({ id: 107, accountCode: "AC1018", accountName: "Farid" }),
];
const suspended = "1013 - Sharif Stanekzai is suspended.";

function Page(props: Partial<AccountPickerProps>) {
  const [value, setValue] = useState<number | null>(null);
  return (
    <form>
      <AccountPicker label="Account" {...props} value={value} onChange={setValue} />
      <input aria-label="Amount" />
      <output aria-label="chosen">{String(value)}</output>
    </form>
  );
}

/** A picker over these accounts, which the server finds as it does: what begins with the text first, and all that the status and type allow. */
async function picker(props: Partial<AccountPickerProps> = {}) {
  const fetched = replyingOffice({
    "GET /api/accounts": (_body, { searchParams: asked }) => {
      const [q, status, type] = [asked.get("q") ?? "", asked.get("status"), asked.get("type")];
      const found = accounts
        .filter(({ accountCode }) => accountCode.includes(q))
        .filter((row) => (status ?? row.accountStatus) === row.accountStatus && (type ?? row.accountType) === row.accountType);
      const first = found.filter(({ accountCode }) => accountCode.startsWith(q));
      const inOrder = [...first, ...found.filter((row) => !first.includes(row))];
      return { body: inOrder.slice(0, Number.parseInt(asked.get("limit") ?? "50", 10)) };
    },
  });
  await stage(<Page {...props} />);
  return {
    user: userEvent.setup({ delay: null }),
    field: screen.getByRole<HTMLInputElement>("combobox", { name: "Account" }),
    chosen: () => screen.getByLabelText("chosen").textContent,
    /** What was asked of the server for a text, the status of each. */
    askedFor: (text: string) =>
      fetched.mock.calls
        .map(([address]) => addressOf(address).searchParams)
        .filter((query) => query.get("q") === text)
        .map((query) => query.get("status") ?? "any"),
  };
}

/** To those who see the list and to those who hear of it. */
async function expectSaid(sentence: string): Promise<void> {
  await waitFor(() => expect(screen.getAllByText(sentence)).toHaveLength(2));
}

beforeEach(() => {
  saved.mockReset();
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(400);
});

describe("the code of an account that is not offered", () => {
  it.each<[string, Partial<AccountPickerProps>, string]>([
    ["1013", {}, suspended],
    ["۱۰۱۳", {}, suspended],
    ["1017", {}, "1017 - Nadia is inactive."],
    ["1020", {}, "1020 - Latif is closed."],
    ["11", { exclude: [cash] }, "11 - Cash at Shop cannot be chosen here."],
    ["1011", { filter: { type: "company" } }, "1011 - Karim is no account of the type Company."],
    ["1013", { order: "name" }, "Sharif Stanekzai - 1013 is suspended."],
  ])("%s chooses no other one by Enter, at once or from the list, nor by Tab", async (code, props, sentence) => {
    const { user, field, chosen } = await picker(props);
    await user.type(field, `${code}{Enter}`);
    await expectSaid(sentence);
    await user.keyboard("{Enter}");
    expect(field.getAttribute("aria-expanded")).toBe("true");
    expect(field.getAttribute("aria-activedescendant")).toBeNull();
    expect(screen.queryByText("No account found.")).toBeNull();
    expect(screen.queryByRole("option", { name: /New customer/ })).toBeNull();
    await user.tab();
    await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
    expect(field.value).toBe(code);
    expect(chosen()).toBe("null");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it.each(["1013", "1020"])("%s chooses none by Tab before the list has come", async (code) => {
    const { user, field, chosen } = await picker();
    await user.type(field, code);
    await user.tab();
    await waitFor(() => expect(field.dataset["lookedUp"]).toBeDefined());
    expect(chosen()).toBe("null");
    expect(field.value).toBe(code);
  });

  it("leaves what somebody walks to, or clicks, to be chosen", async () => {
    const { user, field, chosen } = await picker();
    await user.type(field, "1013");
    await expectSaid(suspended);
    await user.keyboard("{ArrowDown}{Enter}");
    await waitFor(() => expect(chosen()).toBe("105"));
    await user.clear(field);
    await user.type(field, "1017");
    await user.click(await screen.findByRole("option", { name: /AC1017/ }));
    expect(chosen()).toBe("106");
  });

  it("is named where a form is not saved for it", async () => {
    const { user, field } = await slowPicker(null, "no account");
    replyingOffice({
      "GET /api/accounts": (_body, { searchParams: asked }) => ({
        body: accounts.filter((row) => row.accountCode === "1013" && asked.get("status") === null),
      }),
    });
    await user.type(field, "1013");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect((await screen.findByRole("alert")).textContent).toContain(suspended);
    expect(saved).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(field);
  });
});

describe("the server is asked whose code a text is", () => {
  it("only where what it found leaves that open", async () => {
    const { user, field, askedFor } = await picker({ exclude: [cash] });
    for (const text of ["1011", "11", "Karim"]) {
      await user.clear(field);
      await user.type(field, text);
      await waitFor(() => expect(askedFor(text)).toEqual(["active"]));
      await waitFor(() => expect(field.getAttribute("aria-busy")).not.toBe("true"));
    }
    await user.clear(field);
    await user.type(field, "1018");
    await waitFor(() => expect(askedFor("1018")).toEqual(["active", "any"]));
    await user.keyboard("{Enter}");
    await waitFor(() => expect(field.value).toBe("AC1018 - Farid"));
    expect(askedFor("1018")).toEqual(["active", "any"]);
    for (const text of ["1011", "11", "Karim"]) expect(askedFor(text)).toEqual(["active"]);
  });

  it("never where every account is offered", async () => {
    const { user, field, askedFor, chosen } = await picker({ filter: { anyStatus: true } });
    await user.type(field, "1018{Enter}");
    await waitFor(() => expect(chosen()).toBe("107"));
    await user.clear(field);
    await user.type(field, "1013{Enter}");
    await waitFor(() => expect(chosen()).toBe("102"));
    expect([...askedFor("1018"), ...askedFor("1013")]).toEqual(["any", "any"]);
  });
});
