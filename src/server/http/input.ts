import type { z } from "zod";

import { fitsNoKind } from "#contract/messages.ts";
import { notAnAmount } from "#contract/money.ts";
import { parseAmount, type Amount } from "#kernel/amount.ts";
import { Refusal, invalidField, type Issue } from "#kernel/refusal.ts";

import { isStrangeText, strangeTextMessage } from "./strange-text.ts";

/** The value as the schema reads it. Refuses with an issue for each fault; the first one's words are the message. */
export function checked<Schema extends z.ZodType>(schema: Schema, value: unknown, at = ""): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw refusalOf(parsed.error, at);
}

/** A body as the schema reads it. One that is missing is judged as an empty one, so that its fields are named. */
export function checkedBody<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw refusalOf(value === undefined || value === null ? (schema.safeParse({}).error ?? parsed.error) : parsed.error, "");
}

/** Query or path parameters as the schema reads them; strange text is refused before. */
export function checkedParameters<Schema extends z.ZodType>(schema: Schema, values: unknown): z.output<Schema> {
  for (const [name, value] of Object.entries(values as Record<string, string | string[]>)) {
    if ([name, value].flat().some(isStrangeText)) {
      throw new Refusal("invalid", strangeTextMessage, { issues: [{ path: name, message: strangeTextMessage }] });
    }
  }
  return checked(schema, values);
}

/** The amount of a figure that its schema leaves to be judged with others. Refuses at its field what is no amount. */
export function amountGiven(field: string, figure: string | number): Amount {
  const amount = parseAmount(String(figure).trim());
  if (amount === undefined) throw invalidField(field, notAnAmount);
  return amount;
}

function refusalOf(error: z.ZodError, at: string): Refusal {
  const issues = error.issues.map((issue) => issueOf(issue, at));
  return new Refusal("invalid", issues[0]?.message ?? "The request is not valid", { issues });
}

function issueOf(issue: z.core.$ZodIssue, at: string): Issue {
  const inner = issue.code === "invalid_union" && issue.message === fitsNoKind ? closest(issue.errors) : undefined;
  const path = [...(at === "" ? [] : [at]), ...issue.path, ...(inner?.path ?? [])].map(String).join(".");
  return { path, message: inner?.message ?? issue.message };
}

/** Of the alternatives of a union, the one that the value missed by a rule and not by its type; else the last. */
function closest(alternatives: readonly (readonly z.core.$ZodIssue[])[]): z.core.$ZodIssue | undefined {
  const missedByRule = alternatives.find(
    ([first]) => first !== undefined && first.code !== "invalid_type" && first.code !== "invalid_value",
  );
  return (missedByRule ?? alternatives.at(-1))?.[0];
}
