import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import type { HawalaTotal, RecentHawala } from "#contract/hawala-lists.ts";
import type { HawalaSettings } from "#contract/hawala-settings.ts";
import { writesOf } from "#web/testing/office.ts";
import { refusal, replying, type Replies, type Said } from "#web/testing/replies.ts";
import { setText } from "#web/testing/set-text.ts";
import { stage } from "#web/testing/stage.tsx";

import { HawalaSerialPage } from "./serial-page.tsx";

const path = "/api/hawala-settings";
const settings: HawalaSettings = { prefix: "HWL", nextNumber: 1043, nextHawalaNo: "HWL1043", version: 4 };

function recentRow(given: Partial<RecentHawala>): RecentHawala {
  const people = { senderName: "Farid", receiverName: "Zahra" };
  return {
    id: 7,
    hawalaNumber: "HWL1042",
    direction: "outgoing",
    ...people,
    currency: "USD",
    amount: "495.00",
    status: "sent",
    ...given,
  };
}

function total(status: HawalaTotal["status"], hawalas: number): HawalaTotal {
  const direction = /^[A-Z]/.test(status) ? "incoming" : "outgoing";
  return { direction, status, currency: "AFN", hawalas, amount: null, rAmount: "1.00", intoUSD: null, withoutUSD: null };
}

const senderCodes = [
  { senderCode: "2001", accountId: 120, accountName: "London Office", hawalas: 1200, pending: 14 },
  { senderCode: "2002", accountId: null, accountName: null, hawalas: 3, pending: 3 },
];

async function page(replies: Replies = {}) {
  const fetched = replying({
    [`GET ${path}`]: { body: settings },
    [`PUT ${path}`]: (body) => ({ body: { ...settings, ...(body as object), nextHawalaNo: "KBL-5003", version: 5 } }),
    [`POST ${path}/reset`]: { body: { prefix: "HWL", nextNumber: 1001, nextHawalaNo: "HWL1044", version: 5 } },
    "GET /api/hawala/recent": {
      body: [
        recentRow({}),
        recentRow({
          id: 8,
          hawalaNumber: "310905",
          direction: "incoming",
          status: "Pending",
          currency: "AFN",
          amount: "9200.00",
        }),
        recentRow({ id: 9, hawalaNumber: "310906", direction: "incoming", status: "Passed" }),
      ],
    },
    "GET /api/hawala-totals": {
      body: [
        total("Pending", 14),
        total("pending", 1),
        total("Passed", 1000),
        total("completed", 20),
        total("sent", 5),
        total("cancelled", 2),
      ],
    },
    "GET /api/hawala/sender-codes": { body: senderCodes },
    ...replies,
  });
  const staged = await stage(<HawalaSerialPage />);
  const user = userEvent.setup({ delay: null });
  const press = async (name: string) => user.click(await screen.findByRole("button", { name }));
  const field = (name: string) => screen.getByRole<HTMLInputElement>("textbox", { name: new RegExp(`^${name}`) });
  const fill = (name: string, text: string): void => setText(field(name), text);
  const conditions = () =>
    fetched.mock.calls
      .filter(([, request]) => request?.method === "PUT")
      .map(([, request]) => new Headers(request?.headers).get("if-match"));
  return { ...staged, user, press, field, fill, conditions, sent: () => writesOf(fetched) };
}

const series = async () => within(await screen.findByRole("region", { name: "Current series" }));

