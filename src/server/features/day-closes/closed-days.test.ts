import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { updateCurrency } from "#contract/currencies.ts";
import { closeDay, reopenDay } from "#contract/day-closes.ts";
import { cancelHawala, createHawala, hawalaToPending, passHawala } from "#contract/hawalas.ts";
import {
  createTransaction,
  deleteTransaction,
  listDeletedTransactions,
  recoverTransaction,
  updateTransaction,
} from "#contract/transactions.ts";
import { addDays, type BusinessDate } from "#kernel/business-date.ts";
import { verify } from "#ledger/verify.ts";
import { openDayDesk, type DayDesk } from "#test/support/day-desk.ts";
import { bodies, openDesk, type Desk, type Party } from "#test/support/desk.ts";
import { enter, incoming, openLondon, outgoing } from "#test/support/hawalas.ts";
import { holding, sent } from "#test/support/holding.ts";
import { auditKey, currency } from "#test/support/ledger.ts";

let desk: Desk;
let days: DayDesk;
let farid: Party;
let zahra: Party;
let day: BusinessDate;

beforeAll(async () => {
  desk = await openDesk();
  [farid, zahra] = [await desk.open(currency.USD), await desk.open(currency.USD)];
  await openLondon(desk);
  days = await openDayDesk(desk);
});
beforeEach(() => {
  day = days.nextDay();
});
afterAll(() => desk.closeInBalance());

test("on a closed day nothing is recorded, changed, deleted or recovered, and nothing is moved out of it or into it; the next day is open", async () => {
  const standing = await desk.post(bodies.credit(farid, "10", { transDate: day }));
  const later = await desk.post(bodies.credit(farid, "10", { transDate: addDays(day, 1) }));
  const gone = await desk.post(bodies.credit(farid, "10", { transDate: day }));
  await desk.admin.ok(deleteTransaction, { params: { id: gone.id }, body: {} });
  const paid = await enter(desk, incoming());
  await desk.admin.ok(passHawala, { params: { id: paid.id }, body: { transDate: day } });
  const waiting = await enter(desk, incoming());
  const onItsWay = await desk.admin.ok(createHawala, { body: outgoing({ transactionDate: day }) });
  const { date } = await days.close(day, { AFN: { counted: "0", reason: "The safe is counted apart" } });
  const says = {
    status: 409,
    code: "conflict",
    message: expect.stringMatching(new RegExp(`^The books are closed up to ${date} \\(by ${desk.admin.username}\\)`)),
  };

  const refused = (...call: Parameters<Desk["refused"]>) => expect(desk.refused(...call)).resolves.toMatchObject(says);
  const edit = (id: number, transDate: string) => ({ params: { id }, body: bodies.credit(farid, "11", { transDate }) });
  const posts = [bodies.credit(farid, "1"), bodies.debit(farid, "1"), bodies.transfer(farid, zahra, "1")];
  for (const body of posts) {
    await refused(desk.admin, createTransaction, { body: { ...body, transDate: day } });
    await refused(desk.admin, createTransaction, { body: { ...body, transDate: "2001-01-01" } });
  }
  const deal = { dAmount: "1", currencyId: currency.USD, cAmount: "70", cCurrencyId: currency.AFN, exRate: "70", transDate: day };
  await refused(desk.admin, createTransaction, { body: bodies.exchange(farid, farid, deal) });
  await refused(desk.admin, updateTransaction, edit(standing.id, day));
  await refused(desk.admin, updateTransaction, edit(standing.id, addDays(day, 1)));
  await refused(desk.admin, updateTransaction, edit(later.id, day));
  await refused(desk.admin, deleteTransaction, { params: { id: standing.id }, body: {} });
  await refused(desk.admin, recoverTransaction, { params: { id: gone.id } });
  await refused(desk.admin, passHawala, { params: { id: waiting.id }, body: { transDate: day } });
  await refused(desk.admin, hawalaToPending, { params: { id: paid.id } });
  await refused(desk.admin, cancelHawala, { params: { id: paid.id } });
  await refused(desk.admin, createHawala, { body: outgoing({ transactionDate: day }) });
  await refused(desk.admin, cancelHawala, { params: { id: onItsWay.id } });

  expect(await desk.admin.ok(updateTransaction, edit(later.id, addDays(day, 2)))).toMatchObject({ version: 2 });
  await desk.admin.ok(passHawala, { params: { id: waiting.id } });
  const deleted = await desk.admin.ok(listDeletedTransactions);
  expect(deleted.map(({ id }) => id)).toContain(gone.id);
});

