import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { refusal, replying } from "#web/testing/replies.ts";
import { stage } from "#web/testing/stage.tsx";

import { SignInForm } from "./sign-in-form.tsx";

const username = () => screen.getByLabelText("Username");
const password = () => screen.getByLabelText("Password");
const button = () => screen.getByRole("button", { name: /sign/i });

test("an empty field is named before anything is sent, and the first empty one gets the focus", async () => {
  const fetched = replying({});
  const user = userEvent.setup({ delay: null });
  await stage(<SignInForm onSignedIn={vi.fn()} />);
  await user.type(username(), "admin");
  await user.click(button());
  expect(screen.getByRole("alert").textContent).toContain("Please enter both username and password");
  expect(document.activeElement).toBe(password());
  expect(fetched).not.toHaveBeenCalled();
});

test("a wrong password leaves the username, says so and offers the password for typing over", async () => {
  replying({ "POST /api/auth/login": refusal(401, "not_signed_in", "Invalid username or password") });
  const user = userEvent.setup({ delay: null });
  await stage(<SignInForm onSignedIn={vi.fn()} />);
  await user.type(username(), "admin");
  await user.type(password(), "wrong{Enter}");
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("Invalid username or password"));
  expect(username()).toHaveProperty("value", "admin");
  expect(document.activeElement).toBe(password());
});

test("a server without words of its own is spoken for", async () => {
  replying({ "POST /api/auth/login": { status: 401, body: { message: "", code: "not_signed_in", requestId: "r" } } });
  const user = userEvent.setup({ delay: null });
  await stage(<SignInForm onSignedIn={vi.fn()} />);
  await user.type(username(), "admin");
  await user.type(password(), "wrong{Enter}");
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("Invalid username or password"));
});

test("a proxy's page in place of the server is not taken for a wrong password", async () => {
  // As over HTTP/2, which has no status text.
  const page = { status: 502, headers: { "content-type": "text/html" } };
  vi.stubGlobal("fetch", vi.fn().mockResolvedValue(new Response("<h1>Bad Gateway</h1>", page)));
  const user = userEvent.setup({ delay: null });
  await stage(<SignInForm onSignedIn={vi.fn()} />);
  await user.type(username(), "admin");
  await user.type(password(), "right{Enter}");
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("The server cannot be reached"));
});

test("while the request runs the button says so, and a second press sends nothing", async () => {
  const answer = Promise.withResolvers<Response>();
  const fetched = vi.fn(() => answer.promise);
  vi.stubGlobal("fetch", fetched);
  const signedIn = vi.fn();
  const user = userEvent.setup({ delay: null });
  await stage(<SignInForm onSignedIn={signedIn} />);
  await user.type(username(), "admin");
  await user.type(password(), "right");
  button().focus();
  await user.keyboard("{Enter}");
  expect(button().textContent).toBe("Signing in...");
  // A browser takes the focus away from what is disabled.
  expect(button()).toHaveProperty("disabled", false);
  await user.keyboard("{Enter}");
  await user.type(password(), "{Enter}");
  answer.resolve(Response.json({ id: "u1", username: "admin" }));
  await waitFor(() => expect(signedIn).toHaveBeenCalledOnce());
  expect(fetched).toHaveBeenCalledOnce();
});

test("the password can be shown and hidden", async () => {
  const user = userEvent.setup({ delay: null });
  await stage(<SignInForm onSignedIn={vi.fn()} />);
  await user.click(screen.getByRole("button", { name: "Show password" }));
  expect(password()).toHaveProperty("type", "text");
  await user.click(screen.getByRole("button", { name: "Hide password" }));
  expect(password()).toHaveProperty("type", "password");
});
