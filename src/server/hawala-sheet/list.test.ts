import { describe, expect, test } from "vitest";

import { sheetFile, sheetHeader, sheetOf, sheetRow, workbookFile, writtenBook } from "#test/support/hawala-sheets.ts";

import { readFile } from "./read-file.ts";
import type { HawalaSheet, HawalaSheetRow } from "./sheet.ts";

const options = { currencies: ["AFN", "USD", "EUR", "PKR"], maxRows: 20_000 };

const read = (bytes: Buffer): HawalaSheet => readFile(bytes, options);
const list = (...rows: readonly (readonly unknown[])[]): HawalaSheet => read(sheetFile([sheetHeader, ...rows]));

const said = (notes: HawalaSheetRow["errors"]): readonly string[] => notes.map(({ cell, message }) => `${cell}: ${message}`);
const numbers = ({ rows }: HawalaSheet): readonly (string | null)[] => rows.map(({ hawalaNo }) => hawalaNo);

describe("the lines under a header", () => {
  test.each(["Total", "TOTAL:", "Grand Total", "Sub-total", "Sum", "Total AFN", "جمله", "مجموع", "جمع کل", "ټول", "ټولټال"])(
    "leave the total %j out, and show that they did",
    (word) => {
      for (const column of ["A", "B", "C", "D", "E"]) {
        const total = sheetRow({ A: null, C: null, D: null, E: null, G: null, H: null, J: null, K: null, [column]: word });
        const { rows, skipped } = list(sheetRow(), total);
        expect(rows).toHaveLength(1);
        expect(skipped).toEqual([{ row: 3, text: `${word} · 100 · 9000 · 150` }]);
      }
    },
  );

  test("are hawalas where eight of their cells are filled, whatever their number is; the word of a total for one is a fault", () => {
    const called = ["SUM-101", "Balance-7", "Total 3", "Subtotal1", "جمع-۱۲"];
    const full = list(
      ...called.map((number) => sheetRow({ C: number })),
      sheetRow({ D: "Total Khan" }),
      sheetRow({ E: "Sum Jan" }),
    );
    expect(numbers(full)).toEqual(["SUM-101", "Balance-7", "Total 3", "Subtotal1", "جمع-12", "310101", "310101"]);
    expect(full.rows.flatMap(({ errors }) => said(errors))).toEqual([]);
    const { rows, skipped } = list(sheetRow({ C: "Total", D: "12", E: "12" }), sheetRow({ C: "ميــزان:", K: null, L: null }));
    expect(rows.map(({ errors }) => said(errors)[0])).toEqual([
      'C2: Trans No "Total" is the word of a total; type the number, or empty the row',
      'C3: Trans No "ميــزان:" is the word of a total; type the number, or empty the row',
    ]);
    expect(skipped).toEqual([]);
  });

  test.each([7, 6, 5, 4, 3])("keep a sender whose name begins like a total where %i cells are filled", (filled) => {
    const cells = sheetRow({ D: "Balance Traders Ltd" }).slice(0, 2 + filled);
    const { rows, skipped } = list(cells, sheetRow({ C: "SUM-101" }).slice(0, 2 + filled));
    expect(numbers({ rows } as HawalaSheet)).toEqual(["310101", "SUM-101"]);
    expect([rows.every(({ errors }) => errors.length === 10 - filled), skipped]).toEqual([true, []]);
  });

  test.each(["Total", "Total 3", "Subtotal1", "جمع کل", "ميزان", "مجمــوع"])(
    "leave the total %j out where up to seven cells are filled",
    (word) => {
      const total = (cells: Readonly<Record<string, unknown>>) =>
        sheetRow({ C: word, D: null, E: null, J: null, K: null, L: null, ...cells });
      const { rows, skipped } = list(sheetRow(), total({}), total({ L: 150 }), total({ K: 60, L: 150 }), total({ H: null }));
      expect([rows.length, skipped.map(({ row }) => row)]).toEqual([1, [3, 4, 5, 6]]);
    },
  );

  test("do not take a name for a total that begins like one", () => {
    const { rows } = list(sheetRow({ D: "جمعه خان", J: null, K: null, L: null }));
    expect(said(rows[0]?.errors ?? [])).toEqual(["J2: destination is missing", "K2: rate is missing", "L2: Into USD is missing"]);
  });

  test("leave out blank lines, titles, page lines, signatures and the header again", () => {
    const { rows, skipped } = list(
      sheetRow(),
      [],
      [null, null, "  "],
      [null, null, "Page 2 of 3"],
      sheetHeader,
      sheetRow({ C: 2 }),
      [null, null, "Prepared by: ......", null, null, "Checked by: ......"],
      ["Blue Dome Money Transfer"],
      [null, null, "12 hawalas", null, null, 5000, null, null, 450_000],
      [null, null, 12, null, null, 5000, null, null, 450_000],
      [null, null, 12, "Total", null, 5000],
      [null, null, 1, "All payments in cash"],
      [null, null, "Page 2", "Blue Dome", "15 March 2026"],
      [null, null, "15/03/2026", "Blue Dome", "London"],
      [null, null, null, "Prepared by: ......", "Checked by: ......", 5000, null, null, 450_000],
      [null, null, "No commission is taken", "Cash", "London", null, true],
    );
    expect(rows.map((one) => one.row)).toEqual([2, 7]);
    expect(skipped.map(({ row: line }) => line)).toEqual([5, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]);
    expect(skipped.at(-1)?.text).toBe("No commission is taken · Cash · London · (TRUE or FALSE)");
  });

  test("are blank where but a serial number, a day or the noughts of formulas were filled in ahead", () => {
    const { rows, skipped } = list(
      sheetRow(),
      [2],
      [3, { t: "n", v: 46_154, z: "dd/mm/yyyy" }],
      ["۴", null, null, null, null, null, null, null, 0, null, null, 0],
    );
    expect([rows.length, skipped]).toEqual([1, []]);
  });

  test("are no hawalas where but a number was filled in ahead, beside the noughts of formulas", () => {
    const { rows, skipped } = list(sheetRow(), [null, null, 310_130, null, null, null, null, "AFN", 0, null, null, 0]);
    expect([rows.length, skipped.map(({ row }) => row)]).toEqual([1, [3]]);
  });

  test("keep a hawala of which little is filled in, so that nobody loses it", () => {
    const { rows } = list(
      sheetRow(),
      [null, null, "310999", "Ahmad", null, 500],
      [null, null, 7, null, "Karim", null, null, "AFN", 9000],
    );
    expect(numbers({ rows } as HawalaSheet)).toEqual(["310101", "310999", "7"]);
    expect(rows[1]?.errors).toHaveLength(7);
  });

  const forgotten: readonly (readonly [string, readonly unknown[], readonly string[]])[] = [
    ["every figure", [310_904, "Ahmad", "Bilal"], ["F2: amount is missing", "I2: R Amount is missing"]],
    ["every figure, after a short number", [7, "Ahmad", "Bilal"], ["F2: amount is missing"]],
    ["every figure and the receiver", ["KA-501", "Ahmad"], ["E2: receiver name is missing", "F2: amount is missing"]],
    ["the sender and most figures", ["LON 12", null, "Bilal", "£100", null, null, null, "Kabul"], ["D2: sender name is missing"]],
    ["the number", [null, "Ahmad", "Bilal", 100, null, null, 9000], ["C2: Trans No is missing"]],
    [
      "the names",
      [310_904, null, null, "GBP 100", null, null, 9000],
      ["D2: sender name is missing", "E2: receiver name is missing"],
    ],
    ["all but number and amount", ["ka۵۰۱", null, null, null, null, null, "۹۰۰۰"], ["F2: amount is missing"]],
  ];

  test.each(forgotten)("are a hawala with its faults where %s was forgotten", (_what, cells, faults) => {
    const { rows, skipped } = list([null, null, ...cells]);
    expect([rows.length, skipped]).toEqual([1, []]);
    expect(said(rows[0]?.errors ?? [])).toEqual(expect.arrayContaining([...faults]));
  });

  test("hold a name for two rows where its cell is merged over both", () => {
    const sheet = sheetOf([sheetHeader, sheetRow(), [null, null, 310_102, null, "Bilal"]]);
    sheet["!merges"] = [{ s: { r: 1, c: 3 }, e: { r: 2, c: 3 } }];
    const { rows } = read(writtenBook({ SheetNames: ["List"], Sheets: { List: sheet } }, "xlsx"));
    expect(numbers({ rows } as HawalaSheet)).toEqual(["310101", "310102"]);
  });

  test("show at most a hundred lines that are left out, cut to a readable length, and say how many there are", () => {
    const { skipped, skippedLines } = list(...Array.from({ length: 150 }, () => [null, null, "note ".repeat(50)]));
    expect([skipped.length, skippedLines]).toEqual([100, 150]);
    expect(skipped.every(({ text }) => text.length === 121 && text.endsWith("…"))).toBe(true);
  });

  test("are at most as many hawalas as asked for", () => {
    const rows = Array.from({ length: 4 }, (_, index) => sheetRow({ C: index + 1 }));
    const bytes = sheetFile([sheetHeader, ...rows]);
    expect(readFile(bytes, { ...options, maxRows: 4 }).rows).toHaveLength(4);
    expect(() => readFile(bytes, { ...options, maxRows: 3 })).toThrow(
      "The sheet has more than 3 rows. Divide it into several files",
    );
  });

  test.each(["xlsx", "ods", "biff8"] as const)("are never cut off without a word (%s)", (type) => {
    const far = [...Array.from({ length: 1_100 }, () => []), sheetRow({ C: "far" })];
    const bytes = sheetFile([sheetHeader, sheetRow(), ...far], type);
    expect(numbers(readFile(bytes, { ...options, maxRows: 100 }))).toEqual(["310101", "far"]);
    expect(() => readFile(bytes, { ...options, maxRows: 10 })).toThrow("The sheet has more than 10 rows");
  });
});

