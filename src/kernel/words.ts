import { amountText, type Amount } from "./amount.ts";
import { thousandsOf } from "./thousands.ts";

const small = [
  "Zero",
  "One",
  "Two",
  "Three",
  "Four",
  "Five",
  "Six",
  "Seven",
  "Eight",
  "Nine",
  "Ten",
  "Eleven",
  "Twelve",
  "Thirteen",
  "Fourteen",
  "Fifteen",
  "Sixteen",
  "Seventeen",
  "Eighteen",
  "Nineteen",
] as const;
const tens = ["", "", "Twenty", "Thirty", "Forty", "Fifty", "Sixty", "Seventy", "Eighty", "Ninety"] as const;
const scales = ["", "Thousand", "Million", "Billion", "Trillion", "Quadrillion"] as const;

function wordsBelowThousand(value: number): string[] {
  const words: string[] = [];
  const hundreds = Math.floor(value / 100);
  const rest = value % 100;
  if (hundreds > 0) words.push(small[hundreds] ?? "", "Hundred");
  if (rest > 0 && rest < 20) words.push(small[rest] ?? "");
  if (rest >= 20) words.push(tens[Math.floor(rest / 10)] ?? "", ...(rest % 10 > 0 ? [small[rest % 10] ?? ""] : []));
  return words;
}

function wholeInWords(digits: string): string[] {
  const words = thousandsOf(digits).flatMap(({ value, power }) => {
    const scale = scales[power] ?? "";
    return [...wordsBelowThousand(value), ...(scale === "" ? [] : [scale])];
  });
  return words.length === 0 ? ["Zero"] : words;
}

/** The whole-number part in English words: 1,234.50 → "One Thousand Two Hundred Thirty Four". */
export function wholeAmountInWords(amount: Amount): string {
  const [whole = "0"] = amountText(amount).replace("-", "").split(".");
  return [...(amount < 0n ? ["Minus"] : []), ...wholeInWords(whole)].join(" ");
}

/** The amount in English words, its decimals digit by digit after "Point": 12.50 → "Twelve Point Five Zero"; 12.00 → "Twelve". */
export function amountInWords(amount: Amount): string {
  const [, fraction = "00"] = amountText(amount).split(".");
  const whole = wholeAmountInWords(amount);
  if (fraction === "00") return whole;
  const decimals = [...fraction].map((digit) => small[Number.parseInt(digit, 10)] ?? "");
  return [whole, "Point", ...decimals].join(" ");
}
