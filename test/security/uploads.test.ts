import { ChildProcess } from "node:child_process";
import { request } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";

import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";

import { createAccount, listAccounts, updateAccount } from "#contract/accounts.ts";
import { importHawalaSheet, previewHawalaSheet } from "#contract/import-batches.ts";
import { exportReconciliation, reconcilePartner } from "#contract/partner-reconciliations.ts";
import { createChooser, type Chooser } from "#server/demo/random.ts";
import { endReady } from "#server/hawala-sheet/process.ts";
import { isProof, patienceMs, scaled, seedOf, tellFigures } from "#test/prove/scale.ts";
import { openDesk, type Desk } from "#test/support/desk.ts";
import { sheetExpectations, sheetFixture } from "#test/support/hawala-sheets.ts";
import { openLondon } from "#test/support/hawalas.ts";
import { hostileImages, lyingSheets } from "#test/support/hostile-files.ts";
import { endlessSheets, hostileSheets } from "#test/support/hostile-sheets.ts";
import { dataUrl, gifOf, jpegOf, pngOf, webpOf } from "#test/support/images.ts";
import { expectBooksBalance } from "#test/support/ledger.ts";
import { uploadOf } from "#test/support/upload.ts";

const mutantSheets = scaled(8, 1_500);
const mutantImages = scaled(100, 500);
const seed = seedOf(20_260_321);
const atOnce = 2;
/** Less than the 15 seconds that a file is read for at most. */
const patientMs = 10_000;

let desk: Desk;
let accountId: number;
beforeAll(async () => {
  desk = await openDesk();
  ({ id: accountId } = await desk.admin.ok(createAccount, { body: { accountName: "Farid", currencyId: 2 } }));
});
afterAll(async () => {
  endReady();
  await expectBooksBalance(desk.server.database);
  await desk.close();
});

/** How late the thread that serves requests was while files were on their way. */
const delay = monitorEventLoopDelay({ resolution: 5 });
const statuses = new Map<number, number>();
const clean = new Set([200, 400, 413, 415, 422]);

/** The answer to a file; fails the test where it is no clean one. Others are served before and after. */
async function statusOf(send: () => Promise<{ statusCode: number; body: string }>): Promise<number> {
  delay.enable();
  const { statusCode, body } = await send();
  delay.disable();
  statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
  if (!clean.has(statusCode)) throw new Error(`answered ${String(statusCode)}: ${body.slice(0, 300)}`);
  return statusCode;
}

const sendSheet = (name: string, bytes: Buffer): Promise<number> =>
  statusOf(() => desk.operator.request(uploadOf(previewHawalaSheet, { name, bytes })));
const sendImage = (picture: string): Promise<number> =>
  statusOf(() => desk.user.send(updateAccount, { params: { id: accountId }, body: { picture } }));

/** Damages a file as a bad line, a bad disk or somebody with a hex editor would. */
function damaged(original: Buffer, chooser: Chooser): Buffer {
  const bytes = Buffer.from(original);
  const at = (): number => chooser.between(0, bytes.length - 1);
  const kind = chooser.between(1, 5);
  if (kind === 1) return bytes.subarray(0, at());
  if (kind === 2) return Buffer.concat([bytes.subarray(0, at()), bytes.subarray(at())]);
  if (kind === 3) {
    // What a file says of itself stands at its beginning and, in a zip, at its end.
    const place = chooser.happens(50)
      ? chooser.between(0, Math.min(600, bytes.length - 1))
      : bytes.length - chooser.between(1, Math.min(600, bytes.length));
    bytes.fill(chooser.oneOf([0x00, 0x7f, 0x80, 0xff]), place, Math.min(bytes.length, place + chooser.between(1, 4)));
    return bytes;
  }
  for (let count = chooser.oneOf([1, 2, 8, 64]); count > 0; count -= 1) bytes[at()] = chooser.between(0, 255);
  return bytes;
}

