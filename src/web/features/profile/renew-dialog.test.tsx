import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { writesOf } from "#web/testing/office.ts";
import { refusal, replying, type Said } from "#web/testing/replies.ts";
import { stage } from "#web/testing/stage.tsx";

import { RenewDialog } from "./renew-dialog.tsx";

it("warns that the codes of before may be gone where no answer came, and only there", async () => {
  replying({
    "POST /api/profile/second-factor/recovery-codes": vi
      .fn((): Said => "no answer")
      .mockReturnValueOnce(refusal(503, "busy", "The server is busy at the moment. Try again shortly")),
  });
  const user = userEvent.setup({ delay: null });
  await stage(<RenewDialog opened onClose={vi.fn()} />);
  await user.type(await screen.findByLabelText("Your password"), "secret word");
  await user.type(screen.getByLabelText("Code or recovery code"), "123456{Enter}");
  await screen.findByText("The server is busy at the moment. Try again shortly");
  expect(screen.queryByText(/may open nothing any more/)).toBeNull();
  await user.keyboard("{Enter}");
  expect(await screen.findByText(/the ones you have kept may open nothing any more/)).toBeDefined();
});

it("keeps the focus on its button while the proof is looked at, and asks once", async () => {
  const fetched = replying({ "POST /api/profile/second-factor/recovery-codes": () => new Promise<Said>(() => undefined) });
  const user = userEvent.setup({ delay: null });
  await stage(<RenewDialog opened onClose={vi.fn()} />);
  await user.type(await screen.findByLabelText("Your password"), "secret word");
  await user.type(screen.getByLabelText("Code or recovery code"), "123456");
  screen.getByRole("button", { name: "Make New Codes" }).focus();
  await user.keyboard("{Enter}");
  // A browser takes the focus away from what is disabled.
  expect(await screen.findByRole("button", { name: "Checking..." })).toHaveProperty("disabled", false);
  await user.keyboard("{Enter}");
  expect(writesOf(fetched)).toHaveLength(1);
});
