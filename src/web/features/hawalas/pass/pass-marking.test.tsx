import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";

import { hawalaVersionOf, passedVersionOf } from "#web/testing/hawalas.ts";
import {
  cancelled,
  carriedOut,
  hawalasAsked,
  passed,
  passPage,
  sent,
  stored,
  waiting,
  waitingToo,
} from "#web/testing/pass-page.tsx";
import { refusal, type Said } from "#web/testing/replies.ts";

const changedMeanwhile = "This hawala was changed meanwhile: zahra at 2026-03-21 10:15";

describe("marking and cancelling", () => {
  const acts = [
    [
      "Mark as Pending",
      passed,
      "PUT /api/hawala/pending/3",
      "Status Updated",
      "Hawala marked as pending successfully.",
      "Failed to mark as pending",
    ],
    [
      "Mark as Received",
      sent,
      "PUT /api/hawala/received/5",
      "Status Updated",
      "Hawala marked as received successfully.",
      "Failed to mark as received",
    ],
    [
      "Mark as Completed",
      sent,
      "PUT /api/hawala/completed/5",
      "Status Updated",
      "Hawala marked as completed successfully.",
      "Failed to mark as completed",
    ],
  ] as const;

  it.each(acts)(
    "%s says that nobody knows without an answer, says why it failed in the words there are, and that it is done",
    async (name, hawala, path, title, text, fallback) => {
      const busy = "The server is busy at the moment. Try again shortly";
      const says = [
        "no answer",
        refusal(503, "busy", busy),
        { status: 409, body: { message: "", code: "conflict", requestId: "" } },
        carriedOut(hawala, {}),
      ] as const;
      let asked = 0;
      const page = await passPage(`?direction=all&selected=${String(hawala.id)}`, {
        [path]: () => says[asked++] ?? "no answer",
      });
      await page.opened(hawala.hawalaNo);
      const act = async (): Promise<void> => {
        const button = await page.panel().findByRole<HTMLButtonElement>("button", { name });
        await waitFor(() => expect(button.disabled).toBe(false));
        await page.user.click(button);
      };
      await act();
      await page.toast("No Answer Came", "It is not known whether the hawala was changed. Look at its status before you go on.");
      expect(screen.queryByText("Failed to Update Status")).toBeNull();
      for (const why of [busy, fallback]) {
        await act();
        await page.toast("Failed to Update Status", why);
      }
      expect(screen.queryByText(title)).toBeNull();
      await act();
      await page.toast(title, text);
      const [first, ...others] = page.sent();
      expect(first).toMatchObject({ address: path.slice("PUT ".length), ifMatch: String(hawala.version) });
      expect(first?.idempotencyKey).not.toBeNull();
      expect(others).toEqual([first, first, first]);
    },
  );

  it("marks nothing that has changed meanwhile: it says who did that, shows it, and goes on once that was looked at", async () => {
    let now = passed;
    const page = await passPage("?selected=3", {
      "GET /api/hawala/3": () => ({ body: { ...now, payout: null } }),
      "PUT /api/hawala/pending/3": () => {
        if (now !== passed) return carriedOut(now, { hawalaStatus: "Pending" });
        now = { ...now, version: now.version + 1, receiverName: "Zarghuna" };
        return refusal(409, "stale_version", changedMeanwhile);
      },
    });
    await page.opened("LDN-3");
    await page.inPanel("Mark as Pending");
    await page.toast("Failed to Update Status", changedMeanwhile);
    await page.panel().findByText(`Receiver: ${passed.receiverName} → Zarghuna`);
    await page.inPanel("Go on as it is now");
    expect(page.panel().getAllByText("Zarghuna").length).toBeGreaterThan(0);
    expect(page.sent().map(({ ifMatch }) => ifMatch)).toEqual(["2"]);
    const again = await page.panel().findByRole<HTMLButtonElement>("button", { name: "Mark as Pending" });
    await waitFor(() => expect(again.disabled).toBe(false));
    await page.user.click(again);
    await screen.findByText("Select a hawala transaction to view details");
    expect(page.router.state.location.search).toEqual({});
    expect(page.sent().map(({ ifMatch }) => ifMatch)).toEqual(["2", "3"]);
  });

  it("leaves the next hawala open that was chosen while the act was under way", async () => {
    let answer = (): void => undefined;
    const waits = new Promise<void>((resolve) => (answer = resolve));
    const page = await passPage("?selected=3", {
      "PUT /api/hawala/pending/3": async () => {
        await waits;
        return carriedOut(passed, { hawalaStatus: "Pending" });
      },
    });
    await page.opened("LDN-3");
    await page.inPanel("Mark as Pending");
    await page.user.click(screen.getByRole("button", { name: "View Details of hawala LDN-1" }));
    await page.opened("LDN-1");
    answer();
    await screen.findByText("Hawala marked as pending successfully.");
    await page.opened("LDN-1");
    expect(page.router.state.location.search).toEqual({ selected: "1" });
  });

  it("does nothing to the page that was gone to while the act was under way", async () => {
    const answer = Promise.withResolvers<Said>();
    const page = await passPage("?selected=3", { "PUT /api/hawala/pending/3": () => answer.promise });
    await page.opened("LDN-3");
    await page.inPanel("Mark as Pending");
    page.unmount();
    page.router.history.push("/elsewhere?q=theirs");
    answer.resolve(carriedOut(passed, { hawalaStatus: "Pending" }));
    await waitFor(() => expect(page.client.isMutating()).toBe(0));
    expect(page.router.history.location.href).toBe("/elsewhere?q=theirs");
  });

  it("asks before it cancels, cancels, and offers to take that back", async () => {
    const { become, ...reads } = stored(waiting);
    const page = await passPage("?selected=1", {
      ...reads,
      "PUT /api/hawala/cancel/1": () => become({ hawalaStatus: "Cancelled" }),
      "PUT /api/hawala/pending/1": () => become({ hawalaStatus: "Pending" }),
    });
    await page.opened("LDN-1");
    await page.inPanel("Cancel Hawala");
    const dialog = within(await screen.findByRole("dialog", { name: "Cancel Hawala" }));
    expect(
      dialog.getByText(
        "Are you sure you want to cancel hawala LDN-1? This will delete the transaction record and cannot be undone.",
      ),
    ).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole("button", { name: "Keep Hawala" })));
    fireEvent.click(dialog.getByRole("button", { name: "Cancel Hawala" }), { detail: 2 });
    await page.user.click(dialog.getByRole("button", { name: "Keep Hawala" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(page.sent()).toEqual([]);
    await page.inPanel("Cancel Hawala");
    await page.user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Cancel Hawala" }));
    await page.toast("Hawala Cancelled", "Hawala cancelled successfully and transaction record deleted.");
    await page.panel().findByText("This hawala has been cancelled. Mark it as pending before it is paid.");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    // What was pressed is disabled by then.
    await waitFor(() => expect(document.activeElement).toBe(page.panel().getByRole("heading", { level: 2 })));
    await page.press("Undo");
    await page.panel().findByRole("button", { name: "Confirm Pass Hawala" });
    expect(page.sent().map(({ ifMatch }) => ifMatch)).toEqual(["1", "2"]);
  });

  it("cancels what the question was about: what another desk has paid since stays paid, and nothing is offered", async () => {
    const { become, ...reads } = stored(waiting);
    const page = await passPage("?selected=1", {
      ...reads,
      "PUT /api/hawala/cancel/1": refusal(409, "stale_version", changedMeanwhile),
      "GET /api/hawala/1/history": { body: [passedVersionOf(12, { actor: "zahra" })] },
    });
    await page.opened("LDN-1");
    await page.inPanel("Cancel Hawala");
    const dialog = within(await screen.findByRole("dialog", { name: "Cancel Hawala" }));
    become({ hawalaStatus: "Passed", transactionId: 12, paidFromCode: "CASH" });
    // Also where the panel behind the question has been told by then.
    await page.client.invalidateQueries();
    await screen.findByRole("button", { name: "Already Passed", hidden: true });
    await page.user.click(dialog.getByRole("button", { name: "Cancel Hawala" }));
    await page.toast("Failed to Cancel Hawala", changedMeanwhile);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(page.sent()).toMatchObject([{ address: "/api/hawala/cancel/1", ifMatch: "1" }]);
    await page.panel().findByText(/^By zahra/);
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  });

  it("shows what another desk has paid since, which it had not been told", async () => {
    const { become, ...reads } = stored(waiting);
    let lists = 0;
    const page = await passPage("?selected=1", {
      ...reads,
      "GET /api/hawala-details": (...asked) => {
        lists += 1;
        return hawalasAsked([waiting])(...asked);
      },
      "PUT /api/hawala/cancel/1": () => {
        become({ hawalaStatus: "Passed", paidFromCode: "CASH" });
        return refusal(409, "stale_version", changedMeanwhile);
      },
    });
    await page.opened("LDN-1");
    await page.inPanel("Cancel Hawala");
    const before = lists;
    await page.user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Cancel Hawala" }));
    await page.toast("Failed to Cancel Hawala", changedMeanwhile);
    await page.panel().findByRole("button", { name: "Already Passed" });
    await waitFor(() => expect(lists).toBeGreaterThan(before));
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  });

  it("says why cancelling failed, and cancels once, in the version it was asked about, when it is asked again after that", async () => {
    const { become, ...reads } = stored(waiting);
    const refusals = [
      "no answer",
      refusal(409, "conflict", "This hawala is already cancelled"),
      { status: 409, body: { message: "", code: "conflict", requestId: "" } },
    ] as const;
    let attempts = 0;
    const page = await passPage("?selected=1", {
      ...reads,
      "PUT /api/hawala/cancel/1": () => refusals[attempts++] ?? become({ hawalaStatus: "Cancelled" }),
    });
    await page.opened("LDN-1");
    for (const [title, text] of [
      ["No Answer Came", "It is not known whether the hawala was changed. Look at its status before you go on."],
      ["Failed to Cancel Hawala", "This hawala is already cancelled"],
      ["Failed to Cancel Hawala", "Failed to cancel hawala"],
      ["Hawala Cancelled", "Hawala cancelled successfully and transaction record deleted."],
    ] as const) {
      await page.inPanel("Cancel Hawala");
      await page.user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Cancel Hawala" }));
      await page.toast(title, text);
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    }
    const [first, ...others] = page.sent();
    expect(first).toMatchObject({ ifMatch: "1" });
    expect(others).toEqual([first, first, first]);
  });

  it("asks about no other hawala while one is being cancelled", async () => {
    const answer = Promise.withResolvers<Said>();
    const page = await passPage("?selected=1", { "PUT /api/hawala/cancel/1": () => answer.promise });
    await page.opened("LDN-1");
    await page.inPanel("Cancel Hawala");
    const dialog = within(await screen.findByRole("dialog", { name: "Cancel Hawala" }));
    await page.user.click(dialog.getByRole("button", { name: "Cancel Hawala" }));
    await dialog.findByRole("button", { name: "Cancelling..." });
    await page.user.click(dialog.getByRole("button", { name: "Keep Hawala" }));
    await page.user.click(dialog.getByRole("button", { name: "Close" }));
    await page.user.keyboard("{Escape}");
    expect(screen.getByRole("dialog", { name: "Cancel Hawala" }).dataset["leaving"]).toBeUndefined();
    expect(dialog.getByText(/hawala LDN-1\?/)).toBeDefined();
    answer.resolve(carriedOut(waiting, { hawalaStatus: "Cancelled" }));
    await page.toast("Hawala Cancelled", "Hawala cancelled successfully and transaction record deleted.");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("ends its question also where another one's cancelling is taken back meanwhile", async () => {
    const answer = Promise.withResolvers<Said>();
    const page = await passPage("?selected=1", {
      "PUT /api/hawala/cancel/1": carriedOut(waiting, { hawalaStatus: "Cancelled" }),
      "PUT /api/hawala/pending/1": carriedOut(waiting, { version: 3 }),
      "PUT /api/hawala/cancel/2": () => answer.promise,
    });
    const cancel = async (hawalaNo: string): Promise<void> => {
      await page.opened(hawalaNo);
      await page.inPanel("Cancel Hawala");
      await page.user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Cancel Hawala" }));
    };
    await cancel("LDN-1");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await page.user.click(screen.getByRole("button", { name: "View Details of hawala LDN-2" }));
    await cancel("LDN-2");
    await page.user.click(screen.getByRole("button", { name: "Undo", hidden: true }));
    await page.toast("Status Updated", "Hawala marked as pending successfully.");
    answer.resolve(carriedOut(waitingToo, { hawalaStatus: "Cancelled" }));
    await page.toast("Hawala Cancelled", "Hawala cancelled successfully and transaction record deleted.");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("does not cancel what is cancelled, and names who did it", async () => {
    const page = await passPage("?selected=4", {
      "GET /api/hawala/4/history": {
        body: [hawalaVersionOf({ version: 2, action: "cancelled", actor: "farid", recordedAt: "2026-03-20T09:30:00.000Z" })],
      },
    });
    await page.opened(cancelled.hawalaNo);
    expect(page.panel().getByRole<HTMLButtonElement>("button", { name: "Cancel Hawala" }).disabled).toBe(true);
    expect(page.panel().queryByRole("button", { name: "Confirm Pass Hawala" })).toBeNull();
    await page.panel().findByText(/^By farid .*20 Mar 2026, 14:00/);
  });
});