/** Carries the work out so many times, a few at a time. */
async function many(count: number, work: (number: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

const counted = (): string =>
  [...statuses]
    .toSorted(([left], [right]) => left - right)
    .map(([status, count]) => `${String(count)} × ${String(status)}`)
    .join(", ");

test(
  "files that are made to harm get a clean answer each, and do no harm",
  async () => {
    // Each takes a process of its own: in `npm test` the rest of them are read in hostile.test.ts, and these in part.
    const sheets = [
      ...(isProof ? [...endlessSheets, ...hostileSheets] : []),
      ...lyingSheets.filter((_, nth) => isProof || nth % 6 === 0),
    ];
    await many(sheets.length, async (nth) => {
      const [name, make] = sheets[nth] ?? [];
      await sendSheet("list.xlsx", make?.() ?? Buffer.alloc(0)).catch((error: unknown) => {
        throw new Error(`${String(name)}: ${String(error)}`);
      });
    });
    for (const [name, make] of hostileImages) {
      const status = await sendImage(make());
      // A picture behind which something else stands is served as a picture, and runs nothing.
      if (!/in one|GIF that/.test(name)) expect(status, name).toBe(400);
    }
    await desk.user.ok(listAccounts);
    if (isProof) expect(sheets.length + hostileImages.length).toBeGreaterThanOrEqual(60);
    tellFigures(
      `${String(sheets.length)} hostile sheets and ${String(hostileImages.length)} hostile images: 0 deaths, ${counted()}`,
    );
  },
  patienceMs(60_000),
);

test(
  "damaged copies of the sheets and of images get a clean answer each, while the server serves others",
  async () => {
    statuses.clear();
    const sheets = [...new Set(sheetExpectations.map(({ file }) => file))].map((file) => [file, sheetFixture(file)] as const);
    await many(mutantSheets, (number) => {
      const chooser = createChooser(seed + number);
      const [file, bytes] = chooser.oneOf(sheets);
      return sendSheet(file, damaged(bytes, chooser));
    });
    const images = [
      pngOf(640, 480),
      jpegOf(640, 480),
      gifOf(640, 480),
      ...(["VP8 ", "VP8L", "VP8X"] as const).map((kind) => webpOf(64, 48, kind)),
    ];
    await many(mutantImages, (number) => {
      const chooser = createChooser(seed - number);
      return sendImage(dataUrl(damaged(chooser.oneOf(images), chooser)));
    });
    expect(
      (await desk.operator.request(uploadOf(previewHawalaSheet, { name: "a.xlsx", bytes: sheetFixture("clean.xlsx") })))
        .statusCode,
    ).toBe(200);
    const p99 = new Intl.NumberFormat("en", { maximumFractionDigits: 1 }).format(delay.percentile(99) / 1e6);
    tellFigures(
      `${String(mutantSheets)} damaged sheets and ${String(mutantImages)} damaged images: 0 deaths, ${counted()}; event-loop lag p99 ${p99} ms`,
    );
  },
  patienceMs(60_000),
);

test("an answer that is not clean is noticed", async () => {
  await desk.server.database.asOwner("revoke select on currencies from sarraf_app");
  await expect(sendSheet("clean.xlsx", sheetFixture("clean.xlsx"))).rejects.toThrow("answered 500");
  await desk.server.database.asOwner("grant select on currencies to sarraf_app");
});

describe("a file whose reader stands still", () => {
  let address: string;
  beforeAll(async () => {
    address = await desk.server.listen();
    await openLondon(desk);
  });
  afterEach(() => vi.restoreAllMocks());

  /** Resolves once the next file is with the process that is to read it, which does not go on. */
  const readerStandsStill = (): Promise<void> =>
    new Promise((resolve) => {
      vi.spyOn(ChildProcess.prototype, "ref").mockImplementationOnce(function stop(this: ChildProcess) {
        process.kill(this.pid ?? 0, "SIGSTOP");
        resolve();
      });
    });

  test.each([previewHawalaSheet, importHawalaSheet, reconcilePartner, exportReconciliation])(
    "is given up when whoever sent it is gone: $path",
    async (route) => {
      const file = { name: "clean.xlsx", bytes: sheetFixture("clean.xlsx") };
      const { payload, headers, method, url } = uploadOf(route, file, { senderCode: "2001" });
      const isBeingRead = readerStandsStill();
      const sending = request(`${address}${url}`, {
        method,
        headers: { ...headers, cookie: desk.operator.cookie },
        agent: false,
      });
      sending.on("error", () => undefined);
      sending.end(payload);
      await isBeingRead;
      const goneAt = performance.now();
      sending.destroy();
      // One person has one file in work.
      expect((await desk.operator.request(uploadOf(previewHawalaSheet, file))).statusCode).toBe(200);
      expect(performance.now() - goneAt).toBeLessThan(patientMs);
    },
  );
});
