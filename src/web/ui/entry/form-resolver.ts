import type { FormErrors } from "@mantine/form";
import type { z } from "zod";

import { assert } from "#kernel/assert.ts";
import { refusalInLanguage } from "#web/i18n/refusals.ts";

/** From a path of the request body to the field of the form that shows its fault, where the two have different names. */
export type FieldNames = Readonly<Record<string, string>>;

/** A body as far as it has been filled: any part of it may still be missing. */
export type Unfinished<Body> = { readonly [Key in keyof Body]?: Body[Key] | null | undefined };

/** The schema of what a call is sent: the rules of a form that makes it. */
export function bodySchema<Schema>({ body }: { readonly body?: Schema | undefined }): Schema {
  assert(body !== undefined, "the call is declared with a body");
  return body;
}

interface Fault {
  readonly path: string;
  readonly message: string;
}

/**
 * Checks a form with the schema of the call it will make, so that a rule stands once. `toSent` turns what was typed into
 * what is sent; the first fault of each field becomes its message. Faults are shown at the field named by `fields`,
 * else at the field of the same name.
 */
export function formResolver<Values, Schema extends z.ZodType>(
  schema: Schema,
  toSent: (values: Values) => Unfinished<z.input<Schema>>,
  fields: FieldNames = {},
): (values: Values) => FormErrors {
  return (values) => {
    const result = schema.safeParse(toSent(values));
    if (result.success) return {};
    return fieldErrors(
      result.error.issues.map((issue) => ({ path: issue.path.map(String).join("."), message: issue.message })),
      fields,
    );
  };
}

/** The faults that an answer of the server or a schema names, as messages at the form's fields in the language of the screens. */
export function fieldErrors(faults: readonly Fault[], fields: FieldNames = {}): FormErrors {
  const errors: FormErrors = {};
  for (const { path, message } of faults) {
    const field = fields[path] ?? path;
    errors[field] ??= refusalInLanguage(message);
  }
  return errors;
}
