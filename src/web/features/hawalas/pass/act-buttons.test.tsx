import { cleanup } from "@testing-library/react";
import { expect, it } from "vitest";

import { passPage, sent } from "#web/testing/pass-page.tsx";

it("says in writing why a completed hawala cannot be cancelled, and of no other", async () => {
  const why = "The receiver has been paid: before it can be cancelled, mark it as pending.";
  for (const hawala of [sent, { ...sent, hawalaStatus: "completed" } as const]) {
    const page = await passPage("?direction=outgoing&selected=5", {
      "GET /api/hawala/5": { body: { ...hawala, payout: null } },
    });
    await page.opened("HWL5");
    const isPaid = hawala !== sent;
    expect(page.panel().getByRole<HTMLButtonElement>("button", { name: "Cancel Hawala" }).disabled).toBe(isPaid);
    expect(page.panel().queryByText(why) !== null).toBe(isPaid);
    cleanup();
  }
});
