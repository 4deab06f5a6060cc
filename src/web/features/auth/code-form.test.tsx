import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { writesOf } from "#web/testing/office.ts";
import { refusal, replying, type Said } from "#web/testing/replies.ts";
import { admin, stage } from "#web/testing/stage.tsx";

import { SignInForm } from "./sign-in-form.tsx";

const awaited = { body: { secondFactorRequired: true, challenge: "the challenge", expiresInSeconds: 300 } };
const wrongCode: Said = {
  status: 401,
  body: {
    message: "This code is wrong",
    code: "not_signed_in",
    requestId: "r",
    issues: [{ path: "code", message: "This code is wrong" }],
  },
};

/** Gives the right password to a sign-in that has a second step. */
async function passwordGiven(answers: Said | (() => Said | Promise<Said>)) {
  const fetched = replying({ "POST /api/auth/login": awaited, "POST /api/auth/second-factor": answers });
  const signedIn = vi.fn();
  const user = userEvent.setup({ delay: null });
  await stage(<SignInForm onSignedIn={signedIn} />);
  await user.type(screen.getByLabelText("Username"), " admin ");
  await user.type(screen.getByLabelText("Password"), "secret word{Enter}");
  await screen.findByLabelText("Code");
  return { user, signedIn, codes: () => writesOf(fetched).slice(1) };
}

const code = () => screen.getByLabelText<HTMLInputElement>("Code");
const verify = () => screen.getByRole("button", { name: "Verify" });

test("the code is asked for after the password, has the focus, and lets in", async () => {
  const { user, signedIn, codes } = await passwordGiven({ body: admin });
  expect(screen.getByText(/six digits it shows for admin/)).toBeDefined();
  expect(document.activeElement).toBe(code());
  expect(code().autocomplete).toBe("one-time-code");
  expect(signedIn).not.toHaveBeenCalled();
  await user.keyboard("123 456{Enter}{Enter}");
  await waitFor(() => expect(signedIn.mock.calls.map(([who]: unknown[]) => who)).toEqual([admin]));
  expect(codes()).toMatchObject([{ address: "/api/auth/second-factor", body: { challenge: "the challenge", code: "123 456" } }]);
});

test("while a code is looked at its button keeps the focus, and a second press sends nothing", async () => {
  const answer = Promise.withResolvers<Said>();
  const { user, signedIn, codes } = await passwordGiven(() => answer.promise);
  await user.type(code(), "123456");
  verify().focus();
  await user.keyboard("{Enter}");
  // A browser takes the focus away from what is disabled.
  expect(await screen.findByRole("button", { name: "Verifying..." })).toHaveProperty("disabled", false);
  await user.keyboard("{Enter}");
  answer.resolve({ body: admin });
  await waitFor(() => expect(signedIn).toHaveBeenCalledOnce());
  expect(codes()).toHaveLength(1);
});

test("an empty code is said before anything is sent", async () => {
  const { user, codes } = await passwordGiven({ body: admin });
  await user.click(verify());
  expect(screen.getByText("Enter the code")).toBeDefined();
  expect(document.activeElement).toBe(code());
  await user.type(code(), " - {Enter}");
  expect(codes()).toEqual([]);
});

test("a wrong code stays, is said, and is ready to be typed over", async () => {
  const answers = vi.fn((): Said => ({ body: admin })).mockReturnValueOnce(wrongCode);
  const { user, signedIn } = await passwordGiven(answers);
  await user.type(code(), "111111{Enter}");
  expect((await screen.findByRole("alert")).textContent).toContain("This code is wrong");
  expect(code().value).toBe("111111");
  expect(document.activeElement).toBe(code());
  await user.keyboard("222222{Enter}");
  await waitFor(() => expect(signedIn).toHaveBeenCalledOnce());
});

test("a recovery code is taken instead, and the way back is open", async () => {
  const { user, codes } = await passwordGiven({ body: admin });
  await user.type(code(), "12");
  await user.click(screen.getByRole("button", { name: "Use a recovery code instead" }));
  const recovery = screen.getByLabelText<HTMLInputElement>("Recovery code");
  expect(recovery.value).toBe("");
  expect(document.activeElement).toBe(recovery);
  await user.click(screen.getByRole("button", { name: "Use the authenticator instead" }));
  expect(document.activeElement).toBe(code());
  await user.click(screen.getByRole("button", { name: "Use a recovery code instead" }));
  await user.type(screen.getByLabelText("Recovery code"), "abcde-fghjk{Enter}");
  await waitFor(() => expect(codes()).toMatchObject([{ body: { code: "abcde-fghjk" } }]));
});

test.each([
  ["the server's reason", "This sign-in has expired. Enter your password again", undefined],
  ["words of our own where it has none", "", "The code could not be checked"],
])("a sign-in that has expired begins again at the password, with %s", async (_whose, said, shown) => {
  const reason = shown ?? said;
  const { user } = await passwordGiven(refusal(401, "not_signed_in", said));
  await user.type(code(), "123456{Enter}");
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain(reason));
  expect(screen.getByLabelText("Username")).toHaveProperty("value", " admin ");
  expect(document.activeElement).toBe(screen.getByLabelText("Password"));
  expect(screen.getByLabelText("Password")).toHaveProperty("value", "");
});

test("somebody who has thought better of it goes back without a reproach", async () => {
  const { user } = await passwordGiven({ body: admin });
  await user.click(screen.getByRole("button", { name: "Back to the password" }));
  expect(screen.getByLabelText("Username")).toHaveProperty("value", " admin ");
  expect(screen.queryByRole("alert")).toBeNull();
});

test("too many guesses and a server that is away are said, and nothing typed is lost", async () => {
  const answers = vi.fn((): Said => "no answer").mockReturnValueOnce(refusal(429, "too_many", "Try again in 30 seconds"));
  const { user } = await passwordGiven(answers);
  await user.type(code(), "123456{Enter}");
  expect((await screen.findByRole("alert")).textContent).toContain("Try again in 30 seconds");
  await user.click(verify());
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("The server cannot be reached"));
  expect(code().value).toBe("123456");
});
