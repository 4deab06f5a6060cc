import { afterEach, expect, test } from "vitest";

import { noteDirection } from "./direction.ts";
import { formatInstant, formatPart } from "./instant.ts";

afterEach(() => noteDirection("ltr"));

const instant = "2026-03-21T09:35:00.000Z";

test("an instant is told by the clock of the office, whose zone may be any", () => {
  expect(formatInstant(instant, "Asia/Kabul")).toBe("21 Mar 2026, 14:05");
  expect(formatInstant(Date.parse(instant), "Europe/London")).toBe("21 Mar 2026, 09:35");
});

test("an instant keeps its order where the screens are read from the right", () => {
  noteDirection("rtl");
  expect(formatInstant(instant, "Asia/Kabul")).toBe("\u206621 Mar 2026, 14:05\u2069");
});

test.each([
  ["ltr", "21 Mar", "14:05"],
  ["rtl", "\u206621 Mar\u2069", "\u206614:05\u2069"],
] as const)("a part of an instant is whole where the screens are read %s", (direction, day, time) => {
  noteDirection(direction);
  expect(formatPart(instant, "Asia/Kabul", "day")).toBe(day);
  expect(formatPart(instant, "Asia/Kabul", "time")).toBe(time);
});
