import { describe, expect, it } from "vitest";

import { passPage, waiting } from "#web/testing/pass-page.tsx";
import { refusal } from "#web/testing/replies.ts";

describe("a hawala that changes while it is open", () => {
  it("offers nothing of a hawala whose import was undone while it was open", async () => {
    let isThere = true;
    const { opened, panel, client } = await passPage("?selected=1", {
      "GET /api/hawala/1": () =>
        isThere ? { body: { ...waiting, payout: null } } : refusal(404, "not_found", "There is no hawala 1"),
    });
    await opened("LDN-1");
    isThere = false;
    await client.invalidateQueries({ queryKey: ["hawalas"] });
    await panel().findByText("Hawala LDN-1 is not there any more: its import was undone.");
    expect(panel().queryByRole("button", { name: "Confirm Pass Hawala" })).toBeNull();
    expect(panel().queryByRole("heading", { name: "Hawala LDN-1" })).toBeNull();
  });
});
