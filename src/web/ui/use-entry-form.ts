import { useForm, type FormErrors, type UseFormReturnType } from "@mantine/form";
import { useRef, useState, type FormEvent, type KeyboardEvent, type RefObject } from "react";
import type { z } from "zod";

import { ApiError } from "#web/lib/api-error.ts";
import { newIdempotencyKey } from "#web/lib/api.ts";

import { focusFirstField, focusFirstWrong, focusNextField } from "./enter-order.ts";
import { fieldErrors, formResolver, type FieldNames, type Unfinished } from "./form-resolver.ts";

export interface EntryFormInput<Values, Schema extends z.ZodType, Reply> {
  readonly initialValues: Values;
  /** The schema of the call's body: the rules of the form. */
  readonly schema: Schema;
  readonly toSent: (values: Values) => Unfinished<z.input<Schema>>;
  /** Where the form's fields have other names than the body's. */
  readonly fields?: FieldNames;
  /** Rules of the screen that the call does not have. They win over the schema's message of the same field; undefined takes it back. */
  readonly alsoCheck?: (values: Values) => FormErrors;
  /** Makes the call. The key stays the same until the entry has been recorded, so that no retry records it twice. */
  readonly record: (body: z.input<Schema>, idempotencyKey: string) => Promise<Reply>;
  /** What the next entry starts from. */
  readonly next: (values: Values) => Values;
  readonly onRecorded: (reply: Reply, values: Values) => void;
  readonly onInvalid?: (errors: FormErrors, values: Values) => void;
  readonly onFailed: (error: unknown) => void;
}

export interface EntryFormState<Values> {
  readonly form: UseFormReturnType<Values>;
  readonly saving: boolean;
  /** Why the latest attempt failed; undefined once something is tried anew. */
  readonly failure: unknown;
  readonly isDirty: () => boolean;
  /** Forgets what was typed and begins another entry from these values. */
  readonly startOver: (values: Values) => void;
  /** What the `<form>` element takes. */
  readonly formProps: {
    readonly ref: RefObject<HTMLFormElement | null>;
    readonly noValidate: true;
    readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
    readonly onKeyDown: (event: KeyboardEvent<HTMLFormElement>) => void;
  };
}

/**
 * The one way an entry is typed and saved: Enter walks through the fields, Ctrl+Enter saves, the first wrong field is
 * focused, pressing twice saves once, a failed save keeps everything, and after a success the form stands ready again
 * with the focus on its first field.
 */
export function useEntryForm<Values extends Record<string, unknown>, Schema extends z.ZodType, Reply>(
  input: EntryFormInput<Values, Schema, Reply>,
): EntryFormState<Values> {
  const resolve = formResolver(input.schema, input.toSent, input.fields);
  const form = useForm<Values>({
    mode: "controlled",
    initialValues: input.initialValues,
    validate: (values) => ({ ...resolve(values), ...input.alsoCheck?.(values) }),
  });
  const ref = useRef<HTMLFormElement>(null);
  const [key, setKey] = useState(newIdempotencyKey);
  const busy = useRef(false);
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<unknown>();

  const startOver = (values: Values): void => {
    setKey(newIdempotencyKey());
    form.setInitialValues(values);
    form.reset();
    setFailure(undefined);
    focusFirstField(ref.current);
  };
  const fail = (error: unknown): void => {
    setFailure(error);
    const errors = error instanceof ApiError ? fieldErrors(error.issues, input.fields) : {};
    form.setErrors(errors);
    focusFirstWrong(ref.current, Object.keys(errors));
    input.onFailed(error);
  };
  const save = async (): Promise<void> => {
    if (busy.current) return;
    const { hasErrors, errors } = form.validate();
    if (hasErrors) {
      focusFirstWrong(ref.current, Object.keys(errors));
      input.onInvalid?.(errors, form.getValues());
      return;
    }
    busy.current = true;
    setSaving(true);
    setFailure(undefined);
    const values = form.getValues();
    try {
      // Complete: the schema has just accepted it.
      const reply = await input.record(input.toSent(values) as z.input<Schema>, key);
      startOver(input.next(values));
      input.onRecorded(reply, values);
    } catch (error) {
      fail(error);
    } finally {
      busy.current = false;
      setSaving(false);
    }
  };
  return {
    form,
    saving,
    failure,
    isDirty: () => form.isDirty(),
    startOver: (values) => {
      if (!busy.current) startOver(values);
    },
    formProps: {
      ref,
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault();
        void save();
      },
      onKeyDown: (event) => walkOrSave(event, () => void save()),
    },
  };
}

/** Enter goes on, Ctrl+Enter saves. Shift+Enter stays a new line in a text area, and buttons keep their Enter. */
function walkOrSave(event: KeyboardEvent<HTMLFormElement>, save: () => void): void {
  const { target } = event;
  if (event.key !== "Enter" || event.defaultPrevented || event.nativeEvent.isComposing) return;
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault();
    save();
    return;
  }
  if (!(target instanceof HTMLElement) || !target.matches("input, select, textarea")) return;
  if (event.shiftKey && target.matches("textarea")) return;
  event.preventDefault();
  focusNextField(target);
}
