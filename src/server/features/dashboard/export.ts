import type { Kysely } from "kysely";
import type { z } from "zod";

import type { exportCashDays, exportHawalaDays } from "#contract/dashboard.ts";
import type { DB } from "#db/types.gen.ts";
import type { Answer } from "#server/http/answer.ts";
import type { Actor } from "#server/http/serve.ts";
import { exportAnswer } from "#server/spreadsheet/export.ts";
import { said } from "#server/spreadsheet/said.ts";

import { cashFigures } from "./cash.ts";
import { hawalaDays } from "./hawala-days.ts";
import { officeDay } from "./office-day.ts";

type HawalaDaysAsked = z.output<NonNullable<typeof exportHawalaDays.query>>;
type CashDaysAsked = z.output<NonNullable<typeof exportCashDays.query>>;

/** The figures of the chart of hawalas as a file: a row for each day or month. Who took it out of the office is audited. */
export function hawalaDaysExport(db: Kysely<DB>, asked: HawalaDaysAsked, actor: Actor): Promise<Answer<Buffer>> {
  return exportAnswer(db, actor, {
    asked,
    list: "hawala-days",
    sheet: "Hawalas by day",
    content: async (snapshot) => {
      const { points, unit } = await hawalaDays(snapshot, await officeDay(snapshot, actor), asked);
      return {
        columns: [
          { header: unit === "day" ? "Date" : "Month", kind: "date" },
          { header: "Pending", kind: "number" },
          { header: "Passed", kind: "number" },
          { header: "Cancelled", kind: "number" },
        ],
        rows: points.map(({ date, pending, passed, cancelled }) => [date, pending, passed, cancelled]),
      };
    },
  });
}

/** The figures of the chart of cash as a file: a row for each day, a column for each currency. Audited like every other. */
export function cashDaysExport(db: Kysely<DB>, asked: CashDaysAsked, actor: Actor): Promise<Answer<Buffer>> {
  return exportAnswer(db, actor, {
    asked,
    list: "cash-days",
    sheet: "Cash by day",
    content: async (snapshot) => {
      const { today } = await officeDay(snapshot, actor);
      const { dates, currencies } = (await cashFigures(snapshot, today)).cashDays;
      return {
        columns: [
          { header: "Date", kind: "date" },
          ...currencies.map(({ currency }) => ({ header: said("{currency}", { currency }), kind: "amount" }) as const),
        ],
        rows: dates.map((date, place) => [date, ...currencies.map(({ balances }) => balances[place])]),
      };
    },
  });
}
