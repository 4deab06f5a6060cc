import { afterAll, beforeAll, expect, test } from "vitest";

import { listPassedHawalas } from "#contract/hawala-lists.ts";
import { cancelHawala, passHawala } from "#contract/hawalas.ts";
import { getTransaction } from "#contract/transactions.ts";
import { openDesk, type Desk } from "#test/support/desk.ts";
import { enter, incoming, openBranch, openLondon, outgoing } from "#test/support/hawalas.ts";
import { currency } from "#test/support/ledger.ts";

const { AFN } = currency;

let desk: Desk;
let london: { readonly id: number };
let branchId: number;
beforeAll(async () => {
  desk = await openDesk();
  london = await openLondon(desk);
  branchId = await openBranch(desk, "1007", AFN);
});
afterAll(() => desk.closeInBalance());

test("passed hawalas come with their transaction, by its business date, and leave when they are taken back", async () => {
  const { id, hawalaNo } = await enter(desk, incoming({ transactionDate: "2024-05-01" }));
  const { transactionId } = await desk.user.ok(passHawala, {
    params: { id },
    body: { branchAccountId: branchId, transDate: "2024-05-09" },
  });
  await enter(desk, outgoing({ transactionDate: "2024-05-09" }));
  const listed = (day: string) => desk.user.reply(listPassedHawalas, { query: { fromDate: day, toDate: day } });
  const transaction = await desk.user.ok(getTransaction, { params: { id: transactionId ?? 0 } });
  const { body, headers } = await listed("2024-05-09");
  expect(headers["x-total-count"]).toBe("1");
  expect(body).toEqual([
    {
      id: transactionId,
      hawalaId: id,
      hawalaNo,
      senderName: "Idris Hotakzad",
      receiverName: "Mursal Rahimyar",
      receiverLocation: "Kabul",
      dAmount: "9200.00",
      currencyId: AFN,
      cAmount: "9200.00",
      cCurrencyId: AFN,
      exRate: "1.00000000",
      transDate: "2024-05-09",
      inAccountId: branchId,
      outAccountId: london.id,
      dateCreated: transaction.dateCreated,
      createdAt: transaction.dateCreated,
      dateModified: null,
      updatedAt: transaction.dateCreated,
    },
  ]);
  expect((await listed("2024-05-01")).body).toEqual([]);
  await desk.user.ok(cancelHawala, { params: { id } });
  expect((await listed("2024-05-09")).body).toEqual([]);
  expect((await desk.user.refused(listPassedHawalas, { query: { fromDate: "2024-13-01" } })).status).toBe(400);
  expect(await desk.user.refused(listPassedHawalas, { query: { fromDate: "2024-05-02", toDate: "2024-05-01" } })).toMatchObject({
    status: 400,
    message: "The end date must not be before the start date",
  });
});
