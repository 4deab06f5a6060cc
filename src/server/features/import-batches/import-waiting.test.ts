import { afterAll, beforeAll, expect, test } from "vitest";

import { openDesk, type Desk } from "#test/support/desk.ts";
import { holding } from "#test/support/holding.ts";
import { importing, listOf } from "#test/support/import-batches.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.closeInBalance());

/** Sends a request at once: one to the application without a port sets out only when somebody waits for it. */
const sent = <T>(request: PromiseLike<T>): Promise<T> => Promise.resolve(request).then((answer) => answer);

/** Whatever an import writes first. */
const batches = "lock table import_batches in share mode";

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
