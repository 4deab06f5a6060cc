import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import type { Hawala } from "#contract/hawalas.ts";
import { passedVersionOf } from "#web/testing/hawalas.ts";
import { carriedOut, passPage, stored, waiting } from "#web/testing/pass-page.tsx";
import { refusal, type Said } from "#web/testing/replies.ts";
import { setText } from "#web/testing/set-text.ts";

const passing = (change: Partial<Hawala> = {}): Said => carriedOut(waiting, { hawalaStatus: "Passed", ...change });
const byBranch = () => screen.getByRole("checkbox", { name: "Is Passed by Branch" });
const branchPicker = () => screen.getByRole<HTMLInputElement>("combobox", { name: "Select Branch Account (1007 or 2007)" });
const chooseBranch = async (user: UserEvent, name: RegExp): Promise<void> => {
  await user.click(branchPicker());
  await user.click(await screen.findByRole("option", { name }));
};
describe("passing a hawala", () => {
  it("in cash: says so, shows the payout and offers to take it back", async () => {
    const { become, ...reads } = stored(waiting);
    const page = await passPage("?selected=1", {
      ...reads,
      "POST /api/hawala/pass/1": () =>
        become({ hawalaStatus: "Passed", transactionId: 12, passedDate: "2026-03-21", paidFromCode: "CASH" }),
      "PUT /api/hawala/pending/1": () => become({ hawalaStatus: "Pending", passedDate: null }),
      "GET /api/hawala/1/history": {
        body: [passedVersionOf(12, { actor: "zahra", recordedAt: new Date(Date.now() - 120_000).toISOString() })],
      },
    });
    await page.opened("LDN-1");
    await page.inPanel("Confirm Pass Hawala");
    await page.toast("Hawala Passed Successfully", "Hawala has been processed and transaction created.");
    const [first] = page.sent();
    expect(first).toMatchObject({
      address: "/api/hawala/pass/1",
      body: {
        branchAccountId: null,
        documentName: null,
        documentNumber: null,
        documentPhoto: null,
        transDate: "2026-03-21",
      },
    });
    expect(first?.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
    const alreadyPassed = await page.panel().findByRole<HTMLButtonElement>("button", { name: "Already Passed" });
    expect(alreadyPassed.disabled).toBe(true);
    const payout = within(page.panel().getByRole("region", { name: "Payout" }));
    expect(payout.getByText("Nine Thousand Two Hundred AFN")).toBeDefined();
    expect(await payout.findByText("zahra")).toBeDefined();
    await page.panel().findByText(/^By zahra 2 minutes ago/);
    await page.press("Undo");
    await page.toast("Status Updated", "Hawala marked as pending successfully.");
    await page.panel().findByRole("button", { name: "Confirm Pass Hawala" });
    expect(document.activeElement).toBe(page.panel().getByRole("heading", { name: "Hawala LDN-1" }));
    // What is taken back is this payout, and none that came after it.
    expect(page.sent().map(({ ifMatch }) => ifMatch)).toEqual(["1", "2"]);
  });

  it("says Processing... while it runs, when a second press does nothing, and pays once when it is pressed after a lost answer", async () => {
    const lost = Promise.withResolvers<Said>();
    const { become, ...reads } = stored(waiting);
    let attempts = 0;
    const page = await passPage("?selected=1", {
      ...reads,
      "POST /api/hawala/pass/1": () => ((attempts += 1) === 1 ? lost.promise : become({ hawalaStatus: "Passed" })),
    });
    await page.opened("LDN-1");
    await page.user.dblClick(page.panel().getByRole("button", { name: "Confirm Pass Hawala" }));
    // Nor does what is typed meanwhile make another payout of it.
    for (const text of ["1401", ""]) setText(screen.getByLabelText("Document number"), text);
    await page.inPanel("Processing...");
    expect(page.panel().getByRole<HTMLButtonElement>("button", { name: "Cancel Hawala" }).disabled).toBe(true);
    lost.resolve("no answer");
    await page.panel().findByText("It is not known whether this hawala was passed");
    expect(page.sent()).toHaveLength(1);
    await page.inPanel("Confirm Pass Hawala");
    await screen.findByText("Hawala Passed Successfully");
    const keys = page.sent().map(({ idempotencyKey }) => idempotencyKey);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  });

  it("does not go without an account when passed by branch, nor on a day that cannot be; then it sends papers, branch and day", async () => {
    const page = await passPage("?selected=1", { "POST /api/hawala/pass/1": passing() });
    await page.opened("LDN-1");
    expect(screen.getByText("The hawala is for Laila Ahmadi")).toBeDefined();
    setText(screen.getByLabelText("Name on document"), " Laila bint Ahmad ");
    setText(screen.getByLabelText("Document number"), "1401-0102");
    await page.user.click(byBranch());
    await page.inPanel("Confirm Pass Hawala");
    await page.toast("Account Required", "Please select an account when passing by branch.");
    expect(document.activeElement).toBe(branchPicker());
    await chooseBranch(page.user, /1007/);
    expect(branchPicker().value).toBe("1007 · Herat branch · AFN");
    setText(screen.getByLabelText("Business Date"), "2026-02-30");
    await page.inPanel("Confirm Pass Hawala");
    await screen.findByText("The business date is not a day that can be used");
    expect(page.sent()).toEqual([]);
    setText(screen.getByLabelText("Business Date"), "2026-03-19");
    await page.inPanel("Confirm Pass Hawala");
    await waitFor(() => expect(page.sent()).toHaveLength(1));
    expect(page.sent()[0]?.body).toEqual({
      branchAccountId: 105,
      documentName: "Laila bint Ahmad",
      documentNumber: "1401-0102",
      documentPhoto: null,
      transDate: "2026-03-19",
    });
  });

  it("does not go by an account of another currency, which the list names in words", async () => {
    const page = await passPage("?selected=1");
    await page.opened("LDN-1");
    await page.user.click(byBranch());
    await page.user.click(branchPicker());
    const wrong = await screen.findByRole("option", { name: "2007 Dubai branch USD, not AFN" });
    expect(wrong.querySelector("[data-wrong]")).not.toBeNull();
    expect(screen.getByRole("option", { name: "1007 Herat branch AFN" }).querySelector("[data-wrong]")).toBeNull();
    await page.user.type(branchPicker(), "dubai{Enter}");
    await page.inPanel("Confirm Pass Hawala");
    await page.toast(
      "Currency Mismatch",
      "Hawala currency (AFN) must match selected account currency (USD). Please select the correct account.",
    );
    expect(page.sent()).toEqual([]);
    // What cannot be paid from there changes nothing there.
    const changed = () => within(screen.getByRole("table", { name: "After passing" })).getAllByRole("rowheader");
    await waitFor(() => expect(changed().map(({ textContent }) => textContent)).toEqual(["2001 - London goes below zero"]));
    await page.user.clear(branchPicker());
    await page.user.paste("herat");
    await page.user.keyboard("{Enter}");
    await waitFor(() => expect(changed()).toHaveLength(2));
    // The codes are those of the office's settings.
    page.client.setQueriesData({ queryKey: ["settings"] }, (office) => ({
      ...(office as object),
      branchCodes: ["1009", "1010", "1011"],
    }));
    await screen.findByRole("combobox", { name: "Select Branch Account (1009 or 1010 or 1011)" });
    // Unticked, it is paid in cash whatever was chosen.
    await page.user.click(byBranch());
    await page.inPanel("Confirm Pass Hawala");
    await waitFor(() => expect(page.sent()).toMatchObject([{ body: { branchAccountId: null } }]));
  });

  it("shows what it does to the balances, and warns where the cash box holds too little", async () => {
    const page = await passPage("?selected=1");
    await page.opened("LDN-1");
    const outlook = await screen.findByRole("table", { name: "After passing" });
    await waitFor(() => expect(outlook.textContent).toContain("800.00"));
    expect(within(outlook).getByRole("rowheader", { name: /2001 - London/ })).toBeDefined();
    expect(screen.queryByText(/Not enough/)).toBeNull();
    await page.user.click(screen.getByRole("button", { name: "View Details of hawala LDN-2" }));
    await page.opened("LDN-2");
    await screen.findByText("Not enough USD in Cash at Shop");
    expect(screen.getByText("$200.00 USD are missing for this payout.")).toBeDefined();
    await page.user.click(byBranch());
    expect(screen.queryByText("Not enough USD in Cash at Shop")).toBeNull();
  });

  it("until its accounts have been read says that, and not to choose one; where they cannot be, it offers to try again", async () => {
    const first = Promise.withResolvers<Said>();
    const page = await passPage("?selected=1", { "GET /api/accounts": () => first.promise });
    await page.opened("LDN-1");
    const outlook = () => page.panel().getByRole("region", { name: "After passing" });
    expect(within(outlook()).getByText("Loading...")).toBeDefined();
    first.resolve(refusal(503, "busy", "The server is busy at the moment."));
    await waitFor(() => expect(page.panel().getByRole("alert").textContent).toContain("The server is busy at the moment."));
    expect(page.panel().getByRole("button", { name: "Retry" })).toBeDefined();
  });

  it("says that the partner's account does not exist", async () => {
    const page = await passPage("?selected=1", {
      "GET /api/hawala/sender-codes": {
        body: [{ senderCode: "2001", accountId: null, accountName: null, hawalas: 4, pending: 2 }],
      },
    });
    await page.opened("LDN-1");
    await page.panel().findByText(/There is no account with the sender code 2001/);
  });
});

describe("a pass that does not succeed", () => {
  it("shows the server's words under its title, at the field where there is one, or its own, and keeps what was typed", async () => {
    const message = "The image cannot be read";
    let body = { message, code: "invalid", requestId: "r", issues: [{ path: "documentPhoto", message }] };
    const page = await passPage("?selected=1", { "POST /api/hawala/pass/1": () => ({ status: 400, body }) });
    await page.opened("LDN-1");
    setText(screen.getByLabelText("Document number"), "77");
    await page.inPanel("Confirm Pass Hawala");
    await page.toast("Failed to Pass Hawala", message);
    expect((await page.panel().findByRole("alert")).textContent).toBe(message);
    body = { message: "", code: "conflict", requestId: "", issues: [] };
    await page.inPanel("Confirm Pass Hawala");
    await page.toast("Failed to Pass Hawala", "Failed to pass hawala");
    expect(screen.getByLabelText<HTMLInputElement>("Document number").value).toBe("77");
  });

  it("says that no answer came, until the hawala is seen to be passed", async () => {
    const { become, ...reads } = stored(waiting);
    const page = await passPage("?selected=1", { ...reads, "POST /api/hawala/pass/1": "no answer" });
    await page.opened("LDN-1");
    await page.inPanel("Confirm Pass Hawala");
    await screen.findByText("No Answer Came");
    expect(screen.queryByText("Failed to Pass Hawala")).toBeNull();
    become({ hawalaStatus: "Passed" });
    await page.client.invalidateQueries({ queryKey: ["hawalas"] });
    await page.panel().findByRole("button", { name: "Already Passed" });
    await waitFor(() => expect(screen.queryByText("No Answer Came")).toBeNull());
  });

  it("shows who was quicker and when, and keeps what was typed until it can be passed again", async () => {
    const { become, ...reads } = stored(waiting);
    const recordedAt = new Date(Date.now() - 5_000).toISOString();
    const page = await passPage("?selected=1", {
      ...reads,
      "POST /api/hawala/pass/1": () => {
        become({ hawalaStatus: "Passed", transactionId: 12, paidFromCode: "CASH" });
        return refusal(409, "already_passed", "This hawala has already been passed.");
      },
      "PUT /api/hawala/pending/1": () => become({ hawalaStatus: "Pending" }),
      "GET /api/hawala/1/history": { body: [passedVersionOf(12, { actor: "mariam", recordedAt })] },
    });
    await page.opened("LDN-1");
    setText(screen.getByLabelText("Document number"), "1401-77");
    await page.inPanel("Confirm Pass Hawala");
    await page.toast("Already Passed", "This hawala has already been passed.");
    await page.panel().findByText(/^By mariam now/);
    expect(page.panel().getByText("What you have typed is kept.")).toBeDefined();
    expect(page.panel().queryByRole("button", { name: "Confirm Pass Hawala" })).toBeNull();
    await page.inPanel("Mark as Pending");
    await page.toast("Status Updated", "Hawala marked as pending successfully.");
    await page.user.click(screen.getByRole("button", { name: "View Details of hawala LDN-1" }));
    await page.opened("LDN-1");
    expect((await screen.findByLabelText<HTMLInputElement>("Document number")).value).toBe("1401-77");
  });

  it("keeps what was typed for one hawala while another is looked at; once it is passed, forgets it and leaves the other alone", async () => {
    const answer = Promise.withResolvers<Said>();
    const page = await passPage("?selected=1", { "POST /api/hawala/pass/1": () => answer.promise });
    const open = async (hawalaNo: string): Promise<void> => {
      await page.user.click(screen.getByRole("button", { name: `View Details of hawala ${hawalaNo}` }));
      await page.opened(hawalaNo);
    };
    const name = () => screen.getByLabelText<HTMLInputElement>("Name on document").value;
    await page.opened("LDN-1");
    setText(screen.getByLabelText("Name on document"), "Laila");
    await open("LDN-2");
    expect(name()).toBe("");
    await open("LDN-1");
    expect(name()).toBe("Laila");
    await page.inPanel("Confirm Pass Hawala");
    await open("LDN-2");
    const field = screen.getByLabelText("Document number");
    await page.user.click(field);
    answer.resolve(passing());
    await page.toast("Hawala Passed Successfully", "Hawala has been processed and transaction created.");
    expect(document.activeElement).toBe(field);
    // Not awaited: it would wait for the answer to a question, where there is one.
    void page.router.navigate({ to: "/elsewhere" });
    await waitFor(() => expect(page.router.state.location.pathname).toBe("/elsewhere"));
    expect(screen.queryByRole("button", { name: "Discard and leave" })).toBeNull();
  });
});
