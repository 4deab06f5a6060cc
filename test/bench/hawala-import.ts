import { monitorEventLoopDelay } from "node:perf_hooks";

import * as xlsx from "@e965/xlsx";
import writeSheet from "write-excel-file/node";

import { readHawalaSheet } from "#server/hawala-sheet/read.ts";
import { sheetHeader } from "#test/support/hawala-sheets.ts";

import { openBenchOffice } from "./office.ts";
import { measureInRounds, spreadOf, timed } from "./rounds.ts";
import { said, saidRatio, type Row } from "./rows.ts";

const rowCount = 20_000;
const currencies = ["AFN", "USD", "EUR", "PKR"];

/** A list of 20,000 hawalas read, and imported over HTTP, beside what the library takes for the same workbook alone. */
export async function measureHawalaImport(): Promise<readonly Row[]> {
  const bytes = await partnersList(rowCount);
  const bare = (): Promise<number> => timed(() => Promise.resolve(xlsx.read(bytes)));
  return [...(await measureReading(bytes, bare)), await measureUpload(bytes, bare)];
}

async function measureReading(bytes: Buffer, bare: () => Promise<number>): Promise<readonly Row[]> {
  // How long the thread that serves requests could do nothing else, at worst, while a list came in.
  const stops: number[] = [];
  const read = async (): Promise<number> => {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const tookMs = await timed(async () => {
      const { rows } = await readHawalaSheet(bytes, { who: "bench", currencies });
      if (rows.length !== rowCount) throw new Error(`${String(rows.length)} of ${String(rowCount)} rows were read`);
    });
    delay.disable();
    stops.push(delay.max / 1e6);
    return tookMs;
  };
  await read();
  const measured = await measureInRounds(read, bare);
  const name = `reading a list of 20,000 hawalas, ${kilobytes(bytes)} KB`;
  return [
    saidRatio(`${name} ÷ bare parse`, measured, { goal: { atMost: 1.3 }, unit: "ms" }),
    said({ name: `${name}: longest stop`, unit: "ms", figure: spreadOf(stops), goal: { atMost: 50 }, details: "" }),
  ];
}

/** From the first byte of the upload to the answer after the commit. Each round is another partner's list: all rows are new. */
async function measureUpload(bytes: Buffer, bare: () => Promise<number>): Promise<Row> {
  const office = await openBenchOffice();
  let partner = 3_000;
  const upload = (): Promise<number> =>
    timed(async () => {
      partner += 1;
      const form = new FormData();
      form.set("senderCode", String(partner));
      form.set("file", new Blob([new Uint8Array(bytes)]), "list.xlsx");
      const headers = { cookie: office.cookie, "idempotency-key": `list-${String(partner)}` };
      const answer = await fetch(`${office.url}/api/hawala/import`, { method: "POST", headers, body: form });
      const { importedCount } = (await answer.json()) as { importedCount?: number };
      if (importedCount !== rowCount) throw new Error(`${String(importedCount)} of ${String(rowCount)} rows were imported`);
    });
  try {
    await upload();
    const measured = await measureInRounds(upload, bare);
    const name = "import of 20,000 hawalas, upload to committed ÷ bare parse";
    return saidRatio(name, measured, { goal: { atMost: 2 }, unit: "ms" });
  } finally {
    await office.stop();
  }
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

function kilobytes(bytes: Buffer): string {
  return new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 }).format(bytes.length / 1024);
}
