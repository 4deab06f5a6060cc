import { amountText, type Amount } from "./amount.ts";
import { thousandsOf } from "./thousands.ts";

/** From 21 to 29 some are words that no rule makes of the unit and twenty, which alone is شل. */
const small = [
  "صفر",
  "یو",
  "دوه",
  "درې",
  "څلور",
  "پنځه",
  "شپږ",
  "اووه",
  "اته",
  "نهه",
  "لس",
  "یوولس",
  "دوولس",
  "دیارلس",
  "څوارلس",
  "پنځلس",
  "شپاړس",
  "اوولس",
  "اتلس",
  "نولس",
  "شل",
  "یوویشت",
  "دوه ویشت",
  "درویشت",
  "څلورویشت",
  "پنځه ویشت",
  "شپږویشت",
  "اووه ویشت",
  "اته ویشت",
  "نهه ویشت",
] as const;
const tens = ["", "", "", "دېرش", "څلوېښت", "پنځوس", "شپېته", "اویا", "اتیا", "نوي"] as const;
/** Of one, and of more: یو زر, دوه زره. */
const hundred = ["سل", "سوه"] as const;
const scales = [
  ["", ""],
  ["زر", "زره"],
  ["میلیون", "میلیونه"],
  ["میلیارد", "میلیارده"],
  ["تریلیون", "تریلیونه"],
  ["کوادریلیون", "کوادریلیونه"],
] as const;
const and = " او ";

function counted(value: number, [one, more]: readonly [one: string, more: string]): string {
  return value === 1 ? one : more;
}

/** The unit stands before its ten, with nothing between: څلور دېرش is 34. */
function wordsBelowHundred(value: number): string {
  if (value < small.length) return small[value] ?? "";
  const ten = tens[Math.floor(value / 10)] ?? "";
  return value % 10 > 0 ? `${small[value % 10] ?? ""} ${ten}` : ten;
}

function wordsBelowThousand(value: number): string {
  const [hundreds, rest] = [Math.floor(value / 100), value % 100];
  const words: string[] = [];
  if (hundreds > 0) words.push(`${small[hundreds] ?? ""} ${counted(hundreds, hundred)}`);
  if (rest > 0) words.push(wordsBelowHundred(rest));
  return words.join(and);
}

/** The whole-number part in the Pashto of Afghanistan: 1,234.50 → "یو زر او دوه سوه او څلور دېرش". */
export function wholeAmountInPashto(amount: Amount): string {
  const [whole = "0"] = amountText(amount).replace("-", "").split(".");
  const groups = thousandsOf(whole).map(({ value, power }) =>
    `${wordsBelowThousand(value)} ${counted(value, scales[power] ?? ["", ""])}`.trim(),
  );
  const words = groups.length === 0 ? small[0] : groups.join(and);
  return amount < 0n ? `منفي ${words}` : words;
}

/** The amount in Pashto, its decimals digit by digit after «اعشاریه»: 12.50 → "دوولس اعشاریه پنځه صفر"; 12.00 → "دوولس". */
export function amountInPashto(amount: Amount): string {
  const [, fraction = "00"] = amountText(amount).split(".");
  const whole = wholeAmountInPashto(amount);
  if (fraction === "00") return whole;
  const decimals = [...fraction].map((digit) => small[Number.parseInt(digit, 10)] ?? "");
  return [whole, "اعشاریه", ...decimals].join(" ");
}
