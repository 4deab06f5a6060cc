import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";

import { composeByTelephone } from "#web/testing/composing.ts";
import { stage } from "#web/testing/stage.tsx";

import { RateInput } from "./rate-input.tsx";

async function rateField(told = vi.fn<(text: string) => void>()) {
  function Field() {
    const [value, setValue] = useState("");
    return (
      <RateInput
        label="Rate"
        value={value}
        onChange={(text) => {
          told(text);
          setValue(text);
        }}
      />
    );
  }
  await stage(<Field />);
  const field = screen.getByLabelText<HTMLInputElement>("Rate");
  return { user: userEvent.setup({ delay: null }), field, told };
}

describe("the rate field", () => {
  it("takes digits and one point, and ignores any other key where the caret is", async () => {
    const { user, field } = await rateField();
    await user.type(field, "6x9.8-0.");
    expect(field.value).toBe("69.80");
    await user.type(field, "k7", { initialSelectionStart: 1, initialSelectionEnd: 1 });
    expect(field.value).toBe("679.80");
  });

  it("takes Persian digits", async () => {
    const { user, field, told } = await rateField();
    await user.type(field, "۷۰٫۲");
    expect(field.value).toBe("70.2");
    expect(told).toHaveBeenLastCalledWith("70.2");
  });

  it("does not touch Persian digits while they are composed", async () => {
    const { field, told } = await rateField();
    expect(composeByTelephone(field, "۷۰٫۲")).toEqual(["۷", "۷۰", "۷۰٫", "۷۰٫۲"]);
    expect(field.value).toBe("70.2");
    expect(told).toHaveBeenLastCalledWith("70.2");
  });

  it("shows a comma as wrong instead of making sixty-nine point eight six thousand", async () => {
    const { user, field } = await rateField();
    await user.type(field, "69,80");
    expect(field.value).toBe("69,80");
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByText("A rate has digits and one decimal point only")).toBeDefined();
  });

  it("keeps a paste that is no rate, with the reason", async () => {
    const { user, field } = await rateField();
    await user.click(field);
    await user.paste("about 70");
    expect(field.value).toBe("about 70");
    expect(screen.getByText("A rate has digits and one decimal point only")).toBeDefined();
  });

  it.each(["75\t76", "75\r\n76\r\n", "75\n\n76"])("keeps the copied cells %j apart, and they are no rate", async (clip) => {
    const { user, field, told } = await rateField();
    await user.click(field);
    await user.paste(clip);
    expect(field.value).toBe("75 ; 76");
    expect(told).toHaveBeenLastCalledWith("75 ; 76");
    expect(field.getAttribute("aria-invalid")).toBe("true");
  });

  it("takes a single copied cell, and makes no rate of two that were dropped into it", async () => {
    const { user, field } = await rateField();
    await user.click(field);
    await user.paste("75.5\t");
    expect(field.value).toBe("75.5");
    expect(field.getAttribute("aria-invalid")).not.toBe("true");
    fireEvent.change(field, { target: { value: "75\t76" } });
    expect(field.value).toBe("75 ; 76");
    expect(field.getAttribute("aria-invalid")).toBe("true");
  });

  it.each([
    ["0.123456789", "A rate has at most eight decimals"],
    ["0.0000005", "Exchange rate must be at least 0.000001"],
    ["1000000001", "Exchange rate must be at most 1,000,000,000"],
  ])("says what is wrong with %s", async (typed, reason) => {
    const { user, field } = await rateField();
    await user.type(field, typed);
    expect(screen.getByText(reason)).toBeDefined();
  });

  it("that nobody can type in takes no copied cells", async () => {
    const told = vi.fn<(text: string) => void>();
    await stage(<RateInput label="Rate" value="69.80" onChange={told} readOnly />);
    const user = userEvent.setup({ delay: null });
    await user.click(screen.getByLabelText("Rate"));
    await user.paste("75\t76");
    expect(told).not.toHaveBeenCalled();
  });

  it("lets a rate begin with a zero, and says only afterwards that it is none", async () => {
    const { user, field } = await rateField();
    await user.type(field, "0.0");
    expect(screen.queryByText("Exchange rate must be greater than 0")).toBeNull();
    await user.tab();
    expect(screen.getByText("Exchange rate must be greater than 0")).toBeDefined();
    await user.type(field, "143");
    expect(field.value).toBe("0.0143");
    expect(screen.queryByText("Exchange rate must be greater than 0")).toBeNull();
  });
});
