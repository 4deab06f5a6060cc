import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { stage } from "#web/testing/stage.tsx";

import { PrintBar } from "./print-bar.tsx";

it("a browser that does not print is told of before anything is counted as printed, by the button and by its key", async () => {
  const print = vi.fn<() => void>();
  await stage(<PrintBar onPrint={print} home="/" />);
  const user = userEvent.setup({ delay: null });
  vi.stubGlobal("print", undefined);
  await user.click(screen.getByRole("button", { name: "Print" }));
  expect(await screen.findByText("This browser does not print")).toBeDefined();
  await user.keyboard("{Control>}[KeyP]{/Control}");
  expect(print).not.toHaveBeenCalled();
  vi.stubGlobal("print", () => undefined);
  await user.keyboard("{Control>}[KeyP]{/Control}");
  expect(print).toHaveBeenCalledTimes(1);
});
