import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";

import { spokenIn } from "#web/testing/own-direction.ts";
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

test.each([
  ["en", "2026-03-21T09:35:00.000Z", "14:05 | 14:20"],
  ["fa-AF", "2026-03-21T09:35:00.000Z", "\u206814:05\u2069 | \u206814:20\u2069"],
  ["en", "2026-03-18T09:35:00.000Z", "18 Mar | 21 Mar"],
  ["fa-AF", "2026-03-18T09:35:00.000Z", "\u206818 مارچ\u2069 | \u206821 مارچ\u2069"],
] as const)("names the days, or within two days the times, in %s since %s", async (language, recordedAt, ticks) => {
  spokenIn(language);
  const rates = [{ rate: "70.00000000", recordedAt, recordedBy: null }];
  await stage(<RateChart code="AFN" rates={rates} readAt={Date.parse("2026-03-21T09:50:00.000Z")} />);
  expect(screen.getByText(ticks)).toBeDefined();
});
