import { afterAll, beforeAll, expect, test } from "vitest";

import { createHawala, passHawala } from "#contract/hawalas.ts";
import { getOffice } from "#contract/office.ts";
import type { Route } from "#contract/route.ts";
import { deleteTransaction } from "#contract/transactions.ts";
import { declaredRoutes } from "#server/features/documentation/declared-routes.ts";
import { isProof, tellFigures } from "#test/prove/scale.ts";
import { bodies, cash, openDesk, type Desk } from "#test/support/desk.ts";
import { fileWorkHere } from "#test/support/file-work.ts";
import { incoming, openLondon, outgoing } from "#test/support/hawalas.ts";
import { currency } from "#test/support/ledger.ts";
import { readSheet } from "#test/support/spreadsheet.ts";

const beginnings = ["=", "+", "-", "@", "\t=", "\uFF1D", "\uFF0B", "\uFF0D", "\uFF20"];
const dangerous = (sign: string): string => `${sign}cmd|' /C calc'!A0`;

const routes = (await declaredRoutes()).filter(({ method, path }) => method === "GET" && path.endsWith("/export"));

fileWorkHere();

let desk: Desk;
let accountId: number;
let partnerAccountId: number;
let date: string;

/** An office in which every text that a person can type begins with what a spreadsheet would carry out. */
beforeAll(async () => {
  desk = await openDesk();
  ({ id: partnerAccountId } = await openLondon(desk));
  ({ today: date } = await desk.admin.ok(getOffice));
  for (const sign of beginnings) {
    const text = dangerous(sign);
    const words = { accountName: text, lastName: text, fatherName: text, address: text, phone: sign, tazkiraNumber: text };
    const party = await desk.open(currency.USD, words);
    accountId = party.id;
    await desk.post(bodies.credit(party, "100", { transDescription: text, cTransDescription: text }));
    const deal = { currencyId: currency.USD, cCurrencyId: currency.AFN, dAmount: "1", cAmount: "70", exRate: "70" };
    await desk.post(bodies.exchange(cash, party, { ...deal, transDescription: text }));
    const deleted = await desk.post(bodies.debit(party, "1", { transDescription: text }));
    await desk.admin.ok(deleteTransaction, { params: { id: deleted.id }, body: { reason: text, formName: text } });
    const names = { senderName: text, receiverName: text, receiverLocation: text, remarks: text };
    await desk.operator.ok(createHawala, { body: outgoing(names) });
    const { id } = await desk.operator.ok(createHawala, {
      body: incoming({ ...names, hawalaNo: `${sign}${String(accountId)}` }),
    });
    await desk.admin.ok(passHawala, { params: { id }, body: { documentName: text } });
  }
});
afterAll(() => desk.close());

/** What a spreadsheet program would take for a formula, wherever it begins a cell. */
const formula = /^["\s]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;
const figure = /^-?\d+(\.\d+)?$/;

/** The cells of a CSV file as each program might part them: at commas, semicolons, tabs and line ends. */
function cellsOfCsv(bytes: Buffer): string[] {
  return bytes
    .toString("utf8")
    .slice(1)
    .split(/[,;\t\r\n؛،]/)
    .map((cell) => cell.trim().replaceAll('"', ""));
}

function cellsOfSheet(bytes: Buffer): string[] {
  const { rows, hasFormula } = readSheet(bytes);
  expect(hasFormula).toBe(false);
  return rows.flat().filter((cell) => typeof cell === "string");
}

async function exported(route: Route, format: "xlsx" | "csv"): Promise<string[]> {
  const asked = {
    accountId,
    partnerAccountId,
    date,
    format,
    ...(route.path.includes("/deals/") ? { currencyId: currency.USD } : {}),
  };
  const known = (route.query as unknown as { shape?: object } | undefined)?.shape ?? asked;
  const query = Object.fromEntries(Object.entries(asked).filter(([name]) => name in known));
  const bytes = (await desk.admin.ok(route, { query })) as Buffer;
  return format === "csv" ? cellsOfCsv(bytes) : cellsOfSheet(bytes);
}

test("no list leaves the office with a cell that a spreadsheet would carry out, whatever people have typed", async () => {
  let [files, cells, guarded] = [0, 0, 0];
  for (const [nth, route] of routes.entries()) {
    for (const format of isProof ? (["xlsx", "csv"] as const) : ([nth % 2 === 0 ? "csv" : "xlsx"] as const)) {
      const found = await exported(route, format);
      const live = found.filter((cell) => formula.test(cell) && !figure.test(cell) && cell !== "-");
      expect(live, `${route.path} as ${format}`).toEqual([]);
      [files, cells] = [files + 1, cells + found.length];
      guarded += found.filter((cell) => cell.startsWith("'")).length;
    }
  }
  // The guard has had something to guard.
  expect(guarded).toBeGreaterThan(routes.length * beginnings.length);
  tellFigures(
    `${String(files)} files of ${String(routes.length)} exports: ${String(cells)} cells, ${String(guarded)} guarded, 0 formulas`,
  );
});

test.each(beginnings.map(dangerous))("the search for formulas finds %j where nothing guards it", (text) => {
  expect(cellsOfCsv(Buffer.from(`\uFEFFID,Narrative\r\n1,"${text}"\r\n`)).filter((cell) => formula.test(cell))).not.toEqual([]);
});
