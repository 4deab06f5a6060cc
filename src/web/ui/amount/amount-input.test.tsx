import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it } from "vitest";

import { amountInput } from "#contract/money.ts";
import { composeByTelephone } from "#web/testing/composing.ts";
import { stage } from "#web/testing/stage.tsx";

import { AmountInput } from "./amount-input.tsx";
import { readAmount } from "./typed-amount.ts";

function Counter({ start }: { readonly start: string }) {
  const [value, setValue] = useState(start);
  return (
    <>
      <AmountInput label="Amount" value={value} onChange={setValue} currency="USD" />
      <output aria-label="handed on">{value}</output>
      <button type="button" onClick={() => setValue("")}>
        New
      </button>
      <button type="button" onClick={() => setValue("5000.5")}>
        Fill
      </button>
    </>
  );
}

async function counter(start = "") {
  await stage(<Counter start={start} />);
  const user = userEvent.setup({ delay: null });
  return {
    user,
    field: screen.getByRole<HTMLInputElement>("textbox", { name: "Amount" }),
    handedOn: () => screen.getByLabelText("handed on").textContent,
  };
}

describe("the amount field", () => {
  it.each([
    ["1234567", "1234567", "1,234,567", "1234567"],
    ["1,234.50", "1234.50", "1,234.50", "1234.50"],
    ["12a3.4.5", "123.45", "123.45", "123.45"],
    ["۱۲۳۴٫۵", "1234.5", "1,234.5", "1234.5"],
    ["٤٥٦", "456", "456", "456"],
    ["1.5k", "1.5k", "1,500", "1500"],
    ["2m", "2m", "2,000,000", "2000000"],
    ["=120*83.5", "=120*83.5", "10,020", "10020"],
    [".", ".", "", ""],
    ["0012", "0012", "12", "12"],
  ])("typed %s stands as %s, is grouped to %s on leaving and handed on as %s", async (keys, typed, left, value) => {
    const { user, field, handedOn } = await counter();
    await user.type(field, keys);
    expect(field.value).toBe(typed);
    await user.tab();
    expect(field.value).toBe(left);
    expect(handedOn()).toBe(value);
    expect(field.getAttribute("aria-invalid")).not.toBe("true");
  });

  it.each([
    ["12.345", "An amount has at most two decimals"],
    ["1000000000000000", "Amount must be at most 999,999,999,999,999.99"],
    ["=120*", "This calculation is not finished"],
    ["=1/0", "Nothing can be divided by 0"],
    ["=5-10", "Amount must be greater than 0"],
  ])("keeps %s as typed and says why it is wrong", async (keys, reason) => {
    const { user, field, handedOn } = await counter();
    await user.type(field, keys);
    await user.tab();
    expect(field.value).toBe(keys);
    expect(handedOn()).toBe(keys);
    expect(screen.getByText(reason)).toBeDefined();
    expect(field.getAttribute("aria-invalid")).toBe("true");
  });

  it("does not scold a calculation that is still being typed", async () => {
    const { user, field } = await counter();
    await user.type(field, "=120*");
    expect(screen.queryByText("This calculation is not finished")).toBeNull();
  });

  it.each([
    ["=1.1*5", "= 5.50", "5.50", true],
    ["1.5k", "= 1,500.00", "1,500", true],
    ["=10*", "This calculation is not finished", "=10*", false],
  ])("left with the mouse after %s, neither takes nor shows a line until the button is up", async (keys, line, left, before) => {
    const { user, field } = await counter();
    const button = screen.getByRole("button", { name: "Fill" });
    const isShown = () => screen.queryByText(line) !== null;
    await user.type(field, keys);
    expect(isShown()).toBe(before);
    await user.pointer({ keys: "[MouseLeft>]", target: button });
    expect(document.activeElement).toBe(button);
    expect(field.value).toBe(keys);
    expect(isShown()).toBe(before);
    // Released elsewhere, it is no click.
    await user.pointer({ keys: "[/MouseLeft]", target: document.body });
    await waitFor(() => expect(isShown()).toBe(!before));
    expect(field.value).toBe(left);
  });

  it("does not take back what is typed after it was left with a press that did not end", async () => {
    const { user, field, handedOn } = await counter();
    await user.type(field, "=1.1*5");
    await user.pointer({ keys: "[MouseLeft>]", target: screen.getByRole("button", { name: "New" }) });
    field.focus();
    await user.keyboard("0");
    await user.pointer({ keys: "[/MouseLeft]", target: document.body });
    await waitFor(() => expect(screen.getByText("= 55.00")).toBeDefined());
    expect(field.value).toBe("=1.1*50");
    expect(handedOn()).toBe("55");
  });

  it("says that a quotient was rounded", async () => {
    const { user, field, handedOn } = await counter();
    await user.type(field, "=100/3");
    expect(screen.getByText("= 33.33, rounded to two decimals")).toBeDefined();
    await user.tab();
    expect(field.value).toBe("33.33");
    expect(screen.getByText("= 33.33, rounded to two decimals")).toBeDefined();
    expect(handedOn()).toBe("33.33");
  });

  it.each([
    ["AFN 1,234.50", "1234.50", "1234.50"],
    ["$ 99", "99", "99"],
    ["۱٬۲۳۴٫۵۰", "1234.50", "1234.50"],
  ])("takes the amount out of a pasted %s", async (clip, shown, value) => {
    const { user, field, handedOn } = await counter();
    await user.click(field);
    await user.paste(clip);
    expect(field.value).toBe(shown);
    expect(handedOn()).toBe(value);
  });

  it.each(["12,50", "1.234,50", "12abc34", "12.345", "AFN 12 or 13"])("does not guess what a pasted %s means", async (clip) => {
    const { user, field, handedOn } = await counter();
    await user.click(field);
    await user.paste(clip);
    expect(field.value).toBe(clip);
    expect(handedOn()).toBe(clip);
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(readAmount(handedOn()).kind).toBe("fault");
    await user.tab();
    expect(field.value).toBe(clip);
    expect(field.getAttribute("aria-invalid")).toBe("true");
  });

  it.each([
    ["insertText", "12,50"],
    ["insertFromDrop", null],
    ["insertCompositionText", "12,50"],
    ["insertReplacementText", "12,50"],
  ])("does not guess what a 12,50 means that comes at once, by %s", async (inputType, data) => {
    const { user, field, handedOn } = await counter();
    fireEvent.input(field, { target: { value: "12,50" }, inputType, data });
    expect(field.value).toBe("12,50");
    expect(handedOn()).toBe("12,50");
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(readAmount(handedOn()).kind).toBe("fault");
    // Nor once one figure of it is taken away, until the comma is.
    await user.type(field, "{Backspace}");
    expect(field.value).toBe("12,5");
    await user.type(field, "{Backspace}{Backspace}.5");
    expect(handedOn()).toBe("12.5");
  });

  it.each([
    ["12500", "12500", "12500"],
    ["12,500.50", "12500.50", "12500.50"],
    ["۱۲٬۵۰۰٫۵", "12500.5", "12500.5"],
    ["x", "", ""],
  ])("does not touch %s while it is composed; it stands as %s afterwards", async (word, shown, value) => {
    const { field, handedOn } = await counter();
    expect(composeByTelephone(field, word)).toEqual([...word].map((_sign, index) => [...word].slice(0, index + 1).join("")));
    expect(field.value).toBe(shown);
    expect(handedOn()).toBe(value);
  });

  it("has composed on behind its own separators", async () => {
    const { user, field, handedOn } = await counter("1234");
    await user.click(field);
    expect(composeByTelephone(field, "56")).toEqual(["1,2345", "1,23456"]);
    expect(handedOn()).toBe("123456");
    await user.tab();
    expect(field.value).toBe("123,456");
  });

  it("keeps apart what would read as thousands only because of what stood there", async () => {
    const { user, field, handedOn } = await counter("7");
    await user.click(field);
    field.setSelectionRange(0, 0);
    await user.paste("12,50");
    expect(field.value).toBe("12,50 ; 7");
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(readAmount(handedOn()).kind).toBe("fault");
  });

  it("takes figures that come at once, and those that are left, in the midst of its own separators", async () => {
    const { user, field, handedOn } = await counter("1234567");
    await user.click(field);
    field.setSelectionRange(9, 9);
    await user.keyboard("{Backspace}");
    expect(field.value).toBe("123456");
    await user.tab();
    fireEvent.input(field, { target: { value: "123,45678" }, inputType: "insertText", data: "78" });
    expect(handedOn()).toBe("12345678");
  });

  it("takes a part of a calculation that is pasted", async () => {
    const { user, field, handedOn } = await counter();
    await user.type(field, "=120");
    await user.paste("*83.5");
    expect(handedOn()).toBe("10020");
  });

  it.each(["500\t700", "500\r\n700\r\n", "500\n\n700"])(
    "keeps the copied cells %j apart, and they cannot be saved",
    async (clip) => {
      const { user, field, handedOn } = await counter();
      await user.click(field);
      await user.paste(clip);
      for (const leave of [false, true]) {
        if (leave) await user.tab();
        expect(field.value).toBe("500 ; 700");
        expect(field.getAttribute("aria-invalid")).toBe("true");
      }
      expect(handedOn()).toBe("500 ; 700");
      expect(amountInput("Amount is required").safeParse(handedOn()).success).toBe(false);
      expect(readAmount(handedOn()).kind).toBe("fault");
    },
  );

  it("takes a single copied cell, with the line break behind it, for the amount that stands there", async () => {
    const { user, field, handedOn } = await counter();
    await user.click(field);
    await user.paste("500\r\n");
    expect(field.value).toBe("500");
    expect(handedOn()).toBe("500");
  });

  it("makes no amount of two cells that were dropped into it", async () => {
    const { field, handedOn } = await counter();
    fireEvent.change(field, { target: { value: "500\t700" } });
    expect(field.value).toBe("500 ; 700");
    expect(handedOn()).toBe("500 ; 700");
    expect(field.getAttribute("aria-invalid")).toBe("true");
  });

  it("pastes over the selection only", async () => {
    const { user, field, handedOn } = await counter("1200");
    await user.click(field);
    field.setSelectionRange(1, 1);
    await user.paste("34");
    expect(handedOn()).toBe("134200");
  });

  it("takes a value that was put in as a whole, as form fillers do", async () => {
    const { field, handedOn } = await counter();
    fireEvent.change(field, { target: { value: "USD 1,500.25" } });
    expect(handedOn()).toBe("1500.25");
    fireEvent.change(field, { target: { value: "one hundred" } });
    expect(field.value).toBe("one hundred");
    expect(field.getAttribute("aria-invalid")).toBe("true");
  });

  it("keeps the caret where a separator was stripped, or a key ignored", async () => {
    const { user, field } = await counter("1234567");
    await user.click(field);
    expect(field.value).toBe("1,234,567");
    field.setSelectionRange(5, 5);
    await user.keyboard("9");
    expect(field.value).toBe("12349567");
    expect(field.selectionStart).toBe(5);
    // Nor does a key that is ignored move it.
    await user.keyboard("x8");
    expect(field.value).toBe("123498567");
  });

  it("shows a value that comes from elsewhere instead of its own draft", async () => {
    const { user, field, handedOn } = await counter();
    await user.type(field, "12.345");
    await user.click(screen.getByRole("button", { name: "Fill" }));
    expect(field.value).toBe("5,000.5");
    await user.click(screen.getByRole("button", { name: "New" }));
    expect(field.value).toBe("");
    expect(handedOn()).toBe("");
  });

  it("ignores the mouse wheel", async () => {
    const { user, field, handedOn } = await counter("12");
    await user.click(field);
    fireEvent.wheel(field, { deltaY: 100 });
    expect(handedOn()).toBe("12");
    expect(field.type).toBe("text");
  });
});
