import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { updateCurrency } from "#contract/currencies.ts";
import { reopenDay } from "#contract/day-closes.ts";
import { hawalaHistory } from "#contract/hawala-lists.ts";
import { createHawala, updateHawala, type RecordedHawala } from "#contract/hawalas.ts";
import { getTransaction, updateTransaction } from "#contract/transactions.ts";
import { addDays, type BusinessDate } from "#kernel/business-date.ts";
import { openDayDesk, type DayDesk } from "#test/support/day-desk.ts";
import { cash, openDesk, stateOfBooks, type Desk, type Party } from "#test/support/desk.ts";
import { enter, incoming, openLondon, outgoing } from "#test/support/hawalas.ts";
import { currency } from "#test/support/ledger.ts";

const { AFN, USD, EUR, PKR } = currency;

let desk: Desk;
let days: DayDesk;
let kabul: Party;
let sender: Party;
let day: BusinessDate;
beforeAll(async () => {
  desk = await openDesk();
  await openLondon(desk);
  kabul = await desk.open(AFN, { accountType: "hawala_partner" });
  sender = await desk.open(USD);
  days = await openDayDesk(desk);
});
beforeEach(() => {
  day = days.nextDay();
});
afterAll(() => desk.closeInBalance());

const correct = ({ id }: { readonly id: number }, body: object): Promise<RecordedHawala> =>
  desk.operator.ok(updateHawala, { params: { id }, body });
const booking = ({ transactionId }: { readonly transactionId: number | null }) =>
  desk.user.ok(getTransaction, { params: { id: transactionId ?? 0 } });

describe("an outgoing hawala whose booking stands on a closed day", () => {
  test("is corrected in what the booking does not say, and the books stay as they are", async () => {
    const body = outgoing({ transactionDate: day });
    const made = await enter(desk, body);
    await days.close(day);
    const books = await stateOfBooks(desk.server);
    const words = { senderPhone: "0700 111 222", receiverLocation: "Herat", receiverAccountId: sender.id, notes: "By telephone" };
    const sent = { params: { id: made.id }, body: { ...body, ...words }, headers: { "if-match": "1" } };
    const { notes, ...shown } = words;
    const same = { hawalaNo: made.hawalaNo, hawalaStatus: "sent", transactionDate: day, transactionId: made.transactionId };
    expect(await desk.operator.ok(updateHawala, sent)).toMatchObject({
      ...same,
      ...shown,
      remarks: notes,
      version: 2,
      hawalaId: made.id,
      balances: [],
    });
    expect(await stateOfBooks(desk.server)).toEqual(books);
    const [edited] = await desk.user.ok(hawalaHistory, { params: { id: made.id } });
    expect(edited).toMatchObject({ version: 2, action: "edited", actor: desk.operator.username });
    expect(edited?.changes.map(({ field }) => field).toSorted()).toEqual(
      ["receiverAccountId", "receiverLocation", "remarks", "senderPhone"].toSorted(),
    );
    expect(await desk.refused(desk.operator, updateHawala, sent)).toMatchObject({ status: 409, code: "stale_version" });
    expect((await desk.refused(desk.user, updateHawala, { params: { id: made.id }, body })).status).toBe(403);
  });

  test("is not corrected in what the booking says until the day is reopened", async () => {
    const body = outgoing({ transactionDate: day });
    const { id, transactionId } = await enter(desk, body);
    const close = await days.close(day);
    const message = expect.stringMatching(new RegExp(`^The books are closed up to ${day} `)) as string;
    for (const more of [
      { partnerAccountId: kabul.id },
      { receiverName: "Laila Bakhtwar" },
      { transactionDate: addDays(day, 1) },
    ]) {
      const refused = await desk.refused(desk.operator, updateHawala, { params: { id }, body: { ...body, ...more } });
      expect(refused).toMatchObject({ status: 409, code: "conflict", message });
    }
    await desk.admin.ok(reopenDay, { params: { id: close.id }, body: { reason: "A partner was forgotten" } });
    expect(await correct({ id }, { ...body, partnerAccountId: kabul.id })).toMatchObject({ version: 2, transactionId });
    expect(await booking({ transactionId })).toMatchObject({ inAccountId: kabul.id, version: 2 });
  });
});

