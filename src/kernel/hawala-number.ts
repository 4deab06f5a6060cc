import { latinDigits } from "./digits.ts";
import { foldLetters } from "./letters.ts";

/** The last number of a series of our own, which has at most nine digits. */
export const lastOfSeries = 999_999_999;

/**
 * What makes two hawala numbers the same: letters and digits, without regard to case, to the script of the digits, to
 * blanks and to invisible marks. "HWL-310905", "hwl 310905" and "HWL۳۱۰۹۰۵" are one number. Leading zeros stay, and a sign between two
 * digits counts, whichever it is: "1-23" is not "12-3". Empty when the text holds neither a letter nor a digit.
 */
export function hawalaKey(hawalaNo: string): string {
  return foldLetters(latinDigits(hawalaNo.normalize("NFKC").toUpperCase().normalize("NFKC")))
    .replaceAll(/[\p{Cf}\p{Cc}\s]/gu, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/(?<!\p{N})-|-(?!\p{N})/gu, "");
}
