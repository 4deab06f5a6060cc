import type { UseFormReturnType } from "@mantine/form";
import { useLayoutEffect, useRef, useState, type RefObject } from "react";
import type { z } from "zod";

import { i18n } from "#web/i18n/setup.ts";
import { ApiError, isServerFault } from "#web/lib/api-error.ts";
import { useLatestQuestion } from "#web/lib/late-answers.ts";
import { printVoucher } from "#web/print/print-voucher.ts";
import { isLookingUp, refuseUnsettled, untilFound } from "#web/ui/account/lookups.ts";
import { isCovered } from "#web/ui/dialogs.ts";

import { mayBeRecorded } from "./drafts.ts";
import { focusFirstWrong } from "./enter-order.ts";
import { fieldErrors, type FieldNames } from "./form-resolver.ts";
import { noteGoneOn, noteShown } from "./second-press.ts";
import type { FormMemory } from "./use-draft.ts";
import type { Doubt, EntryFormInput } from "./use-entry-form.ts";

interface Saving<Values extends Record<string, unknown>> {
  readonly form: UseFormReturnType<Values>;
  readonly memory: FormMemory<Values>;
  readonly ref: RefObject<HTMLFormElement | null>;
  readonly startOver: (values: Values) => void;
}

/** How far a save has come: what stands in the form is still being looked at, or it is on its way to the server. */
type Stage = "looking" | "sending" | undefined;

/** Checks, asks where there is a doubt, sends once, and says how it went. */
export function useSaving<Values extends Record<string, unknown>, Schema extends z.ZodType, Reply>(
  input: EntryFormInput<Values, Schema, Reply>,
  { form, memory, ref, startOver }: Saving<Values>,
) {
  const { drawn, stageNow, setStage } = useStage();
  const attempts = useLatestQuestion();
  const [failure, setFailure] = useState<unknown>();
  const doubts = useDoubts(input, form);

  const fail = (error: unknown): void => {
    setFailure(error);
    markFaults(error, input.fields, { form, ref });
    tellFailure(input, error, memory.isUnknown);
  };
  const send = async (values: Values, andPrint: boolean): Promise<void> => {
    setStage("sending");
    // Complete: the schema has just accepted it.
    const body = input.toSent(values) as z.input<Schema>;
    const held = input.held?.(values) ?? values;
    const before = memory.noteSent(held);
    let reply: Reply;
    try {
      reply = await input.record(body, memory.attempt.key);
    } catch (error) {
      if (mayBeRecorded(error, before)) form.setValues(held);
      memory.noteFailed(form.getValues(), mayBeRecorded(error, before));
      return fail(error);
    }
    follow(input, { memory, startOver }, { reply, values, andPrint });
  };
  const sendUnlessDoubted = async (values: Values, asked: boolean): Promise<void> => {
    const isWanted = attempts.ask();
    // Whoever wanted it printed before the question wants it after.
    const andPrint = asked || (doubts.shown?.andPrint ?? false);
    setStage("looking");
    try {
      // What may have been recorded already is not asked about: its key decides.
      const found = memory.attempt.unanswered ? undefined : await doubts.about(values);
      // Left or begun anew by then: what was typed has been given up.
      if (!isWanted()) return;
      if (found === undefined) await send(values, andPrint);
      else doubts.show({ doubt: found, asked: values, shownWith: form.getValues(), andPrint });
    } finally {
      if (isWanted()) setStage(undefined);
    }
  };
  // What is found changes the form, and with it how it is checked and sent.
  const latestSave = useRef<(andPrint: boolean) => Promise<void>>(undefined);
  const saveOnceFound = async (andPrint: boolean): Promise<void> => {
    const isWanted = attempts.ask();
    setStage("looking");
    const isFound = await untilFound(ref);
    if (!isWanted()) return;
    setStage(undefined);
    if (isFound) await latestSave.current?.(andPrint);
  };
  const save = async (andPrint: boolean): Promise<void> => {
    if (stageNow() !== undefined) return;
    // What was wrong with the attempt before is not what keeps this one back.
    setFailure(undefined);
    if (refuseUnsettled(ref.current)) return;
    if (isLookingUp(ref.current)) return saveOnceFound(andPrint);
    const { hasErrors, errors } = form.validate();
    if (!hasErrors) return sendUnlessDoubted(form.getValues(), andPrint);
    focusFirstWrong(ref.current, Object.keys(errors));
    input.onInvalid?.(errors, form.getValues());
  };
  useLayoutEffect(() => void (latestSave.current = save));
  /** Forgets what came of attempts before, and gives up one that has not been sent. */
  const forget = (): void => {
    attempts.drop();
    setStage(undefined);
    setFailure(undefined);
    doubts.show(undefined);
  };
  const unanswered = memory.isUnknown && input.onUnanswered !== undefined;
  return { save, forget, stageNow, drawn: { ...drawn, failure, unanswered, doubt: doubts.shown?.doubt } };
}

