import { act, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, onTestFinished, test } from "vitest";

import { fetchSpeech, speak } from "#web/i18n/speech.ts";
import { replyingOffice } from "#web/testing/office.ts";
import { readFromRight } from "#web/testing/own-direction.ts";
import { stage } from "#web/testing/stage.tsx";

import { ShortcutsProvider } from "./shortcuts.tsx";

/** The palette opened over a page, with this typed. */
async function typedInPalette(text: string): Promise<void> {
  // Happy DOM does not lay anything out.
  Element.prototype.scrollIntoView = () => undefined;
  replyingOffice({ "GET /api/deleted-transactions": { body: [] } });
  await stage(
    <ShortcutsProvider>
      <p>A page</p>
    </ShortcutsProvider>,
  );
  const user = userEvent.setup({ delay: null });
  await user.keyboard("{Control>}[KeyK]{/Control}");
  await user.type(await screen.findByRole("combobox"), text);
}

test("the palette has the code of every account before its name, also where the screens are read from the right", async () => {
  readFromRight();
  await typedInPalette("2003");
  await waitFor(() => expect(screen.getAllByRole("option")[0]?.textContent).toMatch(/^\u20682003\u2069 - \u2068Zahra/u));
});

test("a page is found by the letters of an Arabic keyboard, and without the joiner of its name", async () => {
  fetchSpeech("fa-AF");
  await speak("fa-AF");
  onTestFinished(() => act(() => speak("en")));
  await typedInPalette("ويرايش حسابها");
  await waitFor(() => expect(screen.getAllByRole("option")[0]?.textContent).toContain("ویرایش حساب‌ها"));
});

test("an action that is typed by its name stands before pages that have it among their other words", async () => {
  fetchSpeech("fa-AF");
  await speak("fa-AF");
  onTestFinished(() => act(() => speak("en")));
  await typedInPalette("خروج");
  await waitFor(() => expect(screen.getAllByRole("option")[0]?.textContent).toBe("خروج"));
});
