import writeSheet from "write-excel-file/node";

/** A line of a partner's list, figures as decimal text. */
export interface SheetLine {
  readonly hawalaNo: string;
  readonly senderName: string;
  readonly receiverName: string;
  readonly amount: string;
  readonly exchangeRate: string;
  readonly currency: string;
  readonly rAmount: string;
  readonly receiverLocation: string;
  readonly rate: string;
  readonly intoUSD: string;
}

const header = [
  "S/N",
  "Date",
  "Trans No",
  "Sender Name",
  "Receiver Name",
  "Amount",
  "Exchange Rate",
  "Currency",
  "R Amount",
  "Destination",
  "Rate",
  "Into USD",
];

/** The list as an .xlsx file, laid out as partners send theirs: columns C to L, the serial number before them. */
export function partnersSheet(lines: readonly SheetLine[]): Promise<Buffer> {
  const rows = lines.map((line, index) => [
    index + 1,
    null,
    line.hawalaNo,
    line.senderName,
    line.receiverName,
    line.amount,
    line.exchangeRate,
    line.currency,
    line.rAmount,
    line.receiverLocation,
    line.rate,
    line.intoUSD,
  ]);
  return writeSheet([header, ...rows]).toBuffer();
}
