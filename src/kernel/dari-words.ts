import { amountText, type Amount } from "./amount.ts";
import { thousandsOf } from "./thousands.ts";

/** As Kabul says them: Tehran has هجده and نوزده. */
const small = [
  "صفر",
  "یک",
  "دو",
  "سه",
  "چهار",
  "پنج",
  "شش",
  "هفت",
  "هشت",
  "نه",
  "ده",
  "یازده",
  "دوازده",
  "سیزده",
  "چهارده",
  "پانزده",
  "شانزده",
  "هفده",
  "هژده",
  "نزده",
] as const;
const tens = ["", "", "بیست", "سی", "چهل", "پنجاه", "شصت", "هفتاد", "هشتاد", "نود"] as const;
/** As Kabul says them: Tehran has دویست, سیصد and پانصد. */
const hundreds = ["", "یک‌صد", "دوصد", "سه‌صد", "چهارصد", "پنج‌صد", "شش‌صد", "هفت‌صد", "هشت‌صد", "نه‌صد"] as const;
const scales = ["", "هزار", "میلیون", "میلیارد", "تریلیون", "کوادریلیون"] as const;
const and = " و ";

function wordsBelowThousand(value: number): string {
  const rest = value % 100;
  const words: string[] = [hundreds[Math.floor(value / 100)] ?? ""];
  if (rest > 0 && rest < 20) words.push(small[rest] ?? "");
  if (rest >= 20) words.push(tens[Math.floor(rest / 10)] ?? "", rest % 10 > 0 ? (small[rest % 10] ?? "") : "");
  return words.filter((word) => word !== "").join(and);
}

/** The whole-number part in the Dari of Afghanistan: 1,234.50 → "یک هزار و دوصد و سی و چهار". */
export function wholeAmountInDari(amount: Amount): string {
  const [whole = "0"] = amountText(amount).replace("-", "").split(".");
  const groups = thousandsOf(whole).map(({ value, power }) => `${wordsBelowThousand(value)} ${scales[power] ?? ""}`.trim());
  const words = groups.length === 0 ? small[0] : groups.join(and);
  return amount < 0n ? `منفی ${words}` : words;
}

/** The amount in Dari, its decimals digit by digit after «اعشاریه»: 12.50 → "دوازده اعشاریه پنج صفر"; 12.00 → "دوازده". */
export function amountInDari(amount: Amount): string {
  const [, fraction = "00"] = amountText(amount).split(".");
  const whole = wholeAmountInDari(amount);
  if (fraction === "00") return whole;
  const decimals = [...fraction].map((digit) => small[Number.parseInt(digit, 10)] ?? "");
  return [whole, "اعشاریه", ...decimals].join(" ");
}
