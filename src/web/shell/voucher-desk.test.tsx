import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, beforeEach, expect, it, onTestFinished, vi } from "vitest";

import { noteBreak } from "#web/lib/connection.ts";
import { toast } from "#web/lib/toast.ts";
import { printVoucher } from "#web/print/print-voucher.ts";
import { replyingOffice, writesOf } from "#web/testing/office.ts";
import { refusal, type Replies, type Said } from "#web/testing/replies.ts";
import { stage } from "#web/testing/stage.tsx";
import { transactionRow } from "#web/testing/transactions.ts";

import { VoucherDesk } from "./voucher-desk.tsx";

// What comes with the first voucher is here already: how long that takes is not the question.
beforeAll(() => import("#web/features/vouchers/printer.tsx"));
// A server of which nothing has been heard for a while.
beforeEach(noteBreak);

const record = (id: number, version = 1): Replies => ({
  [`GET /api/transactions/${String(id)}`]: { body: { deleted: false, ...transactionRow({ id, version }) } },
  [`GET /api/transactions/${String(id)}/prints`]: {
    body: { version, corrected: false, replaces: null, formerNames: [], nextCopy: 0 },
  },
  [`POST /api/transactions/${String(id)}/prints`]: {
    status: 201,
    body: { version, corrected: false, replaces: null, formerNames: [], copy: id - 1, printedAt: "2026-03-21T06:30:00.000Z" },
  },
});

/** A desk; its browser says when its dialog closes, unless it is that of some telephones. */
async function desk(replies: Replies, saysClosed = true) {
  const fetched = replyingOffice(replies);
  const sheets: string[] = [];
  vi.stubGlobal("print", () => {
    sheets.push(document.querySelector("[data-paper]")?.textContent ?? "");
    if (saysClosed) window.dispatchEvent(new Event("afterprint"));
  });
  await stage(
    <>
      <VoucherDesk />
      <input aria-label="Amount" />
    </>,
  );
  return { fetched, sheets };
}

const ask = (id: number): void => act(() => printVoucher({ kind: "transaction", id }));

it.each(["keydown", "pointerdown"])(
  "prints the next one by the %s of whoever is back from a dialog that tells nothing",
  async (event) => {
    const { sheets } = await desk({ ...record(1), ...record(2) }, false);
    ask(1);
    ask(2);
    await waitFor(() => expect(sheets).toHaveLength(1));
    window.dispatchEvent(new Event(event));
    await waitFor(() => expect(sheets).toHaveLength(2));
    window.dispatchEvent(new Event(event));
    await waitFor(() => expect(document.querySelector("[data-paper]")).toBeNull());
  },
);

it("prints what is asked for on any page, each once, one after the other, and leaves nothing on it", async () => {
  const { fetched, sheets } = await desk({ ...record(1), ...record(2) });
  screen.getByLabelText("Amount").focus();
  ask(1);
  ask(2);
  await waitFor(() => expect(sheets).toHaveLength(2));
  expect(sheets[0]).toContain("No. 1");
  expect(sheets[0]).not.toContain("COPY");
  expect(sheets[1]).toContain("COPY 1");
  await waitFor(() => expect(document.querySelector("[data-paper]")).toBeNull());
  expect(document.activeElement).toBe(screen.getByLabelText("Amount"));
  expect(writesOf(fetched)).toHaveLength(2);
});

it("counts no print in a browser that does not print, says so, and keeps no other from being printed", async () => {
  const { fetched, sheets } = await desk(record(1));
  const { print } = window;
  vi.stubGlobal("print", undefined);
  ask(1);
  expect(await screen.findByText("This browser does not print")).toBeDefined();
  expect(writesOf(fetched)).toHaveLength(0);
  vi.stubGlobal("print", print);
  ask(1);
  await waitFor(() => expect(sheets).toHaveLength(1));
});

it("prints what stands now where it was corrected in between", async () => {
  let version = 1;
  const { sheets } = await desk({
    ...record(1),
    "GET /api/transactions/1": () => ({
      body: { deleted: false, ...transactionRow({ id: 1, version, dAmount: `${String(version)}.00` }) },
    }),
    "POST /api/transactions/1/prints": () => {
      version += 1;
      return version === 2
        ? refusal(409, "stale_version", "This transaction was changed meanwhile: zahra")
        : {
            status: 201,
            body: {
              version: 2,
              corrected: true,
              replaces: null,
              formerNames: [],
              copy: 0,
              printedAt: "2026-03-21T06:30:00.000Z",
            },
          };
    },
  });
  ask(1);
  await waitFor(() => expect(sheets).toHaveLength(1));
  expect(sheets[0]).toContain("$2.00 USD");
  expect(sheets[0]).toContain("Corrected, version 2");
});

it("says that a voucher could not be printed while the server is away, promises it no more, and prints the next", async () => {
  let said: Said = "no answer";
  const { sheets } = await desk({ ...record(1), ...record(2), "GET /healthz": () => said });
  ask(1);
  const told = await screen.findByRole("alert");
  within(told).getByText("The voucher could not be printed");
  within(told).getByText("The server cannot be reached. Nothing you typed is lost: check the connection and try again.");
  said = { body: { status: "ok" } };
  ask(2);
  await waitFor(() => expect(sheets).toHaveLength(1));
  expect(sheets[0]).toContain("No. 2");
});

it("says what could not be printed, and goes on with the next", async () => {
  const { sheets } = await desk({ ...record(1), "POST /api/transactions/1/prints": "no answer", ...record(2) });
  ask(1);
  ask(2);
  // Whoever has just saved reads nothing else: that an entry was not saved is not what failed.
  within(await screen.findByRole("alert")).getByText("The voucher could not be printed");
  await waitFor(() => expect(sheets).toHaveLength(1));
  expect(sheets[0]).toContain("No. 2");
});

// The last one: what is known to be missing is not asked for again until the page is loaded anew.
it("says of each voucher why none is printed where what it takes is there no more, and asks for that once", async () => {
  const printer = "#web/features/vouchers/printer.tsx";
  const fetching = vi.fn(() => vi.importActual(printer)).mockRejectedValueOnce(new TypeError("Failed to fetch"));
  vi.doMock(printer, fetching);
  onTestFinished(() => vi.doUnmock(printer));
  const told = vi.spyOn(toast, "error");
  const { sheets } = await desk({ ...record(1), ...record(2) });
  ask(1);
  ask(2);
  const missing = "This could not be loaded. Save what you typed, then load the page again.";
  const once = ["The voucher could not be printed", missing];
  await waitFor(() => expect(told.mock.calls).toEqual([once, once]));
  expect(fetching).toHaveBeenCalledOnce();
  expect(sheets).toEqual([]);
});
