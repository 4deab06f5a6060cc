import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";

import { replying } from "#web/testing/replies.ts";
import { stage } from "#web/testing/stage.tsx";

import { Start } from "./start.tsx";

test.each([
  ["the application", false],
  ["the change of password that is due", true],
])("a start whose first part, %s, does not come is a page with a heading that says why", async (_what, mustChangePassword) => {
  vi.spyOn(console, "error").mockReturnValue();
  vi.spyOn(console, "warn").mockReturnValue();
  replying({ "GET /healthz": "no answer", "GET /readyz": "no answer" });
  await stage(<Start />, { user: { mustChangePassword } });
  const page = within(await screen.findByRole("main"));
  page.getByRole("heading", { level: 1, name: "The office could not be opened" });
  page.getByText("The server cannot be reached. This opens by itself when it answers again.");
  expect(page.getAllByRole("button", { name: "Retry" })).toHaveLength(1);
});
