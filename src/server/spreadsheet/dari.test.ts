import { readdirSync, readFileSync } from "node:fs";

import { read, utils } from "@e965/xlsx";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { exportAccounts } from "#contract/accounts.ts";
import { exportHawalas } from "#contract/hawala-lists.ts";
import { cancelHawala, passHawala } from "#contract/hawalas.ts";
import { getOffice } from "#contract/office.ts";
import { exportReconciliation } from "#contract/partner-reconciliations.ts";
import { exportAccountStatement } from "#contract/reports.ts";
import type { Route } from "#contract/route.ts";
import { updateBusinessSettings } from "#contract/settings.ts";
import { exportDeletedTransactions, exportTransactions } from "#contract/transaction-exports.ts";
import { deleteTransaction } from "#contract/transactions.ts";
import { declaredRoutes } from "#server/features/documentation/declared-routes.ts";
import { bodies, cash, openDesk, type Desk, type Party } from "#test/support/desk.ts";
import { enter, incoming, openLondon, outgoing } from "#test/support/hawalas.ts";
import { listOf } from "#test/support/import-batches.ts";
import { currency } from "#test/support/ledger.ts";
import { readSheet, type StoredSheet } from "#test/support/spreadsheet.ts";
import { uploadOf } from "#test/support/upload.ts";

import { heads, sheets, words } from "./dari.ts";

const routes = (await declaredRoutes()).filter(({ method, path }) => method === "GET" && path.endsWith("/export"));
/** Every text that a person types in this office is Dari, so that what is left of English is the program's, or a code or name it knows. */
const names = { senderName: "ادریس هوتکزاد", receiverName: "مرسل رحیم‌یار", receiverLocation: "کابل" };
/** Of the other side of a Debit or Credit the books then hold the amount in words. */
const narratives = { transDescription: "کرایه" };

let desk: Desk;
let farid: Party;
let partnerAccountId: number;
let date: string;

beforeAll(async () => {
  desk = await openDesk();
  ({ id: partnerAccountId } = await openLondon(desk));
  ({ today: date } = await desk.admin.ok(getOffice));
  farid = await desk.open(currency.USD, { accountName: "فرید" });
  const rent = await desk.open(currency.USD, { accountName: "کرایهٔ دکان", accountType: "company" });
  await desk.open(currency.AFN, { accountName: "زهرا", accountStatus: "suspended" });
  await desk.admin.ok(updateBusinessSettings, { body: { expenseCodes: [rent.accountCode] } });
  await desk.post(bodies.credit(farid, "100", narratives));
  await desk.post(bodies.debit(farid, "1", narratives));
  await desk.post(bodies.transfer(farid, rent, "2", narratives));
  const deal = { currencyId: currency.USD, cCurrencyId: currency.AFN, dAmount: "10", cAmount: "700", exRate: "70" };
  await desk.post(bodies.exchange(farid, cash, { ...deal, ...narratives, cTransDescription: "کرایه" }));
  const wrong = await desk.post(bodies.debit(farid, "5", narratives));
  await desk.admin.ok(deleteTransaction, { params: { id: wrong.id }, body: { reason: "اشتباه" } });
  await enter(desk, incoming(names));
  await enter(desk, outgoing(names));
  const passed = await enter(desk, incoming(names));
  await desk.operator.ok(passHawala, { params: { id: passed.id }, body: {} });
  const cancelled = await enter(desk, incoming(names));
  await desk.admin.ok(cancelHawala, { params: { id: cancelled.id } });
});
afterAll(() => desk.closeInBalance());

async function exported(route: Route, more: Readonly<Record<string, string | number>>): Promise<Buffer> {
  const ofDeals = route.path.includes("/deals/") ? { currencyId: currency.USD } : {};
  const ofPartner = route.path.includes("/partner-") ? { partnerAccountId } : {};
  const asked = { accountId: farid.id, date, corrected: "true", direction: "all", ...ofPartner, ...ofDeals };
  const known = (route.query as unknown as { shape: object }).shape;
  const query = Object.fromEntries(Object.entries(asked).filter(([name]) => name in known));
  return (await desk.admin.ok(route, { query: { ...query, ...more } })) as Buffer;
}

const inDari = async (route: Route) => readSheet(await exported(route, { language: "fa-AF" }));