describe("the booking of an outgoing hawala", () => {
  test.each([
    ["nothing", () => ({}), 1],
    ["a phone", () => ({ receiverPhone: "0799 000 111" }), 1],
    ["the sender's name", () => ({ senderName: "Nabi Sadatyor" }), 2],
    ["the receiver's name", () => ({ receiverName: "Laila Bakhtwar" }), 2],
    ["the payer", () => ({ senderAccountId: sender.id }), 2],
    ["the partner", () => ({ partnerAccountId: kabul.id }), 2],
    ["the amount", () => ({ amount: "101" }), 2],
    ["the currency", () => ({ currency: "EUR" }), 2],
    ["the converted currency", () => ({ convertedCurrency: "EUR" }), 2],
    ["the rate alone, too little to change an amount", () => ({ exchangeRate: "70.00001" }), 2],
    ["the commission alone, by a hundredth", () => ({ commission: "20.01", convertedAmount: "6980" }), 2],
    ["the day", () => ({ transactionDate: addDays(day, 1) }), 2],
  ])("where %s is corrected is made anew only if it says something else", async (_what, more, version) => {
    const body = outgoing({ transactionDate: day });
    const made = await enter(desk, body);
    const { balances, ...edited } = await correct(made, { ...body, ...more() });
    expect(edited).toMatchObject({ version: 2, transactionId: made.transactionId });
    expect(await booking(made)).toMatchObject({ version });
    expect(balances.length > 0).toBe(version === 2);
  });

  test("stays on the cash account that a walk-in paid into, whichever is the office's now", async () => {
    const body = outgoing({ transactionDate: day });
    const made = await enter(desk, body);
    const till = await desk.open(USD, { accountType: "company" });
    const moveCashTo = (accountId: number) =>
      desk.server.database.asOwner("update business_settings set cash_account_id = $1", [accountId]);
    await moveCashTo(till.id);
    try {
      await correct(made, { ...body, receiverPhone: "0799 000 111" });
      expect(await booking(made)).toMatchObject({ outAccountId: cash.id, version: 1 });
      await correct(made, { ...body, amount: "101" });
      expect(await booking(made)).toMatchObject({ outAccountId: cash.id, version: 2 });
      // He is not owed by himself either, in one currency or in two.
      for (const terms of [{}, { convertedCurrency: "USD", exchangeRate: "1", commission: "0" }]) {
        const own = { params: { id: made.id }, body: { ...body, ...terms, partnerAccountId: cash.id } };
        expect(await desk.refused(desk.operator, updateHawala, own)).toMatchObject({
          status: 400,
          issues: [{ path: "partnerAccountId", message: "The partner cannot be the sender" }],
        });
      }
      // Who turns out to have had an account has not paid into any cash box.
      await correct(made, { ...body, senderAccountId: sender.id });
      expect(await booking(made)).toMatchObject({ outAccountId: sender.id, version: 3 });
    } finally {
      await moveCashTo(cash.id);
    }
  });

  test("keeps the day and the narratives that Search gave it, while what they come from is not corrected", async () => {
    const body = outgoing({ transactionDate: day });
    const made = await enter(desk, body);
    const later = addDays(day, 2);
    const edit = { transType: "Hawala", transDescription: "Paid late", cTransDescription: "For Laila", transDate: later };
    await desk.operator.ok(updateTransaction, { params: { id: made.transactionId ?? 0 }, body: edit });
    const asEdited = { transDate: later, transDescription: "Paid late", cTransDescription: "For Laila" };

    const phone = { ...body, senderPhone: "0700 111 222" };
    expect(await correct(made, phone)).toMatchObject({ transactionDate: day, senderPhone: "0700 111 222" });
    expect(await booking(made)).toMatchObject({ ...asEdited, version: 2 });
    await correct(made, { ...phone, transactionDate: undefined, partnerAccountId: kabul.id });
    expect(await booking(made)).toMatchObject({ ...asEdited, version: 3, inAccountId: kabul.id });
    await correct(made, { ...phone, senderName: "Nabi Sadat" });
    const renamed = { ...asEdited, transDescription: `Hawala ${made.hawalaNo}: Nabi Sadat to ${made.receiverName}` };
    expect(await booking(made)).toMatchObject({ ...renamed, version: 4 });
    await correct(made, { ...phone, senderName: "Nabi Sadat", receiverName: "Laila B." });
    const narratives = {
      transDescription: `Hawala ${made.hawalaNo}: Nabi Sadat to Laila B.`,
      cTransDescription: `Hawala ${made.hawalaNo} for Laila B.`,
    };
    expect(await booking(made)).toMatchObject({ ...narratives, transDate: later, version: 5 });
    const names = { senderName: "Nabi Sadat", receiverName: "Laila B." };
    await correct(made, { ...phone, ...names, transactionDate: addDays(day, 1) });
    expect(await booking(made)).toMatchObject({ ...narratives, transDate: addDays(day, 1), version: 6 });
  });

  test("stays where it is when the hawala is given the day that Search moved it to", async () => {
    const body = outgoing({ transactionDate: day });
    const made = await enter(desk, body);
    const later = addDays(day, 2);
    const params = { id: made.transactionId ?? 0 };
    await desk.operator.ok(updateTransaction, { params, body: { transType: "Hawala", transDate: later } });
    expect(await correct(made, { ...body, transactionDate: later })).toMatchObject({ transactionDate: later, version: 2 });
    expect(await booking(made)).toMatchObject({ transDate: later, version: 2 });
  });
});

