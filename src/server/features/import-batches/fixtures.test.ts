import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { importHawalaSheet, previewHawalaSheet, type PreviewRow } from "#contract/import-batches.ts";
import { hawalaKey } from "#kernel/hawala-number.ts";
import { openDesk, type Desk } from "#test/support/desk.ts";
import { fileWorkHere } from "#test/support/file-work.ts";
import { sheetExpectations, sheetFixture } from "#test/support/hawala-sheets.ts";
import { uploadOf } from "#test/support/upload.ts";

fileWorkHere();

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.closeInBalance());

const statuses = (status: number | readonly number[]): readonly number[] => [status].flat();

async function storedHawalas(): Promise<number> {
  const { rows } = await desk.server.database.pool.query<{ stored: number }>("select count(*)::integer as stored from hawalas");
  return rows[0]?.stored ?? -1;
}

/** A row as the expectations write it: numbers by letters and digits, names without regard to how they are written. */
function comparable(row: PreviewRow) {
  return {
    hawalaNo: hawalaKey(row.hawalaNo),
    senderName: plain(row.senderName),
    receiverName: plain(row.receiverName),
    amount: row.amount,
    currency: row.currency,
    rAmount: row.rAmount,
    rate: Number(row.rate),
    receiverLocation: plain(row.receiverLocation),
  };
}

function plain(text: string): string {
  return text
    .normalize("NFKC")
    .replaceAll("ي", "ی")
    .replaceAll("ك", "ک")
    .replaceAll(/\p{Cf}/gu, "")
    .replaceAll(/\s+/gu, " ")
    .trim();
}

// One store, in order: what a file is expected to give depends on those before it.
describe("the sheets that partners send", () => {
  test.each(sheetExpectations.map((expectation, index) => ({ ...expectation, nth: index + 1 })))(
    "$nth $file is previewed and imported as expected",
    async ({ file, transactionDate, preview, import: imported, sample = [] }) => {
      const bytes = sheetFixture(file);
      const before = await storedHawalas();

      const seen = await desk.operator.request(uploadOf(previewHawalaSheet, { name: file, bytes }));
      expect(statuses(preview.status)).toContain(seen.statusCode);
      if (seen.statusCode === 200) {
        const { rows } = seen.json<{ rows: PreviewRow[] }>();
        expect(rows).toHaveLength(preview.rows ?? -1);
        expect(rows.slice(0, sample.length).map(comparable)).toEqual(
          sample.map((row) => ({
            ...row,
            hawalaNo: hawalaKey(row["hawalaNo"] ?? ""),
            senderName: plain(row["senderName"] ?? ""),
            receiverName: plain(row["receiverName"] ?? ""),
            receiverLocation: plain(row["receiverLocation"] ?? ""),
            rate: Number(row["rate"]),
          })),
        );
      }
      expect(await storedHawalas()).toBe(before);

      const done = await desk.operator.request(uploadOf(importHawalaSheet, { name: file, bytes }, { transactionDate }));
      expect(statuses(imported.status)).toContain(done.statusCode);
      const { importedCount = 0, duplicateCount } = imported;
      if (done.statusCode === 200) expect(done.json()).toMatchObject({ importedCount, duplicateCount });
      expect(await storedHawalas()).toBe(before + (done.statusCode === 200 ? importedCount : 0));
    },
  );
});