/** A partner's sheet laid beside our hawalas: rows that differ, are repeated or missing there, one that cannot be read, and a line that is none. */
async function reconciliation(language: string): Promise<StoredSheet> {
  const paid = await enter(desk, incoming(names));
  const lost = await enter(desk, incoming(names));
  await desk.admin.ok(cancelHawala, { params: { id: lost.id } });
  const nothing = { D: null, E: null, F: null, G: null, H: null, I: null, J: null, K: null, L: null };
  const theirs = [paid, paid, lost].map(({ hawalaNo }) => ({ C: hawalaNo, D: "ادریس", E: "مرسل", L: 7 }));
  const faulty = { C: "1405-77", D: "ادریس", E: "مرسل", F: null };
  const file = listOf([...theirs, faulty, { ...nothing, C: "صفحهٔ 2 از 3" }]);
  const upload = uploadOf(exportReconciliation, file, {
    partnerAccountId: String(partnerAccountId),
    fromDate: date,
    toDate: date,
  });
  const response = await desk.operator.request({ ...upload, url: `${upload.url}?language=${language}` });
  expect(response.statusCode).toBe(200);
  return readSheet(response.rawPayload);
}

/** Codes and names that are the same in every language: those that the office knows. */
async function knownNames(): Promise<readonly string[]> {
  const rows = await desk.server.database.asOwner<{ name: string }>(
    `select code as name from currencies union select account_name from accounts union select code from accounts
      union select hawala_no from hawalas union select username from users`,
  );
  // An incoming hawala was taken in pounds, which need no currency of their own.
  return [...rows.map(({ name }) => name), "GBP"].toSorted((left, right) => right.length - left.length);
}

/** The cells in which letters of English are left that are no name. */
function englishIn({ name, rows }: Pick<StoredSheet, "name" | "rows">, known: readonly string[]): string[] {
  const texts = [name, ...rows.flat().filter((cell) => typeof cell === "string")];
  return texts.filter((text) => /[A-Za-z]/.test(known.reduce((left, code) => left.replaceAll(code, ""), text)));
}

/** What was done, to what, and its fields stand in the audit log as the API calls them, in every language. */
const toldInCodes = (route: Route): boolean => route.path === "/api/audit-log/export";

describe("the table of Dari", () => {
  const tables = { heads, words, sheets };
  const entries = Object.values(tables).flatMap((table) => Object.entries(table));
  const namesIn = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).toSorted();

  test("has nothing that no file says any more", () => {
    const folders = ["src/server/features", "src/server/spreadsheet", "src/kernel"];
    const files = folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
    );
    const isSource = (file: string): boolean => file.endsWith(".ts") && !/dari|\.test\.ts$/.test(file);
    const sources = files
      .filter(isSource)
      .map((file) => readFileSync(file, "utf8"))
      .join("\n");
    expect(entries.map(([english]) => english).filter((english) => !sources.includes(`"${english}"`))).toEqual([]);
  });

  test("is Dari in the letters of the screens, with the same put in", () => {
    for (const [english, dari] of entries) {
      expect(namesIn(dari), english).toEqual(namesIn(english));
      expect(dari.replaceAll(/\{\w+\}/g, ""), english).not.toMatch(/[A-Za-zيك]/);
    }
  });
});

