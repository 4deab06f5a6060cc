import { z } from "zod";

/**
 * Text of a person: trimmed, at most so many characters. What no person types (control characters other than tab and
 * line ends, lone surrogates, direction overrides) is refused for every string of a body, in one place of the server.
 */
export function text(maximum: number) {
  return z
    .string()
    .trim()
    .max(maximum, `At most ${String(maximum)} characters`);
}

/** Characters of a narrative at most. */
export const narrativeLength = 500;

// What leaves a mark on paper: no blank, and no character without width.
const visible = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Text that must be there, and to be seen. */
export function requiredText(maximum: number, required: string) {
  return z
    .string({ error: required })
    .trim()
    .min(1, { error: required, abort: true })
    .max(maximum, `At most ${String(maximum)} characters`)
    .refine((value) => visible.test(value), required);
}

/** The code of a currency, in capitals however it was typed. `required` is said when it is missing; which codes there are is not known here. */
export function currencyCode(required: string) {
  return z.string({ error: required }).trim().toUpperCase().min(1, required).max(3, "A currency code has three letters");
}

/** Text that may be missing, null or empty; the last two both mean "nothing" and become null. */
export function optionalText(maximum: number) {
  return text(maximum)
    .nullish()
    .transform((value) => (value === "" ? null : value));
}

/** A field that stands for `value` where it is left out; null says the same as leaving it out. */
export function withDefault<Schema extends z.ZodType<string>>(schema: Schema, value: z.output<Schema>) {
  return schema
    .nullish()
    .meta({ default: value })
    .transform((given): z.output<Schema> => given ?? value);
}

/** Characters that a list is searched for at most. */
export const searchLength = 100;

/** Query parameters that come empty mean "no filter". */
export function filterText(maximum: number) {
  return text(maximum)
    .optional()
    .transform((value) => (value === "" ? undefined : value));
}

/** A query parameter of some kind; an empty one means "no filter". */
export function noFilterWhenEmpty<Schema extends z.ZodType>(schema: Schema) {
  return z.union([z.literal("").transform(() => undefined), schema]).optional();
}

/** `true`, `false`, `1`, `0` of a query string. */
export const flagQuery = z.enum(["true", "false", "1", "0"]).transform((value) => value === "true" || value === "1");

/** An instant as it leaves: ISO 8601 in UTC. */
export const instantReply = z.string().meta({ format: "date-time" });
