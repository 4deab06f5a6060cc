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
import { fileWorkHere } from "#test/support/file-work.ts";
import { enter, incoming, openLondon, outgoing } from "#test/support/hawalas.ts";
import { listOf } from "#test/support/import-batches.ts";
import { currency } from "#test/support/ledger.ts";
import { readSheet, type StoredSheet } from "#test/support/spreadsheet.ts";
import { uploadOf } from "#test/support/upload.ts";

import { dari } from "./dari.ts";
import { pashto } from "./pashto.ts";

/** The languages a file can be had in beside English, each with the letters it never writes, and texts that a file of this office has. */
const spoken = [
  {
    language: "fa-AF",
    table: dari,
    // The yeh and kaf are those of a Persian keyboard.
    foreign: /[A-Za-zيك\u0660-\u0669\u06F0-\u06F9]/u,
    cancelled: {
      sheet: "حواله‌ها",
      cells: { جهت: "وارده", حالت: "لغوشده", "مبلغ گیرنده": 9200, اسعار: "AFN" },
      sender: "فرستنده",
    },
    transactionDate: "تاریخ معامله",
    statement: {
      head: "حساب مقابل,شرح,مبلغ تبادله,اسعار تبادله,نرخ,بنام,جمع,بیلانس,حالت",
      opening: (code: string) => `بیلانس شروع: ${code} - فرید، USD`,
      closing: "بیلانس ختم",
      states: ["تصحیح‌شده", "تصحیح"],
    },
    inWords: "یک هزار و دوصد و سی و چهار اعشاریه پنج صفر",
    account: ["مشتری", "فعال"],
    credit: "دریافت",
  },
  {
    language: "ps-AF",
    table: pashto,
    // Gaf, kaf and the yeh within a word are those of a Pashto keyboard; Dari alone parts with half a space, and has the sign of ezafe.
    foreign: /[A-Za-zگكۀ\u200C\u0660-\u0669\u06F0-\u06F9]|\u0654|ي(?=\p{L})/u,
    cancelled: {
      sheet: "حوالې",
      cells: { لوری: "وارده", حالت: "لغوه شوې", "د اخیستونکي مبلغ": 9200, اسعار: "AFN" },
      sender: "لېږونکی",
    },
    transactionDate: "د معاملې نېټه",
    statement: {
      head: "مقابل حساب,شرحه,د تبادلې مبلغ,د تبادلې اسعار,نرخ,بنام,جمع,بیلانس,حالت",
      opening: (code: string) => `د پیل بیلانس: ${code} - فرید، USD`,
      closing: "د پای بیلانس",
      states: ["تصحیح شوې", "تصحیح"],
    },
    inWords: "یو زر او دوه سوه او څلور دېرش اعشاریه پنځه صفر",
    account: ["مشتري", "فعال"],
    credit: "اخیستنه",
  },
] as const;

const routes = (await declaredRoutes()).filter(({ method, path }) => method === "GET" && path.endsWith("/export"));
/** Every text that a person types in this office is in Persian letters, so that what is left of English is the program's, or a code or name it knows. */
const names = { senderName: "ادریس هوتکزاد", receiverName: "مرسل رحیم‌یار", receiverLocation: "کابل" };
/** Of the other side of a Debit or Credit the books then hold the amount in words. */
const narratives = { transDescription: "کرایه" };

fileWorkHere();

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

describe.each(spoken)("the table of $language", ({ table, foreign }) => {
  const entries = [table.heads, table.words, table.sheets].flatMap((part) => Object.entries(part));
  const namesIn = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).toSorted();

  test("has nothing that no file says any more", () => {
    const folders = ["src/server/features", "src/server/spreadsheet", "src/kernel"];
    const files = folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
    );
    const isSource = (file: string): boolean => file.endsWith(".ts") && !/dari|pashto|\.test\.ts$/.test(file);
    const sources = files
      .filter(isSource)
      .map((file) => readFileSync(file, "utf8"))
      .join("\n");
    expect(entries.map(([english]) => english).filter((english) => !sources.includes(`"${english}"`))).toEqual([]);
  });

  test("is written in the letters and figures of the screens, with the same put in", () => {
    for (const [english, text] of entries) {
      expect(namesIn(text), english).toEqual(namesIn(english));
      expect(text.replaceAll(/\{\w+\}/g, ""), english).not.toMatch(foreign);
    }
  });
});

