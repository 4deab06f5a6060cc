import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { accountBalances } from "#contract/accounts.ts";
import { currencyPositionReport } from "#contract/currency-position.ts";
import { dailyBook } from "#contract/day-closes.ts";
import { createHawala, getHawala, passHawala } from "#contract/hawalas.ts";
import { getOffice } from "#contract/office.ts";
import { accountBalancesReport, trialBalance } from "#contract/report-balances.ts";
import { accountStatement, exportAccountStatement } from "#contract/reports.ts";
import type { Route } from "#contract/route.ts";
import { exportTransactions } from "#contract/transaction-exports.ts";
import { getTransaction, searchTransactions } from "#contract/transactions.ts";
import { businessDateAt } from "#kernel/business-date.ts";
import { isProof, tellFigures } from "#test/prove/scale.ts";
import { bodies, cash, openDesk, type Desk, type Party } from "#test/support/desk.ts";
import { fileWorkHere } from "#test/support/file-work.ts";
import { incoming, openLondon } from "#test/support/hawalas.ts";
import { currency } from "#test/support/ledger.ts";
import type { Sent } from "#test/support/server.ts";
import { formatInstant } from "#web/lib/instant.ts";

/** The first two are 25 hours apart: it is never the same day in both. */
const zones = ["Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Kabul", "America/New_York"];
/** Ends of months and years, a leap day, and the nights in which clocks are put forward and back. */
const allDays = ["2023-12-31", "2024-01-01", "2024-02-29", "2024-03-10", "2024-03-31", "2024-11-03", "2024-12-31"];
const days = isProof ? allDays : allDays.slice(1, 5);

const ownZone = process.env["TZ"];
fileWorkHere();

let desk: Desk;
let farid: Party;
let hawalaId: number;
beforeAll(async () => {
  desk = await openDesk();
  farid = await desk.open(currency.USD);
  const zahra = await desk.open(currency.USD);
  await openLondon(desk);
  for (const [nth, transDate] of days.entries()) {
    await desk.post(bodies.credit(farid, String(100 + nth), { transDate }));
    await desk.post(bodies.transfer(farid, zahra, String(10 + nth), { transDate }));
    const deal = { currencyId: currency.USD, cCurrencyId: currency.AFN, dAmount: "10", cAmount: "700", exRate: "70", transDate };
    await desk.post(bodies.exchange(farid, cash, deal));
  }
  ({ id: hawalaId } = await desk.operator.ok(createHawala, { body: incoming({ transactionDate: "2024-02-29" }) }));
  await desk.operator.ok(passHawala, { params: { id: hawalaId }, body: { transDate: "2024-03-01" } });
});
afterEach(() => {
  if (ownZone === undefined) delete process.env["TZ"];
  else process.env["TZ"] = ownZone;
});
afterAll(() => desk.closeInBalance());

async function setOfficeZone(zone: string): Promise<void> {
  await desk.server.database.asOwner("update business_settings set time_zone = $1", [zone]);
}

/** When something was recorded is written there by the office's clock. */
const tellsMoments: ReadonlySet<Route> = new Set<Route>([exportAccountStatement, exportTransactions]);

/** What an office reads of days that are over: the same wherever its clock hangs. */
function questions(): readonly (readonly [Route, Sent])[] {
  const period = { fromDate: "2023-12-31", toDate: "2024-12-31" };
  const ofFarid = { accountId: farid.id };
  return [
    [accountStatement, { query: { ...ofFarid, ...period } }],
    [accountStatement, { query: { ...ofFarid, fromDate: "2024-03-10", toDate: "2024-03-31" } }],
    [trialBalance, { query: { asOf: "2024-03-10" } }],
    [accountBalancesReport, { query: { asOf: "2024-11-03" } }],
    [accountBalances, { params: { id: farid.id } }],
    [currencyPositionReport, { query: period }],
    ...days.map((date) => [dailyBook, { query: { date } }] as const),
    ...days.map((transactionDate) => [searchTransactions, { query: { transactionDate } }] as const),
    [getTransaction, { params: { id: 1 } }],
    [getHawala, { params: { id: hawalaId } }],
    [exportAccountStatement, { query: { ...ofFarid, ...period, format: "csv" } }],
    [exportTransactions, { query: { format: "csv" } }],
  ];
}

/** The answer without what is said of the present moment. */
async function read([route, sent]: readonly [Route, Sent]): Promise<string> {
  const body: unknown = await desk.admin.ok(route, sent);
  if (Buffer.isBuffer(body)) return body.toString("utf8");
  return JSON.stringify(body, (name, value: unknown) => (name === "today" ? undefined : value));
}

test("reports, balances and days of the past are the same in four time zones of the office, of the server and of the client", async () => {
  let compared = 0;
  const first = new Map<string, string>();
  for (const [nth, office] of zones.entries()) {
    await setOfficeZone(office);
    // In `npm test` each office has its server in two of the zones.
    for (const server of isProof ? zones : [zones[nth], zones[(nth + 1) % zones.length]]) {
      process.env["TZ"] = server;
      for (const [number, question] of questions().entries()) {
        const answer = await read(question);
        const key = `${String(number)} ${tellsMoments.has(question[0]) ? office : ""}`;
        const expected = first.get(key) ?? answer;
        first.set(key, expected);
        expect(answer, `${question[0].path} with the office in ${office}, the server in ${String(server)}`).toBe(expected);
        compared += 1;
      }
    }
  }
  tellFigures(`${String(compared)} answers in 4 × 4 zones of office and server: 0 differences`);
});

test("today is the office's, wherever the server stands and whoever asks, and so is the day of an entry without one", async () => {
  let entries = 0;
  for (const office of zones) {
    await setOfficeZone(office);
    const shown = new Set<string>();
    for (const elsewhere of zones) {
      process.env["TZ"] = elsewhere;
      const today = businessDateAt(new Date(), office);
      expect((await desk.user.ok(getOffice)).today).toBe(today);
      const { transDate } = await desk.post(bodies.credit(farid, "1"));
      // Midnight may fall between the two.
      expect([today, businessDateAt(new Date(), office)]).toContain(transDate);
      // What a browser there shows of the same moment.
      shown.add(formatInstant("2024-03-10T09:30:00.000Z", office));
      entries += 1;
    }
    expect(shown.size).toBe(1);
  }
  tellFigures(`${String(entries)} entries dated by the office's clock, each moment shown alike in browsers of 4 zones`);
});

test("the zones of these tests are not all one", async () => {
  const [east, west] = zones.map((zone) => {
    process.env["TZ"] = zone;
    return new Date("2024-03-10T12:00:00").toISOString();
  });
  expect(east).not.toBe(west);
  const todays = new Set(zones.slice(0, 2).map((zone) => businessDateAt(new Date(), zone)));
  expect(todays.size).toBe(2);
});
