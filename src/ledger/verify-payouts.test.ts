import { createHash } from "node:crypto";

import { afterAll, beforeAll, expect, test } from "vitest";

import { incomingHawalaBody } from "#contract/hawalas.ts";
import { enterHawala } from "#server/features/hawalas/entry.ts";
import { payHawala } from "#server/features/hawalas/payout.ts";
import { moveHawala } from "#server/features/hawalas/standing.ts";
import { incoming } from "#test/support/hawalas.ts";
import { dataUrl, pngOf } from "#test/support/images.ts";
import { createLedgerBench, currency, expectBooksBalance, faultsWhenTampered, type LedgerBench } from "#test/support/ledger.ts";

let bench: LedgerBench;

const papers = { documentName: "Mursal R.", documentNumber: "1399-0502-1", documentPhoto: dataUrl(pngOf(20, 30)) };

/** Hawala 1 was paid on papers by transaction 1, hawala 2 by transaction 2, which was taken back, hawala 3 without papers by transaction 3. */
beforeAll(async () => {
  bench = await createLedgerBench();
  const stores = { db: bench.database.db, ledger: bench.ledger };
  await bench.openAccount({ currencyId: currency.AFN, type: "hawala_partner" });
  for (const hawalaNo of ["P1", "P2", "P3"])
    await enterHawala(stores, incomingHawalaBody.parse(incoming({ hawalaNo, senderCode: "T1" })), bench.by());
  for (const id of [1, 2, 3]) await payHawala(stores, { id, payout: id === 3 ? {} : papers }, bench.by());
  await moveHawala(stores, { id: 2, asked: "pending" }, bench.by());
});
afterAll(() => bench.database.drop());

const not = (id: number) => `Hawala ${String(id)}: the papers of its payout ${String(id)} are not those that were audited`;

test.each([
  ["another name", "update hawala_payouts set document_name = 'Karim' where transaction_id = 1", not(1)],
  ["no number", "update hawala_payouts set document_number = null where transaction_id = 1", not(1)],
  ["another photo", "update hawala_payouts set photo = 'x' where transaction_id = 1", not(1)],
  ["a photo of another type", "update hawala_payouts set photo_type = 'image/gif' where transaction_id = 1", not(1)],
  ["no papers any more", "delete from hawala_payouts where transaction_id = 1", not(1)],
  [
    "another name of a payout that was taken back",
    "update hawala_payouts set document_name = 'K' where transaction_id = 2",
    not(2),
  ],
  ["papers where none were seen", "insert into hawala_payouts values (3, 3, 'Karim', '1', null, null)", not(3)],
  [
    "another hawala's",
    "update hawala_payouts set hawala_id = 3 where transaction_id = 1",
    "Hawala 3: the papers of its payout 1 belong to another one",
  ],
])("verify finds %s", async (_what, statement, fault) => {
  expect(await faultsWhenTampered(bench, "hawala_payouts", statement)).toContain(fault);
});

// What was tampered with above is as it was.
test("untouched papers are those that were audited", () => expectBooksBalance(bench.database));

test("papers of payouts that were audited without them are no fault", async () => {
  const statement = "update audit_log set new = new - 'payout' where action = 'hawala.passed'";
  const faults = await faultsWhenTampered(bench, "audit_log", statement);
  expect(faults.filter((fault) => !fault.startsWith("Audit log"))).toEqual([]);
});

test("what is audited is the photo's fingerprint, never the photo", async () => {
  const { rows } = await bench.database.pool.query<{ payout: unknown }>(
    "select new -> 'payout' as payout from audit_log where action = 'hawala.passed' order by id",
  );
  const seen = {
    documentName: papers.documentName,
    documentNumber: papers.documentNumber,
    photoType: "image/png",
    photoSha256: createHash("sha256").update(pngOf(20, 30)).digest("hex"),
  };
  expect(rows.map(({ payout }) => payout)).toEqual([seen, seen, null]);
});
