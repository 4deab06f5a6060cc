const symbols: Readonly<Record<string, string>> = { AFN: "؋", USD: "$", EUR: "€", PKR: "₨", GBP: "£" };

/** The symbol printed before an amount; the code itself where no symbol is known. */
export function currencySymbol(code: string): string {
  return symbols[code] ?? code;
}

const isoCodes: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

/** Whether the code is a currency of ISO 4217, as the runtime's own tables know it. */
export function isIsoCurrency(code: string): boolean {
  return isoCodes.has(code);
}
