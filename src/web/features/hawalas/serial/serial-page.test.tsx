import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import type { HawalaTotal, RecentHawala } from "#contract/hawala-lists.ts";
import type { HawalaSettings } from "#contract/hawala-settings.ts";
import { writesOf } from "#web/testing/office.ts";
import { refusal, replying, type Replies, type Said } from "#web/testing/replies.ts";
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
  const fill = async (name: string, text: string): Promise<void> => {
    await user.clear(field(name));
    if (text !== "") await user.type(field(name), text);
  };
  const conditions = () =>
    fetched.mock.calls
      .filter(([, request]) => request?.method === "PUT")
      .map(([, request]) => new Headers(request?.headers).get("if-match"));
  return { ...staged, user, press, field, fill, conditions, sent: () => writesOf(fetched) };
}

const series = async () => within(await screen.findByRole("region", { name: "Current series" }));

describe("Hawala Serial Number Management", () => {
  it("shows prefix, next number and both combined", async () => {
    await page();
    const shown = await series();
    expect(await shown.findByText("HWL1043")).toBeDefined();
    expect([shown.getByText("HWL"), shown.getByText("1043")]).toHaveLength(2);
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(shown.queryByText(/passed over/)).toBeNull();
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

  it("counts all hawalas, those paid out and those that wait", async () => {
    await page();
    const counters = within(screen.getByRole("region", { name: "Hawalas" }));
    expect(await counters.findByText("1,042")).toBeDefined();
    expect([counters.getByText("1,020"), counters.getByText("15")]).toHaveLength(2);
  });

  it("lists the recent hawalas, each of which opens", async () => {
    await page();
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
  });

  it("shows whose the sender codes are, and what to do about one that nobody has", async () => {
    await page();
    const table = within(await screen.findByRole("table", { name: "Sender Codes" }));
    expect(table.getByRole("link", { name: "London Office" }).getAttribute("href")).toBe("/accounts/view/120");
    expect(table.getByText("No account has this code")).toBeDefined();
    expect(table.getByRole("link", { name: "New Account for the code 2002" }).getAttribute("href")).toBe("/accounts/new");
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

  it.each([
    [`GET ${path}`, "The serial settings could not be loaded."],
    ["GET /api/hawala/recent", "The recent hawalas could not be loaded."],
    ["GET /api/hawala/sender-codes", "The sender codes could not be loaded."],
    ["GET /api/hawala-totals", "The counters could not be loaded."],
  ])("can ask again for %s", async (call, text) => {
    let calls = 0;
    const answer = {
      [`GET ${path}`]: settings,
      "GET /api/hawala/recent": [],
      "GET /api/hawala/sender-codes": [],
      "GET /api/hawala-totals": [],
    };
    const { press } = await page({
      [call]: () => ((calls += 1) === 1 ? refusal(503, "unavailable", "Away") : { body: answer[call as keyof typeof answer] }),
    });
    expect(await screen.findByText(text)).toBeDefined();
    await press("Retry");
    await waitFor(() => expect(screen.queryByText(text)).toBeNull());
  });

  it("changes the series on condition of its version, and closes the form", async () => {
    const { press, field, fill, sent, conditions } = await page();
    await press("Edit");
    expect([field("Prefix").value, field("Next Number").value]).toEqual(["HWL", "1043"]);
    await fill("Prefix", "KBL-");
    await fill("Next Number", "۵۰۰۱");
    expect(screen.getByText("The next hawala gets KBL-5001, or the next free number after it.")).toBeDefined();
    await press("Save");
    expect(await screen.findByText("Hawala serial settings updated successfully")).toBeDefined();
    expect(sent().map(({ body }) => body)).toEqual([{ prefix: "KBL-", nextNumber: 5001 }]);
    expect(conditions()).toEqual(["4"]);
    expect((await series()).getByText("KBL-5003")).toBeDefined();
    expect(screen.queryByRole("textbox")).toBeNull();
  });

  it("sends nothing when nothing was changed", async () => {
    const { press, sent } = await page();
    await press("Edit");
    await press("Save");
    expect(await screen.findByText("Nothing has been changed.")).toBeDefined();
    expect(sent()).toEqual([]);
  });

  it.each([
    ["Prefix", "KBL 1", "A prefix has at most ten letters, digits and hyphens"],
    ["Prefix", "ABCDEFGHIJK", "A prefix has at most ten letters, digits and hyphens"],
    ["Next Number", "", "The next number is a whole number of at least 1"],
    ["Next Number", "0", "The next number is a whole number of at least 1"],
    ["Next Number", "one", "The next number is a whole number of at least 1"],
    ["Next Number", "12,5", "The next number is a whole number of at least 1"],
    ["Next Number", "12.5", "The next number is a whole number of at least 1"],
    ["Next Number", "1000000000", "The next number has at most nine digits"],
  ])("says what is wrong with %s %j", async (name, typed, message) => {
    const { press, field, fill, sent } = await page();
    await press("Edit");
    await fill(name, typed);
    await press("Save");
    expect(await screen.findByText(message)).toBeDefined();
    expect(field(name).value).toBe(typed);
    expect(sent()).toEqual([]);
  });

  it("goes back to the defaults once that is confirmed", async () => {
    const { user, press, sent } = await page();
    await press("Edit");
    await press("Reset");
    const dialog = within(await screen.findByRole("dialog", { name: "Reset the series?" }));
    expect(dialog.getByText(/^The prefix becomes HWL and the next number 1001/)).toBeDefined();
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    expect(sent()).toEqual([]);
    await press("Reset");
    await user.click(
      within(await screen.findByRole("dialog", { name: "Reset the series?" })).getByRole("button", { name: "Reset" }),
    );
    expect(await screen.findByText("Hawala serial settings reset to defaults")).toBeDefined();
    expect(sent().map(({ address }) => address)).toEqual([`${path}/reset`]);
    expect((await series()).getByText("HWL1044")).toBeDefined();
  });

  it("keeps the question about a reset until its answer has come, which would close over what is typed meanwhile", async () => {
    const answer = Promise.withResolvers<Said>();
    const { user, press } = await page({ [`POST ${path}/reset`]: () => answer.promise });
    await press("Edit");
    await press("Reset");
    const dialog = within(await screen.findByRole("dialog", { name: "Reset the series?" }));
    await user.click(dialog.getByRole("button", { name: "Reset" }));
    await user.keyboard("{Escape}");
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    expect(screen.getByRole("dialog", { name: "Reset the series?" })).toBeDefined();
    answer.resolve({ body: { prefix: "HWL", nextNumber: 1001, nextHawalaNo: "HWL1044", version: 5 } });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.queryByRole("textbox")).toBeNull();
  });

  it("says when it could not be reset, or could not be saved", async () => {
    const failure = { status: 500, body: { message: "", code: "internal", requestId: "r" } };
    const { user, press, field, fill } = await page({ [`POST ${path}/reset`]: failure, [`PUT ${path}`]: failure });
    await press("Edit");
    await press("Reset");
    const dialog = within(await screen.findByRole("dialog", { name: "Reset the series?" }));
    await user.click(dialog.getByRole("button", { name: "Reset" }));
    expect(await dialog.findByText("Failed to reset settings")).toBeDefined();
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    await fill("Prefix", "KBL");
    await press("Save");
    expect((await screen.findAllByText("Failed to update settings")).length).toBeGreaterThan(0);
    expect(field("Prefix").value).toBe("KBL");
  });

  it("shows what somebody else has changed meanwhile", async () => {
    let reads = 0;
    const theirs = { prefix: "KBL", nextNumber: 1050, nextHawalaNo: "KBL1050", version: 5 };
    const { press, field, fill } = await page({
      [`GET ${path}`]: () => ({ body: (reads += 1) === 1 ? settings : theirs }),
      [`PUT ${path}`]: refusal(409, "stale_version", "Zahra changed these settings at 10:12"),
    });
    await press("Edit");
    await fill("Next Number", "2001");
    await press("Save");
    expect(await screen.findByText("Prefix: HWL → KBL")).toBeDefined();
    expect(screen.getByText(/^Next Number: 1043 → 1050/)).toBeDefined();
    await press("Discard mine and load theirs");
    expect([field("Prefix").value, field("Next Number").value]).toEqual(["KBL", "1050"]);
  });

  it("asks before the form is closed over something typed", async () => {
    const { press, fill, field } = await page();
    await press("Edit");
    await fill("Prefix", "KBL");
    await press("Close");
    expect(await screen.findByText("Leave without saving?")).toBeDefined();
    await press("Keep editing");
    expect(field("Prefix").value).toBe("KBL");
    await press("Close");
    await press("Discard and leave");
    await waitFor(() => expect(screen.queryByRole("textbox")).toBeNull());
    expect(await screen.findByRole("button", { name: "Edit" })).toBeDefined();
  });
});
