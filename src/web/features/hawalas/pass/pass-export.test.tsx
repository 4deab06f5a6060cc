import { screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";

import { passPage } from "#web/testing/pass-page.tsx";

const path = "/api/hawala-details/export";
const file = { body: "file", headers: { "content-disposition": 'attachment; filename="hawalas.xlsx"' } };

describe("the export of Pass Hawala", () => {
  it.each([
    ["", { direction: "incoming" }],
    [
      "?direction=all&status=Passed&fromDate=2026-03-01&toDate=2026-03-21&q=laila&selected=3",
      { direction: "all", status: "Passed", fromDate: "2026-03-01", toDate: "2026-03-21", q: "laila" },
    ],
  ])("saves all that the filters of %j find", async (at, filters) => {
    vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:here");
    const { user, press, asked, toast } = await passPage(at, { [`GET ${path}`]: file });
    await screen.findByRole("list", { name: "Pass Hawala" });
    await press("Export");
    await user.click(await screen.findByRole("menuitem", { name: "Spreadsheet (.xlsx)" }));
    await toast("Export finished", "Saved as hawalas.xlsx");
    expect(asked(path)).toEqual([{ ...filters, format: "xlsx" }]);
  });

  it("is not there for days that end before they begin, which the call refuses", async () => {
    await passPage("?fromDate=2026-03-09&toDate=2026-03-01");
    await screen.findByText("The first day is after the last");
    expect(screen.queryByRole("button", { name: "Export" })).toBeNull();
  });
});