describe("a file in another language", () => {
  test.each(spoken)("$language, of any list leaves no English but codes, and names that people gave", async ({ language }) => {
    const known = await knownNames();
    const left: Record<string, string[]> = {};
    for (const route of routes) {
      const sheet = readSheet(await exported(route, { language }));
      expect(sheet.isRightToLeft, route.path).toBe(true);
      left[route.path] = englishIn(toldInCodes(route) ? { ...sheet, rows: sheet.rows.slice(0, 1) } : sheet, known);
    }
    expect(left).toEqual(Object.fromEntries(Object.keys(left).map((list) => [list, []])));
    // What is wrong with a cell is said as the API says it.
    expect(englishIn(await reconciliation(language), await knownNames())).toEqual(["F5: amount is missing"]);
  });

  test("holds only what the search for English finds in the same file in English", async () => {
    const inEnglish = readSheet(await exported(exportHawalas, {}));
    const found = englishIn(inEnglish, await knownNames());
    expect(found).toEqual(expect.arrayContaining(["Hawalas", "Hawala No", "Outgoing", "Pending", "Passed", "Cancelled"]));
    expect(inEnglish.isRightToLeft).toBe(false);
    const ofPartner = englishIn(await reconciliation("en"), await knownNames());
    expect(ofPartner).toEqual(expect.arrayContaining(["Verdict", "Different", "Left out", "Repeated on the sheet"]));
  });

  test.each(spoken)(
    "$language, is read from right to left by a spreadsheet program, with figures and days as they are",
    async ({ language, cancelled: { sheet, cells, sender }, transactionDate }) => {
      const bytes = await exported(exportHawalas, { language, status: "Cancelled" });
      const { Workbook, SheetNames, Sheets } = read(bytes, { cellDates: true, UTC: true });
      expect(Workbook?.Views?.[0]?.RTL).toBe(true);
      expect(SheetNames).toEqual([sheet]);
      const [row] = utils.sheet_to_json<Record<string, unknown>>(Sheets[sheet] ?? {}, { UTC: true });
      expect(row).toMatchObject({ ...cells, [sender]: names.senderName });
      expect(row?.[transactionDate]).toEqual(new Date(`${date}T00:00:00Z`));
    },
  );

  test.each(spoken)(
    "$language, has the words of a head and of sums, with the account in its place",
    async ({ language, statement: { head, opening, closing, states } }) => {
      const csv = (await exported(exportAccountStatement, { language, format: "csv" })).toString("utf8");
      const [first = "", second = "", ...rows] = csv.slice(1).trimEnd().split("\r\n");
      expect(first).toContain(head);
      expect(second).toContain(opening(farid.accountCode));
      expect(rows.at(-1)).toContain(closing);
      expect(rows.map((row) => row.split(",").at(-1))).toEqual(["", "", "", "", ...states, ""]);
    },
  );

  test.each(spoken)(
    "$language, has an amount in its own words where the books hold it in English ones, as beside every Debit and Credit that is typed",
    async ({ language, inWords }) => {
      const latif = await desk.open(currency.USD, { accountName: "لطیف" });
      const { id } = await desk.post(bodies.credit(latif, "1234.50", narratives));
      await desk.post(bodies.debit(latif, "8", { ...narratives, cTransDescription: "Seven" }));
      const listed = async (route: Route, asked: string = language) =>
        readSheet(await exported(route, { language: asked, accountId: latif.id })).rows.flat();
      expect(await listed(exportTransactions)).toEqual(expect.arrayContaining([inWords, "Seven"]));
      expect(await listed(exportTransactions, "en")).toContain("One Thousand Two Hundred Thirty Four Point Five Zero");
      await desk.admin.ok(deleteTransaction, { params: { id }, body: { reason: "اشتباه" } });
      expect(await listed(exportDeletedTransactions)).toContain(inWords);
    },
  );

  test.each(spoken)(
    "$language, leaves what a person typed as it is, though the program says the same",
    async ({ language, account, credit, statement: { closing } }) => {
      const pending = await desk.open(currency.USD, { accountName: "Pending", lastName: "Customer", address: "Total" });
      const typed = { transDescription: "Closing balance", cTransDescription: "Closing balance" };
      await desk.post(bodies.credit(pending, "3", typed));
      const { rows } = readSheet(await exported(exportAccounts, { language, q: "Pending" }));
      expect(rows[1]).toEqual(expect.arrayContaining(["Pending", "Customer", "Total", ...account]));
      const statement = readSheet(await exported(exportAccountStatement, { language, accountId: pending.id }));
      expect(statement.rows[2]).toEqual(expect.arrayContaining([credit, "Closing balance"]));
      expect(statement.rows.at(-1)).toContain(closing);
    },
  );
});

describe("the language of a file", () => {
  test("is English where none is asked for", async () => {
    const [asked, usual] = [
      await exported(exportHawalas, { format: "csv", language: "en" }),
      await exported(exportHawalas, { format: "csv" }),
    ];
    expect(asked.equals(usual)).toBe(true);
  });

  test.each(["fa", "FA-AF", "ps", "PS-AF", ""])("is none that the screens do not speak: %j is refused", async (language) => {
    const refused = { status: 400, message: "Choose en, fa-AF or ps-AF" };
    expect(await desk.admin.refused(exportHawalas, { query: { language } })).toMatchObject(refused);
  });

  test.each(spoken)("$language, stands in no audit entry: the log keeps what was taken, and its filter", async ({ language }) => {
    await exported(exportHawalas, { language, format: "csv", status: "Cancelled" });
    const [row] = await desk.server.database.asOwner<{ object_id: string; new: unknown }>(
      "select object_id, new from audit_log where action = 'list.exported' order by id desc limit 1",
    );
    expect(row).toMatchObject({ object_id: "hawalas", new: { format: "csv", filter: { status: "Cancelled" } } });
    expect(JSON.stringify(row)).not.toMatch(new RegExp(`${language}|language`));
  });
});
