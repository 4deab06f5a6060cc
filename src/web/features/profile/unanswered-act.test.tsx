import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { replying, type Said } from "#web/testing/replies.ts";
import { stage } from "#web/testing/stage.tsx";

import { ProfilePage } from "./profile-page.tsx";

const path = "/api/profile/second-factor";
const off = { enabled: false, enabledAt: null, recoveryCodesLeft: 0 };
const on = { enabled: true, enabledAt: "2026-03-01T00:00:00.000Z", recoveryCodesLeft: 10 };

/** The profile of somebody whose act is done, but the answer to it is lost on its way. */
async function whereLost(act: string, { before, after }: Record<"before" | "after", object>) {
  let standing = before;
  replying({
    "GET /api/sessions": { body: [] },
    [`GET ${path}`]: () => ({ body: standing }),
    [`POST ${path}`]: { body: { secret: "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", uri: "otpauth://totp/Sarraf:admin?secret=ABCD" } },
    [act]: (): Said => {
      standing = after;
      return "no answer";
    },
  });
  const user = userEvent.setup({ delay: null });
  await stage(<ProfilePage />);
  const press = async (name: string) => user.click(await screen.findByRole("button", { name }));
  const card = within(await screen.findByRole("region", { name: "Two-step sign-in", hidden: true }));
  const type = async (label: string, text: string) =>
    user.type(await within(await screen.findByRole("dialog")).findByLabelText(label), text);
  return { press, type, card };
}

it("a second step whose turning on was not answered is told to be perhaps on, and read again", async () => {
  const { press, type, card } = await whereLost(`POST ${path}/confirmation`, { before: off, after: on });
  await press("Turn On");
  await type("Your password", "secret word{Enter}");
  await type("Code from the authenticator", "123456{Enter}");
  expect(await screen.findByText(/may be on all the same: keep the key in the app/)).toBeDefined();
  expect(await card.findByText("On")).toBeDefined();
});

it("a second step whose turning off was not answered is told to be perhaps off, and read again", async () => {
  const { press, type, card } = await whereLost(`DELETE ${path}`, { before: on, after: off });
  await press("Turn Off");
  await type("Your password", "secret word");
  await type("Code or recovery code", "123456{Enter}");
  expect(await screen.findByText(/may be off all the same/)).toBeDefined();
  expect(await card.findByText("Off")).toBeDefined();
});
