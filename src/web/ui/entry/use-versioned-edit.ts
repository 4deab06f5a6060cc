import type { FormErrors } from "@mantine/form";
import { useState } from "react";
import type { z } from "zod";

import { ApiError } from "#web/lib/api-error.ts";
import { useLatestQuestion, useWhileHere } from "#web/lib/late-answers.ts";
import { untilFound } from "#web/ui/account/lookups.ts";

import type { FieldNames, Unfinished } from "./form-resolver.ts";
import { useEntryForm, type Doubt } from "./use-entry-form.ts";

/** What a form holds of something stored. */
export type FormValues = Record<string, string | number | boolean | null | readonly string[]>;

/** What should be looked at before an edit is stored in which these fields were changed; it may have to be asked for. */
export type EditDoubtOf<Values> = (
  typed: Values,
  changed: readonly (keyof Values & string)[],
) => Doubt | undefined | Promise<Doubt | undefined>;

interface VersionedEditInput<Stored, Values, Schema extends z.ZodType> {
  /** What is edited, as it was read when the form opened. */
  readonly stored: Stored;
  readonly formOf: (stored: Stored) => Values;
  /** The schema of the call's body: the rules of the form. */
  readonly schema: Schema;
  /** The body: what was typed, against what the form began with. */
  readonly toSent: (typed: Values, before: Values) => Unfinished<z.input<Schema>>;
  readonly fields?: FieldNames;
  readonly alsoCheck?: (typed: Values) => FormErrors;
  /** Saving once more then stores it. */
  readonly doubtOf?: EditDoubtOf<Values>;
  /** Makes the call, on condition of the version of what was read; undefined where there is nothing to store. */
  readonly store: (body: z.input<Schema>, base: Stored) => Promise<Stored> | undefined;
  /** Reads what is stored now, past every cache. */
  readonly fetchStored: () => Promise<Stored>;
  readonly onStored: (saved: Stored) => void;
  readonly onUnchanged: () => void;
  /** Closes or leaves the form after either of these, unless it has been closed or left by then: something else stands there. */
  readonly onSaved?: () => void;
  readonly onFailed: (error: unknown) => void;
}

/**
 * The editing of something that has versions: it is stored on condition that nobody else has stored it since it was read.
 * Where somebody has, their version is fetched and both ways on are offered; nothing typed is lost.
 */
export function useVersionedEdit<Stored, Values extends FormValues, Schema extends z.ZodType>(
  input: VersionedEditInput<Stored, Values, Schema>,
) {
  const { formOf, fields, alsoCheck, doubtOf } = input;
  const [base, setBase] = useState(input.stored);
  const [meanwhile, setMeanwhile] = useState<Meanwhile<Stored>>();
  const theirs = meanwhile?.stored;
  const before = formOf(base);
  const whileHere = useWhileHere();
  const leave = whileHere(() => input.onSaved?.());

  const { ask, drop } = useLatestQuestion();

  const fetchTheirs = async (refusal: ApiError): Promise<void> => {
    const isWanted = ask();
    // Should this fail as well, the server's sentence is on screen already; the next save asks again.
    const stored = await input.fetchStored().catch(() => undefined);
    // The form may go on from a newer version by then.
    if (!isWanted()) return;
    setMeanwhile(stored === undefined ? undefined : { stored, refusal });
  };

  const entry = useEntryForm({
    initialValues: before,
    schema: input.schema,
    toSent: (typed: Values) => input.toSent(typed, before),
    ...(fields === undefined ? {} : { fields }),
    ...(alsoCheck === undefined ? {} : { alsoCheck }),
    ...(doubtOf === undefined ? {} : { doubtOf: async (typed: Values) => doubtOf(typed, differingFields(before, typed)) }),
    record: async (body): Promise<Stored | undefined> => input.store(body, base),
    next: (typed) => typed,
    onRecorded: (saved) => {
      if (saved === undefined) {
        input.onUnchanged();
      } else {
        goOnFrom(saved, formOf(saved));
        input.onStored(saved);
      }
      leave();
    },
    onFailed: (error) => {
      input.onFailed(error);
      if (error instanceof ApiError && error.code === "stale_version") void fetchTheirs(error);
    },
  });

  /** Goes on from a version that is stored, with these values in the form. */
  const goOnFrom = (latest: Stored, values: Values): void => {
    drop();
    setBase(latest);
    setMeanwhile(undefined);
    entry.form.setInitialValues(formOf(latest));
    entry.form.setValues(values);
    entry.form.clearErrors();
  };

  /** Begins again from the version that others have stored: why the save failed is past, and the focus is on the form. */
  const settle = (latest: Stored, values: Values): void => {
    entry.startOver(formOf(latest));
    goOnFrom(latest, values);
  };

  return {
    entry,
    base,
    /** What others have stored meanwhile, as long as the conflict stands. */
    theirs,
    conflict: theirs === undefined ? undefined : conflictOf(input, { before, typed: entry.form.values, stored: theirs }),
    /** Who stored it meanwhile and when, in the server's words. They stand as long as the conflict, whatever was wrong with an attempt since. */
    refusal: meanwhile?.refusal,
    /** Puts what was typed on top of their version, once every text in the form is known for a value. */
    keepMine: async (): Promise<void> => {
      const isKnown = await untilFound(entry.formProps.ref);
      if (isKnown && theirs !== undefined) settle(theirs, rebased(before, entry.form.getValues(), formOf(theirs)));
    },
    takeTheirs: (): void => {
      if (theirs !== undefined) settle(theirs, formOf(theirs));
    },
  };
}

