import { describe, expect, test } from "vitest";

import { Refusal } from "#kernel/refusal.ts";

import { parseJsonBody } from "./json-body.ts";

const read = (text: string): unknown => parseJsonBody(Buffer.from(text));

function refusalOf(work: () => unknown): Refusal {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error("it was not refused");
}

describe("a JSON body", () => {
  test("is read as JSON", () => {
    expect(read('{"a":[1,true,null,"x"],"b":{"c":-2.5}}')).toEqual({ a: [1, true, null, "x"], b: { c: -2.5 } });
  });

  test("that is empty is no body", () => {
    expect(read("")).toBeUndefined();
  });

  test.each(["{", "{'a':1}", '{"a":NaN}', '{"a":01}', '{"a":1,}', "\uFEFF{}"])("that is not JSON is refused: %j", (text) => {
    expect(refusalOf(() => read(text)).message).toBe("The body is not valid JSON");
  });

  test("that is not UTF-8 is refused", () => {
    expect(refusalOf(() => parseJsonBody(Buffer.from([0x22, 0xff, 0xfe, 0x22]))).code).toBe("invalid");
  });

  test("may be nested twenty deep and no deeper", () => {
    expect(read("[".repeat(20) + "]".repeat(20))).toBeInstanceOf(Array);
    expect(refusalOf(() => read("[".repeat(21) + "]".repeat(21))).message).toMatch(/nested/);
  });

  test("of a million brackets is refused and ends nothing", () => {
    expect(refusalOf(() => read("[".repeat(1_000_000) + "]".repeat(1_000_000))).code).toBe("invalid");
  });

  test("may hold as many values as any call takes, and a text of any length", () => {
    const figures = Array.from({ length: 24_999 }, () => 1);
    expect(read(JSON.stringify(figures))).toEqual(figures);
    const picture = "A".repeat(5 * 1024 * 1024);
    expect(read(JSON.stringify({ picture }))).toEqual({ picture });
  });

  // Each as long as a body with pictures may be. Read whole, they hold up every other request for seconds.
  test.each([
    ["numbers", `[1e3${",0".repeat(3_000_000)}]`],
    ["empty objects", `[1e3${",{}".repeat(2_000_000)}]`],
    ["empty lists", `[${"[],".repeat(2_000_000)}1e3]`],
    ["empty texts", String.raw`["\u0041"${',""'.repeat(2_000_000)}]`],
    ["names", `{"a":1e3${Array.from({ length: 400_000 }, (_, nth) => `,"${String(nth)}":0`).join("")}}`],
    ["lists within lists", "[".repeat(3_000_000)],
  ])("of too many %s is refused unread", (_name, text) => {
    expect(refusalOf(() => read(text)).message).toBe("The body has too many values");
  });

  test.each([
    '{"__proto__":{"isAdmin":true}}',
    '{"a":{"__proto__":1}}',
    String.raw`{"\u005f_proto__":1}`,
    '{"constructor":{"prototype":{"x":1}}}',
    '[{"constructor":{"prototype":1}}]',
  ])("that reaches for a prototype is refused: %s", (text) => {
    expect(refusalOf(() => read(text)).message).toMatch(/forbidden key/);
  });

  test("may talk about constructors", () => {
    expect(read('{"narrative":"constructor __proto__","constructor":"x"}')).toEqual({
      narrative: "constructor __proto__",
      constructor: "x",
    });
  });
});

describe("strange text", () => {
  const strange = {
    "a null": String.raw`\u0000`,
    "a bell": String.raw`\u0007`,
    "a backspace": String.raw`\b`,
    "a form feed": String.raw`\f`,
    "an escape": String.raw`\u001b`,
    "a delete": "\u007f",
    "a C1 control": "\u0085",
    "half a surrogate pair": String.raw`\ud83d`,
    "the other half": String.raw`\ude00`,
    "a direction override": "\u202e",
    "an escaped direction override": String.raw`\u202E`,
    "a direction isolate": "\u2066",
  };

  test.each(Object.entries(strange))("%s is refused in a value, a key and an array", (_name, text) => {
    expect(refusalOf(() => read(`{"note":"a${text}b"}`)).details.issues).toEqual([{ path: "note", message: expect.any(String) }]);
    expect(refusalOf(() => read(`{"a${text}b":1}`)).code).toBe("invalid");
    expect(refusalOf(() => read(`["a${text}b"]`)).code).toBe("invalid");
    expect(refusalOf(() => read(`"a${text}b"`)).code).toBe("invalid");
  });

  test("does not include what people write", () => {
    const note = 'سلام‌ها\tline\r\nپول ؋ 😀 \u200f \u200e é " \\ /';
    expect(read(JSON.stringify({ note }))).toEqual({ note });
  });
});

describe("a numeral", () => {
  test.each([
    "1e3",
    "1E+3",
    "1.50",
    "100.00",
    "0.10",
    "-0",
    "-0.0",
    "0.0000001",
    "12345678901234567890",
    "0.1000000000000000055",
    "1.0",
    "1234567890123.45678",
  ])("that would be written differently arrives as it was sent: %s", (numeral) => {
    expect(read(`{"amount":${numeral}}`)).toEqual({ amount: numeral });
    expect(read(`[ ${numeral} ]`)).toEqual([numeral]);
    expect(read(`[1,${numeral}]`)).toEqual([1, numeral]);
    expect(read(numeral)).toBe(numeral);
  });

  test.each(["0", "1", "-1", "10", "100", "1000000", "1.5", "1234.56", "-0.01", "0.001", "2147483647", "999999999999.99"])(
    "that is exact arrives as a number: %s",
    (numeral) => {
      expect(read(`{"amount":${numeral}}`)).toEqual({ amount: Number(numeral) });
    },
  );

  test("inside text is left alone", () => {
    expect(read('{"note":"1e3, 1.50","n":7}')).toEqual({ note: "1e3, 1.50", n: 7 });
  });
});
