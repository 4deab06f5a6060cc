import { fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";

import type { AuditEntry } from "#contract/audit-log.ts";
import type { Reconciliation } from "#contract/partner-reconciliations.ts";
import { ChainCard } from "#web/features/audit-log/chain-card.tsx";
import { AuditLogPage } from "#web/features/audit-log/list-page.tsx";
import { BackupListPage } from "#web/features/backups/list-page.tsx";
import { CurrenciesPage } from "#web/features/currencies/list-page.tsx";
import { BooksPanel } from "#web/features/dashboard/books-panel.tsx";
import { ImportHawalaPage } from "#web/features/import-batches/import-page.tsx";
import { ReconcilePanel } from "#web/features/reports/partner-settlement/reconcile.tsx";
import { ApiError, messageOf, wordsOf } from "#web/lib/api-error.ts";
import { inItsOwnOrder } from "#web/lib/format.ts";
import { chain, verified } from "#web/testing/audit-log.ts";
import { dashboardParts, figures } from "#web/testing/dashboard.tsx";
import { importOf, previewOf, previewRow } from "#web/testing/import-batches.ts";
import { replyingOffice } from "#web/testing/office.ts";
import { passPage } from "#web/testing/pass-page.tsx";
import { replying } from "#web/testing/replies.ts";
import { searchPage } from "#web/testing/search-page.tsx";
import { stage } from "#web/testing/stage.tsx";
import { deletedRow, transactionRow, versionOf } from "#web/testing/transactions.ts";
import { uploading } from "#web/testing/uploads.ts";
import { faultsOf } from "#web/ui/change-password-form.tsx";
import { fieldErrors, formResolver } from "#web/ui/entry/form-resolver.ts";

import { refusals } from "./fa/refusals.ts";
import { speakRefusals } from "./refusals.ts";

beforeEach(() => speakRefusals(refusals));
afterEach(() => speakRefusals(undefined));

const fault = "Journal 5 was recorded by nobody";
const faultInDari = "سطر ژورنال 5 را کسی ثبت نکرده است";
const missing = { cell: "F17", message: "amount is missing" };
const missingInDari = inItsOwnOrder("مبلغ خالی است");

describe("what the server refuses with is said in the language of the screens", () => {
  test("as the words of an error, with its request id where it has been recorded under it, and is compared in English", () => {
    const refused = new ApiError({ status: 409, code: "conflict", message: "There is no hawala 7" });
    expect([messageOf(refused, ""), wordsOf(refused, "")]).toEqual(["حوالهٔ 7 وجود ندارد", "حوالهٔ 7 وجود ندارد"]);
    expect(refused.message).toBe("There is no hawala 7");
    const message = "Something went wrong on the server. It has been recorded under this request id";
    const broken = new ApiError({ status: 500, code: "internal", message, requestId: "r1" });
    expect(messageOf(broken, "")).toBe("در سرور مشکلی پیش آمد. زیر این نمبر درخواست ثبت شده است: r1");
  });

  test("at the fields of a form, be it found by the server or by the schema", () => {
    expect(fieldErrors([{ path: "a", message: "Please sign in" }])).toEqual({ a: "لطفاً وارد شوید" });
    const resolve = formResolver(z.object({ a: z.string().min(1, "Name is required") }), (form: { a: string }) => form);
    expect(resolve({ a: "" })).toEqual({ a: "نام ضروری است" });
    expect(faultsOf({ current: "a", new: "short", repeat: "short" }).new?.()).toBe("رمز عبور حداقل 8 حرف دارد");
  });

  test("at the fields of a payout", async () => {
    const message = "Please select an image file for the document";
    const issues = [{ path: "documentPhoto", message }];
    const body = { message, code: "invalid", requestId: "r", issues };
    const page = await passPage("?selected=1", { "POST /api/hawala/pass/1": { status: 400, body } });
    await page.opened("LDN-1");
    await page.inPanel("Confirm Pass Hawala");
    expect((await page.panel().findByRole("alert")).textContent).toBe("برای سند یک فایل تصویر انتخاب کنید");
  });
});

describe("what the server has found is said in the language of the screens", () => {
  test("by a verification, beside the seals", async () => {
    const found = { ...verified, balanced: false, faults: [fault] };
    replying({
      "GET /api/audit-log/chain": { body: chain },
      "GET /api/verification": { body: found },
      "POST /api/verification": { body: found },
    });
    await stage(<ChainCard />);
    expect(await screen.findByText(faultInDari)).toBeDefined();
    await userEvent.setup({ delay: null }).click(screen.getByRole("button", { name: "Verify" }));
    expect((await screen.findByText("The verification found faults")).parentElement?.textContent).toContain(faultInDari);
  });

  test("by a verification, on the dashboard", async () => {
    await dashboardParts(
      <BooksPanel figures={{ ...figures, verification: { ...verified, balanced: false, faults: [fault] } }} />,
    );
    expect(await screen.findByText(faultInDari)).toBeDefined();
  });

  test("in a sheet, and of its import", async () => {
    replying({ "GET /api/accounts": { body: [] }, "GET /api/import-batches": { body: [] } });
    const shown = previewOf([
      previewRow({ row: 2, verdict: "error", errors: [missing] }),
      previewRow({ row: 3, verdict: "changed", differences: ["R Amount: 9,200.00"] }),
      previewRow({ row: 4 }),
    ]);
    const message = "1 hawala imported, 1 faulty row was left out";
    uploading([{ body: shown }, { body: importOf({ message, errors: [missing] }) }]);
    await stage(<ImportHawalaPage />);
    fireEvent.change(screen.getByLabelText("Spreadsheet file"), { target: { files: [new File(["PK"], "july.xlsx")] } });
    await screen.findByText("0.00 KB");
    fireEvent.click(screen.getByRole("button", { name: "Preview Data" }));
    const dialog = within(await screen.findByRole("dialog", { name: /^Preview of/ }));
    expect(dialog.getAllByText(`F17: ${missingInDari}`)).toHaveLength(2);
    expect(dialog.getByText(`Stored: ${inItsOwnOrder("مبلغ گیرنده: 9,200.00")}`)).toBeDefined();
    fireEvent.click(dialog.getByRole("checkbox", { name: /^Skip 1/ }));
    fireEvent.click(dialog.getByRole("button", { name: /^Import 1/ }));
    const result = within(await screen.findByRole("dialog", { name: "Import Result" }));
    expect(result.getByText(`F17: ${missingInDari}`)).toBeDefined();
    // In the result, and in the toast behind it.
    expect(await screen.findAllByText("1 حواله وارد شد، 1 سطر خطادار کنار گذاشته شد")).toHaveLength(2);
  });

  test("in a partner's list", async () => {
    const partner = { id: 120, code: "2001", name: "London", type: "hawala_partner", isSystem: false } as const;
    const place = { partner: "120", list: "", settlement: "", currency: "", tab: "reconcile", from: "", to: "" } as const;
    const counts = { matched: 0, different: 0, missingHere: 0, missingThere: 0, repeated: 0, faulty: 1 };
    const sides = { hawalaId: null, hawalaStatus: null, transactionDate: null, hereCurrency: null, here: null, there: null };
    const row = { verdict: "faulty", row: 5, hawalaNo: "A-1", receiverName: "Mursal", currency: "AFN", ...sides } as const;
    const found: Reconciliation = {
      fileName: "march.xlsx",
      sheetName: "List",
      otherSheets: [],
      counts,
      totals: [],
      rows: [{ ...row, differences: [], faults: [missing] }],
      skipped: [],
      skippedLines: 0,
    };
    uploading([{ body: found }]);
    await stage(<ReconcilePanel partner={partner} place={place} />);
    const user = userEvent.setup({ delay: null });
    await user.upload(screen.getByLabelText("Partner's sheet"), new File(["PK"], "march.xlsx"));
    await screen.findByText("march.xlsx");
    fireEvent.click(await screen.findByRole("button", { name: "Reconcile" }));
    expect(await screen.findByText("F17: مبلغ خالی است")).toBeDefined();
  });

  test("against a backup", async () => {
    const none = { progress: null, fileName: null, size: null, sha256: null, transactions: null, hawalas: null, startedBy: null };
    const failed = { id: 7, origin: "schedule", verdict: "failed", reason: "It stood still for too long and was given up" };
    const backup = { ...none, ...failed, hasFile: false, startedAt: chain.sealedAt, finishedAt: chain.sealedAt };
    const state = { lastGood: null, isOverdue: true, isRunning: false, nextAt: chain.sealedAt, folder: "/srv/backups" };
    replying({ "GET /api/backups": { body: { ...state, backups: [backup] } } });
    await stage(<BackupListPage />);
    expect(await screen.findByText("مدت درازی پیش نرفت و قطع شد")).toBeDefined();
  });

  test.each(["/currencies", "/currencies?history=EUR"])("against deleting a currency, at %s", async (at) => {
    const none = { count: 0, isMore: false };
    const used = { accounts: { count: 2, isMore: false }, balances: none, transactions: none, hawalas: none };
    const keptBecause = "EUR is in use and cannot be deleted: 2 accounts";
    replyingOffice({
      "GET /api/currencies/3/use": { body: { ...used, hasNumberSetting: false, keptBecause } },
      "GET /api/currencies/3/rates": { body: [] },
    });
    await stage(<CurrenciesPage />, { at });
    if (at === "/currencies") fireEvent.click(await screen.findByRole("button", { name: "Delete EUR" }));
    expect(await screen.findByText("EUR در استفاده است و حذف شده نمی‌تواند: 2 حساب")).toBeDefined();
  });
});

describe.each([
  ["that the server gave is said in the language of the screens", "The hawala was cancelled", "حواله لغو شد"],
  // What the server says of a cell reads the same.
  ["that somebody typed stays as it is", "Amount: 500", "Amount: 500"],
])("the reason %s", (_whose, reason, shown) => {
  const paid = transactionRow({ id: 7 });
  const history = [versionOf({ ...paid, version: 2 }, { action: "deleted", actor: "omid", reason })];
  const listed = (row: object) => ({ body: [row], headers: { "x-total-count": "1" } });

  test("in the audit log", async () => {
    const act = { action: "transaction.deleted", objectType: "transaction", objectId: "15", object: null, isGone: false };
    const by = { recordedAt: chain.sealedAt, userId: null, user: "zahra", ip: null, requestId: "r" };
    const entry: AuditEntry = { id: "5", ...act, ...by, version: 2, reason, changes: [] };
    replyingOffice({
      "GET /api/audit-log": listed(entry),
      "GET /api/audit-log/chain": { body: chain },
      "GET /api/audit-log/facets": { body: { users: [], acts: [] } },
      "GET /api/verification": { body: verified },
    });
    await stage(<AuditLogPage />, { at: "/reports/audit-log" });
    expect(await screen.findByText(`Reason: ${inItsOwnOrder(shown)}`)).toBeDefined();
  });

  test("in the history of a transaction", async () => {
    const { press } = await searchPage("?searchWhat=All", { "GET /api/transactions/7/history": { body: history } });
    await screen.findByRole("table", { name: "Search results" });
    await press("Open transaction 7");
    expect(await screen.findByText(`Reason: ${inItsOwnOrder(shown)}`)).toBeDefined();
  });

  test("where a transaction is about to be recovered", async () => {
    const { press } = await searchPage("?searchWhat=Deleted", {
      "GET /api/deleted-transactions": listed(deletedRow(paid)),
      "GET /api/transactions/7": { body: { ...paid, deleted: true } },
      "GET /api/transactions/7/history": { body: history },
    });
    await screen.findByRole("table", { name: "Search results" });
    await press("Recover transaction 7");
    expect(await screen.findByText(shown)).toBeDefined();
  });
});
