import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";

import { amountFrom } from "#kernel/amount.ts";
import { stage } from "#web/testing/stage.tsx";

import { AmountInput, type AmountInputProps } from "./amount-input.tsx";

type Given = Pick<AmountInputProps, "largest" | "readOnly">;

function Counter({ start, ...given }: Given & { readonly start: string }) {
  const [value, setValue] = useState(start);
  return (
    <>
      <AmountInput label="Amount" value={value} onChange={setValue} {...given} />
      <output aria-label="handed on">{value}</output>
    </>
  );
}

const tooLarge = "1000000000000000";

async function counter(start: string, given: Given) {
  await stage(<Counter start={start} {...given} />);
  return {
    user: userEvent.setup({ delay: null }),
    field: screen.getByRole<HTMLInputElement>("textbox", { name: "Amount" }),
    handedOn: () => screen.getByLabelText("handed on").textContent,
  };
}

it("an amount may be larger than one entry can carry where it is the sum of many", async () => {
  const { user, field, handedOn } = await counter("", { largest: amountFrom(`${tooLarge}.00`) });
  await user.type(field, tooLarge);
  expect(field.getAttribute("aria-invalid")).not.toBe("true");
  await user.type(field, "1");
  expect(screen.getByText("Amount must be at most 1,000,000,000,000,000.00")).toBeDefined();
  expect(handedOn()).toBe(`${tooLarge}1`);
});

it("an amount in which nobody can type takes no paste, and nobody is told what is wrong with it", async () => {
  const { user, field, handedOn } = await counter(tooLarge, { readOnly: true });
  expect(field.getAttribute("aria-invalid")).not.toBe("true");
  await user.click(field);
  await user.paste("12");
  expect(handedOn()).toBe(tooLarge);
});