test("of 32 desks that post while the day is closed each is in the count or refused, and neighbours of a batch are unharmed", async () => {
  for (let round = 0; round < 4; round += 1) {
    const date = addDays(day, round);
    const counts = await days.counts(date);
    const entry = (index: number) =>
      bodies.credit(index % 2 === 0 ? farid : zahra, "1", { transDate: index % 4 === 3 ? addDays(day, 20) : date });
    const posting = Array.from({ length: 32 }, (_, index) => desk.admin.send(createTransaction, { body: entry(index) }));
    const closing = desk.operator.send(closeDay, { body: { date, counts } });
    const answers = await Promise.all(posting);
    const close = await closing;
    const wanted = answers.map((answer, index) => [index % 4 === 3, answer.statusCode] as const);
    expect(wanted.filter(([isLater]) => isLater).every(([, status]) => status === 201)).toBe(true);
    const into = wanted.filter(([isLater]) => !isLater).map(([, status]) => status);
    // Either the close was first, and every entry of the day is refused, or an entry was, and the count is of other books.
    if (close.statusCode === 201) {
      expect(new Set(into)).toEqual(new Set([409]));
    } else {
      expect(close.statusCode).toBe(409);
      expect(into).toContain(201);
      await days.close(date);
    }
  }
});

test("whoever posts while a day is being closed waits, and finds it closed", async () => {
  const body = { date: day, counts: await days.counts(day, { USD: {} }) };
  // The books have been compared with the count by then.
  const { heldUp, letGo } = await holding(desk.server.database, "lock table day_closes in share mode");
  const closing = sent(desk.admin.send(closeDay, { body }));
  await heldUp(1);
  const posting = sent(desk.admin.send(createTransaction, { body: bodies.credit(farid, "1", { transDate: day }) }));
  await heldUp(2);
  await letGo();
  expect([(await closing).statusCode, (await posting).statusCode]).toEqual([201, 409]);
});

test("a day that is closed while somebody posts waits, and is compared with books that have the entry", async () => {
  const body = { date: day, counts: await days.counts(day, { USD: {} }) };
  const { heldUp, letGo } = await holding(desk.server.database, "lock table idempotency_keys in share mode");
  const headers = { "idempotency-key": "posted-before-the-close" };
  const posting = sent(desk.admin.send(createTransaction, { body: bodies.credit(farid, "1", { transDate: day }), headers }));
  await heldUp(1);
  const closing = sent(desk.admin.send(closeDay, { body }));
  await heldUp(2);
  await letGo();
  expect((await posting).statusCode).toBe(201);
  expect((await closing).json()).toMatchObject({ message: expect.stringMatching(/^The books have moved since the count: USD/) });
});

test("verify names a day that does not end with what was counted, and a difference that is not booked", async () => {
  const { database } = desk.server;
  const { id } = await days.close(day, { USD: { counted: "1", reason: "Lent to the bakery" } });
  const tampered = (change: string) =>
    database.asOwner(`alter table day_close_counts disable trigger append_only; update day_close_counts set ${change}
      where day_close_id = ${String(id)} and currency_id = ${String(currency.USD)}; alter table day_close_counts enable trigger append_only`);
  await tampered("counted = counted + 1");
  const { faults } = await verify(database.db, auditKey);
  expect(faults).toContain(`Day ${day} was closed with 2.00 USD, the books say 1.00`);
  expect(faults).toContainEqual(expect.stringMatching(`Day ${day}: the difference of -?[\\d.]+ USD is not booked`));
  await tampered("counted = counted - 1");
});

test("a difference is booked in a currency, too, that is switched off by now", async () => {
  const switchEuros = (isActive: boolean) => desk.admin.ok(updateCurrency, { params: { id: currency.EUR }, body: { isActive } });
  await desk.post(bodies.credit(await desk.open(currency.EUR), "30", { transDate: day }));
  await switchEuros(false);
  await days.close(day, { EUR: { counted: "25", reason: "A note was torn" } });
  expect(await days.closing(day, "EUR")).toBe("25.00");
  await switchEuros(true);
});

test("a close can be reopened, and nothing else of it changed or taken away, by whoever reaches the database", async () => {
  const { id } = await days.close(day);
  const close = (statement: string) => desk.server.database.asOwner(`${statement} where id = ${String(id)}`);
  const changes = ["business_date = business_date - 1", "closed_at = now()", "account_id = 12", "closed_by = null"];
  const reopening = "reopened_at = now(), reopened_by = closed_by, reopening_reason = '?'";
  const unchanged = "the close of a day is not changed";
  for (const change of [...changes, ...changes.map((one) => `${reopening}, ${one}`)])
    await expect(close(`update day_closes set ${change}`)).rejects.toThrow(unchanged);
  await expect(close("delete from day_closes")).rejects.toThrow(unchanged);
  await desk.admin.ok(reopenDay, { params: { id }, body: { reason: "A late receipt" } });
  const audited = "select actor, reason from audit_log where action = 'day.reopened' and object_id = $1";
  const kept = { actor: desk.admin.username, reason: "A late receipt" };
  expect(await desk.server.database.asOwner(audited, [String(id)])).toEqual([kept]);
  for (const change of ["reopening_reason = 'Another'", "reopened_at = null, reopened_by = null, reopening_reason = null"])
    await expect(close(`update day_closes set ${change}`)).rejects.toThrow(unchanged);
  for (const statement of ["update day_close_counts set counted = book", "delete from day_close_counts"])
    await expect(desk.server.database.asOwner(statement)).rejects.toThrow("append-only");
});
