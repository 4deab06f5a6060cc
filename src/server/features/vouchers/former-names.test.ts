import { afterAll, beforeAll, expect, test } from "vitest";

import { updateAccount } from "#contract/accounts.ts";
import { printHawala, printTransaction, transactionVoucher } from "#contract/vouchers.ts";
import { bodies, openDesk, type Desk } from "#test/support/desk.ts";
import { enter, openLondon, outgoing } from "#test/support/hawalas.ts";
import { currency } from "#test/support/ledger.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  await openLondon(desk);
});
afterAll(() => desk.closeInBalance());

const at = (id: number) => ({ params: { id } });

test("a copy bears the names that the original bore, of accounts that were renamed since", async () => {
  const [before, after] = [await desk.open(currency.USD, { accountName: "Gul Agha" }), await desk.open(currency.USD)];
  const { id } = await desk.post(bodies.transfer(before, after, "5"));
  const rename = (accountName: string) =>
    desk.user.ok(updateAccount, { params: { id: before.id }, body: { accountName, lastName: "K" } });
  await rename("Gul Aga");
  expect(await desk.user.ok(printTransaction, at(id))).toMatchObject({ copy: 0, formerNames: [] });
  expect(await desk.user.ok(transactionVoucher, at(id))).toMatchObject({ nextCopy: 1, formerNames: [] });
  await rename("Somebody");
  await rename("Somebody Else");
  const formerNames = [{ code: before.accountCode, name: "Gul Aga K" }];
  expect(await desk.user.ok(transactionVoucher, at(id))).toMatchObject({ formerNames });
  expect(await desk.user.ok(printTransaction, at(id))).toMatchObject({ copy: 1, formerNames });
  await rename("Gul Aga");
  expect(await desk.user.ok(printTransaction, at(id))).toMatchObject({ copy: 2, formerNames: [] });
});

test("so does the copy of a deal, on which an account may stand on both sides: it is named once", async () => {
  const both = await desk.open(currency.USD, { accountName: "Gul Agha" });
  const deal = { currencyId: currency.USD, dAmount: "1", cCurrencyId: currency.AFN, cAmount: "70", exRate: "70" };
  const { id } = await desk.post(bodies.exchange(both, both, deal));
  await desk.user.ok(printTransaction, at(id));
  await desk.user.ok(updateAccount, { params: { id: both.id }, body: { accountName: "Gul Aga" } });
  const formerNames = [{ code: both.accountCode, name: "Gul Agha" }];
  expect(await desk.user.ok(transactionVoucher, at(id))).toMatchObject({ nextCopy: 1, formerNames });
  expect(await desk.user.ok(printTransaction, at(id))).toMatchObject({ copy: 1, formerNames });
});

test("so does the copy of a hawala, of its partner and of who paid", async () => {
  const { accountCode, id: partnerAccountId } = await desk.open(currency.AFN, {
    accountType: "hawala_partner",
    accountName: "Herat",
  });
  const { id } = await enter(desk, outgoing({ partnerAccountId }));
  await desk.user.ok(printHawala, at(id));
  await desk.user.ok(updateAccount, { params: { id: partnerAccountId }, body: { accountName: "Balkh" } });
  expect(await desk.user.ok(printHawala, at(id))).toMatchObject({ copy: 1, formerNames: [{ code: accountCode, name: "Herat" }] });
});
