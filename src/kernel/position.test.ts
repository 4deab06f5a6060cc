import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { amountFrom, amountText, type Amount } from "./amount.ts";
import { afterDeal, averageRate, noPosition, valueOfDeal, valueOfPosition, type Leg, type Position } from "./position.ts";
import { parseRate, rateText, type Rate } from "./rate.ts";

const rate = (text: string): Rate => parseRate(text) ?? (0n as Rate);
const leg = (quantity: string, value: string): Leg => ({ quantity: amountFrom(quantity), value: amountFrom(value) });

/** A position after these deals, with what each of them realised. */
function through(legs: readonly Leg[], from: Position = noPosition) {
  let position = from;
  const realised = legs.map((one) => {
    const step = afterDeal(position, one);
    position = step.after;
    return amountText(step.realised);
  });
  return { position, realised, figures: { quantity: amountText(position.quantity), cost: amountText(position.cost) } };
}

function average(position: Position, isPerBase = false): string | undefined {
  const found = averageRate(position, { isPerBase });
  return found === undefined ? undefined : rateText(found);
}

describe("the example of the house: 10,000 USD at 69.50, 500 bought at 69.80, 200 sold at 70.20", () => {
  const bought = () => through([leg("10000", "695000"), leg("500", "34900")]);
  const soldAfter = () => through([leg("-200", "-14040")], bought().position);

  test("the average becomes 69.5143", () => {
    const opening = bought();
    expect(opening.figures).toEqual({ quantity: "10500.00", cost: "729900.00" });
    expect(average(opening.position)).toBe("69.51428571");
    expect(opening.realised).toEqual(["0.00", "0.00"]);
  });

  test("137.14 are realised, and the average stays", () => {
    const sold = soldAfter();
    expect(sold.realised).toEqual(["137.14"]);
    expect(sold.figures).toEqual({ quantity: "10300.00", cost: "715997.14" });
    expect(average(sold.position)?.slice(0, 7)).toBe("69.5142");
  });

  test("5,002.86 are to be realised at 70.00", () => {
    const { value, unrealised } = valueOfPosition(soldAfter().position, { own: rate("1"), base: rate("70") });
    expect([amountText(value), amountText(unrealised)]).toEqual(["721000.00", "5002.86"]);
  });
});

describe("a short position", () => {
  test("is the mirror of a long one: sold at 70.20, bought back at 69.80", () => {
    const short = through([leg("-200", "-14040"), leg("50", "3490")]);
    expect(short.realised).toEqual(["0.00", "20.00"]);
    expect(short.figures).toEqual({ quantity: "-150.00", cost: "-10530.00" });
    expect(average(short.position)).toBe("70.20000000");
    const { unrealised } = valueOfPosition(short.position, { own: rate("1"), base: rate("70") });
    expect(amountText(unrealised)).toBe("30.00");
  });

  test("a deal that goes through zero closes one position and opens the other at its own rate", () => {
    const crossing = through([leg("100", "6950"), leg("-300", "-21060")]);
    expect(crossing.realised).toEqual(["0.00", "70.00"]);
    expect(crossing.figures).toEqual({ quantity: "-200.00", cost: "-14040.00" });
    const back = through([leg("300", "20940")], crossing.position);
    expect(back.realised).toEqual(["80.00"]);
    expect(back.figures).toEqual({ quantity: "100.00", cost: "6980.00" });
  });
});

test("the last unit takes all that is left of the cost", () => {
  const { realised, figures } = through([leg("3", "10"), leg("-1", "-4"), leg("-1", "-4"), leg("-1", "-4")]);
  // 10 ÷ 3 is 3.33, then 6.67 ÷ 2 is 3.34 (3.335, away from zero), then what is left: 3.33.
  expect(realised).toEqual(["0.00", "0.67", "0.66", "0.67"]);
  expect(figures).toEqual({ quantity: "0.00", cost: "0.00" });
});

const legs = fc.array(
  fc
    .record({ quantity: fc.bigInt(1n, 10n ** 9n), price: fc.bigInt(1n, 10n ** 5n), isBought: fc.boolean() })
    .map(({ quantity, price, isBought }): Leg => {
      const value = (quantity * price) / 1000n;
      return { quantity: (isBought ? quantity : -quantity) as Amount, value: (isBought ? value : -value) as Amount };
    }),
  { maxLength: 40 },
);