/** What has been recorded, from which values, and whether it is to be printed. */
interface Recorded<Values, Reply> {
  readonly reply: Reply;
  readonly values: Values;
  readonly andPrint: boolean;
}

/**
 * Begins the next entry and says what was recorded. A fault of the page in this is logged only: as the failure of the save it would have
 * the same entered once more, under the key of the next.
 */
function follow<Values extends Record<string, unknown>, Schema extends z.ZodType, Reply>(
  input: EntryFormInput<Values, Schema, Reply>,
  { memory, startOver }: Pick<Saving<Values>, "memory" | "startOver">,
  { reply, values, andPrint }: Recorded<Values, Reply>,
): void {
  try {
    memory.noteRecorded(values);
    startOver(input.next(values));
    input.onRecorded(reply, values);
    if (andPrint && input.voucherOf !== undefined) printVoucher(input.voucherOf(reply));
  } catch (error) {
    reportError(error);
  }
}

/** Says that an attempt has failed, or that nobody knows. */
function tellFailure<Values, Schema extends z.ZodType, Reply>(
  { onUnanswered, onFailed }: EntryFormInput<Values, Schema, Reply>,
  error: unknown,
  isUnknown: boolean,
): void {
  // A server that says that it failed is told in its words; what stands in the form is unknown all the same.
  if (isUnknown && !isServerFault(error) && onUnanswered !== undefined) onUnanswered();
  else onFailed(error);
}

/** Shows at the fields what the server found wrong with them. */
function markFaults<Values extends Record<string, unknown>>(
  error: unknown,
  fields: FieldNames | undefined,
  { form, ref }: Pick<Saving<Values>, "form" | "ref">,
): void {
  const errors = error instanceof ApiError ? fieldErrors(error.issues, fields) : {};
  form.setErrors(errors);
  if (!isCovered(ref.current)) focusFirstWrong(ref.current, Object.keys(errors));
}

/** The stage of a save: as it is drawn, and as it is this very moment. */
function useStage() {
  const now = useRef<Stage>(undefined);
  const [stage, draw] = useState<Stage>();
  const setStage = (next: Stage): void => {
    now.current = next;
    draw(next);
  };
  return { drawn: { saving: stage !== undefined, sending: stage === "sending" }, setStage, stageNow: (): Stage => now.current };
}

/** What is asked about, and whether it was to be printed. */
interface Doubted<Values> {
  readonly doubt: Doubt;
  readonly asked: Values;
  /** What stood in the form when the doubt came. Typed on by then, it is no answer to save that: it is asked about as well. */
  readonly shownWith: Values;
  readonly andPrint: boolean;
}

/** What the person has to look at before a save. */
function useDoubts<Values extends Record<string, unknown>, Schema extends z.ZodType, Reply>(
  { doubtOf }: EntryFormInput<Values, Schema, Reply>,
  form: UseFormReturnType<Values>,
) {
  const [doubted, draw] = useState<Doubted<Values>>();
  const show = (next: Doubted<Values> | undefined): void => {
    draw(next);
    if (next === undefined) noteGoneOn();
    else noteShown();
  };
  const shown = doubted !== undefined && areAlike(doubted.shownWith, form.values) ? doubted : undefined;
  const about = async (values: Values): Promise<Doubt | undefined> => {
    if (shown !== undefined && areAlike(shown.asked, values)) return undefined;
    // A question that cannot be asked keeps nobody from saving.
    const found = await doubtOf?.(values).catch(() => undefined);
    if (found !== undefined) return found;
    show(undefined);
    // Typed on meanwhile: saving what stood there before would take that away, and what stands there now is no whole entry yet.
    return areAlike(values, form.getValues())
      ? undefined
      : { title: i18n.t("ui:form.typedOn"), text: i18n.t("ui:form.typedOnText") };
  };
  return { shown, show, about };
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
