import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";

import { noteDirection } from "#web/lib/direction.ts";
import { stage } from "#web/testing/stage.tsx";

import { RateChart } from "./rate-chart.tsx";

interface Drawn {
  readonly data: readonly { readonly at: number }[];
  readonly xAxisProps: { readonly tickFormatter: (at: number) => string };
}

// What would stand below the points, were they drawn.
vi.mock("@mantine/charts", () => ({
  LineChart: ({ data, xAxisProps }: Drawn) => <p>{data.map(({ at }) => xAxisProps.tickFormatter(at)).join(" | ")}</p>,
}));

afterEach(() => noteDirection("ltr"));

test.each([
  ["ltr", "2026-03-21T09:35:00.000Z", "14:05 | 14:20"],
  ["rtl", "2026-03-21T09:35:00.000Z", "\u206614:05\u2069 | \u206614:20\u2069"],
  ["ltr", "2026-03-18T09:35:00.000Z", "18 Mar | 21 Mar"],
  ["rtl", "2026-03-18T09:35:00.000Z", "\u206618 Mar\u2069 | \u206621 Mar\u2069"],
] as const)("names the days, or within two days the times, read %s since %s", async (direction, recordedAt, ticks) => {
  noteDirection(direction);
  const rates = [{ rate: "70.00000000", recordedAt, recordedBy: null }];
  await stage(<RateChart code="AFN" rates={rates} readAt={Date.parse("2026-03-21T09:50:00.000Z")} />);
  expect(screen.getByText(ticks)).toBeDefined();
});
