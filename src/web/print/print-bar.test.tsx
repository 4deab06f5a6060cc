import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { stage } from "#web/testing/stage.tsx";

import { PrintBar } from "./print-bar.tsx";
import { canPrint } from "./print-paper.ts";

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

it("a key that is held down prints once, and while a print is under way neither the button nor the key counts another", async () => {
  const print = vi.fn<() => void>();
  vi.stubGlobal("print", () => undefined);
  await stage(<PrintBar onPrint={print} home="/" />);
  const hold = { code: "KeyP", ctrlKey: true };
  fireEvent.keyDown(document.body, hold);
  // The browser's own print would be of no count.
  expect(fireEvent.keyDown(document.body, { ...hold, repeat: true })).toBe(false);
  expect(print).toHaveBeenCalledTimes(1);
  cleanup();
  await stage(<PrintBar onPrint={print} isPrinting home="/" />);
  await userEvent.click(screen.getByRole("button", { name: "Printing..." }));
  fireEvent.keyDown(document.body, hold);
  expect(print).toHaveBeenCalledTimes(1);
});

it("Back leads to where one came from, and where the sheet was the first page, to the one that it belongs to", async () => {
  const { router } = await stage(<PrintBar onPrint={undefined} home="/transactions/search" />, { at: "/print/transaction/7" });
  const path = () => router.state.location.pathname;
  const back = () => userEvent.click(screen.getByRole("button", { name: "Back" }));
  await back();
  expect(path()).toBe("/transactions/search");
  await router.navigate({ href: "/reports/trial" });
  await router.navigate({ href: "/print/transaction/7" });
  await back();
  await waitFor(() => expect(path()).toBe("/reports/trial"));
});

const android = "Mozilla/5.0 (Linux; Android 15; SM-A546B";
const iPhone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const blink = "AppleWebKit/537.36 (KHTML, like Gecko)";

/** Of the browser itself: its text is not told, as that of a function of a page is. */
const ownPrint = vi.fn<() => void>().bind(undefined);

it.each([
  [
    "a chat on Android",
    `${android}; wv) ${blink} Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36 [FB_IAB/Orca-Android]`,
    false,
  ],
  ["Chrome on Android", `${android}) ${blink} Chrome/140.0.0.0 Mobile Safari/537.36`, true],
  ["a chat on an iPhone", `${iPhone} Mobile/15E148 [FBAN/MessengerForiOS]`, false],
  ["Safari on an iPhone", `${iPhone} Version/18.5 Mobile/15E148 Safari/604.1`, true],
  ["Chrome on an iPhone", `${iPhone} CriOS/140.0.0.0 Mobile/15E148 Safari/604.1`, true],
  ["Chrome at the desk", `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Chrome/140.0.0.0 Safari/537.36`, true],
])("%s, whose print is there whether it prints or not: %s, %s", (_where, userAgent, prints) => {
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue(userAgent);
  vi.stubGlobal("print", ownPrint);
  expect(canPrint()).toBe(prints);
});

it("what an application has put in the place of a print that does nothing prints, and so does the office on the screen of an iPhone", () => {
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue(`${iPhone} Mobile/15E148`);
  vi.stubGlobal("print", () => undefined);
  expect(canPrint()).toBe(true);
  vi.stubGlobal("print", ownPrint);
  expect(canPrint()).toBe(false);
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator) as Navigator, { standalone: true }));
  expect(canPrint()).toBe(true);
});
