import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";

import { pressEnterOfInputMethod, pressEnterOfTelephone } from "#web/testing/composing.ts";
import { carriedOut, passPage, waiting } from "#web/testing/pass-page.tsx";
import type { Replies } from "#web/testing/replies.ts";

const field = () => screen.getByRole<HTMLInputElement>("combobox", { name: "Select Branch Account (1007 or 2007)" });

/** A hawala to be paid by the branch in Herat, with this typed over it. */
async function typedOver(text: string, replies: Replies = {}) {
  const page = await passPage("?selected=1", {
    "POST /api/hawala/pass/1": carriedOut(waiting, { hawalaStatus: "Passed" }),
    ...replies,
  });
  await page.opened("LDN-1");
  await page.user.click(screen.getByRole("checkbox", { name: "Is Passed by Branch" }));
  await page.user.click(field());
  await page.user.click(await screen.findByRole("option", { name: /1007/ }));
  expect(field().value).toBe("1007 · Herat branch · AFN");
  const retype = async (instead: string): Promise<void> => {
    await page.user.tripleClick(field());
    await page.user.keyboard(instead);
  };
  await retype(text);
  return { ...page, retype };
}

describe("a text typed over the branch that was chosen", () => {
  it("is no branch where it means none or several: nothing is paid by the one before, until Escape has taken it back", async () => {
    const page = await typedOver("nobody");
    await page.inPanel("Confirm Pass Hawala");
    await page.toast("Account Required", "Please select an account when passing by branch.");
    expect(field().value).toBe("nobody");
    expect(page.sent()).toEqual([]);
    await page.retype("007");
    await page.inPanel("Confirm Pass Hawala");
    await page.user.click(screen.getByLabelText("Document number"));
    expect([field().value, field().getAttribute("aria-invalid")]).toEqual(["007", "true"]);
    expect(page.sent()).toEqual([]);
    // Also after it was left.
    await page.user.click(field());
    // Refused to the page, whose Escape leaves the field; the next one is the page's.
    expect(fireEvent.keyDown(field(), { key: "Escape" })).toBe(false);
    await waitFor(() => expect(field().value).toBe("1007 · Herat branch · AFN"));
    expect(fireEvent.keyDown(field(), { key: "Escape" })).toBe(true);
    await page.inPanel("Confirm Pass Hawala");
    await waitFor(() => expect(page.sent()).toMatchObject([{ body: { branchAccountId: 105 } }]));
  });

  it("chooses the only one that can be meant as the field is left, in any digits, but not while another window has the focus", async () => {
    const page = await typedOver("dubai");
    fireEvent.blur(field());
    expect(field().value).toBe("dubai");
    await page.user.tab();
    expect(field().value).toBe("2007 · Dubai branch · USD");
    await page.retype("۱۰۰۷");
    await page.user.tab();
    expect(field().value).toBe("1007 · Herat branch · AFN");
  });

  it("chooses a branch whose name was written with the letters of another keyboard", async () => {
    const branches = ["Herat branch", "نمایندگی علی"].map((accountName, index) => ({
      id: 105 + index,
      accountCode: `${index + 1}007`,
      accountName,
      currencyId: 1,
      currency: "AFN",
    }));
    const page = await typedOver("نمايندگي علي", { "GET /api/hawala/branch-accounts": { body: branches } });
    await page.user.tab();
    expect(field().value).toContain("2007");
  });

  it("is chosen by the Enter of any keyboard; Enter in the whole list after that chooses no other", async () => {
    const page = await typedOver("dubai{Enter}");
    expect(field().value).toBe("2007 · Dubai branch · USD");
    await page.user.click(field());
    await screen.findByRole("option", { name: /1007/ });
    await page.user.keyboard("{Control>}{Shift>}{Enter}{/Shift}{/Control}");
    expect(field().value).toBe("2007 · Dubai branch · USD");
    // Of a telephone, whose keyboard composes it still.
    await page.retype("her");
    pressEnterOfInputMethod(field());
    expect(field().value).toBe("her");
    pressEnterOfTelephone(field());
    expect(field().value).toBe("1007 · Herat branch · AFN");
    // And of one whose keyboard names no physical key.
    await page.retype("dub");
    pressEnterOfInputMethod(field());
    expect(field().value).toBe("dub");
    fireEvent.keyDown(field(), { key: "Enter", code: "", keyCode: 13 });
    expect(field().value).toBe("2007 · Dubai branch · USD");
    expect(page.sent()).toEqual([]);
  });
});
