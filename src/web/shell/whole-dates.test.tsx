import { render } from "@testing-library/react";
import { expect, it } from "vitest";

import { WholeDates } from "./whole-dates.tsx";

it("keeps each date of a text in one piece, and the text as it is", () => {
  const text = "From 2025-08-18 to 2026-01-02, by 2001-7";
  const { container } = render(<WholeDates>{text}</WholeDates>);
  expect(container.textContent).toBe(text);
  expect([...container.querySelectorAll("span")].map(({ textContent }) => textContent)).toEqual(["2025-08-18", "2026-01-02"]);
});
