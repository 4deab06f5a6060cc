import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";

import { replyingOffice } from "#web/testing/office.ts";
import { readFromRight } from "#web/testing/own-direction.ts";
import { stage } from "#web/testing/stage.tsx";

import { ShortcutsProvider } from "./shortcuts.tsx";

test("the palette has the code of every account before its name, also where the screens are read from the right", async () => {
  readFromRight();
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
  await user.type(await screen.findByRole("combobox"), "2003");
  await waitFor(() => expect(screen.getAllByRole("option")[0]?.textContent).toMatch(/^\u20682003\u2069 - \u2068Zahra/u));
});
