import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";

import { stage } from "#web/testing/stage.tsx";

import { useShellKeys } from "./shell-keys.ts";

function Page({ onPalette, onSheet }: { readonly onPalette: () => void; readonly onSheet: () => void }) {
  useShellKeys({ role: "admin", onPalette, onSheet });
  return <input aria-label="Words" />;
}

async function page() {
  const [onPalette, onSheet] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const { router } = await stage(<Page onPalette={onPalette} onSheet={onSheet} />);
  const press = (key: KeyboardEventInit, target: Element = document.body) => fireEvent.keyDown(target, key);
  return { onPalette, onSheet, press, goTo: vi.spyOn(router, "navigate") };
}

const ctrlK = { code: "KeyK", key: "k", ctrlKey: true };
const question = { code: "Slash", key: "?", shiftKey: true };
const [g, t] = [
  { code: "KeyG", key: "g" },
  { code: "KeyT", key: "t" },
];

it("Ctrl+K, the question mark, and G with a letter work on a page, by the physical key", async () => {
  const { onPalette, onSheet, press, goTo } = await page();
  press({ ...ctrlK, key: "ن" });
  press({ code: "KeyK", key: "k", metaKey: true });
  expect(onPalette).toHaveBeenCalledTimes(2);
  press(question);
  press({ code: "Slash", key: "؟", shiftKey: true });
  expect(onSheet).toHaveBeenCalledTimes(2);
  press({ ...g, key: "ل" });
  press({ ...t, key: "ف" });
  expect(goTo).toHaveBeenCalledTimes(1);
});

it("a letter alone, and one after a G with another key held, go nowhere", async () => {
  const { press, goTo } = await page();
  press(t);
  press({ ...g, ctrlKey: true });
  press(t);
  expect(goTo).not.toHaveBeenCalled();
});

it("a letter goes nowhere that comes long after a G, or once that has been followed", async () => {
  const { press, goTo } = await page();
  vi.useFakeTimers({ toFake: ["performance"] });
  press(g);
  vi.advanceTimersByTime(1_500);
  press(t);
  expect(goTo).not.toHaveBeenCalled();
  press(g);
  vi.advanceTimersByTime(1_499);
  for (const key of [t, t]) press(key);
  expect(goTo).toHaveBeenCalledTimes(1);
});

it("while a dialog is open none of them does anything, nor does the browser with Ctrl+K", async () => {
  const { onPalette, onSheet, press, goTo } = await page();
  const dialog = document.createElement("div");
  dialog.setAttribute("role", "dialog");
  dialog.setAttribute("aria-modal", "true");
  document.body.append(dialog);
  const isLeftToBrowser = press(ctrlK);
  for (const key of [question, g, t]) press(key);
  expect([onPalette, onSheet, goTo].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0]);
  expect(isLeftToBrowser).toBe(false);
});

it("in a field they are text, but for Ctrl+K and for Escape, which leaves it", async () => {
  const { onPalette, onSheet, press, goTo } = await page();
  const words = screen.getByLabelText("Words");
  words.focus();
  for (const key of [question, g, t]) press(key, words);
  expect([onSheet, goTo].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  press(ctrlK, words);
  expect(onPalette).toHaveBeenCalledTimes(1);
  press({ key: "Escape", code: "Escape" }, words);
  expect(document.activeElement).not.toBe(words);
});
