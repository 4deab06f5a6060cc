import { screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import { stage } from "#web/testing/stage.tsx";

import { Money } from "./money.tsx";

const shown = () => screen.getByTestId("amount").querySelector("[aria-hidden]");

describe("an amount", () => {
  test("that may wrap does so between its groups alone, and reads as any other", async () => {
    await stage(
      <p data-testid="amount">
        <Money value="-1234567.50" currency="USD" mayWrap />
      </p>,
    );
    expect(shown()?.innerHTML).toMatch(/^-\$1,<wbr>234,<wbr>567\.50<span/);
    expect(shown()?.textContent).toBe("-$1,234,567.50 USD");
    expect(screen.getByText("minus 1,234,567.50 USD")).toBeDefined();
  });

  test("stays on one line otherwise", async () => {
    await stage(
      <p data-testid="amount">
        <Money value="1234567.50" currency="USD" withoutCode />
      </p>,
    );
    expect(shown()?.innerHTML).toBe("$1,234,567.50");
  });
});
