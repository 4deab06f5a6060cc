import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { replyingOffice } from "#web/testing/office.ts";
import { saved, slowPicker, typedOverCash } from "#web/testing/slow-picker.tsx";
import { stage } from "#web/testing/stage.tsx";
import { FormDialog } from "#web/ui/entry/edit-dialog.tsx";

import { AccountPicker } from "./account-picker.tsx";

beforeEach(() => {
  saved.mockReset();
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(400);
});

describe("a text that is no account, or several", () => {
  async function left(text: string, chosen: number | null = 11) {
    const page = await slowPicker(chosen);
    await waitFor(() => expect(page.field.value).toBe(chosen === null ? "" : "CASH - Cash at Shop"));
    await page.user.click(page.field);
    await page.user.keyboard(text);
    await page.user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(document.activeElement).toBe(page.field));
    expect(page.field.value).toBe(text);
    return page;
  }

  it("keeps the form from being saved with the account before, and offers whom it may mean", async () => {
    const { user, field, chosen } = await left("200");
    await user.click(await screen.findByRole("option", { name: /2003 Zahra/ }));
    expect(chosen()).toBe("103");
    expect(field.getAttribute("aria-invalid")).not.toBe("true");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(saved.mock.calls).toEqual([[103]]));
  });

  it("is taken back by Escape, after which the form is saved", async () => {
    const { user, field } = await left("nobody");
    await user.keyboard("{Escape}");
    expect(field.value).toBe("CASH - Cash at Shop");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(saved.mock.calls).toEqual([[11]]));
  });

  it("stays after Tab, shown as wrong, and keeps Ctrl+Enter elsewhere from saving", async () => {
    const { user, field, amount } = await typedOverCash("200{Tab}");
    await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
    expect(field.value).toBe("200");
    await user.type(amount, "5{Control>}{Enter}{/Control}");
    expect(document.activeElement).toBe(field);
    expect(saved).not.toHaveBeenCalled();
  });

  it.each([11, null])("goes with Clear, as the account %s does", async (before) => {
    const { user, field, amount, chosen } = await left("200", before);
    await user.click(amount);
    await user.click(screen.getByRole("button", { name: "Clear" }));
    expect(field.value).toBe("");
    expect(chosen()).toBe("null");
  });

  it("goes with Clear, which leaves the focus in the field", async () => {
    const { user, field } = await typedOverCash("200");
    await user.click(await screen.findByRole("button", { name: "Clear" }));
    expect(document.activeElement).toBe(field);
    await user.keyboard("2003{Enter}");
    await waitFor(() => expect(field.value).toBe("2003 - Zahra"));
  });

  it("goes by Escape, and the dialog around it stays, also where the list was closed over it", async () => {
    replyingOffice();
    const closed = vi.fn();
    await stage(
      <FormDialog opened title="Edit" onClose={closed}>
        <AccountPicker label="Account" value={null} onChange={() => undefined} data-autofocus />
      </FormDialog>,
    );
    const user = userEvent.setup({ delay: null });
    const field = screen.getByRole<HTMLInputElement>("combobox", { name: "Account" });
    await user.type(field, "200");
    fireEvent.mouseDown(document.body);
    await waitFor(() => expect(field.getAttribute("aria-expanded")).toBe("false"));
    await user.keyboard("{Escape}");
    expect(field.value).toBe("");
    expect(closed).not.toHaveBeenCalled();
    await user.keyboard("{Escape}");
    expect(closed).toHaveBeenCalledOnce();
  });

  it("goes when its form begins anew, whose account is the same", async () => {
    const { user, field } = await left("200", null);
    await user.click(screen.getByRole("button", { name: "New" }));
    await waitFor(() => expect(field.value).toBe(""));
    expect(field.dataset["unsettled"]).toBeUndefined();
  });

  it("is not answered into a form that has begun anew meanwhile", async () => {
    const { user, field, chosen, answer } = await slowPicker();
    await user.type(field, "2002");
    await user.click(screen.getByRole("button", { name: "New" }));
    await answer();
    expect(chosen()).toBe("null");
    expect(field.value).toBe("");
  });

  it("is not taken for the first of several by the key that was refused, pressed again or held", async () => {
    const { user, field, amount, chosen } = await typedOverCash("200{Tab}");
    await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
    await user.type(amount, "5{Control>}{Enter}{/Control}");
    await screen.findByText("2 accounts found");
    await user.keyboard("{Control>}{Enter>3/}{/Control}");
    expect(chosen()).toBe("11");
    expect(field.value).toBe("200");
    await user.keyboard("{ArrowDown}{Enter}");
    await waitFor(() => expect(chosen()).toBe("102"));
    expect(saved).not.toHaveBeenCalled();
  });

  it("keeps a save from going past it that comes without leaving the field, as by voice", async () => {
    await typedOverCash("200");
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    expect((await screen.findByRole("alert")).textContent).toContain("“200” is no single account.");
    expect(saved).not.toHaveBeenCalled();
  });

  it("opens its list by Enter and goes by Escape also where the list was closed over it", async () => {
    const { user, field } = await typedOverCash("200");
    fireEvent.mouseDown(document.body);
    await waitFor(() => expect(field.getAttribute("aria-expanded")).toBe("false"));
    await user.keyboard("{Enter}");
    expect(field.getAttribute("aria-expanded")).toBe("true");
    fireEvent.mouseDown(document.body);
    await waitFor(() => expect(field.getAttribute("aria-expanded")).toBe("false"));
    await user.keyboard("{Escape}");
    expect(field.value).toBe("CASH - Cash at Shop");
  });
});

describe("a save that waits for an account", () => {
  async function waiting() {
    const page = await typedOverCash("2002");
    await page.user.click(screen.getByRole("button", { name: "Save" }));
    expect(page.form().getAttribute("aria-busy")).toBe("true");
    return page;
  }

  it.each<[string, (page: Awaited<ReturnType<typeof waiting>>) => Promise<void>]>([
    ["opened again", ({ user, field }) => user.click(field)],
    ["typed in", ({ user, field }) => user.type(field, "2")],
    ["emptied", ({ user }) => user.click(screen.getByRole("button", { name: "Clear" }))],
    ["filled by its form", ({ user }) => user.click(screen.getByRole("button", { name: "Last entry" }))],
  ])("is given up where the field is %s meanwhile", async (_what, meanwhile) => {
    const page = await waiting();
    await meanwhile(page);
    await waitFor(() => expect(page.form().getAttribute("aria-busy")).toBe("false"));
    await page.answer();
    expect(saved).not.toHaveBeenCalled();
  });

  it("says that the accounts could not be read where the server does not answer, and not that the text is none", async () => {
    const { fail, field } = await waiting();
    await fail();
    const told = () => screen.getAllByRole("alert").map(({ textContent }) => textContent);
    await waitFor(() => expect(told().join()).toContain("The accounts could not be loaded."));
    expect(told().join()).not.toContain("no single account");
    expect(field.value).toBe("2002");
    expect(saved).not.toHaveBeenCalled();
  });

  it("leaves the focus where the person types by then, and says why it did not happen", async () => {
    const page = await typedOverCash("200", "200");
    await page.user.click(screen.getByRole("button", { name: "Save" }));
    await page.user.type(page.amount, "5");
    await page.answer();
    expect((await screen.findByRole("alert")).textContent).toContain("“200” is no single account.");
    expect(document.activeElement).toBe(page.amount);
    expect(saved).not.toHaveBeenCalled();
  });
});
