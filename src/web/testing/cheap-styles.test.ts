import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";

/** Puts this on the page and gives back the element that is asked about. */
function drawn(html: string): HTMLElement {
  document.body.innerHTML = html;
  return screen.getByTestId("asked");
}

const shown = (element: HTMLElement): readonly string[] => {
  const { display, visibility } = getComputedStyle(element);
  return [display, visibility];
};

describe("how an element is shown", () => {
  it("is said by its kind", () => {
    for (const [html, display] of [
      ["<div data-testid=asked></div>", "block"],
      ["<li data-testid=asked></li>", "list-item"],
      ["<button data-testid=asked></button>", "inline-block"],
      ["<template data-testid=asked></template>", "none"],
      ["<dialog data-testid=asked></dialog>", "none"],
      ["<dialog data-testid=asked open></dialog>", "block"],
    ] as const) {
      const element = drawn(html);
      expect(shown(element), html).toEqual([display, ""]);
      expect(getComputedStyle(element).getPropertyValue("display"), html).toBe(display);
    }
  });

  it("is said by the style of the element, and by what it stands in, as they are by now", () => {
    const element = drawn("<section><p data-testid=asked></p></section>");
    expect(shown(element)).toEqual(["block", ""]);
    element.style.display = "none";
    expect(shown(element)).toEqual(["none", ""]);
    element.style.display = "";
    const section = element.parentElement as HTMLElement;
    section.style.visibility = "hidden";
    expect(shown(element)).toEqual(["block", "hidden"]);
    section.style.pointerEvents = "none";
    expect([section, element].map((one) => getComputedStyle(one).pointerEvents)).toEqual(["none", ""]);
    section.removeAttribute("style");
    expect(shown(element)).toEqual(["block", ""]);
  });

  it("is said by a style sheet, also one that comes when the element was asked about already", () => {
    const element = drawn("<p data-testid=asked class=gone></p>");
    expect(shown(element)).toEqual(["block", ""]);
    const sheet = document.createElement("style");
    sheet.textContent = ".gone { display: none; visibility: hidden; position: fixed }";
    document.head.append(sheet);
    try {
      expect([...shown(element), getComputedStyle(element).position]).toEqual(["none", "hidden", "fixed"]);
    } finally {
      sheet.remove();
    }
    expect(shown(element)).toEqual(["block", ""]);
  });

  it("keeps from whoever asks by role what is hidden, and is asked of the page for all else", () => {
    const element = drawn(
      "<div style='display: none'><button>Save</button></div><p data-testid=asked style='color: red'>Paid</p>",
    );
    expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
    expect(screen.getByRole("button", { hidden: true }).textContent).toBe("Save");
    expect(getComputedStyle(element).color).toBe("red");
  });
});
