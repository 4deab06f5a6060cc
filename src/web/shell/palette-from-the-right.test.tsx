import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";

import { hawalaRow } from "#web/testing/hawalas.ts";
import { replyingOffice } from "#web/testing/office.ts";
import { readFromRight } from "#web/testing/own-direction.ts";
import { stage } from "#web/testing/stage.tsx";

import { ShortcutsProvider } from "./shortcuts.tsx";

beforeEach(() => {
  // Happy DOM does not lay anything out.
  Element.prototype.scrollIntoView = () => undefined;
});

it("a hawala in the palette points from sender to receiver also where the screens are read from the right", async () => {
  replyingOffice({ "GET /api/hawala-details": { body: [hawalaRow({ id: 8, hawalaNo: "HWL-310905" })] } });
  await stage(
    <ShortcutsProvider>
      <p>The page</p>
    </ShortcutsProvider>,
  );
  readFromRight();
  const user = userEvent.setup({ delay: null });
  await user.keyboard("{Control>}[KeyK]{/Control}");
  await screen.findByRole("combobox");
  await user.paste("HWL-310905");
  const line = () => screen.queryByRole("option", { selected: true })?.textContent;
  await waitFor(() => expect(line()).toContain("\u2068Omid Karimi\u2069 ← \u2068Laila Ahmadi\u2069"));
});
