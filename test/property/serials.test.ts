import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";

import { transaction, type Tx } from "#db/client.ts";
import { createChooser } from "#server/demo/random.ts";
import { issueAccountCode } from "#server/features/accounts/codes.ts";
import { issueHawalaNumber } from "#server/hawala/series.ts";
import { patienceMs, scaled, seedOf, tellFigures } from "#test/prove/scale.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts";

const desks = 16;
const wanted = scaled(60, 5_000);
const timeout = patienceMs(60_000);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(desks);
  await database.asOwner("create sequence careless; grant usage on sequence careless to sarraf_app");
});
afterAll(() => database.drop());

const rolledBack = new Error("rolled back on purpose");

/** How the transaction that took a number ends. */
const endings = {
  committed: () => Promise.resolve(),
  refused: () => Promise.reject(rolledBack),
  /** Its connection is gone, as when the server dies. */
  broken: async (tx: Tx) => void (await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)),
} as const;

interface Issued {
  /** What was given for good, in the order of the numbers. */
  readonly numbers: readonly number[];
  readonly lost: number;
}

/** Many desks take numbers at once; two of three transactions come to nothing, and a part of these with their connection. */
async function issue(next: (tx: Tx) => Promise<string>): Promise<Issued> {
  const chooser = createChooser(seedOf(7));
  const numbers: number[] = [];
  let lost = 0;
  const desk = async (): Promise<void> => {
    while (numbers.length < wanted) {
      const ending = chooser.oneOf(["committed", "refused", "broken", "committed", "refused", "refused"] as const);
      try {
        const issued = await transaction(database.db, async (tx) => {
          const number = await next(tx);
          await endings[ending](tx);
          return number;
        });
        numbers.push(Number(issued.replace(/^\D+/, "")));
      } catch (error) {
        // What was to be committed must be; what was not to be must not.
        if (ending === "committed") throw error;
        lost += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: desks }, desk));
  return { numbers: numbers.toSorted((left, right) => left - right), lost };
}

/** Each number once, one after the other. */
function expectWhole(numbers: readonly number[]): void {
  const [first = 0] = numbers;
  expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => first + index));
}

async function account(tx: Tx): Promise<string> {
  const code = await issueAccountCode(tx, 1);
  await tx.insertInto("accounts").values({ code, account_name: "Somebody", currency_id: 1 }).execute();
  return code;
}

test.each([
  ["account codes", account],
  ["hawala numbers", issueHawalaNumber],
])("%s have no gap and no duplicate whatever becomes of who took them", { timeout }, async (name, next) => {
  const { numbers, lost } = await issue(next);
  expectWhole(numbers);
  tellFigures(`${String(numbers.length)} ${name} beside ${String(lost)} rollbacks: no gap, no duplicate`);
});

test("a series that does not wait for who took its last number is found to have gaps", { timeout }, async () => {
  const { numbers } = await issue(async (tx) => {
    const { rows } = await sql<{ number: string }>`select nextval('careless') as number`.execute(tx);
    return rows[0]?.number ?? "";
  });
  expect(() => expectWhole(numbers)).toThrow("to deeply equal");
  expect(() => expectWhole([1, 2, 2, 3])).toThrow("to deeply equal");
});
