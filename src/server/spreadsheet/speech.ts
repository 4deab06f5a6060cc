import type { ExportLanguage } from "#contract/file.ts";
import { parseAmount, type Amount } from "#kernel/amount.ts";
import { amountInDari } from "#kernel/dari-words.ts";
import { amountInPashto } from "#kernel/pashto-words.ts";
import { amountInWords } from "#kernel/words.ts";

import type { SheetCell, SheetColumn } from "./cells.ts";
import type { ListCell, ListColumn } from "./columns.ts";
import { dari } from "./dari.ts";
import { pashto } from "./pashto.ts";
import type { Narrated, Said, SheetName } from "./said.ts";

/** How a file says in its language what is the program's own in it. */
export interface Speech {
  readonly isRightToLeft: boolean;
  readonly column: (column: ListColumn) => SheetColumn;
  readonly cell: (cell: ListCell) => SheetCell;
  readonly sheet: (name: SheetName) => string;
}

type Table = Readonly<Record<string, string>>;

interface Catalogue {
  readonly isRightToLeft: boolean;
  readonly heads: Table;
  readonly words: Table;
  readonly sheets: Table;
  readonly amountInWords: (amount: Amount) => string;
}

/** English is what the phrases are written in. */
const english: Catalogue = { isRightToLeft: false, heads: {}, words: {}, sheets: {}, amountInWords };
const catalogues: Readonly<Record<ExportLanguage, Catalogue>> = {
  en: english,
  "fa-AF": { isRightToLeft: true, amountInWords: amountInDari, ...dari },
  "ps-AF": { isRightToLeft: true, amountInWords: amountInPashto, ...pashto },
};

/** What is said in a language, word for word as the screens have it. */
export function speechOf(language: ExportLanguage): Speech {
  const { isRightToLeft, heads, words, sheets, amountInWords: amountIn } = catalogues[language];
  const inWords = (table: Table, { phrase, parts }: Said): string =>
    (table[phrase] ?? phrase).replaceAll(/\{(\w+)\}/g, (_braces, name: string) => {
      const part = parts[name] ?? "";
      return typeof part === "string" ? part : inWords(words, part);
    });
  return {
    isRightToLeft,
    column: ({ header, ...column }) => ({
      ...column,
      header: typeof header === "string" ? (heads[header] ?? header) : inWords(heads, header),
    }),
    cell: (cell) => {
      if (typeof cell !== "object" || cell === null) return cell;
      return "narrative" in cell ? narrativeOf(cell, amountIn) : inWords(words, cell);
    },
    sheet: (name) => sheets[name] ?? name,
  };
}

function narrativeOf({ narrative, amount }: Narrated, amountIn: Catalogue["amountInWords"]): string {
  const said = parseAmount(amount);
  return said !== undefined && narrative === amountInWords(said) ? amountIn(said) : narrative;
}
