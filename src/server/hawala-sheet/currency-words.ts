import { foldLetters } from "#kernel/letters.ts";

/** How partners write a currency, in the form `plainWord` gives; the code itself and its sign need no entry of their own. */
const words: Readonly<Record<string, readonly string[]>> = {
  AFN: ["af", "afs", "afg", "afn", "afghani", "afghanis", "؋", "افغانی", "افغانۍ", "افغانیو", "افغانيا", "افغانیا"],
  USD: [
    "usd",
    "us$",
    "usd$",
    "$",
    "$us",
    "dollar",
    "dollars",
    "usdollar",
    "usdollars",
    "دالر",
    "ډالر",
    "ډالرو",
    "دلار",
    "دالرامریکایی",
    "امریکاییدالر",
    "امریکاییډالر",
    "امریکاییډالرو",
  ],
  EUR: ["eur", "euro", "euros", "€", "یورو", "ایرو"],
  PKR: [
    "pkr",
    "pkrs",
    "pakrupee",
    "pakrupees",
    "pakistanirupee",
    "pakistanirupees",
    "kaldar",
    "کلدار",
    "کلداری",
    "کلدارې",
    "کلدارو",
    "کالدار",
  ],
  GBP: ["gbp", "£", "pound", "pounds", "poundsterling", "sterling", "پوند", "پاوند", "پونډ", "پونډو"],
};

/** These mean the Pakistani rupee only where the office holds no other. */
const rupeeWords: ReadonlySet<string> = new Set(["rs", "₨", "rupee", "rupees", "روپیه", "روپۍ", "کلدارهروپۍ"]);
const otherRupees: ReadonlySet<string> = new Set(["INR", "LKR", "NPR", "MUR", "SCR"]);

const codeOfWord: ReadonlyMap<string, string> = new Map(
  Object.entries(words).flatMap(([code, list]) => list.map((word) => [word, code] as const)),
);

/** The one currency a sheet may name that an office pays nothing out in: what the sender paid. */
export const sendersCurrency = "GBP";

/**
 * The code of the currency that a cell names: "Afghani", "افغانی", "AF", "US$", "کلدار". Undefined when it is none of the given codes;
 * nothing is guessed.
 */
export function currencyOf(text: string, codes: readonly string[]): string | undefined {
  const word = plainWord(text);
  const upper = word.toUpperCase();
  if (codes.includes(upper)) return upper;
  const code = rupeeWords.has(word) ? rupees(codes) : codeOfWord.get(word);
  return code !== undefined && codes.includes(code) ? code : undefined;
}

/** Whether a text names a currency, be it one of the office or not. */
export function isCurrencyWord(text: string): boolean {
  const word = plainWord(text);
  return codeOfWord.has(word) || rupeeWords.has(word);
}

function rupees(codes: readonly string[]): string | undefined {
  return codes.some((code) => otherRupees.has(code)) ? undefined : "PKR";
}

function plainWord(text: string): string {
  return foldLetters(text)
    .toLowerCase()
    .replaceAll(/[\p{Cf}\p{Cc}\u0640\s.]+/gu, "");
}
