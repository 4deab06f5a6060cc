import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";

import type { BusinessSettings } from "#contract/settings.ts";
import { noteServerTime } from "#web/lib/server-clock.ts";
import { pressEnterOfInputMethod, pressEnterOfTelephone } from "#web/testing/composing.ts";
import { replyingOffice, writesOf } from "#web/testing/office.ts";
import { refusal, type Replies, type Said } from "#web/testing/replies.ts";
import { setText } from "#web/testing/set-text.ts";
import { stage } from "#web/testing/stage.tsx";

import { BusinessSettingsPage } from "./business-page.tsx";

const path = "/api/business-settings";
const stored: BusinessSettings = {
  officeName: "Sarraf",
  timeZone: "Asia/Kabul",
  baseCurrency: "USD",
  cashAccountId: 11,
  senderCode: "2001",
  branchCodes: ["1007", "2007"],
  expenseCodes: [],
  usdTotalFrom: "2025-08-18",
  rateDeviationPercent: "2.00",
  sessionIdleMinutes: 60,
  sessionHours: 12,
  backupTime: "02:30",
  backupsKept: 14,
  version: 4,
};

async function page(replies: Replies = {}) {
  // Of the four hundred zones of a browser, which every keystroke would render.
  vi.spyOn(Intl, "supportedValuesOf").mockReturnValue(["Africa/Abidjan", "Asia/Kabul", "Asia/Tehran"]);
  const fetched = replyingOffice({
    [`GET ${path}`]: { body: stored },
    [`PUT ${path}`]: (body) => ({ body: { ...stored, ...(body as object), version: 5 } }),
    "POST /api/account-balances": (body) => ({
      body: {
        balances: (body as { accountCodes: string[] }).accountCodes
          .filter((code) => code !== "2007")
          .map((accountCode) => ({
            accountCode,
            accountName: "London Office",
            currencyId: 2,
            currency: "USD",
            currencySymbol: "$",
            totalBalance: "0.00",
            accountType: accountCode === "1002" ? "company" : "partner",
          })),
        unknown: (body as { accountCodes: string[] }).accountCodes.filter((code) => code === "2007"),
      },
    }),
    ...replies,
  });
  await stage(<BusinessSettingsPage />);
  const user = userEvent.setup({ delay: null });
  const press = async (name: string) => user.click(await screen.findByRole("button", { name }));
  const type = (name: string, text: string): void => setText(field(name), text);
  const writes = () => writesOf(fetched).filter(({ address }) => address === path);
  const conditions = () =>
    fetched.mock.calls
      .filter(([, request]) => request?.method === "PUT")
      .map(([, request]) => new Headers(request?.headers).get("if-match"));
  const officeReads = () => fetched.mock.calls.filter(([address]) => address === "/api/office").length;
  return { user, press, type, conditions, officeReads, sent: () => writes().map(({ body }) => body) };
}

