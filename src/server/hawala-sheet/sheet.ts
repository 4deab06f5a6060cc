/** The columns of a partner's list, C to L, in the order they stand there. */
export const sheetFields = [
  "hawalaNo",
  "senderName",
  "receiverName",
  "amount",
  "exchangeRate",
  "currency",
  "rAmount",
  "receiverLocation",
  "rate",
  "intoUSD",
] as const;
export type SheetField = (typeof sheetFields)[number];

/** What a person calls each column: the words of the specification. */
export const fieldNames: Readonly<Record<SheetField, string>> = {
  hawalaNo: "Trans No",
  senderName: "Sender Name",
  receiverName: "Receiver Name",
  amount: "Amount",
  exchangeRate: "Exchange Rate",
  currency: "Currency",
  rAmount: "R Amount",
  receiverLocation: "Destination",
  rate: "Rate",
  intoUSD: "Into USD",
};

/** Column C, counted from 0 as everywhere in here. */
export const firstColumn = 2;

/** The longest texts of a row, as the store holds them. */
export const longestText = { hawalaNo: 50, senderName: 255, receiverName: 255, receiverLocation: 255 } as const;

/** What decides the reader: the content of the file, never the ending of its name. */
export type SheetFormat = "xlsx" | "xls" | "ods";

/** Something about one cell, for a person: `${cell}: ${message}` reads "F17: amount is missing". */
export interface CellNote {
  /** As the spreadsheet program names it, such as "F17". */
  readonly cell: string;
  readonly message: string;
}

/** A hawala as the sheet has it. A field that is missing or cannot be read is null, and `errors` says why. */
export interface HawalaSheetRow {
  /** The number of the row in the sheet, from 1. */
  readonly row: number;
  /** As written, in Latin digits, without blanks around it; `hawalaKey` of the kernel says which numbers are the same. */
  readonly hawalaNo: string | null;
  readonly senderName: string | null;
  readonly receiverName: string | null;
  /** Canonical text of an amount above zero, "1234.50". */
  readonly amount: string | null;
  /** Canonical text of a rate, "91.44000000". */
  readonly exchangeRate: string | null;
  /** One of the codes the caller gave. */
  readonly currency: string | null;
  readonly rAmount: string | null;
  readonly receiverLocation: string | null;
  readonly rate: string | null;
  readonly intoUSD: string | null;
  /** What stands in the cells that could not be read, as far as anything does; so that a preview can show it. */
  readonly asWritten: Readonly<Partial<Record<SheetField, string>>>;
  /** Why the row cannot be imported; empty when it can. */
  readonly errors: readonly CellNote[];
  /** What a person should look at before importing. */
  readonly warnings: readonly CellNote[];
}

/** A line among the data rows that is none: a total, a page line, a signature, a note. */
export interface SkippedLine {
  readonly row: number;
  /** What stands in it, cut to a readable length. */
  readonly text: string;
}

/** A partner's list, read. */
export interface HawalaSheet {
  readonly format: SheetFormat;
  /** The first visible sheet whose header was recognised. */
  readonly sheetName: string;
  /** Other sheets that hold anything, hidden ones too; they were not read. */
  readonly otherSheetsWithData: readonly string[];
  /** The number of the row that holds the (first) header, from 1. */
  readonly headerRow: number;
  readonly rows: readonly HawalaSheetRow[];
  /** The first of the lines that were left out, at most `skippedShown`. */
  readonly skipped: readonly SkippedLine[];
  /** How many lines were left out. */
  readonly skippedLines: number;
}

export const skippedShown = 100;

export interface ReadOptions {
  /** Whose file it is: one person has one file read and one waiting. */
  readonly who: string;
  /** The codes of the office's currencies that are in use; anything else in the Currency column is an error of its row. */
  readonly currencies: readonly string[];
  /** Those that are switched off: an error, too, which says so. */
  readonly inactiveCurrencies?: readonly string[];
  /** More data rows than that are refused; the most of a sheet where no other number is given. */
  readonly maxRows?: number;
  /** Ends the reading when the person has gone. */
  readonly signal?: AbortSignal | undefined;
}
