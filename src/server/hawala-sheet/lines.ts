import { latinDigits } from "#kernel/digits.ts";
import { foldLetters } from "#kernel/letters.ts";

import { isCurrencyWord } from "./currency-words.ts";
import { cleanText, heldCell, isEmpty, shownText, type Grid, type GridCell } from "./grid.ts";
import { isHeader } from "./header.ts";
import { readNumberText } from "./number.ts";
import { firstColumn, sheetFields } from "./sheet.ts";

/** What a line under the header is. */
export type LineKind = "data" | "blank" | "header" | "other";

const columnCount = sheetFields.length;
const lastColumn = firstColumn + columnCount - 1;

/** A row that fills so many of the ten columns is a hawala, even a faulty one; nothing else of a list does. */
const surelyData = 8;
/** A total, a page line or a signature fills at most so many. */
const mostOfOther = 4;

const totalWords =
  /^(?:(?:the )?(?:grand|sub|page|daily|day|g)?[ .-]*total|sum|grand sum|(?:(?:opening|closing|previous) )?balance|carried (?:forward|over)|brought forward|جمله|جمع|جمع کل|جمله کل|مجموع|مجموعه|مجموع کل|میزان|حاصل جمع|انتقالی|ټول|ټولټال|ټوله|ټوله شمیره|مجموعی)(?![\p{L}\p{M}])/iu;

/**
 * Sorts the lines under a header. What is neither clearly a hawala nor clearly a line of the form counts as a hawala, so that
 * it is seen with its faults and never left out without a word.
 */
export function lineKind(grid: Grid, row: number): LineKind {
  const filled = filledCells(grid, row);
  if (filled.length === 0) return isTitled(grid, row) ? "other" : "blank";
  if (isHeader(grid, row)) return "header";
  if (filled.length >= surelyData) return "data";
  const cells = cellsInFront(grid, row);
  if (isTotal(grid, row, { cells, filled: filled.length })) return "other";
  if (filled.length > mostOfOther || looksLikeHawala(cells)) return "data";
  // Formulas that were filled in ahead, below the last hawala.
  return filled.every(isNought) && !isTitled(grid, row) ? "blank" : "other";
}

/** Whether a Trans No is but the word of a total. "SUM-101" is not: it has digits. */
export function isTotalWord(number: string): boolean {
  return totalWords.test(plainLetters(number)) && !hasDigit(number);
}

/** A word as the list above has it: typed on any keyboard, and not stretched as a heading is. */
function plainLetters(text: string): string {
  return foldLetters(text).replaceAll("\u0640", "");
}

/** The cells of a row that say whose hawala it is, and how much. */
interface CellsInFront {
  readonly number: string;
  readonly names: readonly (GridCell | undefined)[];
  readonly amounts: readonly (GridCell | undefined)[];
}

function cellsInFront(grid: Grid, row: number): CellsInFront {
  const [number, sender, receiver, amount, , , rAmount] = sheetFields.map((_, index) => heldCell(grid, row, firstColumn + index));
  return { number: shownText(number), names: [sender, receiver], amounts: [amount, rAmount] };
}

function filledCells(grid: Grid, row: number): readonly (GridCell | undefined)[] {
  const cells: (GridCell | undefined)[] = [];
  for (let column = firstColumn; column <= lastColumn; column += 1) {
    const cell = heldCell(grid, row, column);
    if (!isEmpty(cell)) cells.push(cell);
  }
  return cells;
}

/** Whether words stand before the ten columns; many lists have serial numbers or dates there that were filled in ahead. */
function isTitled(grid: Grid, row: number): boolean {
  for (let column = 0; column < firstColumn; column += 1) if (/\p{L}/u.test(shownText(grid.cell(row, column)))) return true;
  return false;
}

/**
 * A total is named in front: with little else in its row also where names stand, since there a total may have its word; with
 * more, up to the number alone, since a name may be any word. Beside a name, a number such as "SUM-101" is a number.
 */
function isTotal(grid: Grid, row: number, { cells, filled }: { readonly cells: CellsInFront; readonly filled: number }): boolean {
  const isNamed = isNumber(cells.number) && cells.names.some(isName);
  const last = isNamed ? firstColumn - 1 : filled > mostOfOther ? firstColumn : firstColumn + 3;
  for (let column = 0; column <= last; column += 1) {
    const cell = heldCell(grid, row, column);
    if (cell?.kind === "text" && totalWords.test(plainLetters(cleanText(cell.text)))) return true;
  }
  return false;
}

/**
 * Whether few cells are those of a hawala of which the rest was forgotten: nobody writes them into a note or a page line.
 * Without a number both names and both amounts are; a number that may count something needs more beside it than one that is
 * surely a hawala's.
 */
function looksLikeHawala({ number, names, amounts }: CellsInFront): boolean {
  const named = names.filter(isName).length;
  const figures = amounts.filter(isFigure).length;
  if (number === "") return named === 2 && figures === 2;
  if (hasDigit(number) && figures > 0 && names.some((cell) => !isEmpty(cell))) return true;
  if (!isNumber(number)) return false;
  return named === 2 || (isSurelyNumber(number) && (named > 0 || amounts.some((cell) => isFigure(cell) && !isNought(cell))));
}

function hasDigit(text: string): boolean {
  return /\p{Nd}/u.test(text);
}

/** One word of letters and digits, "310904" or "HWL-12", or one behind a short prefix, "KA 501". A day is no number. */
function isNumber(text: string): boolean {
  return (
    hasDigit(text) &&
    /^(?:\p{L}{1,3}\.? )?#?[\p{L}\p{M}\p{Nd}]+(?:[-_/][\p{L}\p{M}\p{Nd}]+)*$/u.test(text) &&
    !/^\d{1,4}([-/])\d{1,2}\1\d{1,4}$/.test(latinDigits(text))
  );
}

/** Of letters and digits in one word, or of four digits: fewer may count rows, pages or notes. */
function isSurelyNumber(text: string): boolean {
  return /^[^ ]*\p{L}[^ ]*$/u.test(text) || /(?:\p{Nd}[^\p{Nd}]*){4}/u.test(text);
}

/** Words without digits. What waits for a signature, "Prepared by: ......", is no name; nor is the word of a total alone. */
function isName(cell: GridCell | undefined): boolean {
  const text = plainLetters(shownText(cell));
  if (cell?.kind !== "text" || !/\p{L}/u.test(text) || hasDigit(text) || /[:_]|\.{3}|…/u.test(text)) return false;
  return !totalWords.test(text) || /[\p{L}\p{M}]/u.test(text.replace(totalWords, ""));
}

/** What a formula that was filled in ahead says of no hawala. */
function isNought(cell: GridCell | undefined): boolean {
  return cell?.kind === "number" && cell.value === 0;
}

/** A number, or a text that begins with one or with a currency: "500", "£100", "AFN 9,000". */
function isFigure(cell: GridCell | undefined): boolean {
  if (cell?.kind !== "text") return cell?.kind === "number";
  const text = cleanText(cell.text);
  if (/^\p{Sc}? ?\p{Nd}/u.test(text)) return true;
  const read = readNumberText(text, "money");
  return !("fault" in read) && read.labels.every(isCurrencyWord);
}
