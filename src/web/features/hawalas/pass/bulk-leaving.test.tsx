import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";

import type { Hawala } from "#contract/hawalas.ts";
import { toast } from "#web/lib/toast.ts";
import { hawalaRow } from "#web/testing/hawalas.ts";
import { carriedOut, hawalasAsked, passPage } from "#web/testing/pass-page.tsx";
import { refusal, type Said } from "#web/testing/replies.ts";

const four = [1, 2, 3, 4].map((id) => hawalaRow({ id }));

/** Four hawalas of 9,200 are ticked, which other desks may change. */
async function ticked(at = "", first: Said | Promise<Said> = carriedOut(hawalaRow({ id: 1 }), { hawalaStatus: "Passed" })) {
  let rows = four;
  const page = await passPage(at, {
    "GET /api/hawala-details": (body, address) => hawalasAsked(rows)(body, address),
    "POST /api/hawala/pass/1": () => first,
  });
  await page.user.click(await screen.findByRole("checkbox", { name: "Choose all that are pending" }));
  const bar = () => screen.getByRole("region", { name: "Chosen hawalas" });
  const change = (id: number, to: Partial<Hawala>): Promise<void> => {
    rows = rows.map((row) => (row.id === id ? { ...row, version: row.version + 1, ...to } : row));
    return page.client.invalidateQueries({ queryKey: ["hawalas"] });
  };
  const run = async () => {
    await page.press("Pass 4 hawalas");
    const dialog = within(await screen.findByRole("dialog", { name: "Pass 4 hawalas" }));
    await page.user.click(dialog.getByRole("button", { name: "Pass 4 hawalas" }));
    await dialog.findByRole("button", { name: "Stop after this one" });
    return dialog;
  };
  return { ...page, bar, change, run };
}

describe("leaving while hawalas are being passed", () => {
  it("is asked about, and stops the rest", async () => {
    const answer = Promise.withResolvers<Said>();
    const { run, router, user, sent } = await ticked("", answer.promise);
    const dialog = await run();
    void router.navigate({ to: "/elsewhere" });
    await screen.findByText("Leaving stops after the one that is under way, and a message says how far it came.");
    await user.click(screen.getByRole("button", { name: "Stop and leave" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/elsewhere"));
    answer.resolve(carriedOut(hawalaRow({ id: 1 }), { hawalaStatus: "Passed" }));
    await dialog.findByText("1 passed, 3 not passed");
    expect(sent()).toHaveLength(1);
  });

  it.each([
    [carriedOut(hawalaRow({ id: 1 }), { hawalaStatus: "Passed" }), "1 passed, 0 not passed, 3 not tried", /^Choose those/],
    [refusal(409, "conflict", "The day is closed."), "0 passed, 1 not passed, 3 not tried", "The day is closed."],
    ["no answer" as const, "0 passed, 1 without an answer, 3 not tried", /^The server cannot be reached/],
  ])("is followed by a message that says how far it came", async (said, title, text) => {
    const told = vi.spyOn(toast, "error");
    const answer = Promise.withResolvers<Said>();
    const { run, unmount, sent } = await ticked("", answer.promise);
    await run();
    unmount();
    expect(told).not.toHaveBeenCalled();
    answer.resolve(said);
    await waitFor(() => expect(told).toHaveBeenCalledWith(title, typeof text === "string" ? text : expect.stringMatching(text)));
    expect(sent()).toHaveLength(1);
  });
});

describe("what was chosen", () => {
  it("loses what another desk has corrected, passed or cancelled since, and says so", async () => {
    const { bar, change, user } = await ticked();
    expect(bar().textContent).toContain("36,800.00");
    await change(1, { rAmount: "99999.00" });
    await within(bar()).findByText("1 chosen hawala was changed meanwhile: look at it before you choose it again.");
    await change(2, { hawalaStatus: "Passed" });
    await change(3, { hawalaStatus: "Cancelled" });
    const status = within(bar()).getByRole("status");
    await waitFor(() => expect(status.textContent).toContain("3 chosen hawalas were changed meanwhile"));
    expect(status.textContent).toContain("1 hawala chosen");
    expect(bar().textContent).toContain("9,200.00");
    await user.click(screen.getByRole("checkbox", { name: "Choose hawala LDN-1" }));
    expect(status.textContent).toBe("2 hawalas chosen");
    expect(bar().textContent).toContain("109,199.00");
  });

  it("loses what has left its list, and keeps what another filter hides", async () => {
    const { bar, change, user } = await ticked("?status=Pending");
    await change(2, { hawalaStatus: "Passed" });
    await within(bar()).findByText("3 hawalas chosen");
    await user.type(screen.getByRole("searchbox"), "LDN-4");
    await waitFor(() => expect(screen.queryByRole("checkbox", { name: "Choose hawala LDN-1" })).toBeNull());
    expect(within(bar()).getByText("3 hawalas chosen")).toBeDefined();
  });
});
