import { act, renderHook, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";

import { useVoucherWaiting, voucherDone } from "#web/print/print-voucher.ts";
import { passPage, stored, waiting } from "#web/testing/pass-page.tsx";
import { refusal, type Replies } from "#web/testing/replies.ts";

const andPrint = "{Control>}{Shift>}{Enter}{/Shift}{/Control}";

async function desk(replies: Replies = {}) {
  const { become, ...reads } = stored(waiting);
  const page = await passPage("?selected=1", {
    ...reads,
    "POST /api/hawala/pass/1": () => become({ hawalaStatus: "Passed", passedDate: "2026-03-21" }),
    ...replies,
  });
  await page.opened("LDN-1");
  const { result } = renderHook(() => useVoucherWaiting());
  return { ...page, printing: () => result.current };
}

describe("paying out and printing", () => {
  it("pays by Ctrl+Shift+Enter from a field of the form, and prints the voucher once it is paid", async () => {
    const page = await desk();
    await page.user.type(page.panel().getByLabelText("Document number"), `1399-1${andPrint}`);
    await page.toast("Hawala Passed Successfully", "Hawala has been processed and transaction created.");
    expect(page.printing()).toEqual({ kind: "hawala", id: 1 });
    expect(page.sent()).toHaveLength(1);
    expect(page.sent()[0]?.body).toMatchObject({ documentNumber: "1399-1" });
    act(voucherDone);
  });

  it("does the same by its button; passing by itself prints nothing until the toast is asked", async () => {
    const page = await desk();
    await page.inPanel("Confirm Pass Hawala");
    await page.toast("Hawala Passed Successfully", "Hawala has been processed and transaction created.");
    expect(page.printing()).toBeUndefined();
    expect(screen.getByRole("button", { name: "Undo" })).toBeDefined();
    await page.press("Print");
    expect(page.printing()).toEqual({ kind: "hawala", id: 1 });
    act(voucherDone);
  });

  it("prints by the button beside Confirm, once however often it is pressed", async () => {
    const page = await desk();
    await page.user.dblClick(page.panel().getByRole("button", { name: "Pay out and print" }));
    await waitFor(() => expect(page.printing()).toEqual({ kind: "hawala", id: 1 }));
    expect(page.sent()).toHaveLength(1);
    act(voucherDone);
    expect(page.printing()).toBeUndefined();
  });

  it("prints nothing where nobody was paid, and Enter alone pays nobody", async () => {
    const page = await desk({
      "POST /api/hawala/pass/1": refusal(409, "already_passed", "Paid by another desk"),
    });
    const field = page.panel().getByLabelText("Document number");
    await page.user.type(field, "1399-1{Enter}");
    expect(page.sent()).toHaveLength(0);
    await page.user.type(field, andPrint);
    await page.toast("Already Passed", "This hawala has already been passed.");
    expect(page.printing()).toBeUndefined();
  });

  it("is not what the keys mean on a button that does something else", async () => {
    const page = await desk();
    page.panel().getByRole("button", { name: "Cancel Hawala" }).focus();
    await page.user.keyboard(andPrint);
    expect(page.sent()).toHaveLength(0);
    expect(page.printing()).toBeUndefined();
  });

  it("is offered for every hawala: a link to its voucher", async () => {
    const page = await desk();
    expect(page.panel().getByRole("link", { name: "Print" }).getAttribute("href")).toBe("/print/hawala/1");
  });
});
