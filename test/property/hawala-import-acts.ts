import { createHash } from "node:crypto";

import { expect } from "vitest";

import type { SheetImport } from "#contract/import-batches.ts";
import { transaction } from "#db/client.ts";
import { hawalaKey } from "#kernel/hawala-number.ts";
import { answerOnce, type AskedBy } from "#ledger/answered-key.ts";
import { undoBatch } from "#server/features/import-batches/batches.ts";
import { importRead, importSheet } from "#server/features/import-batches/import.ts";
import { endReady } from "#server/hawala-sheet/process.ts";
import type { HawalaSheetRow } from "#server/hawala-sheet/sheet.ts";
import { sheetFile, sheetHeader, sheetRow } from "#test/support/hawala-sheets.ts";

import type { Act } from "./hawala-acts.ts";
import { no, undoNo, type No } from "./hawala-foreseen.ts";
import { currencyCodes, textOf, type PaperHawala, type Slip } from "./hawala-oracle.ts";
import { dayOf, incomingSlip, type Draw, type World } from "./hawala-slips.ts";

/** A row of a partner's sheet: a slip, and whether a cell of it cannot be read. */
interface PaperRow {
  readonly slip: Slip;
  readonly isFaulty: boolean;
}

/** What an import of these rows comes to, by the rules of the specification. */
interface Outcome {
  readonly fresh: readonly Slip[];
  readonly duplicates: number;
  readonly changed: number;
  readonly faulty: number;
}

let sheets = 0;

/**
 * The import of a sheet of one to five rows. Every eighth sheet is a real file and goes through all that reads files, in the battery
 * through a process of its own; the others are handed to the writing part as they would have been read, which takes a tenth of the time.
 */
export function importAct(world: World, draw: Draw): Act {
  const isFile = draw.b % 8 === 0;
  const { sender = "" } = incomingSlip(world, draw);
  const date = dayOf(world, draw);
  const rows: PaperRow[] = Array.from({ length: 1 + (draw.c % 5) }, (_, index) => ({
    slip: {
      ...incomingSlip(world, { ...draw, a: draw.a + index * (draw.b % 3), minor: draw.minor + index }),
      sender,
      date,
      currencyId: 1 + ((draw.c + index) % 4),
    },
    isFaulty: !isFile && index === 1 && draw.a % 3 === 0,
  }));
  const skipInvalid = draw.a % 2 === 0;
  sheets += 1;
  const serial = sheets;
  const ask = isFile ? asFile(world, { rows, sender, date, serial }) : asRead(world, { rows, sender, date, serial, skipInvalid });
  return {
    call: "POST /api/hawala/import",
    isSingle: false,
    isAlone: isFile,
    predict: () => importNo(world, { rows, date, skipInvalid }),
    ask,
    learn: async (answer) => {
      const { fresh, duplicates, changed, faulty } = outcomeOf(world, rows);
      const told = answer as SheetImport;
      expect([told.importedCount, told.duplicateCount, told.changed, told.errors.length]).toEqual([
        fresh.length,
        duplicates,
        changed,
        faulty,
      ]);
      expect(told.batchId === null).toBe(fresh.length === 0);
      if (told.batchId !== null) await learnBatch(world, { batchId: told.batchId, fresh });
    },
  };
}

function importNo(
  { oracle }: World,
  sheet: { readonly rows: readonly PaperRow[]; readonly date: string; readonly skipInvalid: boolean },
): No | undefined {
  if (sheet.date > oracle.lastDay) return no("invalid", "The date must not be after");
  const hasFaults = sheet.rows.some(({ isFaulty }) => isFaulty);
  return hasFaults && !sheet.skipInvalid ? no("invalid", "nothing was imported") : undefined;
}

function isSameSlip(one: Slip, other: Slip): boolean {
  const isSameMoney = one.amount === other.amount && one.rAmount === other.rAmount && one.currencyId === other.currencyId;
  return isSameMoney && one.receiver === other.receiver;
}

function outcomeOf({ oracle }: World, rows: readonly PaperRow[]): Outcome {
  const seen = new Map<string, Slip>();
  const fresh: Slip[] = [];
  let [duplicates, changed, faulty] = [0, 0, 0];
  for (const { slip, isFaulty } of rows) {
    const earlier = [seen.get(slip.number), oracle.taken(slip)?.slip].filter((one) => one !== undefined);
    if (isFaulty) faulty += 1;
    else if (earlier.length === 0) fresh.push(slip);
    else {
      duplicates += 1;
      if (!earlier.some((there) => isSameSlip(there, slip))) changed += 1;
    }
    if (!isFaulty && !seen.has(slip.number)) seen.set(slip.number, slip);
  }
  return { fresh, duplicates, changed, faulty };
}

