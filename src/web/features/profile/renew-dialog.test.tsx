import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

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
