import { afterAll, beforeAll, expect, test } from "vitest";

import { transaction, type Tx } from "#db/client.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts";

import { issueAccountCode } from "./codes.ts";

const [afn, usd, eur] = [1, 2, 3];
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(20);
});
afterAll(() => database.drop());

async function open(currencyId: number, after: (tx: Tx) => Promise<void> = async () => {}): Promise<string> {
  return transaction(database.db, async (tx) => {
    const code = await issueAccountCode(tx, currencyId);
    await tx.insertInto("accounts").values({ code, account_name: "Somebody", currency_id: currencyId }).execute();
    await after(tx);
    return code;
  });
}

async function setNumbering(currencyId: number, start: number): Promise<void> {
  const values = { currency_id: currencyId, start_number: start, next_number: start };
  await database.db.insertInto("account_number_settings").values(values).execute();
}

test("without a number setting codes have the prefix and count from 1000", async () => {
  expect(await open(afn)).toBe("AC1000");
  expect(await open(eur)).toBe("AC1001");
});

test("with a number setting codes are bare numbers from its start", async () => {
  await setNumbering(usd, 2001);
  expect(await open(usd)).toBe("2001");
  expect(await open(usd)).toBe("2002");
});

test("a rollback gives the code back", async () => {
  const failing = open(usd, () => Promise.reject(new Error("no")));
  await expect(failing).rejects.toThrow("no");
  expect(await open(usd)).toBe("2003");
});

test("codes in use are passed over, however many there are", async () => {
  await database.asOwner(
    "insert into accounts (code, account_name, currency_id) select n::text, 'Taken', 3 from generate_series(3000, 3150) n",
  );
  await setNumbering(eur, 3000);
  expect(await open(eur)).toBe("3151");
});

test("many at once, a third of them rolled back, leave no gap and no duplicate", async () => {
  const before = (await open(afn)).slice(2);
  const attempts = Array.from({ length: 60 }, (_, index) =>
    open(afn, () => (index % 3 === 0 ? Promise.reject(new Error("rolled back")) : Promise.resolve())),
  );
  const settled = await Promise.allSettled(attempts);
  const issued = settled.flatMap((result) => (result.status === "fulfilled" ? [Number(result.value.slice(2))] : []));
  const first = Number(before) + 1;
  expect(issued.toSorted((left, right) => left - right)).toEqual(Array.from({ length: 40 }, (_, index) => first + index));
});
