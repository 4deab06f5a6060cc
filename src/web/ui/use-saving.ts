import type { UseFormReturnType } from "@mantine/form";
import { useLayoutEffect, useRef, useState, type RefObject } from "react";
import type { z } from "zod";

import { ApiError } from "#web/lib/api-error.ts";
import { printVoucher } from "#web/print/print-voucher.ts";

import { isCovered } from "./dialogs.ts";
import { mayBeRecorded } from "./drafts.ts";
import { focusFirstWrong } from "./enter-order.ts";
import { fieldErrors } from "./form-resolver.ts";
import { isLookingUp, refuseUnsettled, untilFound } from "./lookups.ts";
import type { FormMemory } from "./use-draft.ts";
import type { Doubt, EntryFormInput } from "./use-entry-form.ts";

interface Saving<Values extends Record<string, unknown>> {
  readonly form: UseFormReturnType<Values>;
  readonly memory: FormMemory<Values>;
  readonly ref: RefObject<HTMLFormElement | null>;
  readonly startOver: (values: Values) => void;
}

/** Checks, asks where there is a doubt, sends once, and says how it went. */
export function useSaving<Values extends Record<string, unknown>, Schema extends z.ZodType, Reply>(
  input: EntryFormInput<Values, Schema, Reply>,
  { form, memory, ref, startOver }: Saving<Values>,
) {
  const busy = useRef(false);
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [doubted, setDoubted] = useState<Doubted<Values>>();
  const shown = doubted !== undefined && areAlike(doubted.shownWith, form.values) ? doubted : undefined;

  const fail = (error: unknown): void => {
    setFailure(error);
    const errors = error instanceof ApiError ? fieldErrors(error.issues, input.fields) : {};
    form.setErrors(errors);
    if (!isCovered(ref.current)) focusFirstWrong(ref.current, Object.keys(errors));
    input.onFailed(error);
  };
  /** Whether the person has to look again first. What may have been recorded already is not asked about: its key decides. */
  const hasDoubt = async (values: Values, andPrint: boolean): Promise<boolean> => {
    if (memory.attempt.unanswered || (shown !== undefined && areAlike(shown.asked, values))) return false;
    // A question that cannot be asked keeps nobody from saving.
    const found = await input.doubtOf?.(values).catch(() => undefined);
    setDoubted(found === undefined ? undefined : { doubt: found, asked: values, shownWith: form.getValues(), andPrint });
    return found !== undefined;
  };
  const send = async (values: Values, asked: boolean): Promise<void> => {
    // Whoever wanted it printed before the question wants it after.
    const andPrint = asked || (shown?.andPrint ?? false);
    if (await hasDoubt(values, andPrint)) return;
    const before = memory.noteSent(values, true);
    try {
      // Complete: the schema has just accepted it.
      const reply = await input.record(input.toSent(values) as z.input<Schema>, memory.attempt.key);
      memory.remember(values);
      startOver(input.next(values));
      input.onRecorded(reply, values);
      if (andPrint && input.voucherOf !== undefined) printVoucher(input.voucherOf(reply));
    } catch (error) {
      memory.noteSent(form.getValues(), mayBeRecorded(error, before));
      fail(error);
    }
  };
  // What is found changes the form, and with it how it is checked and sent.
  const latestSave = useRef<(andPrint: boolean) => Promise<void>>(undefined);
  const saveOnceFound = async (andPrint: boolean): Promise<void> => {
    busy.current = true;
    setSaving(true);
    const isFound = await untilFound(ref);
    busy.current = false;
    setSaving(false);
    if (isFound && ref.current !== null) await latestSave.current?.(andPrint);
  };
  const save = async (andPrint: boolean): Promise<void> => {
    if (busy.current) return;
    // What was wrong with the attempt before is not what keeps this one back.
    setFailure(undefined);
    if (refuseUnsettled(ref.current)) return;
    if (isLookingUp(ref.current)) return saveOnceFound(andPrint);
    const { hasErrors, errors } = form.validate();
    if (hasErrors) {
      focusFirstWrong(ref.current, Object.keys(errors));
      input.onInvalid?.(errors, form.getValues());
      return;
    }
    busy.current = true;
    setSaving(true);
    await send(form.getValues(), andPrint).finally(() => {
      busy.current = false;
      setSaving(false);
    });
  };
  useLayoutEffect(() => void (latestSave.current = save));
  const forget = (): void => {
    setFailure(undefined);
    setDoubted(undefined);
  };
  return { save, saving, isSaving: () => busy.current, failure, doubt: shown?.doubt, forget };
}

/** What is asked about, and whether it was to be printed. */
interface Doubted<Values> {
  readonly doubt: Doubt;
  readonly asked: Values;
  /** What stood in the form when the doubt came. Typed on by then, it is no answer to save that: it is asked about as well. */
  readonly shownWith: Values;
  readonly andPrint: boolean;
}

/** Whether two states of a form hold the same. */
export function areAlike<Values extends Record<string, unknown>>(one: Values, other: Values): boolean {
  return Object.keys(one).every((name) => !differ(one[name], other[name]));
}

/** A picture is a long text: what is no object is not written out to be compared. */
function differ(one: unknown, other: unknown): boolean {
  if (one === other) return false;
  return typeof one !== "object" || typeof other !== "object" || JSON.stringify(one) !== JSON.stringify(other);
}
