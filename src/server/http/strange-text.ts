import { directionSigns } from "#kernel/letters.ts";

// Control characters other than tab and line ends, direction overrides and isolates, and halves of surrogate pairs.
const controls = String.raw`\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f`;
const strange = new RegExp(String.raw`[${controls}${directionSigns}\p{Surrogate}]`, "u");

/** Whether a text holds what no person types and what could disguise an entry or break a log. */
export function isStrangeText(text: string): boolean {
  return strange.test(text);
}

export const strangeTextMessage = "The text contains characters that cannot be stored";
