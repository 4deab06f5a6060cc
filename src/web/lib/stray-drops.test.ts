import { createEvent, fireEvent } from "@testing-library/react";
import { expect, it } from "vitest";

import { refuseStrayDrops } from "./stray-drops.ts";

refuseStrayDrops(document);

/** Whether the browser is kept from doing what it does with what is held over the element, and dropped there. */
function isRefused(element: Element, types: readonly string[]): boolean {
  const dragged = { dataTransfer: { types, dropEffect: "copy" } };
  const events = [createEvent.dragOver(element, dragged), createEvent.drop(element, dragged)];
  for (const event of events) fireEvent(element, event);
  const [over, dropped] = events.map(({ defaultPrevented }) => defaultPrevented);
  expect(over).toBe(dropped);
  return over === true;
}

it("a file or a link that is dropped beside what takes it opens nothing; a text is left to its field", () => {
  document.body.innerHTML = '<p></p><input><textarea></textarea><div id="takes"></div>';
  const [page, input, text] = ["p", "input", "textarea"].map((name) => document.querySelector(name));
  for (const element of [page, input, text]) expect(isRefused(element as Element, ["Files"])).toBe(true);
  expect(isRefused(page as Element, ["text/uri-list", "text/plain"])).toBe(true);
  for (const element of [input, text]) expect(isRefused(element as Element, ["text/uri-list", "text/plain"])).toBe(false);
});

it("the pointer says that nothing is taken, but over what takes it", () => {
  document.body.innerHTML = "<p></p><div></div>";
  const effectOver = (name: string): string | undefined => {
    const element = document.querySelector(name) as Element;
    const event = createEvent.dragOver(element, { dataTransfer: { types: ["Files"], dropEffect: "copy" } }) as DragEvent;
    fireEvent(element, event);
    return event.dataTransfer?.dropEffect;
  };
  document.querySelector("div")?.addEventListener("dragover", (event) => event.preventDefault());
  expect([effectOver("p"), effectOver("div")]).toEqual(["none", "copy"]);
});
