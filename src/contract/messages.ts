import { z } from "zod";

/** What a value of the wrong kind is told, in words for a person; fields with words of their own never come here. */
const kinds: Readonly<Record<string, string>> = {
  string: "Give a text",
  number: "Give a number",
  int: "Give a whole number",
  boolean: "Give true or false",
  array: "Give a list",
  object: "Give an object",
};

/** Of a value that fits none of several kinds, where the field has no words of its own. */
export const fitsNoKind = "This is not valid";

/** What texts and lists are measured in: one, and several. */
const measures: Readonly<Record<string, readonly [string, string]>> = {
  string: ["character", "characters"],
  array: ["entry", "entries"],
};

/** What is said of a length, a number of entries or a number beyond its bound. */
function outOfBounds(side: "least" | "most", bound: number | bigint, origin: string): string {
  // Beyond what a whole number of JSON can say at all: nobody is helped by that bound.
  if (origin === "int") return side === "most" ? "Give a smaller number" : "Give a larger number";
  const [one, several] = measures[origin] ?? [];
  if (one === undefined) return `This must be at ${side} ${String(bound)}`;
  return `At ${side} ${String(bound)} ${String(bound) === "1" ? one : several}`;
}

z.config({
  customError: (issue) => {
    switch (issue.code) {
      case "invalid_type":
        return issue.input === undefined ? "This is missing" : (kinds[issue.expected] ?? "This is of the wrong kind");
      case "too_small":
        return outOfBounds("least", issue.minimum, issue.origin);
      case "too_big":
        return outOfBounds("most", issue.maximum, issue.origin);
      case "invalid_value":
        return `This must be one of ${issue.values.map(String).join(", ")}`;
      default:
        return fitsNoKind;
    }
  },
});