describe("a file in Dari", () => {
  test("of any list leaves no English but codes, and names that people gave", async () => {
    const known = await knownNames();
    const left: Record<string, string[]> = {};
    for (const route of routes) {
      const sheet = await inDari(route);
      expect(sheet.isRightToLeft, route.path).toBe(true);
      left[route.path] = englishIn(toldInCodes(route) ? { ...sheet, rows: sheet.rows.slice(0, 1) } : sheet, known);
    }
    expect(left).toEqual(Object.fromEntries(Object.keys(left).map((list) => [list, []])));
    // What is wrong with a cell is said as the API says it.
    expect(englishIn(await reconciliation("fa-AF"), await knownNames())).toEqual(["F5: amount is missing"]);
  });

  test("holds only what the search for English finds in the same file in English", async () => {
    const inEnglish = readSheet(await exported(exportHawalas, {}));
    const found = englishIn(inEnglish, await knownNames());
    expect(found).toEqual(expect.arrayContaining(["Hawalas", "Hawala No", "Outgoing", "Pending", "Passed", "Cancelled"]));
    expect(inEnglish.isRightToLeft).toBe(false);
    const ofPartner = englishIn(await reconciliation("en"), await knownNames());
    expect(ofPartner).toEqual(expect.arrayContaining(["Verdict", "Different", "Left out", "Repeated on the sheet"]));
  });

  test("is read from right to left by a spreadsheet program, with figures and days as they are", async () => {
    const bytes = await exported(exportHawalas, { language: "fa-AF", status: "Cancelled" });
    const { Workbook, SheetNames, Sheets } = read(bytes, { cellDates: true, UTC: true });
    expect(Workbook?.Views?.[0]?.RTL).toBe(true);
    expect(SheetNames).toEqual(["حواله‌ها"]);
    const [row] = utils.sheet_to_json<Record<string, unknown>>(Sheets["حواله‌ها"] ?? {}, { UTC: true });
    expect(row).toMatchObject({ جهت: "وارده", حالت: "لغوشده", فرستنده: names.senderName, اسعار: "AFN", "مبلغ گیرنده": 9200 });
    expect(row?.["تاریخ معامله"]).toEqual(new Date(`${date}T00:00:00Z`));
  });

  test("has the words of a head and of sums, with the account in its place", async () => {
    const csv = (await exported(exportAccountStatement, { language: "fa-AF", format: "csv" })).toString("utf8");
    const [head = "", opening = "", ...rows] = csv.slice(1).trimEnd().split("\r\n");
    expect(head).toContain("حساب مقابل,شرح,مبلغ تبادله,اسعار تبادله,نرخ,بنام,جمع,بیلانس,حالت");
    expect(opening).toContain(`بیلانس شروع: ${farid.accountCode} - فرید، USD`);
    expect(rows.at(-1)).toContain("بیلانس ختم");
    expect(rows.map((row) => row.split(",").at(-1))).toEqual(["", "", "", "", "تصحیح‌شده", "تصحیح", ""]);
  });

  test("has an amount in its own words where the books hold it in English ones, as beside every Debit and Credit that is typed", async () => {
    const latif = await desk.open(currency.USD, { accountName: "لطیف" });
    const { id } = await desk.post(bodies.credit(latif, "1234.50", narratives));
    await desk.post(bodies.debit(latif, "8", { ...narratives, cTransDescription: "Seven" }));
    const inWords = "یک هزار و دوصد و سی و چهار اعشاریه پنج صفر";
    const listed = async (route: Route, language = "fa-AF") =>
      readSheet(await exported(route, { language, accountId: latif.id })).rows.flat();
    expect(await listed(exportTransactions)).toEqual(expect.arrayContaining([inWords, "Seven"]));
    expect(await listed(exportTransactions, "en")).toContain("One Thousand Two Hundred Thirty Four Point Five Zero");
    await desk.admin.ok(deleteTransaction, { params: { id }, body: { reason: "اشتباه" } });
    expect(await listed(exportDeletedTransactions)).toContain(inWords);
  });

  test("leaves what a person typed as it is, though the program says the same", async () => {
    const pending = await desk.open(currency.USD, { accountName: "Pending", lastName: "Customer", address: "Total" });
    await desk.post(bodies.credit(pending, "3", { transDescription: "Closing balance", cTransDescription: "Closing balance" }));
    const { rows } = readSheet(await exported(exportAccounts, { language: "fa-AF", q: "Pending" }));
    expect(rows[1]).toEqual(expect.arrayContaining(["Pending", "Customer", "Total", "مشتری", "فعال"]));
    const statement = readSheet(await exported(exportAccountStatement, { language: "fa-AF", accountId: pending.id }));
    expect(statement.rows[2]).toEqual(expect.arrayContaining(["دریافت", "Closing balance"]));
    expect(statement.rows.at(-1)).toContain("بیلانس ختم");
  });
});

describe("the language of a file", () => {
  test("is English where none is asked for", async () => {
    const [asked, usual] = [
      await exported(exportHawalas, { format: "csv", language: "en" }),
      await exported(exportHawalas, { format: "csv" }),
    ];
    expect(asked.equals(usual)).toBe(true);
  });

  test.each(["fa", "FA-AF", "ps", ""])("is none that the screens do not speak: %j is refused", async (language) => {
    const refused = { status: 400, message: "Choose en or fa-AF" };
    expect(await desk.admin.refused(exportHawalas, { query: { language } })).toMatchObject(refused);
  });

  test("stands in no audit entry: the log keeps what was taken, and its filter", async () => {
    await exported(exportHawalas, { language: "fa-AF", format: "csv", status: "Cancelled" });
    const [row] = await desk.server.database.asOwner<{ object_id: string; new: unknown }>(
      "select object_id, new from audit_log where action = 'list.exported' order by id desc limit 1",
    );
    expect(row).toMatchObject({ object_id: "hawalas", new: { format: "csv", filter: { status: "Cancelled" } } });
    expect(JSON.stringify(row)).not.toMatch(/fa-AF|language/);
  });
});
