import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";

import { stage } from "#web/testing/stage.tsx";

import { LeftOutLines } from "./left-out-lines.tsx";

it("tells what stands in the first lines that were left out, and how many more there are", async () => {
  const skipped = Array.from({ length: 100 }, (_, nth) => ({ row: nth + 9, text: nth === 0 ? "جمله · 7250" : "note" }));
  await stage(<LeftOutLines of={{ skipped, skippedLines: 1_100 }} />);
  const lines = within(screen.getByRole("region", { name: "Left out: 1,100 rows" })).getAllByRole("listitem");
  expect(lines).toHaveLength(101);
  expect([lines[0]?.textContent, lines.at(-1)?.textContent]).toEqual(["Row 9 جمله · 7250", "and 1,000 more"]);
});

it("says nothing where nothing was left out", async () => {
  await stage(<LeftOutLines of={{ skipped: [], skippedLines: 0 }} />);
  expect(screen.queryByText(/^Left out/)).toBeNull();
});
