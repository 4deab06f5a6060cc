import { afterAll, beforeAll, expect, test } from "vitest";

import { createCurrency, deleteCurrency, updateCurrency, type Currency } from "#contract/currencies.ts";
import { undoImportBatch, type SheetImport } from "#contract/import-batches.ts";
import { openDesk, type Desk } from "#test/support/desk.ts";
import { fileWorkHere } from "#test/support/file-work.ts";
import { holding, sent } from "#test/support/holding.ts";
import { importing, listOf, refusalIn, stored, type SheetToSend } from "#test/support/import-batches.ts";
import type { Client } from "#test/support/server.ts";

fileWorkHere();

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.closeInBalance());

/** A currency that nothing uses, under a code of each test's own. */
const unused = (code: string): Promise<Currency> =>
  desk.admin.ok(createCurrency, { body: { code, name: code, symbol: code, rate: "40" } });

/** Whatever an import writes first. */
const batches = "lock table import_batches in share mode";

/** An import that has read its file and waits for another one of the same partner, which goes on when it is let go. */
async function waitingImport(client: Client, file: SheetToSend, fields: Readonly<Record<string, string>> = {}) {
  const { heldUp, letGo } = await holding(desk.server.database, batches);
  const first = sent(importing(desk.operator, listOf([{}])));
  await heldUp(1);
  const second = sent(importing(client, file, { fields }));
  await heldUp(2);
  return {
    answer: async () => {
      await letGo();
      expect((await first).json()).toMatchObject({ importedCount: 1 });
      return second;
    },
  };
}

test("two imports of one file: the second waits for the first, and finds its rows there", async () => {
  const file = listOf([{}, {}]);
  const { heldUp, letGo } = await holding(desk.server.database, batches);
  const answers = [sent(importing(desk.operator, file))];
  await heldUp(1);
  answers.push(sent(importing(desk.admin, file)));
  await heldUp(2);
  await letGo();
  const [first, second] = await Promise.all(answers);
  expect(first?.json()).toMatchObject({ importedCount: 2, duplicateCount: 0 });
  expect(second?.json()).toMatchObject({ importedCount: 0, duplicateCount: 2, batchId: null });
});

test("a file that was known without being read, and is undone meanwhile, is to be imported again", async () => {
  const file = listOf([{}, {}]);
  const { batchId } = (await importing(desk.operator, file)).json<SheetImport>();
  const { heldUp, letGo } = await holding(
    desk.server.database,
    "select pg_advisory_xact_lock(hashtextextended('import of 2001', 0))",
  );
  const again = sent(importing(desk.admin, file));
  await heldUp(1);
  await desk.operator.ok(undoImportBatch, { params: { id: batchId ?? -1 } });
  await letGo();
  expect(refusalIn(await again)).toMatchObject({
    status: 409,
    message: "The earlier import of this file was undone or changed just now. Import it again",
  });
  expect((await importing(desk.admin, file)).json()).toMatchObject({ importedCount: 2, duplicateCount: 0 });
});

test.each([
  ["one file", listOf([{}, {}])],
  ["sheets of the same hawalas", undefined],
])("two imports of %s for two partners at one moment: the later one is refused", async (_what, file) => {
  const { heldUp, letGo } = await holding(desk.server.database, batches);
  const before = await stored(desk);
  const savedFor = (B: string) => listOf([{ B, C: "AT-ONCE" }, { C: "AT-ONCE-2" }]);
  const answers = ["2001", "2002"].map((senderCode) =>
    sent(importing(desk.operator, file ?? savedFor(senderCode), { fields: { senderCode, secondCopies: "false" } })),
  );
  await heldUp(2);
  await letGo();
  const codes = (await Promise.all(answers)).map(({ statusCode }) => statusCode);
  expect(codes.toSorted((one, other) => one - other)).toEqual([200, 409]);
  expect((await stored(desk)).hawalas - before.hawalas).toBe(2);
});

test.each([
  ["one of its currencies", "TRY", [{}, { H: "TRY" }, { H: "TRY" }]],
  ["its only currency", "INR", [{ H: "INR" }, { H: "INR" }]],
])("an import that waited while %s was deleted is refused, and writes nothing", async (_which, code, rows) => {
  const { id } = await unused(code);
  const { answer } = await waitingImport(desk.admin, listOf(rows));
  await desk.admin.ok(deleteCurrency, { params: { id } });
  const before = await stored(desk);
  expect(refusalIn(await answer())).toMatchObject({
    status: 409,
    message: `The office gave up ${code} just now. Choose the file again to see which of its rows are faulty`,
  });
  expect((await stored(desk)).hawalas - before.hawalas).toBe(1);
});

test("an import that waited while one of its currencies was switched off is refused; rows that it leaves out do not count", async () => {
  const { id } = await unused("SAR");
  const switchTo = (isActive: boolean) => desk.admin.ok(updateCurrency, { params: { id }, body: { isActive } });
  const waiting = await waitingImport(desk.admin, listOf([{}, { H: "SAR" }]));
  await switchTo(false);
  expect(refusalIn(await waiting.answer())).toMatchObject({ status: 409, message: expect.stringContaining("gave up SAR") });

  await switchTo(true);
  const leavingOut = await waitingImport(desk.admin, listOf([{}, { H: "SAR", F: null }]), { skipInvalid: "true" });
  await switchTo(false);
  expect((await leavingOut.answer()).json()).toMatchObject({ importedCount: 1 });
});

test("a currency is not deleted while rows in it are being written", async () => {
  const { id } = await unused("CNY");
  const { heldUp, letGo } = await holding(desk.server.database, batches);
  const answer = sent(importing(desk.operator, listOf([{ H: "CNY" }])));
  await heldUp(1);
  const deletion = sent(desk.admin.send(deleteCurrency, { params: { id } }));
  await heldUp(2);
  await letGo();
  expect((await answer).json()).toMatchObject({ importedCount: 1 });
  expect(refusalIn(await deletion)).toMatchObject({
    status: 409,
    message: "CNY is in use and cannot be deleted: hawalas",
  });
});