/** What others have stored since it was read, and the refusal that told so. */
interface Meanwhile<Stored> {
  readonly stored: Stored;
  readonly refusal: ApiError;
}

/** A field that somebody else has changed meanwhile. */
interface ChangedField<Field extends string = string> {
  readonly field: Field;
  /** It was changed here as well. */
  readonly mineToo: boolean;
}

/** What differs between the version a form began with and the one that is stored now. */
export interface Conflict<Values> {
  readonly before: Values;
  readonly theirs: Values;
  readonly changed: readonly ChangedField<keyof Values & string>[];
  /** What stands in the form is what is stored now. */
  readonly isSaved: boolean;
}

/** What the forms of two versions are made from, and what is stored of them. */
type Layout<Stored, Values> = Pick<VersionedEditInput<Stored, Values, z.ZodType>, "formOf" | "schema" | "toSent">;

function conflictOf<Stored, Values extends FormValues>(
  { formOf, schema, toSent }: Layout<Stored, Values>,
  { before, typed, stored }: { readonly before: Values; readonly typed: Values; readonly stored: Stored },
): Conflict<Values> {
  const theirs = formOf(stored);
  const mine = differingFields(before, typed);
  const changed = differingFields(before, theirs).map((field) => ({ field, mineToo: mine.includes(field) }));
  // Both against what the form began with: a body of changes leaves out what is as before, and "71" is not as "71.00" by its letters.
  const [wanted, there] = [typed, theirs].map((values) => comparableBody(schema, toSent(values, before)));
  return { before, theirs, changed, isSaved: wanted === there };
}

/** The fields in which two states of a form differ. Blanks around a text are no difference: they are not stored. */
export function differingFields<Values extends FormValues>(before: Values, after: Values): (keyof Values & string)[] {
  return Object.keys(before).filter((field) => comparable(before[field]) !== comparable(after[field]));
}

/** The fields typed into, as typed, and nothing else: what an edit that leaves the rest alone carries. */
export function changedFields<Values extends FormValues>(before: Values, typed: Values): Partial<Values> {
  return Object.fromEntries(differingFields(before, typed).map((field) => [field, typed[field]])) as Partial<Values>;
}

function rebased<Values extends FormValues>(before: Values, typed: Values, theirs: Values): Values {
  return { ...theirs, ...changedFields(before, typed) };
}

function comparable(value: FormValues[string] | undefined): unknown {
  if (typeof value === "string") return value.trim();
  return Array.isArray(value) ? JSON.stringify(value) : value;
}

/** A body by what it says: "600" is the amount that "600.00" is. */
function comparableBody(schema: z.ZodType, body: unknown): string {
  const parsed = schema.safeParse(body);
  return JSON.stringify(parsed.success ? parsed.data : body, (_, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
}
