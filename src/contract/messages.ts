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

z.config({
  customError: (issue) => {
    switch (issue.code) {
      case "invalid_type":
        return issue.input === undefined ? "This is missing" : (kinds[issue.expected] ?? "This is of the wrong kind");
      case "too_small":
        return `This must be at least ${String(issue.minimum)}`;
      case "too_big":
        return `This must be at most ${String(issue.maximum)}`;
      case "invalid_value":
        return `This must be one of ${issue.values.map(String).join(", ")}`;
      default:
        return fitsNoKind;
    }
  },
});
