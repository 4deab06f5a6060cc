import { latinDigits } from "./digits.ts";

/**
 * An account code as the office issues it, however it was typed: in capitals, with the digits 0 to 9, without blanks and
 * invisible marks. "ac1000" and "AC۱۰۰۰" are AC1000. Empty when nothing else was typed.
 */
export function accountCodeOf(typed: string): string {
  return latinDigits(typed.normalize("NFKC").toUpperCase().normalize("NFKC")).replaceAll(/[\p{Cf}\p{Cc}\s]/gu, "");
}
