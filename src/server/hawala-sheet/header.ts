import { isIsoCurrency } from "#kernel/currency.ts";
import { latinDigits } from "#kernel/digits.ts";
import { foldLetters } from "#kernel/letters.ts";

import { currencyOf, isCurrencyWord, sendersCurrency } from "./currency-words.ts";
import { cellName, cleanText, heldCell, shownText, type Grid } from "./grid.ts";
import { fieldNames, firstColumn, sheetFields, type SheetField } from "./sheet.ts";

/** How partners head each column, in the form `plainHeading` gives. */
const headings: Readonly<Record<SheetField, readonly string[]>> = {
  hawalaNo: [
    ..."trans no|transno|trans|trans number|trans id|transaction no|transaction number|transaction id|tr no|trn no|trx no|txn no|tran no".split(
      "|",
    ),
    ..."hawala no|hawala number|hawalah no|reference no|reference|ref no|ref|code|pin|no|number|hwl no".split("|"),
    ..."شماره|شماره حواله|نمبر حواله|نمبر|شماره معامله|شماره ترانزکشن|کد|کد حواله|رمز|رمز حواله|د حوالی شمیره|شمیره|د حوالې شمیره|د حوالې نمبر".split(
      "|",
    ),
  ],
  senderName: [
    ..."sender name|sender|senders name|sender full name|remitter|remitter name|customer name|from".split("|"),
    ..."فرستنده|نام فرستنده|اسم فرستنده|ارسال کننده|نام ارسال کننده|اسم ارسال کننده|لیږونکی|د لیږونکی نوم|د لیږونکي نوم|لېږونکی|د لېږونکي نوم".split(
      "|",
    ),
  ],
  receiverName: [
    ..."receiver name|receiver|receivers name|receiver full name|reciever name|reciever|beneficiary|beneficiary name|recipient|recipient name|to".split(
      "|",
    ),
    ..."گیرنده|نام گیرنده|اسم گیرنده|دریافت کننده|نام دریافت کننده|اسم دریافت کننده|اخیستونکی|د اخیستونکی نوم|د اخیستونکي نوم".split(
      "|",
    ),
  ],
  amount: [
    ..."amount|amt|sent amount|send amount|sending amount|amount sent|pound|pounds|amount in pounds".split("|"),
    ..."مبلغ|مقدار|پوند|مبلغ پوند|اندازه".split("|"),
  ],
  exchangeRate: [
    ..."exchange rate|ex rate|exch rate|exchange|exrate|exchangerate|xrate|x rate|customer rate".split("|"),
    ..."نرخ تبادله|نرخ اسعار|نرخ|نرخ تبادل|د تبادلې نرخ|د تبادلی نرخ".split("|"),
  ],
  currency: [
    ..."currency|ccy|curr|cur|currency code|payout currency|pay currency".split("|"),
    ..."اسعار|واحد پول|پول|نوع پول|ارز|اسعارو ډول".split("|"),
  ],
  rAmount: [
    ..."r amount|ramount|r amt|receiver amount|receivers amount|received amount|receive amount|receiving amount|payout amount|payout|pay amount|local amount|amount received|rec amount".split(
      "|",
    ),
    ..."مبلغ دریافتی|مبلغ قابل پرداخت|مبلغ گیرنده|مبلغ پرداخت|مبلغ حواله|د اخیستونکي مبلغ".split("|"),
  ],
  receiverLocation: [
    ..."destination|dest|location|receiver location|receiver city|city|place|branch|address|receiver address|to city|province".split(
      "|",
    ),
    ..."مقصد|محل|جای|ولایت|شهر|آدرس|محل پرداخت|ځای|ښار".split("|"),
  ],
  rate: [
    ..."rate|usd rate|dollar rate|rate usd|us rate|rate in usd|rate to usd".split("|"),
    ..."نرخ|نرخ دالر|نرخ دلار|نرخ ډالر|د ډالر نرخ".split("|"),
  ],
  intoUSD: [
    ..."into usd|in usd|usd|to usd|usd amount|amount in usd|amount usd|into us$|into $|in $|us$|$|dollar|dollars|into dollar|into dollars|total usd|usd equivalent|usd value".split(
      "|",
    ),
    ..."به دالر|دالر|معادل دالر|به دلار|معادل دالر امریکایی|ډالر|په ډالر|په ډالرو".split("|"),
  ],
};

const knownHeadings: ReadonlyMap<SheetField, ReadonlySet<string>> = new Map(
  sheetFields.map((field) => [field, new Set(headings[field].map(plainHeading))]),
);

/** Fewer headings than that may be words of a title; a list needs no more, since the columns have their places. */
const enoughHeadings = 7;

/** Each list has its header near the top; a sheet is searched no further. */
const searchedRows = 200;

