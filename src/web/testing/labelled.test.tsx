import { TextInput } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";

import { labelled } from "./labelled.ts";
import { stage } from "./stage.tsx";

describe("a field by its label", () => {
  it("is the one that the label is for, or that stands in it", async () => {
    await stage(
      <>
        <TextInput label="Amount" withAsterisk />
        <label>
          Rate <input name="rate" />
        </label>
      </>,
    );
    expect(labelled(/^Amount/)).toBe(screen.getByRole("textbox", { name: /^Amount/ }));
    expect(labelled("Rate").name).toBe("rate");
  });

  it("is none where the label has no field, or reads otherwise", () => {
    render(
      <>
        <label htmlFor="gone">Amount</label>
        <input aria-label="Rate" />
      </>,
    );
    expect(() => labelled("Amount")).toThrow("0 fields are labelled Amount; the labels are “Amount”");
    expect(() => labelled("Rate")).toThrow("0 fields are labelled Rate");
    expect(() => labelled("Amou")).toThrow("0 fields are labelled Amou");
  });

  it("is none where two labels read alike", () => {
    render(
      <>
        <label>
          Amount <input name="first" />
        </label>
        <label>
          Amount <input name="second" />
        </label>
      </>,
    );
    expect(() => labelled("Amount")).toThrow("2 fields are labelled Amount");
  });
});