describe("Hawala Serial Number Management", () => {
  it("shows the series, the counters, the recent hawalas, each of which opens, and whose the sender codes are", async () => {
    await page();
    const shown = await series();
    expect(await shown.findByText("HWL1043")).toBeDefined();
    expect([shown.getByText("HWL"), shown.getByText("1043")]).toHaveLength(2);
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(shown.queryByText(/passed over/)).toBeNull();

    // All, those paid out, and those that wait.
    const counters = within(screen.getByRole("region", { name: "Hawalas" }));
    expect(await counters.findByText("1,042")).toBeDefined();
    expect([counters.getByText("1,020"), counters.getByText("15")]).toHaveLength(2);

    const table = await screen.findByRole("table", { name: "Recent Hawalas" });
    const names = within(table)
      .getAllByRole("columnheader")
      .map((header) => header.textContent);
    expect(names).toEqual(["ID", "Hawala Number", "Sender", "Receiver", "Currency", "Amount", "Status"]);
    const colours = within(table)
      .getAllByRole("row")
      .slice(1)
      .map((row) => row.querySelector("[data-colour]")?.getAttribute("data-colour"));
    expect(colours).toEqual(["red", "yellow", "green"]);
    const link = within(table).getByRole("link", { name: "310905" });
    expect(link.getAttribute("href")).toBe("/transactions/pass-hawala?selected=8");

    const codes = within(await screen.findByRole("table", { name: "Sender Codes" }));
    expect(codes.getByRole("link", { name: "London Office" }).getAttribute("href")).toBe("/accounts/view/120");
    expect(codes.getByText("No account has this code")).toBeDefined();
    expect(codes.getByRole("link", { name: "New Account for the code 2002" }).getAttribute("href")).toBe("/accounts/new");
  });

  it("says why the next serial is not of the next number", async () => {
    await page({ [`GET ${path}`]: { body: { ...settings, nextNumber: 1001, nextHawalaNo: "HWL1081" } } });
    const shown = await series();
    expect(await shown.findByText("HWL1081")).toBeDefined();
    expect(shown.getByText("Every number from 1001 up to the next serial is issued already, and is passed over.")).toBeDefined();
  });

  it("says what to do where the series is used up", async () => {
    await page({ [`GET ${path}`]: { body: { ...settings, nextNumber: 999_999_999, nextHawalaNo: null } } });
    const shown = await series();
    expect(await shown.findByText("None: give another prefix or number")).toBeDefined();
    expect(shown.queryByText(/passed over/)).toBeNull();
  });

  it("says when there is nothing yet", async () => {
    await page({
      "GET /api/hawala/recent": { body: [] },
      "GET /api/hawala/sender-codes": { body: [] },
      "GET /api/hawala-totals": { body: [] },
    });
    expect(await screen.findByText("No hawalas yet")).toBeDefined();
    expect(await screen.findByText("No sender codes yet")).toBeDefined();
    await waitFor(() => expect(within(screen.getByRole("region", { name: "Hawalas" })).getAllByText("0")).toHaveLength(3));
  });

  it("can ask again for each part by itself", async () => {
    const parts = [
      ["The serial settings could not be loaded.", `GET ${path}`, settings],
      ["The recent hawalas could not be loaded.", "GET /api/hawala/recent", []],
      ["The sender codes could not be loaded.", "GET /api/hawala/sender-codes", []],
      ["The counters could not be loaded.", "GET /api/hawala-totals", []],
    ] as const;
    const asked = new Map<string, number>();
    const failing = parts.map(([, call, body]) => [
      call,
      (): Said => {
        asked.set(call, (asked.get(call) ?? 0) + 1);
        return asked.get(call) === 1 ? refusal(503, "unavailable", "Away") : { body };
      },
    ]);
    const { user } = await page(Object.fromEntries(failing) as Replies);
    for (const [text] of parts) await screen.findByText(text);
    for (const [at, [text]] of parts.entries()) {
      await user.click(within(screen.getByRole("alert", { name: text })).getByRole("button", { name: "Retry" }));
      await waitFor(() => expect(screen.queryByText(text)).toBeNull());
      expect(parts.map(([, call]) => asked.get(call))).toEqual(parts.map((_part, index) => (index <= at ? 2 : 1)));
    }
  });

  it("changes the series on condition of its version, and closes the form", async () => {
    const { press, field, fill, sent, conditions } = await page();
    await press("Edit");
    expect([field("Prefix").value, field("Next Number").value]).toEqual(["HWL", "1043"]);
    fill("Prefix", "KBL-");
    fill("Next Number", "۵۰۰۱");
    expect(screen.getByText("The next hawala gets KBL-5001, or the next free number after it.")).toBeDefined();
    await press("Save");
    expect(await screen.findByText("Hawala serial settings updated successfully")).toBeDefined();
    expect(sent().map(({ body }) => body)).toEqual([{ prefix: "KBL-", nextNumber: 5001 }]);
    expect(conditions()).toEqual(["4"]);
    expect((await series()).getByText("KBL-5003")).toBeDefined();
    expect(screen.queryByRole("textbox")).toBeNull();
  });

  it("says what is wrong with what is typed, and sends nothing then, nor when nothing was changed", async () => {
    const { press, field, fill, sent } = await page();
    await press("Edit");
    for (const [name, typed, message] of [
      ["Prefix", "KBL 1", "A prefix has at most ten letters, digits and hyphens"],
      ["Prefix", "ABCDEFGHIJK", "A prefix has at most ten letters, digits and hyphens"],
      ["Next Number", "", "The next number is a whole number of at least 1"],
      ["Next Number", "0", "The next number is a whole number of at least 1"],
      ["Next Number", "one", "The next number is a whole number of at least 1"],
      ["Next Number", "12,5", "The next number is a whole number of at least 1"],
      ["Next Number", "12.5", "The next number is a whole number of at least 1"],
      ["Next Number", "1000000000", "The next number has at most nine digits"],
    ] as const) {
      const stored = field(name).value;
      fill(name, typed);
      await press("Save");
      expect(await screen.findByText(message), typed).toBeDefined();
      expect(field(name).value).toBe(typed);
      fill(name, stored);
      expect(screen.queryByText(message)).toBeNull();
    }
    expect(sent()).toEqual([]);
    await press("Save");
    expect(await screen.findByText("Nothing has been changed.")).toBeDefined();
    expect(sent()).toEqual([]);
  });

  it("goes back to the defaults once that is confirmed, and keeps the question until the answer has come", async () => {
    const answer = Promise.withResolvers<Said>();
    const { user, press, sent } = await page({ [`POST ${path}/reset`]: () => answer.promise });
    const question = async () => within(await screen.findByRole("dialog", { name: "Reset the series?" }));
    await press("Edit");
    await press("Reset");
    let dialog = await question();
    expect(dialog.getByText(/^The prefix becomes HWL and the next number 1001/)).toBeDefined();
    // The second half of a double click on the button that has asked.
    fireEvent.click(dialog.getByRole("button", { name: "Reset" }), { detail: 2 });
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent()).toEqual([]);
    await press("Reset");
    dialog = await question();
    await user.click(dialog.getByRole("button", { name: "Reset" }));
    // The answer would close the form over what is typed there meanwhile.
    await user.keyboard("{Escape}");
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    expect(screen.getByRole("dialog", { name: "Reset the series?" })).toBeDefined();
    answer.resolve({ body: { prefix: "HWL", nextNumber: 1001, nextHawalaNo: "HWL1044", version: 5 } });
    expect(await screen.findByText("Hawala serial settings reset to defaults")).toBeDefined();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(sent().map(({ address }) => address)).toEqual([`${path}/reset`]);
    expect((await series()).getByText("HWL1044")).toBeDefined();
  });

  it("says when it could not be reset, or could not be saved, and asks before the form is closed over what was typed", async () => {
    const failure = { status: 500, body: { message: "", code: "internal", requestId: "r" } };
    const { user, press, field, fill } = await page({ [`POST ${path}/reset`]: failure, [`PUT ${path}`]: failure });
    await press("Edit");
    await press("Reset");
    const dialog = within(await screen.findByRole("dialog", { name: "Reset the series?" }));
    await user.click(dialog.getByRole("button", { name: "Reset" }));
    expect(await dialog.findByText("Failed to reset settings")).toBeDefined();
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    fill("Prefix", "KBL");
    await press("Save");
    expect((await screen.findAllByText("Failed to update settings")).length).toBeGreaterThan(0);
    expect(field("Prefix").value).toBe("KBL");
    await press("Close");
    expect(await screen.findByText("Leave without saving?")).toBeDefined();
    await press("Keep editing");
    expect(field("Prefix").value).toBe("KBL");
    await press("Close");
    await press("Discard and leave");
    await waitFor(() => expect(screen.queryByRole("textbox")).toBeNull());
    expect(await screen.findByRole("button", { name: "Edit" })).toBeDefined();
  });

  it("shows what somebody else has changed meanwhile", async () => {
    let reads = 0;
    const theirs = { prefix: "KBL", nextNumber: 1050, nextHawalaNo: "KBL1050", version: 5 };
    const { press, field, fill } = await page({
      [`GET ${path}`]: () => ({ body: (reads += 1) === 1 ? settings : theirs }),
      [`PUT ${path}`]: refusal(409, "stale_version", "Zahra changed these settings at 10:12"),
    });
    await press("Edit");
    fill("Next Number", "2001");
    await press("Save");
    expect(await screen.findByText("Prefix: HWL → KBL")).toBeDefined();
    expect(screen.getByText(/^Next Number: 1043 → 1050/)).toBeDefined();
    await press("Discard mine and load theirs");
    expect([field("Prefix").value, field("Next Number").value]).toEqual(["KBL", "1050"]);
  });
});
