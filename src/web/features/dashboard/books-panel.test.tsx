import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";

import { lastVerification, type Verification } from "#contract/verification.ts";
import { queryKeys } from "#web/lib/query.ts";
import { dashboardOf, dashboardPage, dashboardParts, figures } from "#web/testing/dashboard.tsx";
import { refusal, type Said } from "#web/testing/replies.ts";

import { BooksPanel } from "./books-panel.tsx";

/** Noon of the office's day: the last verification is of that night. */
beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-03-21T07:30:00Z"), toFake: ["Date"] });
});

/** Books that were verified once, so long ago. */
function verifiedAgo(hours: number, verification: Partial<Verification> = {}) {
  const instant = new Date(Date.now() - hours * 3_600_000).toISOString();
  return { ...figures, verification: { balanced: true, startedAt: instant, finishedAt: instant, faults: [], ...verification } };
}

describe("the books", () => {
  test("balance, which was verified at a time", async () => {
    await dashboardParts(<BooksPanel figures={figures} />);
    expect(await screen.findByText("Books balance")).toBeDefined();
    expect(screen.getByText(/Verified 21 Mar 2026, 01:00/)).toBeDefined();
    expect(screen.getByText("Cash today, 2026-03-21")).toBeDefined();
  });

  test.each([36.1, 72])("that balanced %d hours ago are not shown as balanced", async (hours) => {
    await dashboardParts(<BooksPanel figures={verifiedAgo(hours)} />);
    const title = await screen.findByText("Not verified lately");
    expect(title.closest("[data-state]")?.getAttribute("data-state")).toBe("unknown");
    expect(screen.getByText(/^Verified 1[89] Mar 2026, .*\. They balanced then; what was recorded since/)).toBeDefined();
    expect(screen.queryByText("Books balance")).toBeNull();
  });

  test("that balanced by a clock that stood ahead are not shown as balanced", async () => {
    await dashboardParts(<BooksPanel figures={verifiedAgo(-720)} />);
    expect(await screen.findByText("Not verified lately")).toBeDefined();
  });

  test("that balanced 35.9 hours ago are shown as balanced", async () => {
    await dashboardParts(<BooksPanel figures={verifiedAgo(35.9)} />);
    const title = await screen.findByText("Books balance");
    expect(title.closest("[data-state]")?.getAttribute("data-state")).toBe("balanced");
  });

  test("that did not balance three days ago still do not", async () => {
    await dashboardParts(<BooksPanel figures={verifiedAgo(72, { balanced: false, faults: ["Account 2001 is wrong"] })} />);
    expect(await screen.findByText("Books do not balance")).toBeDefined();
  });

  test("that do not balance name what is wrong, the first five faults of many", async () => {
    const faults = Array.from({ length: 7 }, (_unused, index) => `Account ${String(2001 + index)} is wrong`);
    const verification = {
      balanced: false,
      startedAt: "2026-03-20T20:30:00.000Z",
      finishedAt: "2026-03-20T20:30:01.000Z",
      faults,
    };
    await dashboardParts(<BooksPanel figures={{ ...figures, verification }} />);
    expect(await screen.findByText("Books do not balance")).toBeDefined();
    expect(screen.getByText(/7 faults found/)).toBeDefined();
    expect(screen.getByText("Account 2005 is wrong")).toBeDefined();
    expect(screen.queryByText("Account 2006 is wrong")).toBeNull();
    expect(screen.getByText("and 2 more")).toBeDefined();
  });

  test("are verified by an admin's hand, whose result is seen at once", async () => {
    const { client, user } = await dashboardPage({
      "GET /api/dashboard": dashboardOf({ verification: null }),
      "POST /api/verification": { body: figures.verification },
    });
    client.setQueryData(queryKeys.of(lastVerification), null);
    expect(await screen.findByText("Not verified yet")).toBeDefined();
    expect(screen.getByText("The books are verified every night.")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Verify now" }));
    await waitFor(() => expect(screen.getByText("Books balance")).toBeDefined());
    expect(client.getQueryData(queryKeys.of(lastVerification))).toEqual(figures.verification);
  });

  test("are verified also by a hand that is quicker than the figures: what was read before does not come back", async () => {
    const before = Promise.withResolvers<Said>();
    const replies = [before.promise, Promise.resolve(dashboardOf({ verification: figures.verification }))];
    const { user } = await dashboardPage({
      "GET /api/dashboard": () => replies.shift() ?? refusal(500, "unexpected", "Nobody asks a third time."),
      "POST /api/verification": { body: figures.verification },
    });
    await user.click(await screen.findByRole("button", { name: "Verify now" }));
    await waitFor(() => expect(replies).toEqual([]));
    before.resolve(dashboardOf({ verification: null }));
    expect(await screen.findByText("Books balance")).toBeDefined();
    expect(screen.queryByText("Not verified yet")).toBeNull();
  });

  test("that could not be verified say so", async () => {
    const { user } = await dashboardParts(<BooksPanel figures={figures} />, {
      "POST /api/verification": refusal(500, "unexpected", ""),
    });
    await user.click(screen.getByRole("button", { name: "Verify now" }));
    expect(await screen.findByText("Failed to verify the books")).toBeDefined();
  });
});
