import { afterAll, beforeAll, expect, test } from "vitest";

import { updateAccount } from "#contract/accounts.ts";
import { cancelHawala } from "#contract/hawalas.ts";
import { updateTransaction } from "#contract/transactions.ts";
import { printHawala, printTransaction, transactionVoucher } from "#contract/vouchers.ts";
import { bodies, openDesk, type Desk, type Party } from "#test/support/desk.ts";
import { enter, openLondon, outgoing } from "#test/support/hawalas.ts";
import { currency } from "#test/support/ledger.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  await openLondon(desk);
});
afterAll(() => desk.closeInBalance());

const at = (id: number) => ({ params: { id } });
const rename = ({ id }: Party, accountName: string) => desk.user.ok(updateAccount, { ...at(id), body: { accountName } });

test("a copy bears the names that the original bore, of accounts that were renamed since", async () => {
  const [before, after] = [await desk.open(currency.USD, { accountName: "Gul Agha" }), await desk.open(currency.USD)];
  const { id } = await desk.post(bodies.transfer(before, after, "5"));
  await desk.user.ok(updateAccount, { ...at(before.id), body: { accountName: "Gul Aga", lastName: "K" } });
  expect(await desk.user.ok(printTransaction, at(id))).toMatchObject({ copy: 0, formerNames: [] });
  expect(await desk.user.ok(transactionVoucher, at(id))).toMatchObject({ nextCopy: 1, formerNames: [] });
  await rename(before, "Somebody");
  await rename(before, "Somebody Else");
  const formerNames = [{ code: before.accountCode, name: "Gul Aga K" }];
  expect(await desk.user.ok(transactionVoucher, at(id))).toMatchObject({ formerNames });
  expect(await desk.user.ok(printTransaction, at(id))).toMatchObject({ copy: 1, formerNames });
  await rename(before, "Gul Aga");
  expect(await desk.user.ok(printTransaction, at(id))).toMatchObject({ copy: 2, formerNames: [] });
});

test("so does the copy of a deal, on which an account may stand on both sides: it is named once", async () => {
  const both = await desk.open(currency.USD, { accountName: "Gul Agha" });
  const deal = { currencyId: currency.USD, dAmount: "1", cCurrencyId: currency.AFN, cAmount: "70", exRate: "70" };
  const { id } = await desk.post(bodies.exchange(both, both, deal));
  await desk.user.ok(printTransaction, at(id));
  await rename(both, "Gul Aga");
  const formerNames = [{ code: both.accountCode, name: "Gul Agha" }];
  expect(await desk.user.ok(transactionVoucher, at(id))).toMatchObject({ nextCopy: 1, formerNames });
  expect(await desk.user.ok(printTransaction, at(id))).toMatchObject({ copy: 1, formerNames });
});

test("so does a copy of a corrected version: the names that its own original bore", async () => {
  const [out, into] = [await desk.open(currency.USD), await desk.open(currency.USD, { accountName: "Gul Agha" })];
  const { id } = await desk.post(bodies.transfer(out, into, "5"));
  await desk.user.ok(printTransaction, at(id));
  await rename(into, "Gul Aga");
  await desk.admin.ok(updateTransaction, { ...at(id), body: bodies.transfer(out, into, "6") });
  expect(await desk.user.ok(printTransaction, at(id))).toMatchObject({ version: 2, copy: 0, formerNames: [] });
  expect(await desk.user.ok(printTransaction, at(id))).toMatchObject({ version: 2, copy: 1, formerNames: [] });
  await rename(into, "Somebody");
  const formerNames = [{ code: into.accountCode, name: "Gul Aga" }];
  expect(await desk.user.ok(printTransaction, at(id))).toMatchObject({ version: 2, copy: 2, formerNames });
});

test("so does the copy of a hawala, of its partner and of who paid, and of its partner alone once it is cancelled", async () => {
  const partner = await desk.open(currency.AFN, { accountType: "hawala_partner", accountName: "Herat" });
  const payer = await desk.open(currency.USD, { accountName: "Nabi" });
  const { id } = await enter(desk, outgoing({ partnerAccountId: partner.id, senderAccountId: payer.id }));
  await desk.user.ok(printHawala, at(id));
  await rename(partner, "Balkh");
  await rename(payer, "Nadir");
  const { copy, formerNames } = await desk.user.ok(printHawala, at(id));
  expect(copy).toBe(1);
  expect(new Set(formerNames)).toEqual(
    new Set([
      { code: partner.accountCode, name: "Herat" },
      { code: payer.accountCode, name: "Nabi" },
    ]),
  );
  await desk.user.ok(cancelHawala, at(id));
  await desk.user.ok(printHawala, at(id));
  await rename(partner, "Herat");
  expect(await desk.user.ok(printHawala, at(id))).toMatchObject({
    version: 2,
    copy: 1,
    formerNames: [{ code: partner.accountCode, name: "Balkh" }],
  });
});