describe("a currency that was set inactive", () => {
  const setActive = async (isActive: boolean) => {
    for (const id of [EUR, PKR]) await desk.admin.ok(updateCurrency, { params: { id }, body: { isActive } });
  };
  const refusal = (path: string, code: string) => ({
    status: 400,
    issues: [{ path, message: `The currency ${code} is not active` }],
  });

  test("is kept by an outgoing hawala that has it, on either side, and is nothing for another one", async () => {
    const body = outgoing({ currency: "EUR", convertedCurrency: "PKR" });
    const [made, other] = [await enter(desk, body), await enter(desk, outgoing())];
    await setActive(false);
    try {
      expect(await correct(made, { ...body, senderPhone: "0700 111 222" })).toMatchObject({
        amountCurrency: "EUR",
        currency: "PKR",
      });
      expect(await correct(made, { ...body, amount: "101" })).toMatchObject({ amount: "101.00", rAmount: "7050.00", version: 3 });
      expect(await booking(made)).toMatchObject({ dAmount: "101.00", version: 2 });
      const { id } = other;
      const taken = await desk.refused(desk.operator, updateHawala, { params: { id }, body: outgoing({ currency: "EUR" }) });
      expect(taken).toMatchObject(refusal("currency", "EUR"));
      const paid = await desk.refused(desk.operator, updateHawala, {
        params: { id },
        body: outgoing({ convertedCurrency: "PKR" }),
      });
      expect(paid).toMatchObject(refusal("convertedCurrency", "PKR"));
      expect(await desk.refused(desk.operator, createHawala, { body })).toMatchObject(refusal("currency", "EUR"));
    } finally {
      await setActive(true);
    }
  });

  test("is kept by an incoming hawala that has it, and is nothing for another one", async () => {
    const body = incoming({ currency: "PKR" });
    const made = await enter(desk, body);
    await setActive(false);
    try {
      const edited = await correct(made, { ...body, receiverName: "Mursal Rahim", rAmount: "9300" });
      expect(edited).toMatchObject({ currency: "PKR", receiverName: "Mursal Rahim", rAmount: "9300.00", version: 2 });
      const moved = { params: { id: made.id }, body: { ...body, currency: "EUR" } };
      expect(await desk.refused(desk.operator, updateHawala, moved)).toMatchObject(refusal("currency", "EUR"));
      const another = { body: incoming({ currency: "PKR" }) };
      expect(await desk.refused(desk.operator, createHawala, another)).toMatchObject(refusal("currency", "PKR"));
    } finally {
      await setActive(true);
    }
  });
});
