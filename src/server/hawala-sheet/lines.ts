import { cleanText, heldCell, isEmpty, shownText, type Grid } from "./grid.ts";
import { isHeader } from "./header.ts";
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
  /^(?:(?:the )?(?:grand|sub|page|daily|day|g)?[ .-]*total|sum|grand sum|balance|carried (?:forward|over)|brought forward|جمله|جمع|جمع کل|جمله کل|مجموع|مجموعه|مجموع کل|میزان|حاصل جمع|انتقالی|ټول|ټولټال|ټوله|ټوله شمیره|مجموعي|مجموعی)(?![\p{L}\p{M}])/iu;

/**
 * Sorts the lines under a header. What is neither clearly a hawala nor clearly a line of the form counts as a hawala, so that
 * it is seen with its faults and never left out without a word.
 */
export function lineKind(grid: Grid, row: number): LineKind {
  const filled = filledColumns(grid, row);
  if (filled.length === 0) return anythingBefore(grid, row) ? "other" : "blank";
  if (isHeader(grid, row)) return "header";
  if (isTotal(grid, row, filled.length)) return "other";
  if (filled.length > mostOfOther) return "data";
  return looksLikeHawala(grid, row) ? "data" : "other";
}

function filledColumns(grid: Grid, row: number): readonly number[] {
  const columns: number[] = [];
  for (let column = firstColumn; column <= lastColumn; column += 1) {
    if (isFilled(grid, row, column)) columns.push(column);
  }
  return columns;
}

function isFilled(grid: Grid, row: number, column: number): boolean {
  return !isEmpty(heldCell(grid, row, column));
}

function anythingBefore(grid: Grid, row: number): boolean {
  for (let column = 0; column < firstColumn; column += 1) if (isFilled(grid, row, column)) return true;
  return false;
}

/** A total is named in front; a full row is one only where its number says so, since a name may be any word. */
function isTotal(grid: Grid, row: number, filled: number): boolean {
  const last = filled >= surelyData ? firstColumn : firstColumn + 3;
  const first = filled >= surelyData ? firstColumn : 0;
  for (let column = first; column <= last; column += 1) {
    const cell = grid.cell(row, column);
    if (cell?.kind === "text" && totalWords.test(cleanText(cell.text))) return true;
  }
  return false;
}

/** A number with a digit, an amount and somebody or something to pay it to: nobody writes that into a page line. */
function looksLikeHawala(grid: Grid, row: number): boolean {
  const [number, sender, receiver, amount, , , rAmount] = sheetFields.map((_, index) => grid.cell(row, firstColumn + index));
  const hasDigit = /\p{Nd}/u.test(shownText(number));
  const isFigure = [amount, rAmount].some((cell) => cell?.kind === "number" || /^\p{Nd}/u.test(shownText(cell)));
  return hasDigit && isFigure && (sender !== undefined || receiver !== undefined);
}
