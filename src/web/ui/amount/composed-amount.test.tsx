import { act, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";

import { beginByTelephone, composeOn, typeByTelephone } from "#web/testing/composing.ts";
import { stage } from "#web/testing/stage.tsx";

import { AmountInput } from "./amount-input.tsx";

function Counter({ start }: { readonly start: string }) {
  const [value, setValue] = useState(start);
  return (
    <>
      <AmountInput label="Amount" value={value} onChange={setValue} />
      <output aria-label="handed on">{value}</output>
    </>
  );
}

async function counter(start = "") {
  await stage(<Counter start={start} />);
  return {
    field: screen.getByRole<HTMLInputElement>("textbox", { name: "Amount" }),
    handedOn: () => screen.getByLabelText("handed on").textContent,
  };
}

/** Enter goes to the next field: the word ends, and the field is left, within that one press. */
function goOn(field: HTMLElement, word: string): void {
  act(() => {
    field.dispatchEvent(new CompositionEvent("compositionend", { bubbles: true, data: word }));
    field.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
  });
}

it.each([
  ["12500", "12,500", "12500"],
  ["۱۲۵۰۰", "12,500", "12500"],
  ["=100/3", "33.33", "33.33"],
])("an amount whose last word was still being composed (%s) is left as any other", async (word, left, value) => {
  const { field, handedOn } = await counter();
  beginByTelephone(field, word);
  goOn(field, word);
  expect(field.value).toBe(left);
  expect(handedOn()).toBe(value);
});

it("an unfinished calculation that was still being composed is told as one when the field is left", async () => {
  const { field } = await counter();
  beginByTelephone(field, "=12+");
  goOn(field, "=12+");
  expect(field.getAttribute("aria-invalid")).toBe("true");
});

it("an amount that is left before its word has ended stands there as it is meant", async () => {
  const { field, handedOn } = await counter();
  beginByTelephone(field, "=100/3");
  fireEvent.blur(field);
  expect(field.value).toBe("33.33");
  expect(handedOn()).toBe("33.33");
});

it.each([
  ["another word than was composed", "1,23478", "78", "123478"],
  ["none at all", "1,234", "", "1234"],
])("a browser that tells only afterwards what has ended a word, %s, is believed", async (_what, value, data, amount) => {
  const { field, handedOn } = await counter("1234");
  beginByTelephone(field, "56");
  fireEvent.compositionEnd(field, { target: { value }, data });
  fireEvent.input(field, { data, inputType: "insertCompositionText", isComposing: false });
  expect(handedOn()).toBe(amount);
  expect(field.value.replaceAll(",", "")).toBe(amount);
});

it.each([
  ["", "xy", "x", "", ""],
  ["1234", "xy", "x", "1,234", "1234"],
  ["", "5x", "x", "", ""],
  ["1234", "x", "😀", "1,234", "1234"],
])("behind %j, a word %s that was taken back to %s leaves nothing of itself", async (start, word, rest, shown, value) => {
  const { field, handedOn } = await counter(start);
  const before = field.value;
  beginByTelephone(field, word);
  composeOn(field, before, rest);
  expect(field.value).toBe(`${before}${rest}`);
  fireEvent.compositionEnd(field, { data: rest });
  expect(field.value).toBe(shown);
  expect(handedOn()).toBe(value);
});

it.each([
  ["which was left", false],
  ["which was typed just now", true],
])(
  "a word of one sign that has no place in an amount leaves the selected amount it was typed over, %s",
  async (_when, isTyped) => {
    const { field, handedOn } = await counter(isTyped ? "" : "1234");
    if (isTyped) typeByTelephone(field, "1234");
    fireEvent.compositionStart(field);
    composeOn(field, "", "x");
    fireEvent.compositionEnd(field, { data: "x" });
    expect(field.value.replaceAll(",", "")).toBe("1234");
    expect(handedOn()).toBe("1234");
  },
);