async function learnBatch(
  world: World,
  { batchId, fresh }: { readonly batchId: number; readonly fresh: readonly Slip[] },
): Promise<void> {
  const stored = await world.bench.database.pool.query<{ id: number; normal_no: string }>(
    "select id, normal_no from hawalas where import_batch_id = $1 order by id",
    [batchId],
  );
  expect(stored.rows.map(({ normal_no }) => normal_no)).toEqual(fresh.map(({ number }) => number));
  world.batches.push(batchId);
  for (const [index, { id }] of stored.rows.entries()) {
    const slip = fresh[index];
    if (slip === undefined) continue;
    const hawala: PaperHawala = { id, batch: batchId, slip, status: "Pending", version: 1, live: undefined, paidFrom: undefined };
    world.oracle.hawalas.set(id, hawala);
    world.hawalas.push(hawala);
  }
}

interface Sheet {
  readonly rows: readonly PaperRow[];
  readonly sender: string;
  readonly date: string;
  readonly serial: number;
}

/** Through everything that an upload goes through. The same bytes twice would be known before they are read; so none are. */
function asFile({ bench }: World, { rows, sender, date, serial }: Sheet): Act["ask"] {
  const cells = rows.map(({ slip }) =>
    sheetRow({
      A: serial,
      C: slip.number,
      D: "Nabi Sadatyar",
      E: slip.receiver,
      F: textOf(slip.amount),
      H: currencyCodes[slip.currencyId],
      I: textOf(slip.rAmount),
      L: textOf(slip.intoUsd ?? 0n),
    }),
  );
  const file = { name: `sheet-${String(serial)}.xlsx`, bytes: sheetFile([sheetHeader, ...cells]) };
  return async (by) => {
    try {
      return await importSheet(
        bench.database.db,
        { file, senderCode: sender, transactionDate: date, skipInvalid: false, secondCopies: true },
        by,
      );
    } finally {
      // The next file comes much later: a process that waits for it would practise for nothing.
      endReady();
    }
  };
}

function asRead({ bench }: World, sheet: Sheet & { readonly skipInvalid: boolean }): Act["ask"] {
  const { rows, sender, date, serial, skipInvalid } = sheet;
  const bytes = Buffer.from(`sheet ${String(serial)}`);
  const order = {
    file: { name: `sheet-${String(serial)}.xlsx`, bytes, sha256: createHash("sha256").update(bytes).digest() },
    sheet: {
      format: "xlsx",
      sheetName: "List",
      otherSheetsWithData: [],
      headerRow: 1,
      rows: rows.map(sheetRowOf),
      skipped: [],
      skippedLines: 0,
    },
    sender,
    senderCode: sender,
    transactionDate: date,
    skipInvalid,
    // Numbers are drawn from few, so that those of several partners are often alike.
    secondCopies: true,
  } as const;
  return (by: AskedBy) => transaction(bench.database.db, (tx) => answerOnce(tx, by, () => importRead(tx, order, by)));
}

function sheetRowOf({ slip, isFaulty }: PaperRow, index: number): HawalaSheetRow {
  return {
    row: index + 2,
    hawalaNo: slip.number,
    senderName: "Nabi Sadatyar",
    receiverName: slip.receiver,
    amount: isFaulty ? null : textOf(slip.amount),
    exchangeRate: "90.00000000",
    currency: currencyCodes[slip.currencyId] ?? null,
    rAmount: textOf(slip.rAmount),
    receiverLocation: "Kabul",
    rate: "60.00000000",
    intoUSD: textOf(slip.intoUsd ?? 0n),
    asWritten: {},
    errors: isFaulty ? [{ cell: `F${String(index + 2)}`, message: "amount is missing" }] : [],
    warnings: [],
  };
}

export function undoAct({ oracle, bench, hawalas }: World, batch: number): Act {
  return {
    call: "POST /api/import-batches/:id/undo",
    isSingle: true,
    predict: () => undoNo(oracle, batch),
    ask: (by) => undoBatch(bench.database.db, { id: batch, correctedCount: undefined }, by),
    learn: () => {
      oracle.undone.add(batch);
      for (const row of oracle.rowsOf(batch)) {
        oracle.hawalas.delete(row.id);
        hawalas.splice(hawalas.indexOf(row), 1);
      }
    },
  };
}

/** The number of a slip is written as the product's own key; that the two agree is checked once. */
export function expectPlainNumber(number: string): void {
  expect(hawalaKey(number)).toBe(number);
}
