import type { z } from "zod";

import type { Chooser } from "#server/demo/random.ts";
import { dataUrl, pngOf } from "#test/support/images.ts";

export type JsonSchema = z.core.JSONSchema.JSONSchema;

/** What is there in the office that is fuzzed: a request that names it gets further than one that does not. */
export interface Known {
  readonly accounts: readonly number[];
  readonly users: readonly string[];
  readonly today: string;
}

const zones = ["Asia/Kabul", "Europe/London", "America/New_York", "Pacific/Kiritimati"];
const texts = ["Farid", "زهرا", "Shop rent", "o'clock", "50%", "a_b", "Line\nline", "😀", "x"];
const day = 86_400_000;

/** A value that the schema means, or nearly so: rules between fields are not looked at. `name` is the field it is for. */
export function valueOf(schema: JsonSchema | boolean, name: string, context: { chooser: Chooser; known: Known }): unknown {
  if (typeof schema === "boolean") return null;
  const { chooser } = context;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return chooser.oneOf(schema.enum);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined) {
    const filled = alternatives.filter(({ type, const: only }) => type !== "null" && only !== "");
    const choice = chooser.oneOf(filled.length > 0 && chooser.happens(80) ? filled : alternatives);
    return valueOf({ ...choice, description: choice.description ?? schema.description ?? "" }, name, context);
  }
  switch (schema.type) {
    case "object":
      return objectOf(schema, context);
    case "array":
      return Array.from({ length: chooser.between(schema.minItems ?? 0, 3) }, () =>
        valueOf(schema.items as JsonSchema, name, context),
      );
    case "string":
      return textOf(schema, name, context);
    case "integer":
      return integerOf(schema, name, context);
    case "number":
      return chooser.between(1, 100_000) / 100;
    case "boolean":
      return chooser.happens(50);
    default:
      return null;
  }
}

function objectOf({ properties = {}, required = [] }: JsonSchema, context: { chooser: Chooser; known: Known }): unknown {
  const names = Object.keys(properties).filter((name) => required.includes(name) || context.chooser.happens(35));
  return Object.fromEntries(names.map((name) => [name, valueOf(properties[name] as JsonSchema, name, context)]));
}

function textOf(schema: JsonSchema, name: string, { chooser, known }: { chooser: Chooser; known: Known }): string {
  const { description = "", maxLength, minLength = 0, pattern } = schema;
  if (/picture|signature|photo/i.test(name)) return dataUrl(pngOf(chooser.between(1, 40), 10));
  if (/A day, YYYY/.test(description) || /date|^from$|^to$/i.test(name)) return dayOf(known.today, chooser.between(-30, 0));
  if (/decimals/.test(description) || /amount|rate$|commission/i.test(name)) {
    return `${String(chooser.between(1, 5_000))}.${String(chooser.between(10, 99))}`;
  }
  if (schema.format === "email" || name === "email") return `person${String(chooser.between(1, 999))}@example.org`;
  if (/^(c?currency|convertedCurrency|baseCurrency|code)$/i.test(name)) return chooser.oneOf(["AFN", "USD", "EUR", "PKR"]);
  if (/timeZone/i.test(name)) return chooser.oneOf(zones);
  if (/codes?$/i.test(name)) return chooser.oneOf(["2001", "1007", "AC1000", "AC1001"]);
  if (/userId/i.test(name)) return chooser.oneOf(known.users);
  if (/accountId/i.test(name)) return String(chooser.oneOf(known.accounts));
  if (pattern?.includes("\\d") === true) return String(chooser.between(1, 5));
  const text = chooser.oneOf(texts).padEnd(minLength, "x");
  return chooser.happens(5) && maxLength !== undefined ? "y".repeat(Math.min(maxLength, 60_000)) : text.slice(0, maxLength);
}

function integerOf(
  { minimum = 0, maximum = 100 }: JsonSchema,
  name: string,
  context: { chooser: Chooser; known: Known },
): number {
  const { chooser, known } = context;
  if (/currencyId/i.test(name)) return chooser.between(1, 4);
  if (/accountId/i.test(name)) return chooser.oneOf(known.accounts);
  if (/limit/i.test(name)) return chooser.between(1, 50);
  const least = Math.max(minimum, 0);
  return chooser.between(least, Math.min(maximum, least + (chooser.happens(90) ? 20 : 2 ** 31)));
}

/** The day so many days later. */
function dayOf(today: string, later: number): string {
  return new Date(Date.parse(`${today}T00:00:00Z`) + later * day).toISOString().slice(0, 10);
}
