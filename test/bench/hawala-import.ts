import { monitorEventLoopDelay } from "node:perf_hooks";

import * as xlsx from "@e965/xlsx";
import writeSheet from "write-excel-file/node";

import { readHawalaSheet } from "#server/hawala-sheet/read.ts";
import { sheetHeader } from "#test/support/hawala-sheets.ts";

import { lineOf, measureInRounds, spreadOf, type Measured } from "./rounds.ts";

const rowCount = 20_000;
const rounds = 5;
const currencies = ["AFN", "USD", "EUR", "PKR"];

export interface HawalaImportRow {
  readonly measured: Measured;
  /** How long the thread that serves requests could do nothing else, at worst, while a list came in. */
  readonly longestStopMs: number;
}

/** Reads a list of 20,000 hawalas, beside what the library takes for the same workbook when nothing watches over it. */
export async function measureHawalaImport(): Promise<HawalaImportRow[]> {
  const bytes = await partnersList(rowCount);
  const stops: number[] = [];
  const read = async (): Promise<number> => {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const took = await timed(async () => {
      const { rows } = await readHawalaSheet(bytes, { who: "bench", currencies });
      if (rows.length !== rowCount) throw new Error(`${String(rows.length)} of ${String(rowCount)} rows were read`);
    });
    delay.disable();
    stops.push(delay.max / 1e6);
    return took;
  };
  const bare = (): Promise<number> => timed(() => Promise.resolve(xlsx.read(bytes)));
  await read();
  const measured = await measureInRounds(
    { name: `Reading a list of 20,000 hawalas, ${kilobytes(bytes)} KB`, unit: "ms", rounds },
    read,
    bare,
  );
  const longestStopMs = Math.round(spreadOf(stops).most);
  console.log(`${lineOf(measured, "≤ 1.3")}  longest stop ${String(longestStopMs)} ms ≤ 50 ms`);
  return [{ measured, longestStopMs }];
}

/** An .xlsx file as a partner sends it: numbers as numbers, names in two scripts, four currencies. */
export async function partnersList(rows: number): Promise<Buffer> {
  const header = sheetHeader.map((value) => ({ type: String, value }));
  const places = ["Kabul", "Herat", "Mazar-e-Sharif", "قندهار", "Jalalabad", "پشاور"];
  const payouts = [
    ["AFN", 91.44, 70.25],
    ["USD", 1.3592, 1],
    ["EUR", 1.1412, 0.8415],
    ["PKR", 383.53, 283.37],
  ] as const;
  const data = Array.from({ length: rows }, (_, index) => {
    const [currency, exchangeRate, rate] = payouts[index % payouts.length] ?? payouts[0];
    const amount = 50 + (index % 900) + (index % 4) / 4;
    const paid = Math.round(amount * exchangeRate * 100) / 100;
    const text = (value: string) => ({ type: String, value });
    const number = (value: number) => ({ type: Number, value });
    return [
      number(index + 1),
      { type: Date, value: new Date("2026-01-15T00:00:00Z"), format: "dd/mm/yyyy" },
      number(400_000 + index),
      text(`Sender ${String(index % 7_000)} Hotakzad`),
      text(index % 2 === 0 ? `Receiver ${String(index)} Rahimyar` : `گیرنده ${String(index)} رحیم‌یار`),
      number(amount),
      number(exchangeRate),
      text(currency),
      number(paid),
      text(places[index % places.length] ?? ""),
      number(rate),
      number(Math.round((paid / rate) * 100) / 100),
    ];
  });
  return writeSheet([header, ...data]).toBuffer();
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function kilobytes(bytes: Buffer): string {
  return new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 }).format(bytes.length / 1024);
}
