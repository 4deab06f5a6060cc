import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { pressEnterOfInputMethod } from "#web/testing/composing.ts";
import { stage } from "#web/testing/stage.tsx";

import { SearchBox } from "./search-box.tsx";

async function open(value = "") {
  const onChange = vi.fn<(value: string) => void>();
  await stage(<SearchBox aria-label="Search" value={value} onChange={onChange} hint={<span>Type here</span>} />);
  return { box: screen.getByRole<HTMLInputElement>("searchbox", { name: "Search" }), onChange, user: userEvent.setup() };
}

test("a box that was cleared by its button has the focus, for the next text", async () => {
  const { box, onChange, user } = await open("rahimi");
  screen.getByRole("button", { name: "Clear the search" }).focus();
  await user.keyboard("{Enter}");
  expect(onChange.mock.calls).toEqual([[""]]);
  expect(box.value).toBe("");
  expect(document.activeElement).toBe(box);
});

test("shows its hint as long as it is empty", async () => {
  const { box, user } = await open();
  expect(screen.getByText("Type here")).toBeDefined();
  await user.type(box, "r");
  expect(screen.queryByText("Type here")).toBeNull();
});

test("searches at once on Enter, but for the one that ends a word in an input method", async () => {
  const { box, onChange } = await open();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  fireEvent.change(box, { target: { value: " rahimi " } });
  pressEnterOfInputMethod(box);
  expect(onChange).not.toHaveBeenCalled();
  fireEvent.keyDown(box, { key: "Enter", keyCode: 13 });
  expect(onChange.mock.calls).toEqual([["rahimi"]]);
});
