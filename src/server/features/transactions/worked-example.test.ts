import { afterAll, beforeAll, expect, test } from "vitest";

import { passHawala } from "#contract/hawalas.ts";
import { createTransaction } from "#contract/transactions.ts";
import { shownBalances } from "#server/shown-balances.ts";
import { bodies, cash, openDesk, type Desk, type Party } from "#test/support/desk.ts";
import { enter, incoming, openBranch, openLondon } from "#test/support/hawalas.ts";
import { currency, expectBooksBalance } from "#test/support/ledger.ts";

const { AFN, USD } = currency;

let desk: Desk;
let parties: Readonly<Record<"cash" | "a" | "b" | "bank" | "london" | "branch", Party>>;

beforeAll(async () => {
  desk = await openDesk();
  parties = {
    cash,
    a: await desk.open(USD),
    b: await desk.open(USD),
    bank: await desk.open(USD, { accountType: "company" }),
    london: { ...cash, ...(await openLondon(desk)), accountType: "hawala_partner" },
    branch: { ...cash, id: await openBranch(desk, "1007", AFN), accountType: "partner" },
  };
  for (const [currencyId, amount] of [
    [USD, "10000"],
    [AFN, "1000000"],
  ] as const) {
    const capital = await desk.open(currencyId, { accountName: "Capital" });
    await desk.post(bodies.credit(capital, amount));
  }
});
afterAll(() => desk.close());

type Name = keyof typeof parties;
type Figures = Partial<Record<Name, Readonly<Record<string, string>>>>;
interface Touched {
  readonly accountId: number;
  readonly currency: string;
  readonly balance: string;
}

/** What every account of the example shows. Each step lays its own figures over those before it. */
const shown: Record<Name, Record<string, string>> = {
  cash: { AFN: "1000000.00", USD: "10000.00", EUR: "0.00", PKR: "0.00" },
  a: { USD: "0.00" },
  b: { USD: "0.00" },
  bank: { USD: "0.00" },
  london: { AFN: "0.00" },
  branch: { AFN: "0.00" },
};

async function expectFigures(changed: Figures, balances?: readonly Touched[]): Promise<void> {
  for (const [name, figures] of Object.entries(changed) as [Name, Record<string, string>][]) {
    Object.assign(shown[name], figures);
  }
  if (balances !== undefined) expect(figuresOf(balances)).toEqual(changed);
  for (const [name, figures] of Object.entries(shown)) {
    expect(await desk.balances(parties[name as Name].id), name).toEqual(figures);
  }
}

/** The balances of an answer, by the names of the example. */
function figuresOf(balances: readonly Touched[]): Figures {
  const figures: Partial<Record<Name, Record<string, string>>> = {};
  for (const touched of balances) {
    const found = Object.entries(parties).find(([, { id }]) => id === touched.accountId)?.[0] as Name;
    figures[found] = { ...figures[found], [touched.currency]: touched.balance };
  }
  return figures;
}

async function step(body: object, changed: Figures): Promise<void> {
  const answer = await desk.admin.ok(createTransaction, { body });
  await expectFigures(changed, answer.balances);
}

/** A hawala of 9,200 afghani is paid: in cash, or by the branch. */
async function pass(branchAccountId: number | undefined, changed: Figures): Promise<void> {
  const { id } = await enter(desk, incoming());
  const answer = await desk.admin.ok(passHawala, { params: { id }, body: { branchAccountId } });
  await expectFigures(changed, answer.balances);
}

test("the example day of the house shows the figure on the paper after every step", async () => {
  const { a, b, bank, london, branch } = parties;
  const { credit, debit, transfer, exchange } = bodies;
  await expectFigures({});
  await step(credit(a, "1000"), { a: { USD: "1000.00" }, cash: { USD: "11000.00" } });
  await step(debit(a, "200"), { a: { USD: "800.00" }, cash: { USD: "10800.00" } });
  await step(credit(bank, "300"), { bank: { USD: "300.00" }, cash: { USD: "10500.00" } });
  await step(debit(bank, "100"), { bank: { USD: "200.00" }, cash: { USD: "10600.00" } });
  await step(transfer(a, b, "100"), { a: { USD: "700.00" }, b: { USD: "100.00" } });

  const dollars = { currencyId: USD, cCurrencyId: AFN };
  await step(exchange(cash, cash, { ...dollars, dAmount: "500", cAmount: "34900", exRate: "69.80" }), {
    cash: { USD: "11100.00", AFN: "965100.00" },
  });
  const afghani = { currencyId: AFN, cCurrencyId: USD };
  await step(exchange(cash, cash, { ...afghani, dAmount: "14040", cAmount: "200", exRate: "70.20" }), {
    cash: { USD: "10900.00", AFN: "979140.00" },
  });
  await step(exchange(a, a, { ...dollars, dAmount: "300", cAmount: "20940", exRate: "69.80" }), {
    a: { USD: "400.00", AFN: "20940.00" },
  });

  await pass(undefined, { london: { AFN: "-9200.00" }, cash: { AFN: "969940.00" } });
  await pass(branch.id, { london: { AFN: "-18400.00" }, branch: { AFN: "9200.00" } });

  await step(exchange(bank, london, { ...dollars, dAmount: "260", cAmount: "18200", exRate: "70" }), {
    bank: { USD: "460.00" },
    london: { AFN: "-200.00" },
  });

  // 500 − 200 + 300 + 260 dollars were bought for 34,900 − 14,040 + 20,940 + 18,200 afghani.
  const positions = await shownBalances(desk.server.database.db, [21, 22]);
  expect(positions.get(22)).toEqual([expect.objectContaining({ currency: "USD", balance: "860.00" })]);
  expect(positions.get(21)).toEqual([expect.objectContaining({ currency: "AFN", balance: "-60000.00" })]);
  await expectBooksBalance(desk.server.database);
});
