import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";

import { stage } from "#web/testing/stage.tsx";

import { ListExport } from "./list-export.tsx";

const filters = { q: "zahra", type: "", status: "active", currency: "2" } as const;

/** What the browser was told to save, and what the server was asked for. */
async function exporting(answer: () => Response | Promise<Response>, isEmpty = false) {
  const saved: string[] = [];
  const asked: string[] = [];
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:here");
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  vi.stubGlobal("fetch", (address: string) => {
    asked.push(address);
    return Promise.resolve(answer());
  });
  await stage(<ListExport filters={filters} isEmpty={isEmpty} />);
  const user = userEvent.setup({ delay: null });
  const choose = async (kind: string) => {
    await user.click(screen.getByRole("button", { name: "Export Report" }));
    await user.click(await screen.findByRole("menuitem", { name: kind }));
  };
  return { user, choose, saved, asked };
}

const file = () => new Response("code", { headers: { "content-disposition": 'attachment; filename="accounts-2026-03-21.csv"' } });

describe("Export Report", () => {
  it("asks the server for the file of the current filter and saves it under its name", async () => {
    const { choose, saved, asked } = await exporting(file);
    await choose("Plain table (.csv)");
    expect(await screen.findByText("Saved as accounts-2026-03-21.csv")).toBeDefined();
    expect(asked).toEqual(["/api/accounts/export?q=zahra&status=active&currencyId=2&format=csv"]);
    expect(saved).toEqual(["accounts-2026-03-21.csv"]);
  });

  it("gives the focus back to its button, which keeps it while the file is made", async () => {
    const made = Promise.withResolvers<Response>();
    const { user } = await exporting(() => made.promise);
    const button = screen.getByRole("button", { name: "Export Report" });
    await user.tab();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("menuitem", { name: "Spreadsheet (.xlsx)" })));
    await user.keyboard("{Enter}");
    await waitFor(() => expect(button.getAttribute("aria-disabled")).toBe("true"));
    // A browser takes the focus from a button that is disabled.
    expect(button).toHaveProperty("disabled", false);
    await user.keyboard("{Enter}");
    expect(screen.queryByRole("menuitem")).toBeNull();
    made.resolve(file());
    await screen.findByText("Saved as accounts-2026-03-21.csv");
    expect(document.activeElement).toBe(button);
  });

  it("says why there is no file", async () => {
    const body = { message: "A file holds at most 100,000 rows", code: "too_large", requestId: "request-1" };
    const { choose, saved } = await exporting(() => Response.json(body, { status: 413 }));
    await choose("Spreadsheet (.xlsx)");
    expect(await screen.findByText("The report could not be exported")).toBeDefined();
    expect(screen.getByText("A file holds at most 100,000 rows")).toBeDefined();
    expect(saved).toEqual([]);
  });

  it("makes no file of nothing", async () => {
    const { choose, asked } = await exporting(file, true);
    await choose("Spreadsheet (.xlsx)");
    expect(await screen.findByText("No account matches this search, so there is nothing to export.")).toBeDefined();
    expect(asked).toEqual([]);
  });
});