describe("whatever the deals", () => {
  test("nothing is lost: the cost is what was paid less what was taken, and what was realised", () => {
    fc.assert(
      fc.property(legs, (deals) => {
        let position = noPosition;
        let [paid, realised] = [0n, 0n];
        for (const deal of deals) {
          const step = afterDeal(position, deal);
          position = step.after;
          paid += deal.value;
          realised += step.realised;
          expect(position.cost).toBe(paid + realised);
          if (position.quantity === 0n) expect(position.cost).toBe(0n);
          else expect(position.cost === 0n || position.cost > 0n === position.quantity > 0n).toBe(true);
        }
      }),
    );
  });

  test("selling first and buying later is the mirror of buying first and selling later", () => {
    fc.assert(
      fc.property(legs, (deals) => {
        const mirrored = deals.map(({ quantity, value }): Leg => ({ quantity: -quantity as Amount, value: -value as Amount }));
        const [straight, turned] = [through(deals), through(mirrored)];
        expect(turned.position).toEqual({ quantity: -straight.position.quantity, cost: -straight.position.cost });
        expect(turned.realised.map((text) => -amountFrom(text))).toEqual(straight.realised.map(amountFrom));
      }),
    );
  });

  test("the base currency itself costs what it is and realises nothing", () => {
    fc.assert(
      fc.property(legs, (deals) => {
        const { position, realised } = through(deals.map(({ quantity }) => ({ quantity, value: quantity })));
        expect(position.cost).toBe(position.quantity);
        expect(new Set(realised)).toEqual(new Set(deals.length === 0 ? [] : ["0.00"]));
      }),
    );
  });
});

describe("what a deal is worth", () => {
  const perUsd = (id: number): Rate => rate(["", "70", "1", "0.92", "278"][id] ?? "");
  const sides = (boughtId: number, bought: string, soldId: number, sold: string) => ({
    bought: { currencyId: boughtId, amount: amountFrom(bought) },
    sold: { currencyId: soldId, amount: amountFrom(sold) },
  });

  test("is its side in the base currency, whichever that is, and not what the board says", () => {
    expect(amountText(valueOfDeal(sides(2, "500", 1, "34900"), 1, perUsd))).toBe("34900.00");
    expect(amountText(valueOfDeal(sides(1, "14040", 2, "200"), 1, perUsd))).toBe("14040.00");
  });

  test("is what was given, by the board, where neither side is in it", () => {
    expect(amountText(valueOfDeal(sides(4, "1000", 1, "255"), 2, perUsd))).toBe("3.64");
    expect(amountText(valueOfDeal(sides(1, "255", 4, "1000"), 2, perUsd))).toBe("3.60");
  });
});

test("a deal with a side in the base currency does not need the board", () => {
  const noBoard = (): Rate => {
    throw new Error("the board was asked");
  };
  const [dollars, afghani] = [
    { currencyId: 2, amount: amountFrom("500") },
    { currencyId: 1, amount: amountFrom("34900") },
  ];
  expect(valueOfDeal({ bought: dollars, sold: afghani }, 1, noBoard)).toBe(afghani.amount);
  expect(valueOfDeal({ bought: afghani, sold: dollars }, 1, noBoard)).toBe(afghani.amount);
});

test("a position that cost nothing, or was paid for the wrong way round, has no average, long or short", () => {
  for (const [quantity, cost] of [
    ["5", "0"],
    ["-5", "0"],
    ["5", "-1"],
    ["-5", "1"],
  ] as const) {
    const position: Position = { quantity: amountFrom(quantity), cost: amountFrom(cost) };
    expect([average(position), average(position, true)]).toEqual([undefined, undefined]);
  }
});

test("a position so cheap that eight decimals hold nothing of its average has none", () => {
  const billion = (cost: string): Position => ({ quantity: amountFrom("1000000000"), cost: amountFrom(cost) });
  expect(average(billion("4.99"))).toBeUndefined();
  expect(average(billion("5"))).toBe("0.00000001");
  expect(average(billion("1"), true)).toBe("1000000000.00000000");
  expect(average({ quantity: amountFrom("-1000000000"), cost: amountFrom("-4.99") })).toBeUndefined();
});

test("an average is told as the pair is quoted, and there is none without a position", () => {
  const position: Position = { quantity: amountFrom("7000"), cost: amountFrom("100") };
  expect(average(position, true)).toBe("70.00000000");
  expect(average(position)).toBe("0.01428571");
  expect(average(noPosition)).toBeUndefined();
  expect(average({ quantity: amountFrom("0.01"), cost: amountFrom("0") }, true)).toBeUndefined();
});
