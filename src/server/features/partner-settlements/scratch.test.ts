import { afterAll, beforeAll, test } from "vitest";

import { partnerSettlement, partnerSettlementHawalas, listSettlementPartners } from "#contract/partner-settlements.ts";
import { reconcilePartner as rec } from "#contract/partner-reconciliations.ts";
import { openDesk, type Desk } from "#test/support/desk.ts";
import { fillHawalas, hawalaCrowd } from "#test/support/many-hawalas.ts";
import { imported, listOf } from "#test/support/import-batches.ts";
import { uploadOf } from "#test/support/upload.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  await fillHawalas((sql, values) => desk.server.database.asOwner(sql, values as never), 300_000);
  await desk.server.database.asOwner("analyze");
}, 200_000);
afterAll(() => desk.close());
async function timed(name: string, act: () => Promise<unknown>) {
  const at = performance.now();
  const answer = (await act()) as { statusCode?: number };
  console.log(name, Math.round(performance.now() - at), "ms", JSON.stringify(answer).slice(0, 300));
}
test("measure", async () => {
  for (const id of [hawalaCrowd.london, hawalaCrowd.leeds, hawalaCrowd.herat]) {
    for (const n of [1, 2]) await timed(`figures ${n}`, () => desk.user.ok(partnerSettlement, { query: { partnerAccountId: id } }));
    for (const list of ["passed", "outstanding", "outgoing", "corrected"])
      await timed(list, () => desk.user.ok(partnerSettlementHawalas, { query: { partnerAccountId: id, list, limit: 200 } }));
  }
  await timed("partners", () => desk.user.ok(listSettlementPartners));
  // settled up to near the end
  const { rows } = await desk.server.database.pool.query("select id, transaction_id from hawalas where sender_code = '2001' and status = 'Passed' order by transaction_id desc offset 5000 limit 1");
  await desk.server.database.asOwner(`insert into partner_settlements (partner_account_id, means, transaction_id, through_transaction_id, created_by) select ${hawalaCrowd.london}, 'bank', ${rows[0].transaction_id}, ${rows[0].transaction_id}, id from users where username = 'clerk'`);
  for (const n of [1, 2]) await timed(`figures settled ${n}`, () => desk.user.ok(partnerSettlement, { query: { partnerAccountId: hawalaCrowd.london } }));
  for (const list of ["passed", "outstanding", "outgoing", "corrected"])
      await timed(list, () => desk.user.ok(partnerSettlementHawalas, { query: { partnerAccountId: hawalaCrowd.london, list, limit: 200 } }));
  const file = listOf(Array.from({ length: 19_990 }, () => ({})));
  await imported(desk.operator, file, { transactionDate: "2024-01-05", senderCode: "2002" });
  await timed("reconcile", async () => (await desk.operator.request(uploadOf(rec, file, { senderCode: "2002", fromDate: "2024-01-01", toDate: "2024-01-10" }))).statusCode);
}, 200_000);
