import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";

import { pressEnterOfInputMethod, pressEnterOfTelephone } from "#web/testing/composing.ts";
import { replyingOffice } from "#web/testing/office.ts";
import { stage } from "#web/testing/stage.tsx";

import { ShortcutsProvider } from "./shortcuts.tsx";

beforeEach(() => {
  // Happy DOM does not lay anything out.
  Element.prototype.scrollIntoView = () => undefined;
});

it("Enter of a telephone goes to what is found by the word that its keyboard composes; that of an input method ends the word", async () => {
  replyingOffice();
  const { router } = await stage(
    <ShortcutsProvider>
      <p>The page</p>
    </ShortcutsProvider>,
  );
  const at = () => router.state.location.href;
  const before = at();
  const user = userEvent.setup({ delay: null });
  await user.keyboard("{Control>}[KeyK]{/Control}");
  const field = await screen.findByRole("combobox");
  await user.keyboard("new customer");
  pressEnterOfInputMethod(field);
  expect(screen.getByRole("combobox")).toBe(field);
  expect(at()).toBe(before);
  pressEnterOfTelephone(field);
  await waitFor(() => expect(at()).toBe("/accounts/new"));
});
