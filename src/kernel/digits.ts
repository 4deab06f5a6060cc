const persianZero = 0x06f0;
const arabicZero = 0x0660;

/** The text with Persian (۰-۹) and Arabic (٠-٩) digits as 0-9; everything else stays. */
export function latinDigits(text: string): string {
  return text.replaceAll(/[۰-۹٠-٩]/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    return String(code - (code >= persianZero ? persianZero : arabicZero));
  });
}