async function open(replies: Replies = {}) {
  const opened = await page(replies);
  await waitFor(() => expect(field("Office name").value).toBe("Sarraf"));
  return opened;
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>((label) => label.startsWith(name), { selector: "input" });

/** What is typed into fields, and what is then said of each; of a field that is read in two ways, one at a time. */
const faulty: readonly Readonly<Record<string, readonly [string, string]>>[] = [
  {
    "Office name": ["", "Office name is required"],
    "Time zone": ["Kabul", "Give a time zone of the IANA list, such as Asia/Kabul"],
    "Default sender code": ["", "Sender code is required"],
    "Count the USD total from": ["2026-02-30", "Give the date as YYYY-MM-DD, a day that exists"],
    "Rate warning beyond (%)": ["2,5", "Give a percentage from 0 to 999.99 with at most two decimals"],
    "Sign out after minutes without use": ["4", "The idle time in minutes is a whole number from 5 to 1440"],
    "Longest session in hours": ["1,2", "The length of a session in hours is a whole number from 1 to 168"],
    "Good backups to keep": ["366", "The number of backups to keep is a whole number from 1 to 365"],
  },
  {
    "Rate warning beyond (%)": ["two", "Give a percentage from 0 to 999.99 with at most two decimals"],
    "Longest session in hours": ["169", "The length of a session in hours is a whole number from 1 to 168"],
  },
];

describe("business settings", () => {
  it("show every setting, and whose the codes are, once they could be loaded", async () => {
    let calls = 0;
    const { press } = await page({
      [`GET ${path}`]: () => ((calls += 1) === 1 ? refusal(503, "unavailable", "Away") : { body: stored }),
    });
    expect(await screen.findByText("The business settings could not be loaded.")).toBeDefined();
    await press("Retry");
    await waitFor(() => expect(field("Office name").value).toBe("Sarraf"));
    await waitFor(() => expect(field("Cash account").value).toBe("CASH - Cash at Shop"));
    const values = ["Time zone", "Default sender code", "Count the USD total from"].map((name) => field(name).value);
    expect(values).toEqual(["Asia/Kabul", "2001", "2025-08-18"]);
    const figures = ["Rate warning beyond (%)", "Sign out after minutes without use", "Longest session in hours"];
    expect(figures.map((name) => field(name).value)).toEqual(["2.00", "60", "12"]);
    expect(await screen.findByText("2001 is London Office (USD)")).toBeDefined();
    expect(await screen.findByText("No account has the code 2007 yet")).toBeDefined();
    // On a telephone there is a key for the colon of the backup's time, and figures alone for its number.
    const keys = (name: string) => field(name).getAttribute("inputmode");
    expect([keys("Time of the nightly backup"), keys("Good backups to keep")]).toEqual([null, "numeric"]);
  });

  it("tell an expense account from one that is no company account, and has no effect", async () => {
    const expenseCodes = ["1002", "2007", ...Array.from({ length: 150 }, (_, index) => String(5000 + index))];
    await open({ [`GET ${path}`]: { body: { ...stored, expenseCodes } } });
    expect(await screen.findByText("1002 is London Office (USD)")).toBeDefined();
    expect(screen.getAllByText("No account has the code 2007 yet").length).toBe(2);
    // The last of more codes than are asked for in one call.
    const last = "5149 is London Office (USD), which is no company account: it has no effect here";
    expect(await screen.findByText(last)).toBeDefined();
    // A branch may be anybody's account.
    expect(await screen.findByText("1007 is London Office (USD)")).toBeDefined();
  });

  it("show a refusal at its field, also of one of several codes, and say that saving failed where the server has no words", async () => {
    const code = "CASH is the cash account, which is held and not spent: take it out of the expense account codes";
    const idle = "The time without use must not be longer than a session";
    const invalid = (name: string, message: string): Said => ({
      status: 400,
      body: { message, code: "invalid", requestId: "r", issues: [{ path: name, message }] },
    });
    let refused = invalid("expenseCodes", code);
    const { user, type, press, sent } = await open({ [`PUT ${path}`]: () => refused });
    await user.click(field("Expense account codes"));
    await user.paste("cash");
    await user.keyboard("{Enter}");
    await press("Save");
    await waitFor(() => expect(field("Expense account codes").getAttribute("aria-invalid")).toBe("true"));
    expect(sent()).toEqual([{ expenseCodes: ["CASH"] }]);
    refused = invalid("sessionIdleMinutes", idle);
    type("Sign out after minutes without use", "900");
    await press("Save");
    await waitFor(() => expect(field("Sign out after minutes without use").getAttribute("aria-invalid")).toBe("true"));
    expect(field("Sign out after minutes without use").value).toBe("900");
    refused = refusal(500, "internal", "");
    type("Office name", "Kabul Sarafi");
    await press("Save");
    expect((await screen.findAllByText("Failed to update settings")).length).toBeGreaterThan(0);
    expect(field("Office name").value).toBe("Kabul Sarafi");
  });

  it("send what was changed alone, on condition of the version, and go on from what is stored", async () => {
    const { user, type, press, sent, conditions, officeReads } = await open();
    type("Office name", "Kabul Sarafi");
    type("Sign out after minutes without use", "30");
    await user.selectOptions(screen.getByRole("combobox", { name: "Base currency" }), "EUR");
    // One of them is there already.
    for (const code of ["۱۰۰۷", "۳۰۰۷"]) {
      await user.click(field("Branch account codes"));
      await user.paste(code);
      await user.keyboard("{Enter}");
    }
    await press("Save");
    expect(await screen.findByText("Business settings updated successfully")).toBeDefined();
    // Every other screen works by them from now on.
    await waitFor(() => expect(officeReads()).toBeGreaterThan(0));
    expect(sent()).toEqual([
      { officeName: "Kabul Sarafi", baseCurrency: "EUR", branchCodes: ["1007", "2007", "3007"], sessionIdleMinutes: 30 },
    ]);
    type("Office name", "Herat Sarafi");
    await press("Refresh");
    expect(field("Office name").value).toBe("Kabul Sarafi");
    type("Longest session in hours", "8");
    await press("Save");
    await waitFor(() => expect(conditions()).toEqual(["4", "5"]));
    expect(sent()[1]).toEqual({ sessionHours: 8 });
  });

  it("say what is wrong with each field, go back to what was loaded by Refresh, and send nothing when nothing was changed", async () => {
    const { user, type, press, sent } = await open();
    for (const faults of faulty) {
      for (const [name, [typed]] of Object.entries(faults)) type(name, typed);
      await press("Save");
      for (const [name, [typed, message]] of Object.entries(faults)) {
        expect((await screen.findAllByText(message)).length, name).toBeGreaterThan(0);
        expect(field(name).value).toBe(typed);
        expect(field(name).getAttribute("aria-invalid"), name).toBe("true");
      }
      await press("Refresh");
      expect(field("Office name").value).toBe("Sarraf");
    }
    await waitFor(() => expect(field("Cash account").value).not.toBe(""));
    await user.click(screen.getByRole("button", { name: "Clear" }));
    await press("Save");
    expect(await screen.findByText("Cash account is required")).toBeDefined();
    await press("Refresh");
    await press("Save");
    expect(await screen.findByText("Nothing has been changed.")).toBeDefined();
    expect(sent()).toEqual([]);
  });

  it("say which business date another time zone makes of today, where that is another one", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-03-21T18:00:00Z") });
    noteServerTime("2026-03-21T18:00:00Z");
    const { type } = await open();
    const hint = () => document.getElementById(field("Time zone").getAttribute("aria-describedby") ?? "")?.textContent;
    expect(hint()).toBe("Decides which business date it is. It is 21 Mar 2026, 22:30 there now");
    type("Time zone", "Asia/Tokyo");
    expect(hint()).toMatch("It is 22 Mar 2026, 03:00 there now. Today's business date becomes 2026-03-22");
  });

  it("offer time zones by a part of their name, by any keyboard alone; Enter in the whole list after that chooses no other, and Escape closes it", async () => {
    const { user, press, sent } = await open();
    await user.clear(field("Time zone"));
    await user.paste("tehr");
    expect(await screen.findByRole("option", { name: "Asia/Tehran" })).toBeDefined();
    expect(screen.queryByRole("option", { name: "Africa/Abidjan" })).toBeNull();
    await user.keyboard("{Enter}");
    expect(field("Time zone").value).toBe("Asia/Tehran");
    await user.click(field("Time zone"));
    // The one that was highlighted was the first.
    await screen.findByRole("option", { name: "Africa/Abidjan" });
    await user.keyboard("{Enter}");
    expect(field("Time zone").value).toBe("Asia/Tehran");
    await user.click(field("Time zone"));
    // Escape closes the list; the next one is the page's, whose Escape leaves the field.
    expect(fireEvent.keyDown(field("Time zone"), { key: "Escape" })).toBe(false);
    await waitFor(() => expect(screen.queryByRole("option", { name: "Africa/Abidjan" })).toBeNull());
    expect(fireEvent.keyDown(field("Time zone"), { key: "Escape" })).toBe(true);
    // By the Enter of a telephone, whose keyboard composes it still.
    await user.clear(field("Time zone"));
    await user.paste("abid");
    await screen.findByRole("option", { name: "Africa/Abidjan" });
    pressEnterOfInputMethod(field("Time zone"));
    expect(field("Time zone").value).toBe("abid");
    pressEnterOfTelephone(field("Time zone"));
    expect(field("Time zone").value).toBe("Africa/Abidjan");
    await press("Save");
    await waitFor(() => expect(sent()).toEqual([{ timeZone: "Africa/Abidjan" }]));
  });

  it("show what somebody else has changed meanwhile; what was typed goes on top of it", async () => {
    let reads = 0;
    const theirs = { ...stored, officeName: "Herat Sarafi", cashAccountId: 101, branchCodes: ["1007"], version: 5 };
    const { type, press, conditions } = await open({
      [`GET ${path}`]: () => ({ body: (reads += 1) === 1 ? stored : theirs }),
      [`PUT ${path}`]: (body) =>
        reads === 1
          ? refusal(409, "stale_version", "The business settings were changed meanwhile: zahra at 2026-03-21 10:15")
          : { body: { ...theirs, ...(body as object), version: 6 } },
    });
    type("Longest session in hours", "8");
    await press("Save");
    expect(await screen.findByText("Office name: Sarraf → Herat Sarafi")).toBeDefined();
    expect(await screen.findByText("Cash account: CASH - Cash at Shop → 3001 - Azizi Bank")).toBeDefined();
    expect(screen.getByText("Branch account codes: 1007, 2007 → 1007")).toBeDefined();
    await press("Keep my changes");
    expect([field("Office name").value, field("Longest session in hours").value]).toEqual(["Herat Sarafi", "8"]);
    await press("Save");
    expect(await screen.findByText("Business settings updated successfully")).toBeDefined();
    expect(conditions()).toEqual(["4", "5"]);
  });
});
