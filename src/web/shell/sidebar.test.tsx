import { screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { replyingOffice } from "#web/testing/office.ts";
import { admin, stage } from "#web/testing/stage.tsx";

import { ShortcutsProvider } from "./shortcuts.tsx";
import { Sidebar } from "./sidebar.tsx";

it("what opens the palette or the key sheet takes the focus, which it gets back, in Safari too", async () => {
  replyingOffice();
  await stage(
    <ShortcutsProvider>
      <Sidebar user={admin} />
    </ShortcutsProvider>,
  );
  const openers = [/^Search/, "Keyboard shortcuts"].map((name) => screen.getByRole("button", { name }));
  expect(openers.map((opener) => opener.getAttribute("tabindex"))).toEqual(["0", "0"]);
});
