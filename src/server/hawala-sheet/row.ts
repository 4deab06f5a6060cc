import { amountText, type Amount } from "#kernel/amount.ts";
import { latinDigits } from "#kernel/digits.ts";
import { hawalaKey } from "#kernel/hawala-number.ts";
import { largestRate, rateText, smallestRate, type Rate } from "#kernel/rate.ts";

import { crossChecks } from "./cross-checks.ts";
import { currencyOf, sendersCurrency } from "./currency-words.ts";
import { cellName, cleanText, heldCell, isEmpty, shownText, type Grid, type GridCell } from "./grid.ts";
import { columnOf } from "./header.ts";
import { isTotalWord } from "./lines.ts";
import { decimalOfDouble, readNumberText, roundedAmount, roundedRate, type NumberKind, type NumberReading } from "./number.ts";
import { fieldNames, longestText, type CellNote, type HawalaSheetRow, type SheetField } from "./sheet.ts";

/** The office's currencies, by their codes. */
export interface OfficeCurrencies {
  readonly currencies: readonly string[];
  /** Those that are switched off: a row in one of them is faulty, but the currency is known. */
  readonly inactiveCurrencies?: readonly string[];
}

/** The row that is being read, and what is found out about its cells. */
interface Reading {
  readonly grid: Grid;
  readonly row: number;
  readonly currencies: readonly string[];
  readonly inactiveCurrencies: readonly string[];
  readonly errors: CellNote[];
  readonly warnings: CellNote[];
  readonly asWritten: Partial<Record<SheetField, string>>;
}

type TextField = keyof typeof longestText;
type MoneyField = "amount" | "rAmount" | "intoUSD";
type RateField = "exchangeRate" | "rate";

/** A number cell holds that many digits for certain. */
const exactDigits = 15;
/** What a program shows of a long number in a narrow cell, and hands on as the text of that cell. */
const shortened = /^\d(?:[.,]\d+)?E\+\d\d+$/i;

/** Reads one hawala. What is missing or cannot be read is null and has an error at its cell. */
export function readRow(grid: Grid, row: number, { currencies, inactiveCurrencies = [] }: OfficeCurrencies): HawalaSheetRow {
  const reading: Reading = { grid, row, currencies, inactiveCurrencies, errors: [], warnings: [], asWritten: {} };
  const hawalaNo = readNumber(reading);
  const [senderName, receiverName] = [readText(reading, "senderName"), readText(reading, "receiverName")];
  const currency = readCurrency(reading);
  const amount = readMoney(reading, "amount", sendersCurrency);
  const exchangeRate = readRate(reading, "exchangeRate");
  const rAmount = readMoney(reading, "rAmount", currency);
  const receiverLocation = readText(reading, "receiverLocation");
  const rate = readRate(reading, "rate");
  const intoUSD = readMoney(reading, "intoUSD", "USD");
  const figures = { amount, exchangeRate, rAmount, rate, intoUSD };
  for (const { field, message } of crossChecks(figures, currency)) warn(reading, field, message);
  if (grid.isHiddenRow(row)) warn(reading, "hawalaNo", "the row is hidden in the sheet");
  return {
    row: row + 1,
    hawalaNo,
    senderName,
    receiverName,
    amount: textOf(amount, amountText),
    exchangeRate: textOf(exchangeRate, rateText),
    currency,
    rAmount: textOf(rAmount, amountText),
    receiverLocation,
    rate: textOf(rate, rateText),
    intoUSD: textOf(intoUSD, amountText),
    asWritten: reading.asWritten,
    errors: inColumnOrder(reading.errors),
    warnings: inColumnOrder(reading.warnings),
  };
}

function textOf<Value>(value: Value | null, write: (value: Value) => string): string | null {
  return value === null ? null : write(value);
}

function inColumnOrder(notes: readonly CellNote[]): readonly CellNote[] {
  return notes.length < 2
    ? notes
    : notes.toSorted((left, right) => (left.cell < right.cell ? -1 : Number(left.cell > right.cell)));
}

/** Says once what is wrong with a field, beginning with its name: "amount is missing". */
function fail(reading: Reading, field: SheetField, message: string): null {
  const written = shownText(heldCell(reading.grid, reading.row, columnOf(field)));
  if (written !== "") reading.asWritten[field] = written.slice(0, longestWritten);
  reading.errors.push({ cell: cellName(reading.row, columnOf(field)), message: `${nameOf(field)} ${message}` });
  return null;
}

function warn(reading: Reading, field: SheetField, message: string): void {
  reading.warnings.push({ cell: cellName(reading.row, columnOf(field)), message });
}

/** As it stands inside a sentence: "amount", "sender name", but "R Amount", "Trans No", "Into USD". */
function nameOf(field: SheetField): string {
  const name = fieldNames[field];
  return /^(?:R |Trans|Into)/.test(name) ? name : name.toLowerCase();
}