/** Whether the row heads a list: most of its columns C to L have their own heading, and none has another's. */
export function isHeader(grid: Grid, row: number): boolean {
  let candidates = sheetFields.filter((field) => heldCell(grid, row, columnOf(field))?.kind === "text").length;
  // Most rows are hawalas, whose numbers are no headings; each has to be told from a header.
  for (const field of candidates < enoughHeadings ? [] : sheetFields) {
    const heading = headingAt(grid, row, columnOf(field));
    if (heading === "" || isHeadingOf(field, heading)) continue;
    candidates -= 1;
    if (candidates < enoughHeadings || isForeign(field, heading)) return false;
  }
  return candidates >= enoughHeadings;
}

/** The row of the header, or undefined when the sheet has none near its top. */
export function headerRowOf(grid: Grid): number | undefined {
  for (let row = 0; row < Math.min(grid.rowCount, searchedRows); row += 1) if (isHeader(grid, row)) return row;
  return undefined;
}

/**
 * Where a header stands that is nearly one: the right words in other columns, or an amount in another currency. A sentence that says
 * which, or undefined. The columns are never guessed from their words: two of them are rates and two are amounts.
 */
export function misplacedHeader(grid: Grid): string | undefined {
  for (let row = 0; row < Math.min(grid.rowCount, searchedRows); row += 1) {
    const found = new Map<SheetField, number>();
    for (let column = 0; column < firstColumn + 2 * sheetFields.length; column += 1) {
      const heading = headingAt(grid, row, column);
      const field = heading === "" ? undefined : sheetFields.find((one) => !found.has(one) && isHeadingOf(one, heading));
      if (field !== undefined) found.set(field, column);
    }
    if (found.size < enoughHeadings) continue;
    const [wrong, ...more] = [...found].filter(([field, column]) => column !== columnOf(field));
    const amount = columnOf("amount");
    if (isForeignAmount(headingAt(grid, row, amount)) && more.length === 0 && (wrong?.[1] ?? amount) === amount)
      return `the amount is headed "${cleanText(shownText(heldCell(grid, row, amount)))}" in ${cellName(row, amount)} and belongs in ${sendersCurrency}`;
    if (wrong !== undefined) {
      const [field, column] = wrong;
      return `"${fieldNames[field]}" stands in ${cellName(row, column)} and belongs into column ${cellName(row, columnOf(field)).replace(/\d+$/, "")}`;
    }
  }
  return undefined;
}

/** The column of a field, from 0. */
export function columnOf(field: SheetField): number {
  return firstColumn + sheetFields.indexOf(field);
}

function headingAt(grid: Grid, row: number, column: number): string {
  const cell = heldCell(grid, row, column);
  return cell?.kind === "text" ? plainHeading(shownText(cell)) : "";
}

const anyCurrency = / (?:gbp|£|usd|\$|afn|pkr|eur|€|local|پوند)$/u;
/** What a heading may name behind its words. The amount is in pounds, whatever else its heading names. */
const namedCurrency: Readonly<Partial<Record<SheetField, RegExp>>> = { amount: / (?:gbp|£|پوند)$/u, intoUSD: / (?:usd|\$)$/u };

function isHeadingOf(field: SheetField, heading: string): boolean {
  const known = knownHeadings.get(field);
  return known !== undefined && (known.has(heading) || known.has(heading.replace(namedCurrency[field] ?? anyCurrency, "")));
}

/** Whether a heading belongs to another column, or is of this one in another currency: then nothing under it is what it seems. */
function isForeign(field: SheetField, heading: string): boolean {
  return (
    sheetFields.some((other) => isHeadingOf(other, heading)) ||
    isHeadingOf(field, heading.replace(anyCurrency, "")) ||
    (field === "amount" && isForeignAmount(heading))
  );
}

/** What may stand between an amount and its currency: "amount in euro"; in Pashto both words may stand behind it. */
const joining: ReadonlySet<string> = new Set(["in", "of", "به", "په", "د"]);

/** Whether a heading is one of the amount that names another currency than pounds, before its words or behind. */
function isForeignAmount(heading: string): boolean {
  const words = heading.split(" ").filter((word) => !joining.has(word));
  // "us dollar" is two of them.
  const parted = [1, 2].flatMap((count) => [
    [words.slice(-count), words.slice(0, -count)],
    [words.slice(0, count), words.slice(count)],
  ]);
  return parted.some(([named = [], others = []]) => {
    if (knownHeadings.get("amount")?.has(others.join(" ")) !== true) return false;
    const currency = named.join(" ");
    const isCurrency = currency === "local" || isCurrencyWord(currency) || isIsoCurrency(currency.toUpperCase());
    return isCurrency && currencyOf(currency, [sendersCurrency]) === undefined;
  });
}

/**
 * Letters and digits in lower case with single blanks: "R. Amount" and "R-AMOUNT" are "r amount", "Sender's Name" is "senders name", and
 * "مبلــغ", stretched to the width of its column, is "مبلغ".
 */
function plainHeading(text: string): string {
  return foldLetters(latinDigits(text.normalize("NFKC")))
    .toLowerCase()
    .replaceAll(/[\p{Cf}\p{Mn}\u0640'’]/gu, "")
    .replaceAll(/[^\p{L}\p{N}\p{Sc}]+/gu, " ")
    .trim();
}
