import type { Kysely } from "kysely";
import type { z } from "zod";

import type {
  CurrencyPosition,
  exportCurrencyPosition,
  exportCurrencyPositionDeals,
  PositionDeal,
  PositionFilters,
  PositionReport,
} from "#contract/currency-position.ts";
import type { DB } from "#db/types.gen.ts";
import type { AuditActor } from "#server/audit.ts";
import type { Answer } from "#server/http/answer.ts";
import { officeToday } from "#server/office.ts";
import { headOf, rowOf, rowUnder, type ColumnOf, type ListRow } from "#server/spreadsheet/columns.ts";
import { exportAnswer, fileNameOf } from "#server/spreadsheet/export.ts";
import { said } from "#server/spreadsheet/said.ts";

import { everyDeal, type Pair } from "./deals.ts";
import { positionReport } from "./queries.ts";

type ReportAsked = z.output<NonNullable<(typeof exportCurrencyPosition)["query"]>>;
type DealsAsked = z.output<NonNullable<(typeof exportCurrencyPositionDeals)["query"]>>;

const positionColumns: readonly ColumnOf<CurrencyPosition>[] = [
  ["Currency", "text", (row) => row.currency],
  ["Opening", "amount", (row) => row.openingQuantity],
  ["Deals", "number", (row) => row.deals],
  ["Bought", "amount", (row) => row.bought],
  ["Sold", "amount", (row) => row.sold],
  ["Closing", "amount", (row) => row.closingQuantity],
  ["Average", "rate", (row) => row.averageRate],
  ["Board Rate", "rate", (row) => row.boardRate],
  ["Rate Is", "text", (row) => (row.quote === null ? null : said("{priced} for 1 {unit}", row.quote))],
  ["Cost", "amount", (row) => (row.isBase ? null : row.cost)],
  ["Value", "amount", (row) => (row.isBase ? null : row.value)],
  ["Realised Profit", "amount", (row) => (row.isBase ? null : row.realised)],
  ["Unrealised Profit", "amount", (row) => (row.isBase ? null : row.unrealised)],
];

const dealColumns = ({ code: currency, base }: Pair): readonly ColumnOf<PositionDeal>[] => [
  ["Transaction ID", "number", (deal) => deal.transactionId],
  ["Date", "date", (deal) => deal.transDate],
  ["Type", "text", (deal) => said(deal.transType)],
  [said("Bought ({currency})", { currency }), "amount", (deal) => deal.bought],
  [said("Sold ({currency})", { currency }), "amount", (deal) => deal.sold],
  ["Other Currency", "text", (deal) => deal.otherCurrency],
  ["Other Amount", "amount", (deal) => deal.otherAmount],
  ["Rate", "rate", (deal) => deal.exRate],
  [said("Value ({currency})", { currency: base }), "amount", (deal) => deal.value],
  ["Valued By Board", "text", (deal) => said(deal.isByBoard ? "Yes" : "No")],
  [said("Position Before ({currency})", { currency }), "amount", (deal) => deal.quantityBefore],
  ["Average Before", "rate", (deal) => deal.averageBefore],
  [said("Position After ({currency})", { currency }), "amount", (deal) => deal.quantityAfter],
  ["Average After", "rate", (deal) => deal.averageAfter],
  [said("Realised Profit ({currency})", { currency: base }), "amount", (deal) => deal.realised],
  ["Recorded By", "text", (deal) => deal.recordedBy],
];

/** The positions as a file, with what they come to in the last row; who took it out of the office is audited. */
export function exportedPositions(db: Kysely<DB>, asked: ReportAsked, actor: AuditActor): Promise<Answer<Buffer>> {
  return exportAnswer(db, actor, {
    asked,
    list: "currency-position",
    sheet: "Currency Position",
    ownContent: async () => {
      const report = await positionReport(db, asked);
      const name = await nameOf(db, ["currency-position"], asked);
      return { name, ...contentOf(positionColumns, report.currencies, [totalRow(report)]) };
    },
  });
}

/** Figures stand under their own headings; a total of several currencies has none of theirs. */
function totalRow({ baseCurrency, totals }: PositionReport): ListRow {
  return rowUnder(positionColumns, {
    Currency: said("Total {currency}", { currency: baseCurrency }),
    Cost: totals.cost,
    Value: totals.value,
    "Realised Profit": totals.realised,
    "Unrealised Profit": totals.unrealised,
  });
}

/** The deals behind a currency's position as a file. Refuses more than a file may hold. */
export function exportedDeals(db: Kysely<DB>, asked: DealsAsked, actor: AuditActor): Promise<Answer<Buffer>> {
  return exportAnswer(db, actor, {
    asked,
    list: "currency-position-deals",
    sheet: "Deals",
    ownContent: async () => {
      const { deals, ...pair } = await everyDeal(db, asked);
      const name = await nameOf(db, ["currency-position-deals", pair.code], asked);
      return { name, ...contentOf(dealColumns(pair), deals) };
    },
  });
}

/** What it is of, whose deals count, and its days: without a last one that of now. */
async function nameOf(db: Kysely<DB>, of: readonly string[], { fromDate, toDate, userId }: PositionFilters): Promise<string> {
  const users = db.selectFrom("users").select("username");
  const user = userId === undefined ? undefined : await users.where("id", "=", userId).executeTakeFirst();
  return fileNameOf([...of, user?.username, fromDate, toDate || (await officeToday(db))]);
}

function contentOf<Row>(columns: readonly ColumnOf<Row>[], rows: readonly Row[], more: readonly ListRow[] = []) {
  return {
    columns: headOf(columns),
    rows: [...rows.map((row) => rowOf(columns, row)), ...more],
  };
}