/** The cell of a field where it can hold a value at all; what it holds instead is an error. */
function usableCell(reading: Reading, field: SheetField): Extract<GridCell, { kind: "text" | "number" }> | null {
  const cell = heldCell(reading.grid, reading.row, columnOf(field));
  if (cell === undefined || isEmpty(cell)) return fail(reading, field, "is missing");
  switch (cell.kind) {
    case "text": {
      const text = cleanText(cell.text);
      return /^(?:#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!|FIELD!|BLOCKED!)|Err:\d+)$/.test(text)
        ? fail(reading, field, `holds the error ${text}`)
        : cell;
    }
    case "number":
      return Number.isFinite(cell.value) ? cell : fail(reading, field, "is no number");
    case "date":
      return fail(reading, field, "is a date; give the cell another format and type the value again");
    case "boolean":
      return fail(reading, field, "is TRUE or FALSE");
    case "error":
      return fail(reading, field, `holds the error ${cell.error}`);
    case "uncomputed":
      return fail(reading, field, "is a formula without a stored result; calculate the sheet, save it and send it again");
  }
}

function readText(reading: Reading, field: TextField): string | null {
  const cell = usableCell(reading, field);
  if (cell === null) return null;
  const text = cell.kind === "number" ? plainDecimal(cell.value) : cleanText(cell.text);
  if (text.length > longestText[field]) return fail(reading, field, `is longer than ${String(longestText[field])} characters`);
  return text;
}

function plainDecimal(value: number): string {
  const { decimal, negative } = decimalOfDouble(value);
  return negative ? `-${decimal}` : decimal;
}

/** A Trans No is text. As a number it has lost what a number cannot hold: its later digits. */
function readNumber(reading: Reading): string | null {
  const cell = usableCell(reading, "hawalaNo");
  if (cell === null) return null;
  if (cell.kind === "number") {
    const text = plainDecimal(cell.value);
    if (!/^\d+$/.test(text)) return fail(reading, "hawalaNo", `${quoted(text)} is no whole number`);
    return text.length > exactDigits ? failDigits(reading) : text;
  }
  const text = latinDigits(cleanText(cell.text));
  if (shortened.test(text)) return failDigits(reading);
  if (hawalaKey(text) === "") return fail(reading, "hawalaNo", `${quoted(text)} holds neither letters nor digits`);
  if (isTotalWord(text))
    return fail(reading, "hawalaNo", `${quoted(text)} is the word of a total; type the number, or empty the row`);
  // The key may be the longer one: a single sign can stand for eighteen letters.
  if (Math.max(text.length, hawalaKey(text).length) > longestText.hawalaNo) {
    return fail(reading, "hawalaNo", `is longer than ${String(longestText.hawalaNo)} characters`);
  }
  return text;
}

function failDigits(reading: Reading): null {
  return fail(reading, "hawalaNo", "has more digits than a number cell holds; type it as text");
}

function readCurrency(reading: Reading): string | null {
  const cell = usableCell(reading, "currency");
  if (cell === null) return null;
  const text = cell.kind === "number" ? plainDecimal(cell.value) : cleanText(cell.text);
  const code = currencyOf(text, reading.currencies);
  if (code !== undefined) return code;
  const inactive = currencyOf(text, reading.inactiveCurrencies);
  return fail(reading, "currency", inactive === undefined ? `${quoted(text)} is unknown` : `${inactive} is not active`);
}

function readMoney(reading: Reading, field: MoneyField, expected: string | null): Amount | null {
  const decimal = readDecimal(reading, field, "money");
  if (decimal === null) return null;
  if (!agrees(reading, { field, label: decimal.labels, expected })) return null;
  const amount = roundedAmount(decimal.decimal);
  if (amount === undefined) return fail(reading, field, "is too large");
  if (amount === 0n) return fail(reading, field, "is zero");
  if (reading.grid.mergedFrom(reading.row, columnOf(field)) !== undefined) {
    warn(reading, field, `${nameOf(field)} is the value of a merged cell and counts for each of its rows`);
  }
  return amount;
}

function readRate(reading: Reading, field: RateField): Rate | null {
  const decimal = readDecimal(reading, field, "rate");
  if (decimal === null) return null;
  if (decimal.labels.some((label) => currencyOf(label, anyCurrency(reading)) === undefined)) {
    return fail(reading, field, `${quoted(decimal.labels.join(" "))} is no currency`);
  }
  const rate = roundedRate(decimal.decimal);
  if (rate === undefined || rate > largestRate) return fail(reading, field, "is too large");
  if (rate < smallestRate) return fail(reading, field, "is zero or too small");
  return rate;
}

type Decimal = Exclude<NumberReading, { fault: string }>;

function readDecimal(reading: Reading, field: MoneyField | RateField, kind: NumberKind): Decimal | null {
  const cell = usableCell(reading, field);
  if (cell === null) return null;
  const read = cell.kind === "number" ? { ...decimalOfDouble(cell.value), labels: [] } : readNumberText(cell.text, kind);
  if ("fault" in read) {
    const text = quoted(cell.kind === "text" ? cleanText(cell.text) : "");
    return fail(
      reading,
      field,
      read.fault === "unreadable"
        ? `${text} is no number`
        : `${text} can be read in more than one way; use a point before the decimals`,
    );
  }
  return read.negative ? fail(reading, field, "is below zero") : read;
}

/** Whether the currency that stands beside a figure is the one of its column. */
function agrees(
  reading: Reading,
  { field, label, expected }: { readonly field: MoneyField; readonly label: readonly string[]; readonly expected: string | null },
): boolean {
  for (const one of label) {
    const code = currencyOf(one, anyCurrency(reading));
    if (code === expected || (code !== undefined && expected === null)) continue;
    fail(
      reading,
      field,
      code === undefined ? `names ${quoted(one)}, which is no currency` : `is in ${code}, and ${expected ?? ""} is expected here`,
    );
    return false;
  }
  return true;
}

function anyCurrency({ currencies, inactiveCurrencies }: Reading): readonly string[] {
  return [...currencies, ...inactiveCurrencies, sendersCurrency, "USD"];
}

const longestQuote = 40;
const longestWritten = 255;

function quoted(text: string): string {
  return `"${text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text}"`;
}
