import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createTransaction, updateTransaction } from "#contract/transactions.ts";
import { addDays, type BusinessDate } from "#kernel/business-date.ts";
import { bodies, openDesk, type Desk, type Party } from "#test/support/desk.ts";
import { currency } from "#test/support/ledger.ts";

const { exchange, transfer } = bodies;

let desk: Desk;
let farid: Party;
let zahra: Party;
beforeAll(async () => {
  desk = await openDesk();
  [farid, zahra] = [await desk.open(currency.USD), await desk.open(currency.USD)];
});
afterAll(() => desk.closeInBalance());

const refuse = (body: object) => desk.refused(desk.admin, createTransaction, { body });

describe("a business date", () => {
  const dated = (transDate: unknown) => transfer(farid, zahra, "5", { transDate });

  test.each([
    "2026-02-30",
    "2025-02-29",
    "1900-02-29",
    "2026-13-01",
    "2026-00-10",
    "2026-01-00",
    "2026-1-1",
    "26-01-01",
    "2026/01/01",
    "01-02-2026",
    "2026-01-01T00:00:00Z",
    " 2026-01-01",
    "2026-01-01 ",
    "today",
    "infinity",
    "-infinity",
    "epoch",
    "",
    "20260101",
    "2026-01-01 BC",
    "0000-01-01",
    "0000-00-00",
    "0001-01-01",
    "1999-12-31",
    "9999-12-31",
    "10000-01-01",
    "-2026-01-01",
    "+002026-01-01",
    20260101,
    true,
    {},
    "۲۰۲۶-۰۱-۰۱",
  ])("of %j is refused", async (wrong) => {
    expect(await refuse(dated(wrong))).toMatchObject({ status: 400, code: "invalid", issues: [{ path: "transDate" }] });
  });

  test.each(["2000-01-01", "2000-02-29", "2024-02-29"])("of %s is taken as it is", async (transDate) => {
    expect(await desk.post(dated(transDate))).toMatchObject({ transDate });
  });

  test("may be tomorrow at the office and not the day after", async () => {
    const today = await setClockToNoon();
    expect(await desk.post(dated(addDays(today, 1)))).toMatchObject({ transDate: addDays(today, 1) });
    const refused = await refuse(dated(addDays(today, 2)));
    expect(refused).toMatchObject({ status: 400, issues: [{ path: "transDate" }] });
    expect(refused.message).toContain(addDays(today, 1));
  });

  test.each([undefined, null])("that is sent as %j is today at the office", async (nothing) => {
    const today = await setClockToNoon();
    expect(await desk.post(dated(nothing))).toMatchObject({ transDate: today });
    const deal = { currencyId: currency.USD, dAmount: "1", cCurrencyId: currency.AFN, cAmount: "70", exRate: "70" };
    expect(await desk.post(exchange(farid, farid, { ...deal, transDate: nothing }))).toMatchObject({ transDate: today });
  });

  test("is judged by the office's time zone and not by the server's", async () => {
    // These two are 25 hours apart: it is never the same day in both.
    const east = await setTimeZone("Pacific/Kiritimati");
    await desk.post(dated(addDays(east, 1)));
    const west = await setTimeZone("Pacific/Pago_Pago");
    expect(west < east).toBe(true);
    expect((await refuse(dated(addDays(east, 1)))).status).toBe(400);
    expect(await desk.post(dated(undefined))).toMatchObject({ transDate: west });
  });

  test("of an edit has the same bounds, and stays where it is not sent", async () => {
    const today = await setClockToNoon();
    const { id } = await desk.post(dated("2024-05-06"));
    for (const transDate of ["1999-12-31", addDays(today, 2), "2026-02-30", "0000-01-01"]) {
      expect((await desk.refused(desk.admin, updateTransaction, { params: { id }, body: dated(transDate) })).status).toBe(400);
    }
    for (const nothing of [undefined, null]) {
      expect(await desk.admin.ok(updateTransaction, { params: { id }, body: dated(nothing) })).toMatchObject({
        transDate: "2024-05-06",
      });
    }
    const tomorrow = addDays(today, 1);
    expect(await desk.admin.ok(updateTransaction, { params: { id }, body: dated(tomorrow) })).toMatchObject({
      transDate: tomorrow,
    });
  });
});

async function setTimeZone(zone: string): Promise<BusinessDate> {
  const { pool } = desk.server.database;
  await pool.query("update business_settings set time_zone = $1", [zone]);
  const { rows } = await pool.query<{ today: string }>("select office_today() as today");
  return rows[0]?.today as BusinessDate;
}

/** Moves the office to where it is about noon now, so that no day begins during the test. Answers today there. */
function setClockToNoon(): Promise<BusinessDate> {
  const eastward = 12 - new Date().getUTCHours();
  // In POSIX names the sign says how far west of Greenwich.
  return setTimeZone(eastward >= 0 ? `Etc/GMT-${String(eastward)}` : `Etc/GMT+${String(-eastward)}`);
}
