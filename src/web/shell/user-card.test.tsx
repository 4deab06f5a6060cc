import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { replyingOffice } from "#web/testing/office.ts";
import type { Said } from "#web/testing/replies.ts";
import { admin, stage } from "#web/testing/stage.tsx";

import { AwayNotice } from "./away-notice.tsx";
import { ShortcutsProvider } from "./shortcuts.tsx";
import { UserCard } from "./user-card.tsx";

it("logging out from the palette shows, while the server is away, that it waits for it", async () => {
  Element.prototype.scrollIntoView = () => undefined;
  const reload = vi.spyOn(location, "reload").mockReturnValue();
  let said: Said = "no answer";
  replyingOffice({ "POST /api/auth/logout": () => said, "GET /readyz": () => said });
  await stage(
    <ShortcutsProvider>
      <UserCard user={admin} />
      <AwayNotice />
    </ShortcutsProvider>,
  );
  const user = userEvent.setup({ delay: null });
  await user.keyboard("{Control>}[KeyK]{/Control}");
  await screen.findByRole("combobox");
  await user.keyboard("log out{Enter}");
  await screen.findByText("You are logged out as soon as it answers.");
  expect(screen.getByRole("button", { name: "Logging out..." }).getAttribute("aria-disabled")).toBe("true");
  said = { body: { ok: true } };
  await user.click(screen.getByRole("button", { name: "Retry" }));
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
});
