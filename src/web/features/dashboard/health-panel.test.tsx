import { act, screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import type { AdminFigures } from "#contract/dashboard.ts";
import { adminFigures, dashboardParts, dialog, part, savedFile, savings, type Calls } from "#web/testing/dashboard.tsx";
import { refusal, type Said } from "#web/testing/replies.ts";
import { accountRow } from "#web/testing/rows.ts";

import { BackupWarning } from "./backup-warning.tsx";
import { HealthPanel } from "./health-panel.tsx";
import { useDashboardPlace } from "./place.ts";

function Health({ figures }: { readonly figures: AdminFigures }) {
  return (
    <>
      <BackupWarning admin={figures} />
      <HealthPanel admin={figures} place={useDashboardPlace()} />
    </>
  );
}

const open = ({ figures = {}, at = "/dashboard", ...replies }: { figures?: Partial<AdminFigures>; at?: string } & Calls = {}) =>
  dashboardParts(<Health figures={{ ...adminFigures, ...figures }} />, { at, ...replies });

describe("the System Health Monitor", () => {
  test("tells of the database, and opens the accounts and the currencies", async () => {
    const accounts = [
      accountRow({ id: 101, accountCode: "2001", accountName: "Sherullah" }),
      accountRow({ id: 102, accountStatus: "closed" }),
    ];
    const { user } = await open({
      "GET /api/accounts": { body: accounts, headers: { "x-total-count": "2" } },
      figures: { accounts: 2 },
    });
    const health = part("System Health Monitor");
    expect(await health.findByText("Connected & Healthy")).toBeDefined();
    expect(health.getByText("PostgreSQL 18.4 · 19.5 MB")).toBeDefined();
    expect(health.getByRole("button", { name: /^Total Accounts/ })).toBeDefined();
    await user.click(health.getByRole("button", { name: /^Total Accounts/ }));
    const details = await dialog("Account Details");
    await details.findByText("Showing 2 of 2 accounts");
    const rows = details.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(rows).toEqual(["2001 SherullahCustomer · USD", "AC102 Account 102Customer · USD · not active"]);
    expect(details.getByRole("link", { name: "View account 2001" }).getAttribute("href")).toBe("/accounts/view/101");
    await user.click(details.getByText("Close"));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await user.click(health.getByRole("button", { name: /^Currencies/ }));
    const currencies = await dialog("Currency Details");
    expect((await currencies.findAllByRole("listitem"))[0]?.textContent).toBe("AFN Afghan Afghani1 USD = 1.00 AFN");
  });

  test.each([
    ["accounts", "Account Details", "GET /api/accounts", "No accounts found.", "The accounts could not be read"],
    ["currencies", "Currency Details", "GET /api/currencies", "No currencies found.", "The currencies could not be read"],
  ])("says that there are no %s, or why they could not be read", async (show, name, call, none, failed) => {
    let answer: Said = refusal(500, "unexpected", "");
    const { user } = await open({ at: `/dashboard?show=${show}`, ...({ [call]: () => answer } as Calls) });
    const window = await dialog(name);
    await window.findByText(failed);
    answer = { body: [], headers: { "x-total-count": "0" } };
    await user.click(window.getByRole("button", { name: "Retry" }));
    await window.findByText(none);
  });

  test("says when the database is not what this program needs", async () => {
    await open({
      figures: { database: { isHealthy: false, version: "15.2", sizeBytes: 5e9 } },
    });
    expect(await screen.findByText("Connected, but not up to date")).toBeDefined();
    expect(screen.getByText("PostgreSQL 15.2 · 4.7 GB")).toBeDefined();
  });
});

describe("the backup", () => {
  const button = () => part("System Health Monitor").getByRole("button", { name: /backup/ });
  const call = "GET /api/admin/backup-database";

  test("is made once, however often it is pressed, and saved under its name", async () => {
    const files = savings();
    const { promise, resolve } = Promise.withResolvers<Said>();
    const { user, asked } = await open({ [call]: () => promise });
    expect(button().textContent).toBe("Download backup file");
    await user.dblClick(button());
    expect(button().textContent).toBe("Creating backup...");
    expect(screen.getByRole("progressbar", { name: "Creating backup..." }).getAttribute("aria-valuenow")).toBeNull();
    await act(async () => resolve(savedFile("database_backup_2026-03-21.sql")));
    await screen.findByText("Backup Successful");
    expect(screen.getByText("Database backup downloaded as database_backup_2026-03-21.sql")).toBeDefined();
    expect(files).toEqual(["database_backup_2026-03-21.sql"]);
    expect(asked("/api/admin/backup-database")).toHaveLength(1);
    expect(button().textContent).toBe("Download backup file");
  });

  test("has a name of its own where the answer has none", async () => {
    const files = savings();
    const { user } = await open({ [call]: { body: {} } });
    await user.click(button());
    await screen.findByText("Database backup downloaded as database_backup.sql");
    expect(files).toEqual(["database_backup.sql"]);
  });

  test.each([
    [refusal(503, "unavailable", "The disk is full."), "Backup Failed", "The disk is full."],
    [refusal(500, "unexpected", ""), "Backup Failed", "Failed to create database backup"],
    [refusal(403, "forbidden", ""), "Access Denied", "Only admin users can perform database backups."],
  ])("that fails is not saved, and says so", async (answer, title, text) => {
    const files = savings();
    const { user } = await open({ [call]: answer });
    await user.click(button());
    await screen.findByText(title);
    expect(screen.getByText(text)).toBeDefined();
    expect(files).toEqual([]);
  });

  test.each([
    [
      { finishedAt: "2026-03-19T02:30:00.000Z" },
      { isBackupOverdue: true, accounts: 61 },
      /^The last good backup is older than 36 hours\. It was made on 19 Mar 2026, 07:00\./,
    ],
    // Read while it was young enough.
    [
      { finishedAt: "2026-03-19T02:30:00.000Z" },
      { isBackupOverdue: false, accounts: 61 },
      /^The last good backup is older than 36 hours\./,
    ],
    [null, { isBackupOverdue: true, accounts: 1 }, /^There is no good backup yet\./],
    [null, { isBackupOverdue: false, accounts: 61 }, undefined],
    [{ finishedAt: new Date().toISOString() }, { isBackupOverdue: false, accounts: 61 }, undefined],
  ])("is warned about where it is overdue: %j, %j", async (lastGoodBackup, others, words) => {
    await open({ figures: { lastGoodBackup, ...others } });
    const last = lastGoodBackup === null ? "No good backup yet" : /^Last good backup/;
    const link = await part("System Health Monitor").findByRole("link", { name: last });
    expect(link.getAttribute("href")).toBe("/backups");
    const warnings = screen.queryAllByText(
      (_text, element) => words?.test(element?.textContent ?? "") === true && element?.getAttribute("role") === "status",
    );
    expect(warnings).toHaveLength(words === undefined ? 0 : 1);
    expect(screen.queryAllByRole("link", { name: "Open the backups" })).toHaveLength(words === undefined ? 0 : 1);
  });
});
