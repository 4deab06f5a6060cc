import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createTransaction, getTransaction, updateTransaction } from "#contract/transactions.ts";
import { bodies, openDesk, stateOfBooks, type Desk, type Party } from "#test/support/desk.ts";
import { currency } from "#test/support/ledger.ts";

const { USD, AFN } = currency;
const { transfer, exchange } = bodies;

let desk: Desk;
let farid: Party;
let zahra: Party;
beforeAll(async () => {
  desk = await openDesk();
  [farid, zahra] = [await desk.open(USD), await desk.open(USD)];
});
afterAll(() => desk.closeInBalance());

const refuse = (body: object) => desk.refused(desk.admin, createTransaction, { body });

/** Sends a body in which @ stands for a piece of JSON exactly as it is written here. */
function sendRaw(body: object, json: string) {
  const payload = JSON.stringify(body).replace('"@"', json);
  return desk.admin.request({
    method: "POST",
    url: "/api/transactions",
    headers: { "content-type": "application/json" },
    payload,
  });
}

describe("an amount", () => {
  test.each([
    ['"1234.5"', "1234.50"],
    ["1234.5", "1234.50"],
    ["1234.50", "1234.50"],
    ["1234", "1234.00"],
    ['" 12 "', "12.00"],
    ['"0.01"', "0.01"],
    ["0.01", "0.01"],
    ["0.1", "0.10"],
    ["999999999999999.99", "999999999999999.99"],
    ['"999999999999999.99"', "999999999999999.99"],
    ["123456789012345.67", "123456789012345.67"],
  ])("sent as %s is exactly %s", async (json, stored) => {
    const answer = await sendRaw(transfer(farid, zahra, "@"), json);
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({ dAmount: stored, cAmount: stored });
    expect(await desk.admin.ok(getTransaction, { params: { id: answer.json<{ id: number }>().id } })).toMatchObject({
      dAmount: stored,
    });
  });

  test.each([
    "1e3",
    '"1e3"',
    "1E2",
    "1.5e2",
    "1e-2",
    "1e999",
    '"1E+2"',
    "1.234",
    '"1.234"',
    "0.001",
    "1.000",
    '"1.000"',
    "0.30000000000000004",
    "0",
    '"0"',
    "0.00",
    "-0",
    "-1",
    '"-1"',
    '"-0.01"',
    '"NaN"',
    '"Infinity"',
    '"-Infinity"',
    "null",
    "true",
    "false",
    "[]",
    "[1]",
    "{}",
    '""',
    '" "',
    "1000000000000000",
    '"1000000000000000.00"',
    "999999999999999.999",
    "99999999999999999999",
    '"1,000"',
    '"1 000"',
    '"1.2.3"',
    '"0x10"',
    '"+5"',
    '"5."',
    '".5"',
    '"."',
    '"۱۲"',
    '"٥"',
    '"５"',
    '"12USD"',
    '"1_000"',
    '"--5"',
  ])("sent as %s is refused", async (json) => {
    const before = await stateOfBooks(desk.server);
    const answer = await sendRaw(transfer(farid, zahra, "@"), json);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: "invalid", issues: [{ path: "dAmount" }] });
    expect(await stateOfBooks(desk.server)).toEqual(before);
  });

  test("that JSON itself does not know is refused", async () => {
    for (const json of ["NaN", "Infinity", "01", "+1", ".5", "1.", "0x1F", "1,000"]) {
      expect((await sendRaw(transfer(farid, zahra, "@"), json)).statusCode, json).toBe(400);
    }
  });

  test.each(["0", "-5", "1.234", "1e3", "NaN", "1000000000000000"])(
    "of %s is refused on either side of an exchange and in an edit",
    async (wrong) => {
      const deal = { currencyId: USD, dAmount: "1", cCurrencyId: AFN, cAmount: "70", exRate: "70" };
      for (const path of ["dAmount", "cAmount"]) {
        expect(await refuse(exchange(farid, farid, { ...deal, [path]: wrong }))).toMatchObject({
          status: 400,
          issues: [{ path }],
        });
      }
      const { id } = await desk.post(transfer(farid, zahra, "5"));
      const edit = { params: { id }, body: transfer(farid, zahra, wrong) };
      expect(await desk.refused(desk.admin, updateTransaction, edit)).toMatchObject({
        status: 400,
        issues: [{ path: "dAmount" }],
      });
    },
  );

  test("of zero or less says what amounts must be", async () => {
    expect(await refuse(transfer(farid, zahra, "0"))).toMatchObject({ message: "Amount must be greater than 0" });
    expect(await refuse(transfer(farid, zahra, "-3"))).toMatchObject({ message: "Amount must be greater than 0" });
  });

  test("of the largest size can be posted many times: the sum is exact", async () => {
    const [from, to] = [await desk.open(USD), await desk.open(USD)];
    for (let count = 0; count < 12; count += 1) await desk.post(transfer(from, to, "999999999999999.99"));
    expect(await desk.balances(to.id)).toEqual({ USD: "11999999999999999.88" });
    expect(await desk.balances(from.id)).toEqual({ USD: "-11999999999999999.88" });
  });
});

describe("an exchange rate", () => {
  const deal = (exRate: unknown, cAmount: string, dAmount = "1000000") =>
    exchange(farid, farid, { currencyId: USD, dAmount, cCurrencyId: AFN, cAmount, exRate });

  test.each([
    ["0.000001", "1000000", "1.00", "0.00000100"],
    ["1000000000", "0.01", "10000000.00", "1000000000.00000000"],
    ["69.12345678", "1000000", "69123456.78", "69.12345678"],
    ["69.80000000", "500", "34900.00", "69.80000000"],
  ])("of %s is taken and stored exactly", async (rate, dAmount, cAmount, stored) => {
    expect(await desk.post(deal(rate, cAmount, dAmount))).toMatchObject({ exRate: stored, cAmount });
  });

  test("sent as a JSON number is the number that was written", async () => {
    for (const json of ["69.8", "0.000001", "69.80", "1000000000"]) {
      const cAmount = { "69.8": "69.80", "69.80": "69.80", "0.000001": "0.01", "1000000000": "1000000000.00" }[json] ?? "";
      const dAmount = json === "0.000001" ? "10000" : "1";
      expect((await sendRaw(deal("@", cAmount, dAmount), json)).statusCode, json).toBe(201);
    }
  });

  test.each([
    "0",
    "-1",
    '"-70"',
    "0.0000009",
    '"0.00000099"',
    "0.0000001",
    "1000000000.00000001",
    '"1000000000.01"',
    "1000000001",
    "1e2",
    '"1e2"',
    '"69.123456789"',
    "69.123456789",
    '"NaN"',
    '""',
    "null",
    "true",
    '"7O"',
    "[]",
    '"1,000"',
    "99999999999999",
  ])("of %s is refused", async (json) => {
    const before = await stateOfBooks(desk.server);
    const answer = await sendRaw(deal("@", "70000000"), json);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: "invalid", issues: [{ path: "exRate" }] });
    expect(await stateOfBooks(desk.server)).toEqual(before);
  });
});