describe("the header", () => {
  test.each([
    ["Transaction No|Sender|Beneficiary|Amount (GBP)|Ex. Rate|Ccy|R.Amount|City|USD Rate|In USD"],
    ["TRANS NO.|SENDER'S NAME|RECEIVER'S NAME|AMOUNT £|EXCHANGE\nRATE|CURRENCY|R AMOUNT|DESTINATION|RATE|INTO USD"],
    ["شماره حواله|نام فرستنده|نام گیرنده|مبلغ|نرخ تبادله|اسعار|مبلغ قابل پرداخت|مقصد|نرخ دالر|به دالر"],
    ["شماره|فرستنده|گيرنده|مبلغ|نرخ|اسعار|مبلغ دریافتی|ولایت|نرخ|دالر"],
    ["Trans No|Sender Name|Receiver Name|Amount|Our rate|Currency|R Amount|To be paid at|Rate|Into USD"],
    ["شماره|فرستنده|گیرنده|مبلغ به پوند|نرخ|اسعار|مبلغ دریافتی|ولایت|نرخ|دالر"],
    ["Trans No|Sender Name|Receiver Name|Amount in GBP|GBP Rate|Currency|AFN Amount|Destination|Rate|Into USD"],
    ["شمـــاره|فرستنــده|گیرنـده|مبلــغ|نــرخ|اسعـار|مبلـغ دریافتی|ولایــت|نــرخ دالر|دالــر"],
    ["Trans No|Sender Name|Receiver Name|Amount (Pounds)|Exchange Rate|Currency|R Amount (Dollar)|Destination|Rate|Into USD"],
  ])("may read %j", (words) => {
    const { rows, headerRow } = read(sheetFile([["Blue Dome"], [], ["", "", ...words.split("|")], sheetRow()]));
    expect([rows.length, headerRow]).toEqual([1, 3]);
  });

  test.each([
    ["English", "Trans No|Sender Name|Receiver Name|Amount|Exchange Rate|Currency|R Amount|Destination|Rate|Into USD"],
    ["Dari", "نمبر حواله|نام فرستنده|نام گیرنده|مبلغ|نرخ تبادله|اسعار|مبلغ گیرنده|مقصد|نرخ دالر|به دالر"],
    ["Pashto", "د حوالې نمبر|د لېږونکي نوم|د اخیستونکي نوم|مبلغ|د تبادلې نرخ|اسعار|د اخیستونکي مبلغ|مقصد|د ډالر نرخ|په ډالرو"],
    ["Pashto of a file", "د حوالې نمبر|لېږونکی|اخیستونکی|مبلغ|د تبادلې نرخ|اسعار|د اخیستونکي مبلغ|مقصد|نرخ|په ډالرو"],
  ])("is known by each of the words that the screens call its columns by: %s", (_language, words) => {
    const named = words.split("|");
    expect(named).toHaveLength(10);
    // Seven words make a header: every one of them counts.
    const headed = (wanted: number) =>
      named.map((word, index) => ((index - wanted + 10) % 10 < 7 ? word : `Ours ${String(index)}`));
    for (const wanted of named.keys()) {
      expect(read(sheetFile([["", "", ...headed(wanted)], sheetRow()])).rows, named[wanted]).toHaveLength(1);
    }
  });

  test("in other columns is refused, with the cell that is wrong; columns are never guessed", () => {
    const shifted = sheetHeader.slice(2);
    expect(() => read(sheetFile([shifted, sheetRow().slice(2)]))).toThrow(
      'On the sheet "List", "Trans No" stands in A1 and belongs into column C',
    );
    const swapped = [...sheetHeader];
    [swapped[5], swapped[8]] = [swapped[8] ?? "", swapped[5] ?? ""];
    expect(() => read(sheetFile([swapped, sheetRow()]))).toThrow('"R Amount" stands in F1 and belongs into column I');
  });

  test("may fill two rows with its cells", () => {
    for (const type of ["xlsx", "ods", "biff8"] as const) {
      const sheet = sheetOf([sheetHeader, [], sheetRow()]);
      sheet["!merges"] = sheetHeader.map((_word, column) => ({ s: { r: 0, c: column }, e: { r: 1, c: column } }));
      const { rows, skipped } = read(writtenBook({ SheetNames: ["List"], Sheets: { List: sheet } }, type));
      expect([rows.map(({ row, errors }) => [row, errors]), skipped]).toEqual([[[3, []]], []]);
    }
  });

  test.each([
    "Amount (USD)",
    "Amount (EUR)",
    "Amount AFN",
    "Amount (AED)",
    "Amount in Euro",
    "Amount Dollar",
    "US Dollar Amount",
    "PKR Amount",
    "Amount (Local)",
    "مبلغ دالر",
    "مبلغ افغانی",
    "مبلغ به یورو",
    "مبلغ په ډالر",
    "مبلغ په ډالرو",
    "مبلغ په افغانیو",
    "مبلغ په کلدارو",
    "د ډالرو مبلغ",
    "په ډالرو مبلغ",
    "د امریکایي ډالرو مبلغ",
    "Amount of Euros",
  ])("of the amount in pounds does not read %j, and says in which cell it stands", (heading) => {
    const header = sheetHeader.with(5, heading);
    expect(() => read(sheetFile([header, sheetRow()]))).toThrow(
      `On the sheet "List", the amount is headed "${heading}" in F1 and belongs in GBP. The columns C to L must be: Trans No`,
    );
  });

  test("has no hawala above it: one that surely is refuses the file, what may be one is told", () => {
    const bilingual = sheetHeader.map((word) => `${word} / ${word}`);
    const above = (row: readonly unknown[]) => read(sheetFile([bilingual, row, sheetHeader, sheetRow({ C: 2 })]));
    expect(() => above(sheetRow())).toThrow("Row 2 is a hawala above the header in row 3. Move the header above it");
    const { rows, skipped, skippedLines } = above(sheetRow({ F: null }));
    expect([rows.map(({ row }) => row), skipped.map(({ row }) => row), skippedLines]).toEqual([[4], [1, 2], 2]);
    expect(read(sheetFile([["Blue Dome"], [null, null, "Total", 5], sheetHeader, sheetRow()])).skipped).toEqual([]);
  });

  test("that is missing is asked for by its words", () => {
    const message =
      "No hawala list was found in the file. The columns C to L must be headed: Trans No, Sender Name, Receiver Name, Amount, Exchange Rate, Currency, R Amount, Destination, Rate, Into USD";
    expect(() => read(sheetFile([["Hello"], sheetRow()]))).toThrow(message);
    expect(() => read(sheetFile([]))).toThrow(message);
  });
});

