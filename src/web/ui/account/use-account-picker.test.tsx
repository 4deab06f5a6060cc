import { fireEvent, screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { saved, slowPicker, typedOverCash } from "#web/testing/slow-picker.tsx";
import { admin } from "#web/testing/stage.tsx";

import { recentAccounts } from "./recent-accounts.ts";

beforeEach(() => {
  saved.mockReset();
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(400);
});

it("chooses the row that was pressed, though what was typed is found before the release", async () => {
  const { user, field, asked, answer, chosen } = await slowPicker();
  await user.type(field, "2002");
  await asked();
  const row = await screen.findByRole("option", { name: /2003 Zahra/ });
  await user.pointer({ keys: "[MouseLeft>]", target: row });
  await answer();
  expect(screen.getByRole("option", { name: /2003 Zahra/ })).toBe(row);
  await user.pointer({ keys: "[/MouseLeft]", target: row });
  expect(chosen()).toBe("103");
});

it("shows what was found meanwhile once a press beside the rows is over", async () => {
  const { user, field, asked, answer, chosen } = await slowPicker();
  await user.type(field, "2002");
  await asked();
  const list = (await screen.findByRole("option", { name: /2003 Zahra/ })).parentElement;
  await user.pointer({ keys: "[MouseLeft>]", target: list ?? field });
  await answer();
  await user.pointer({ keys: "[/MouseLeft]", target: list ?? field });
  await waitFor(() => expect(screen.queryByRole("option", { name: /2003 Zahra/ })).toBeNull());
  screen.getByRole("option", { name: /2002 Farid/ });
  expect(chosen()).toBe("null");
});

it("chooses no row of an earlier text by Enter, were it walked to", async () => {
  const { user, field, asked, answer, chosen } = await slowPicker();
  await user.type(field, "2002");
  await asked();
  await screen.findByRole("option", { name: /2003 Zahra/ });
  await user.keyboard("{ArrowDown}{Enter}");
  expect(chosen()).toBe("null");
  await answer();
  await waitFor(() => expect(chosen()).toBe("102"));
});

it("forgets when it is left whom somebody had walked to: Enter on the list opened again chooses nobody", async () => {
  const { user, field, chosen } = await slowPicker();
  await user.click(field);
  await screen.findByRole("option", { name: /2003 Zahra/ });
  await user.keyboard("{ArrowDown}{ArrowDown}{Escape}");
  await user.click(field);
  expect(field.getAttribute("aria-activedescendant")).toBeNull();
  await user.keyboard("{Enter}");
  expect(field.getAttribute("aria-expanded")).toBe("false");
  expect(chosen()).toBe("null");
});

describe("the account of a code typed at once, when the server is slow to find it", () => {
  it("is chosen while the person has gone on with Tab", async () => {
    const { user, field, amount, answer, chosen } = await slowPicker();
    await user.type(field, "2002");
    await user.tab();
    await answer();
    await waitFor(() => expect(chosen()).toBe("102"));
    expect(document.activeElement).toBe(amount);
  });

  it("does not replace the account that was chosen from the list by then", async () => {
    const { user, field, amount, answer, chosen } = await slowPicker();
    await user.type(field, "2002");
    await user.tab();
    await user.click(field);
    await user.click(await screen.findByRole("option", { name: /2003 Zahra/ }));
    await user.click(amount);
    await answer();
    expect(chosen()).toBe("103");
    expect(field.value).toBe("2003 - Zahra");
  });

  it.each<[string, string, (user: UserEvent, field: HTMLInputElement) => Promise<void>]>([
    ["emptied", "null", (user) => user.click(screen.getByRole("button", { name: "Clear" }))],
    ["opened again", "11", (user, field) => user.click(field)],
    ["typed in", "11", (user) => user.keyboard("{Shift>}{Tab}{/Shift}2")],
    ["left with Escape", "11", (user, field) => user.type(field, "2002{Enter}{Escape}")],
  ])("does not come into a field that was %s by then", async (_done, left, meanwhile) => {
    const { user, field, answer, chosen } = await typedOverCash("2002");
    await user.tab();
    await meanwhile(user, field);
    await answer();
    expect(chosen()).toBe(left);
  });

  it("is forgotten with the page it was asked for", async () => {
    const { user, field, answer, unmount } = await slowPicker();
    await user.type(field, "2002");
    await user.tab();
    unmount();
    await answer();
    expect(recentAccounts(admin.id)).toEqual([]);
  });

  it("is waited for by a save, which would otherwise be that of the account before", async () => {
    const { user, amount, answer } = await typedOverCash("2002");
    await user.tab();
    await user.type(amount, "5{Control>}{Enter}{/Control}");
    expect(saved).not.toHaveBeenCalled();
    await answer();
    await waitFor(() => expect(saved.mock.calls).toEqual([[102]]));
  });

  it("is chosen by Ctrl+Enter in its field, and saved only by the next", async () => {
    const { user, answer, chosen } = await typedOverCash("2002{Control>}{Enter}{/Control}");
    await answer();
    await waitFor(() => expect(chosen()).toBe("102"));
    expect(saved).not.toHaveBeenCalled();
    await user.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(saved.mock.calls).toEqual([[102]]));
  });
});

describe("the account of a code typed at once, when the person goes on with the mouse", () => {
  it("is waited for by the Save button, which would otherwise save the account before", async () => {
    const { user, answer } = await typedOverCash("2002");
    const save = screen.getByRole("button", { name: "Save" });
    await user.click(save);
    expect(saved).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(save);
    await answer();
    await waitFor(() => expect(saved.mock.calls).toEqual([[102]]));
  });

  it("is chosen by a click into another field, which keeps the focus", async () => {
    const { user, amount, answer, chosen } = await typedOverCash("2002");
    await user.click(amount);
    expect(chosen()).toBe("11");
    await answer();
    await waitFor(() => expect(chosen()).toBe("102"));
    expect(document.activeElement).toBe(amount);
  });

  it("is not asked for by a click on an option, which is chosen", async () => {
    const { user, field, answer, chosen } = await typedOverCash("2002");
    await user.clear(field);
    await user.keyboard("200");
    await user.click(await screen.findByRole("option", { name: /2003 Zahra/ }));
    expect(field.dataset["lookingUp"]).toBeUndefined();
    await answer();
    expect(chosen()).toBe("103");
  });

  it("is not asked for by a click on the offer to open an account", async () => {
    const { user, field, answer, chosen } = await typedOverCash("2002");
    await user.keyboard("{Backspace}");
    await user.click(await screen.findByRole("option", { name: "New customer “200”" }));
    expect(await screen.findByRole("dialog")).toBeDefined();
    expect(field.dataset["lookingUp"]).toBeUndefined();
    await answer();
    expect(chosen()).toBe("11");
  });

  it("does not replace the account that its form was given by that click", async () => {
    const { user, field, answer, chosen } = await typedOverCash("2002");
    await user.click(screen.getByRole("button", { name: "Last entry" }));
    expect(field.dataset["lookingUp"]).toBeUndefined();
    await answer();
    expect(chosen()).toBe("103");
  });

  it("stays typed while another window has the focus, and is waited for by the Save button after that", async () => {
    const { user, field, answer } = await typedOverCash("2002");
    fireEvent.blur(field);
    expect(field.value).toBe("2002");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(saved).not.toHaveBeenCalled();
    await answer();
    await waitFor(() => expect(saved.mock.calls).toEqual([[102]]));
  });
});
