import { randomInt } from "node:crypto";

// Without letters and digits that look alike, on a screen, on paper or in handwriting.
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";
const groupLength = 5;

/** So many groups of five random characters, joined by dashes: easy to copy by hand, 24.8 random bits each. */
export function randomGroups(count: number): string {
  const group = (): string => Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join("");
  return Array.from({ length: count }, group).join("-");
}

/** A password for whoever has none to choose: 99 random bits. */
export function randomPassword(): string {
  return randomGroups(4);
}