describe("the sheets of a file", () => {
  const rows = [sheetHeader, sheetRow()];

  test("are searched in order for a header; the others that hold anything are named", () => {
    const found = read(workbookFile({ Cover: [["Hello"]], Empty: [], First: rows, Second: [sheetHeader, sheetRow({ C: 9 })] }));
    expect([found.sheetName, found.otherSheetsWithData, numbers(found)]).toEqual(["First", ["Cover", "Second"], ["310101"]]);
  });

  test.each(["xlsx", "biff8"] as const)("may be longer than a list where they are none (%s)", (type) => {
    const archive = Array.from({ length: 1_200 }, (_, nth) => [nth]);
    const found = readFile(workbookFile({ Archive: archive, List: rows }, type), { ...options, maxRows: 10 });
    expect([numbers(found), found.otherSheetsWithData]).toEqual([["310101"], ["Archive"]]);
  });

  test("of an old program have the letters of their country", () => {
    const bytes = sheetFile([sheetHeader, sheetRow({ D: "QWER" })], "biff5");
    const codePage = bytes.indexOf(Buffer.from([0x42, 0, 2, 0, 0xe4, 0x04]));
    bytes.writeUInt16LE(1256, codePage + 4);
    Buffer.from([0xc7, 0xcd, 0xe3, 0xcf]).copy(bytes, bytes.indexOf("QWER"));
    expect(read(bytes).rows.map(({ senderName, errors }) => [senderName, errors])).toEqual([["احمد", []]]);
  });

  const withHidden = (names: readonly string[], hidden: string) => ({
    SheetNames: [...names],
    Sheets: Object.fromEntries(names.map((name) => [name, sheetOf([sheetHeader, sheetRow({ C: name })])])),
    Workbook: { Sheets: names.map((name) => ({ name, Hidden: name === hidden ? (1 as const) : (0 as const) })) },
  });

  test.each(["xlsx", "biff8"] as const)("are not read while they are hidden (%s)", (type) => {
    const found = read(writtenBook(withHidden(["Old", "New"], "Old"), type));
    expect([found.sheetName, found.otherSheetsWithData]).toEqual(["New", ["Old"]]);
    expect(() => read(writtenBook(withHidden(["Old"], "Old"), type))).toThrow(
      'The list stands on the hidden sheet "Old". Show that sheet, save the file and choose it again',
    );
  });
});
